/** `agent-cost estimate rank`: every model on a workflow, in the order of the API. */
import { rankingFor } from '../../core/answers/answer.ts';
import type { Ranking } from '../../core/answers/schemas/ranking-schema.ts';
import { aboutField, type RankingOrder, rankingOrders } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { percent, usd } from '../../core/values/rounded.ts';
import { openPrices, overlayLines } from '../catalog-options.ts';
import { printAs, tableOf, usdOrNull } from '../output.ts';
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

/** The table in the order of the answer, with a line below the models that stand above it. */
function rankingLines({ workflow, failures, board, chosen, aboveLine, ranking: rows }: Ranking): string[] {
  const isOther = (name: 'serviceTier' | 'region') => workflow[name] !== aboutField[name].default;
  // Columns with the same value in every row are left out.
  const lines = tableOf<Row>(rows, {
    rank: ({ rank }) => rank,
    model: ({ modelId, status }) => `${modelId}${status === 'deprecated' ? ' (ends)' : ''}`,
    'per task': ({ costPerTask }) => usd(costPerTask),
    ...(workflow.searchesPerTask > 0 && {
      'of it searches': ({ toolFees }: Row) => (toolFees === null ? 'unknown' : usd(toolFees)),
    }),
    [`per success if ${percent(failures.pct)} fail`]: ({ costPerSuccessfulTask }) => usdOrNull(costPerSuccessfulTask),
    ...(chosen !== null && { 'per solved task': ({ costPerSolvedTask }: Row) => usdOrNull(costPerSolvedTask ?? null) }),
    ...(board !== null && {
      solved: ({ measured }: Row) => (measured === null ? 'not measured' : percent(100 * measured.successRate)),
      'on the board for': ({ measured }: Row) => measured && usdOrNull(measured.usdPerSolvedTask),
      board: ({ measured }: Row) => measured?.board ?? null,
    }),
    provider: ({ provider }) => provider,
    tier: ({ tier }) => tier,
    ...(isOther('serviceTier') && { terms: ({ pricedAt }: Row) => pricedAt?.serviceTier ?? workflow.serviceTier }),
    ...(isOther('region') && { region: ({ pricedAt }: Row) => pricedAt?.region ?? workflow.region }),
    'a month': ({ monthlySpend }) => usd(monthlySpend),
    fits: ({ fits }) => percent(100 * fits),
    ...(workflow.reasoningEffort !== null && { effort: ({ effortBasis }: Row) => effortBasis ?? null }),
  });
  return aboveLine >= rows.length ? lines : lines.toSpliced(1 + aboveLine, 0, '--');
}
