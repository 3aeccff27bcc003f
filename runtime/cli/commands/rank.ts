/** `agent-cost estimate rank`: every model on a workflow, in the order of the API. */
import { rankingFor } from '../../core/answers/answer.ts';
import type { Ranking } from '../../core/answers/schemas/ranking-schema.ts';
import { aboutField, type RankingOrder, rankingOrders } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { percent, usd } from '../../core/values/rounded.ts';
import { openPrices, overlayLines } from '../catalog-options.ts';
import { printAs, table } from '../output.ts';
import { aCount, command } from '../program.ts';
import { type RequestOptions, requestFrom, requestOptions, resolved } from '../workflow-options.ts';

const epilogue = `
Costs assume the same work and as many failures for every model. Beside them stands what a board of measured runs says: the
share of tasks solved, and with --sort solved what a solved task of yours costs: the estimate of the chosen model (--model)
times the ratio of dollars per solved task on the board. Models below the line were not measured beside the others, end
soon, or do not hold half of the tasks. Text, --csv and --json have one order.

Examples:
  agent-cost estimate rank coding --sort solved --top 10
  agent-cost estimate rank support --set searchesPerTask=2 --host bedrock
  agent-cost estimate rank rag --overlay contract.json --csv`;

interface Options extends RequestOptions {
  sort: RankingOrder;
  top?: number;
}

export const rankCommand = () =>
  command('rank')
    .summary('every model on a workflow, by cost or by solved task')
    .description('Ranks every model, by the cost of a task or by that of a solved task as measured.')
    .jsonAndCsv()
    .with(requestOptions)
    .choice('--sort <order>', 'cost: cheapest first; solved: by dollars per solved task', rankingOrders, 'cost')
    .option('--top <n>', 'only so many rows', aCount)
    .addHelpText('after', epilogue)
    .action((preset: string | undefined, options: Options) => {
      const { catalog, overlay } = openPrices(options);
      const { sort, top } = options;
      const request = { ...requestFrom(catalog, preset, options, true), compare: true, sort };
      const ranking = rankingFor(resolved(catalog, { ...request, ...(top !== undefined && { top }) }));
      printAs(options, {
        json: () => (overlay === null ? ranking : { ...ranking, overlay }),
        csv: () => csvOf(columns, ranking.ranking),
        text: () => [
          `${ranking.presetId}, by ${ranking.sort}`,
          ...rankingLines(ranking),
          ...ranking.notes,
          ...overlayLines(overlay),
        ],
      });
    });

/** The fields of a row in CSV. */
const columns = [
  'rank',
  'modelId',
  'modelName',
  'provider',
  'tier',
  'status',
  'pricedAt.serviceTier',
  'pricedAt.region',
  'confidence',
  'measured.board',
  'measured.effort',
  'measured.successRate',
  'measured.usdPerSolvedTask',
  'costPerTask',
  'costPerSuccessfulTask',
  'monthlySpend',
  'toolFees',
  'fits',
  'costPerSolvedTask',
];

type Row = Ranking['ranking'][number];

const termHeaders = { serviceTier: 'terms', region: 'region' };

/** The table in the order of the answer, with a line below the models that stand above it. */
function rankingLines(ranking: Ranking): string[] {
  const { workflow, failures, board, chosen, aboveLine, ranking: rows } = ranking;
  // Columns with the same value in every row are left out.
  const searches = workflow.searchesPerTask > 0;
  const terms = (['serviceTier', 'region'] as const).filter((name) => workflow[name] !== aboutField[name].default);
  const atEffort = workflow.reasoningEffort !== null;
  const header = [
    'rank',
    'model',
    'per task',
    ...(searches ? ['of it searches'] : []),
    `per success if ${percent(failures.pct)} fail`,
    ...(chosen === null ? [] : ['per solved task']),
    ...(board === null ? [] : ['solved', 'on the board for', 'board']),
    'provider',
    'tier',
    ...terms.map((name) => termHeaders[name]),
    'a month',
    'fits',
    ...(atEffort ? ['effort'] : []),
  ];
  const cells = rows.map((row) => [
    row.rank,
    `${row.modelId}${row.status === 'deprecated' ? ' (ends)' : ''}`,
    usd(row.costPerTask),
    ...(searches ? [row.toolFees === null ? 'unknown' : usd(row.toolFees)] : []),
    usdOrNull(row.costPerSuccessfulTask),
    ...(chosen === null ? [] : [usdOrNull(row.costPerSolvedTask ?? null)]),
    ...(board === null ? [] : measuredCells(row)),
    row.provider,
    row.tier,
    ...terms.map((name) => row.pricedAt?.[name] ?? workflow[name]),
    usd(row.monthlySpend),
    percent(100 * row.fits),
    ...(atEffort ? [row.effortBasis ?? null] : []),
  ]);
  const lines = table(header, cells);
  return aboveLine >= rows.length ? lines : lines.toSpliced(1 + aboveLine, 0, '--');
}

const usdOrNull = (amount: number | null): string | null => (amount === null ? null : usd(amount));

const measuredCells = ({ measured }: Row): (string | null)[] =>
  measured === null
    ? ['not measured', null, null]
    : [percent(100 * measured.successRate), usdOrNull(measured.usdPerSolvedTask), measured.board];
