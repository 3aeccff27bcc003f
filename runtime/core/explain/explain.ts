/**
 * An estimate as tables that a person can add up: what it starts from, the calls of one task, the tasks, and the way from
 * there to the answer. Numbers are rounded so that a column adds up to its total digit by digit.
 */

import { estimateOf } from '../answers/estimate.ts';
import { resolveRequest } from '../answers/resolved-request.ts';
import type { Estimate } from '../answers/schemas/estimate-schema.ts';
import type { Cell, Explanation, Section } from '../answers/schemas/explanation-schema.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { knownSince, lastSeenOf } from '../dataset/sources.ts';
import { billFor, faultCosts, type ModelBill } from '../model/bill.ts';
import { billingOf, type CacheUse, priceUsed, ratesOf } from '../model/cost.ts';
import { taskCosts } from '../model/cost-range.ts';
import type { Shape } from '../model/shape.ts';
import { acrossBands } from '../model/used.ts';
import { eachTask } from '../model/walk.ts';
import { callsOfTask, type WalkedCall } from '../model/walked-calls.ts';
import { type Work, workFor } from '../model/work.ts';
import { bandFor, priceLines, ratesFor } from '../pricing/call-rates.ts';
import { causes, faults } from '../schemas/answer-words.ts';
import { ApiError } from '../schemas/api-error.ts';
import { billableUnits } from '../schemas/billable-units.ts';
import type { EstimateRequest } from '../schemas/estimate-request-schema.ts';
import { dollars, inputsTable, pricesTable, rounded, table, tokens } from './table.ts';

/** Explains the answer to a request that passed its schema; `compare` is ignored. */
export function explain(catalog: Catalog, request: EstimateRequest): Explanation | ApiError {
  const question = resolveRequest(catalog, { ...request, compare: false });
  if (question instanceof ApiError) return question;
  const { sold, preset, model, workflow } = question;
  const work = workFor(question);
  const bill = billFor(work, model);
  const estimate = estimateOf(sold, work, model);
  return {
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    presetId: preset.id,
    modelId: model.id,
    price: {
      inForceSince: model.price.from,
      knownSince: knownSince(model.price),
      verifiedOn: model.price.verifiedOn,
      lastSeen: lastSeenOf(model.seen),
      sources: model.price.sources,
      note: model.price.note ?? null,
    },
    sections: [
      inputsTable(question),
      pricesTable(model, workflow),
      callsTable(bill.run.shape, model, workflow),
      tasksTable(bill.run.shape, model, workflow),
      costTable(work, bill, estimate),
      rangeTable(work, model, bill, estimate),
      wasteTable(faultCosts(work, model, bill), estimate),
    ],
    estimate,
  };
}

/** The place of the task whose calls are shown: the last of the cheaper half. */
const middleOf = ({ tasks }: Shape): number => Math.max(0, Math.floor(Math.min(16, tasks.calls.length) / 2) - 1);

function callsTable(shape: Shape, model: CatalogModel, use: CacheUse): Section {
  const middle = middleOf(shape);
  const lines = new Float64Array(billableUnits.length);
  const rates = ratesOf(model);
  let before = 0;
  const happens = ({ compacts, prompt }: WalkedCall): string => {
    const [from, to] = [before, bandFor(rates, prompt)];
    before = to;
    return compacts ? ', compacts' : to > from ? `, above ${rates.thresholds[to - 1]}` : '';
  };
  const rows = callsOfTask(shape, model, use, shape.tasks.calls[middle] as number).map((call): Cell[] => {
    const counts = Float64Array.from(billableUnits, ({ unit, count }) => (unit === 'tokens' ? call[count] : 0));
    const usd = priceLines(counts, ratesFor(rates, call.prompt), rates.per, lines);
    const { weight, prompt, found, input, cachedInput, cacheWrite, cacheWrite1h, output } = call;
    const parts = [prompt, found, input, cachedInput, cacheWrite + cacheWrite1h, output];
    return [`${call.call}${happens(call)}`, ...parts.map((part) => part * weight), usd * weight];
  });
  const names = ['prompt', 'found', 'plain', 'read', 'written', 'output'];
  const which = shape.tasks.calls.length === 1 ? 'All tasks are alike' : `Task ${middle + 1} of those below`;
  return table(
    'The calls of the middle task',
    `${which}. What of a prompt is found in the cache is read, but for misses; the rest is written, or plain input where nothing is cached. A last call that not every such task makes counts by its share.`,
    ['call', ...names.map(tokens), dollars('USD')],
    rows,
  );
}

