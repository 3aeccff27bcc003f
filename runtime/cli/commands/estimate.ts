/** `agent-cost estimate` and `agent-cost rank`: the answers of the API without a server. */
import type { Command } from 'commander';
import { answer, resolveRequest } from '../../core/answers/resolved-request.ts';
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../../core/answers/schemas/ranking-schema.ts';
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { aboutField } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { percent, usd } from '../../core/values/rounded.ts';
import { printAs, table, withJson, withJsonAndCsv } from '../answer-forms.ts';
import { openPrices, overlayLines, type Prices } from '../catalog-options.ts';
import { estimateSummary } from '../estimate-summary.ts';
import { command } from '../program.ts';
import { accepted, type RequestOptions, requestFrom, withRequestOptions } from '../workflow-options.ts';
import { askedPrices, type ReceiptOptions, receiptOption, writeReceipt } from '../write-receipt.ts';

const estimateExamples = `
Examples:
  agent-cost estimate support
  agent-cost estimate coding --model claude-sonnet-4-6 --set modelCallsPerTask=25
  agent-cost estimate rag --as-of 2026-12-01 --json`;

export const estimateCommand = (): Command =>
  withRequestOptions(
    withJson(
      command('estimate')
        .summary('what a workflow costs on a model')
        .description(
          'What a workflow costs per task and per month, how much of it is waste, and what would be cheaper.',
        ),
    ),
    true,
  )
    .option(...receiptOption)
    .addHelpText('after', estimateExamples)
    .action((preset: string | undefined, options: RequestOptions & ReceiptOptions) => {
      const prices = openPrices(options);
      const request = requestFrom(prices.catalog, preset, options);
      const estimate = ask(prices, request) as Estimate;
      if (options.receipt !== undefined) {
        const question = { command: 'estimate', request, ...askedPrices(options, prices) } as const;
        writeReceipt(options.receipt, prices, question, estimate);
      }
      printAs(options, {
        json: () => estimate,
        text: () => [...estimateSummary(estimate), ...estimate.notes.map((note) => `  - ${note}`)],
      });
    });

const rankExamples = `
Examples:
  agent-cost rank coding
  agent-cost rank support --set searchesPerTask=2 --host bedrock
  agent-cost rank rag --overlay contract.json --csv`;

export const rankCommand = (): Command =>
  withRequestOptions(
    withJsonAndCsv(
      command('rank')
        .summary('every model on a workflow, cheapest first')
        .description('Ranks every model by cost per task.'),
    ),
    false,
  )
    .addHelpText('after', rankExamples)
    .action((preset: string | undefined, options: RequestOptions) => {
      const prices = openPrices(options);
      const request = requestFrom(prices.catalog, preset, options, true);
      const ranking = ask(prices, { ...request, compare: true }) as Ranking;
      const { overlay } = prices;
      printAs(options, {
        json: () => (overlay === null ? ranking : { ...ranking, overlay }),
        csv: () => csvOf(rankColumns, ranking.ranking),
        text: () => [ranking.presetId, ...rankingTable(ranking), ...overlayLines(overlay)],
      });
    });

/** The fields of a row in CSV. */
const rankColumns = [
  'rank',
  'modelId',
  'modelName',
  'provider',
  'tier',
  'serviceTier',
  'region',
  'confidence',
  'costPerTask',
  'costPerSuccessfulTask',
  'monthlySpend',
  'toolFees',
  'waste.pct',
  'waste.monthly',
  'fitsContext',
];

const ask = ({ catalog }: Prices, request: EstimateRequest): Estimate | Ranking =>
  answer(accepted(resolveRequest(catalog, request)));

const termHeaders = { serviceTier: 'service tier', region: 'region' };

function rankingTable({ workflow, ranking }: Ranking): string[] {
  // Columns with the same value in every row are left out.
  const searches = workflow.searchesPerTask > 0;
  const terms = (['serviceTier', 'region'] as const).filter((name) => workflow[name] !== aboutField[name].default);
  const atEffort = workflow.reasoningEffort !== null;
  const header = [
    'rank',
    'model',
    'provider',
    'tier',
    ...terms.map((name) => termHeaders[name]),
    'per task',
    ...(searches ? ['of it searches'] : []),
    'per success',
    'a month',
    'waste',
    'fits',
    ...(atEffort ? ['effort'] : []),
  ];
  const rows = ranking.map((row) => [
    row.rank,
    row.modelId,
    row.provider,
    row.tier,
    ...terms.map((name) => row[name]),
    usd(row.costPerTask),
    ...(searches ? [row.toolFees === null ? 'unknown' : usd(row.toolFees)] : []),
    row.costPerSuccessfulTask === null ? null : usd(row.costPerSuccessfulTask),
    usd(row.monthlySpend),
    percent(row.waste.pct),
    row.fitsContext ? 'yes' : 'no',
    ...(atEffort ? [row.effortBasis] : []),
  ]);
  return table(header, rows);
}
