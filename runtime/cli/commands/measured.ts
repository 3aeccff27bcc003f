/** `agent-cost estimate measured`: measured results of models, in dollars per solved task. */
import { measuredColumns } from '../../api/feeds.ts';
import { boardsOf, summaryOf } from '../../core/benchmarks/facts.ts';
import type { Board, BoardSummary } from '../../core/schemas/board-schemas.ts';
import { csvOf } from '../../core/values/csv.ts';
import { type CatalogOptions, openPrices, overlayLines } from '../catalog-options.ts';
import { type FormOptions, printAs, solvedColumns, tableOf } from '../output.ts';
import { command, plainExitCodes, unknown } from '../program.ts';

const epilogue = `
Examples:
  agent-cost estimate measured
  agent-cost estimate measured deepswe
  agent-cost estimate measured deepswe --csv
${plainExitCodes}`;

export const measuredCommand = () =>
  command('measured')
    .summary('measured results of models')
    .description(
      'Lists the boards of measured runs, or every model and effort of one board, cheapest per solved task first. The order on one board does not carry over to another.',
    )
    .argument('[board]', 'id of a board; without it, the boards are listed')
    .jsonAndCsv()
    .prices()
    .addHelpText('after', epilogue)
    .action((id: string | undefined, options: CatalogOptions & FormOptions) => {
      const { catalog, overlay } = openPrices(options);
      const boards = boardsOf(catalog);
      if (id === undefined) return printBoards(boards.map(summaryOf), options);
      const board = boards.find((one) => one.id === id);
      if (board === undefined) {
        throw unknown(
          'board',
          id,
          boards.map((one) => one.id),
        );
      }
      printAs(options, {
        json: () => board,
        csv: () =>
          csvOf(
            ['board', ...measuredColumns],
            board.rows.map((row) => ({ board: id, ...row })),
          ),
        text: () => [...boardText(board), ...overlayLines(overlay)],
      });
    });

function printBoards(boards: readonly BoardSummary[], options: FormOptions): void {
  const columns = [
    'id',
    'name',
    'benchmark',
    'harness',
    'domain',
    'unit',
    'tasks',
    'runs',
    'rowCount',
    'modelCount',
    'licence',
  ];
  printAs(options, {
    json: () => boards,
    csv: () => csvOf(columns, boards),
    text: () =>
      tableOf(boards, {
        board: ({ id }) => id,
        'kind of work': ({ domain }) => domain,
        tasks: ({ tasks }) => tasks,
        rows: ({ rowCount }) => rowCount,
        models: ({ modelCount }) => modelCount,
        benchmark: ({ benchmark }) => benchmark,
        harness: ({ harness }) => harness,
      }),
  });
}

const boardText = ({ name, rows, notes, sources }: Board): string[] => [
  name,
  ...tableOf(rows, {
    rank: ({ rank }) => rank,
    model: ({ modelId, model }) => modelId ?? model,
    effort: ({ effort }) => effort,
    ...solvedColumns,
    dollars: ({ usdBasis }) => usdBasis,
    on: ({ on }) => on,
  }),
  '',
  ...notes.map((note) => `  - ${note}`),
  ...sources.map((source) => `  ${source.on}  ${'url' in source ? source.url : source.name}`),
];