function tasksTable(shape: Shape, model: CatalogModel, use: CacheUse): Section {
  const billing = billingOf(model, use);
  const rows: Cell[][] = [];
  eachTask(shape, model, (used, share) => {
    const run = priceUsed(used, billing);
    const calls = shape.tasks.calls[rows.length] as number;
    const counts = [calls, acrossBands(used, 'prompts'), run.reads, acrossBands(used, 'output')];
    const shown = counts.map((count) => rounded(count, 3));
    rows.push([String(rows.length + 1), rounded(100 * share, 4), ...shown, nine(run.tokensUsd), run.tokensUsd * share]);
  });
  return table(
    'The tasks',
    'Tasks differ in their calls: these stand for all. The last column is the share of the tasks times the dollars, so its total is the mean run, before retries and tools.',
    ['task', '% of tasks', 'calls', 'prompts', 'read', 'output', 'USD', dollars('in the mean')],
    rows,
  );
}

const list = (title: string, note: string, rows: Cell[][]): Section =>
  table(title, note, ['what', 'value', 'how'], rows);

function costTable({ retryShare, workflow, failureShare }: Work, { run }: ModelBill, estimate: Estimate): Section {
  const { costBreakdown: parts, costPerTask, costPerSuccessfulTask, monthlySpend } = estimate;
  const retried = (usd: number) => `${nine(usd)} times ${1 + retryShare}`;
  const rows: Cell[][] = [
    ['fresh input', parts.freshInput, retried(run.freshUsd)],
    ['input read from the cache', parts.cachedInput, retried(run.readsUsd)],
    ['output', parts.output, retried(run.outputUsd)],
    ['tools', parts.toolFees, 'fees of tools, which a retry does not use again'],
    ['cost per task', costPerTask, 'the sum of these'],
  ];
  if (costPerSuccessfulTask !== null) {
    rows.push([
      'cost per successful task',
      costPerSuccessfulTask,
      `over the share that succeeds, ${nine(1 - failureShare)}`,
    ]);
  }
  rows.push(['monthly spend', monthlySpend, `times ${workflow.tasksPerMonth} tasks`]);
  return list('From the mean run to the answer', 'USD. A part is rounded once, to a nano-dollar.', rows);
}

function rangeTable(work: Work, model: CatalogModel, bill: ModelBill, { range }: Estimate): Section {
  const costs = taskCosts(work, model, bill).sort((a, b) => a - b);
  const at = (place: number) =>
    costs.length < 16
      ? ''
      : `tasks ${place} and ${place + 1}: ${nine(costs[place - 1] as number)}, ${nine(costs[place] as number)}`;
  return list('How much tasks differ', 'USD of tasks with their retries and tools, in order of cost.', [
    ['half cost less', range.typicalTask, at(8)],
    ['one in ten costs more', range.oneInTen, at(14)],
  ]);
}

function wasteTable(runs: readonly number[], { waste, costPerTask }: Estimate): Section {
  const rows = runs.slice(0, -1).map((usd, on): Cell[] => [
    on === 0
      ? 'the mean run without faults'
      : `with ${faults
          .slice(0, on)
          .map(({ label }) => label)
          .join(' and ')}`,
    nine(usd),
    'walked again',
  ]);
  rows.push(['the mean run with every fault', nine(runs.at(-1) as number), 'as above, tools included']);
  const how = [
    'what these add to the run',
    'what these add to the run',
    'the retries of all tokens',
    'their share of a run without faults',
  ];
  causes.forEach(({ name, label }, i) => {
    const { costPerTask: usd, pct } = waste.causes.find(({ cause }) => cause === name) ?? { costPerTask: 0, pct: 0 };
    rows.push([label, usd, `${how[i]}: ${pct} %`]);
  });
  rows.push(['waste', waste.costPerTask, `the sum of these: ${waste.pct} % of ${costPerTask}`]);
  return list('Waste, by cause', 'USD a task.', rows);
}

const nine = (usd: number): number => rounded(usd, 9);
