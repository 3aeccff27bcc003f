/** `agent-cost estimate` and `agent-cost rank`: the answers of the API without a server. */
import type { Command } from 'commander';
import { textTable } from '../../common/text-table.ts';
import { answer, questionOf } from '../../core/api/request.ts';
import type { Estimate, Ranking } from '../../core/api/schemas.ts';
import { aboutField } from '../../core/dataset/fields.ts';
import { estimateSummary } from '../estimate-summary.ts';
import { command } from '../program.ts';
import { percent, usd } from '../rounded.ts';
import { accepted, openCatalog, type RequestOptions, requestFrom, withRequestOptions } from '../workflow-options.ts';

export const estimateCommand = (): Command =>
  withRequestOptions(
    command('estimate')
      .summary('what a workflow costs on a model')
      .description('What a workflow costs per task and per month, how much of it is waste, and what would be cheaper.'),
    true,
  ).action((preset: string | undefined, options: RequestOptions) => {
    const estimate = ask(preset, options, false) as Estimate;
    if (options.json) console.log(JSON.stringify(estimate));
    else console.log([estimateSummary(estimate), ...estimate.notes.map((note) => `  - ${note}`)].join('\n'));
  });

export const rankCommand = (): Command =>
  withRequestOptions(
    command('rank')
      .summary('every model on a workflow, cheapest first')
      .description('Ranks every model by cost per task.'),
    false,
  ).action((preset: string | undefined, options: RequestOptions) => {
    const ranking = ask(preset, options, true) as Ranking;
    console.log(options.json ? JSON.stringify(ranking) : rankingTable(ranking));
  });

function ask(preset: string | undefined, options: RequestOptions, compare: boolean): Estimate | Ranking {
  const catalog = openCatalog(options.catalog);
  const request = requestFrom(catalog, preset, options);
  return answer(accepted(questionOf(catalog, { ...request, compare })));
}

const termHeaders = { serviceTier: 'service tier', region: 'region' };

function rankingTable({ presetId, workflow, ranking }: Ranking): string {
  // Columns that say the same in every row are left out.
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
  return `${presetId}\n${textTable(header, rows)}`;
}
