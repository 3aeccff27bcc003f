/** `agent-cost estimate` and `agent-cost rank`: the answers of the API without a server. */
import type { Command } from 'commander';
import { answer, questionOf } from '../../core/api/request.ts';
import type { Estimate, Ranking } from '../../core/api/schemas.ts';
import { command } from '../program.ts';
import { textTable } from '../text-table.ts';
import { accepted, openCatalog, type RequestOptions, requestFrom, withRequestOptions } from '../workflow-options.ts';

export const estimateCommand = (): Command =>
  withRequestOptions(
    command('estimate')
      .summary('what a workflow costs on a model')
      .description('What a workflow costs per task and per month, how much of it is waste, and what would be cheaper.'),
    true,
  ).action((options: RequestOptions) => {
    const estimate = ask(options, false) as Estimate;
    console.log(options.json ? JSON.stringify(estimate) : spokenEstimate(estimate));
  });

export const rankCommand = (): Command =>
  withRequestOptions(
    command('rank')
      .summary('every model on a workflow, cheapest first')
      .description('Ranks every model by cost per task.'),
    false,
  ).action((options: RequestOptions) => {
    const ranking = ask(options, true) as Ranking;
    console.log(options.json ? JSON.stringify(ranking) : spokenRanking(ranking));
  });

function ask(options: RequestOptions, compare: boolean): Estimate | Ranking {
  const catalog = openCatalog(options.catalog);
  return answer(catalog, accepted(questionOf(catalog, { ...requestFrom(options), compare })));
}

function spokenEstimate({ presetId, modelId, routing, ...estimate }: Estimate): string {
  const { costPerTask, costPerSuccessfulTask, monthlySpend, tokensPerTask, waste, notes } = estimate;
  const rows = [
    ['cost per task', `$${costPerTask}`],
    ['cost per success', costPerSuccessfulTask === null ? 'no task succeeds' : `$${costPerSuccessfulTask}`],
    ['monthly spend', `$${monthlySpend}`],
    ['tokens per task', `${tokensPerTask.input} in (${tokensPerTask.cachedInput} cached), ${tokensPerTask.output} out`],
    ['waste', `${waste.pct} %, $${waste.monthly} a month`],
    ['cheaper route', routing.best ? routeOf(routing.best) : 'none saves 10 % per successful task'],
  ];
  return [
    `${presetId} on ${modelId}`,
    ...rows.map(([name = '', value]) => `  ${name.padEnd(18)}${value}`),
    ...notes.map((note) => `  - ${note}`),
  ].join('\n');
}

const routeOf = ({ strategy, modelId, savingPct, monthlySaving }: NonNullable<Estimate['routing']['best']>): string =>
  `${strategy} to ${modelId}: ${savingPct} % less, $${monthlySaving} a month`;

function spokenRanking({ presetId, ranking }: Ranking): string {
  const header = ['rank', 'model', 'provider', 'tier', '$ per task', '$ per success', '$ a month', 'waste %', 'fits'];
  const rows = ranking.map((row) => [
    row.rank,
    row.modelId,
    row.provider,
    row.tier,
    row.costPerTask,
    row.costPerSuccessfulTask,
    row.monthlySpend,
    row.waste.pct,
    row.fitsContext ? 'yes' : 'no',
  ]);
  return `${presetId}\n${textTable(header, rows)}`;
}
