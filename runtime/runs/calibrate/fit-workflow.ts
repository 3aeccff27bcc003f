/** A workflow fitted to runs: every field with its interval, the runs behind it, and how it was fitted. */
import type { CatalogModel } from '../../core/dataset/catalog.ts';
import { type PresetId, type Workflow, type WorkflowField, workflowFields } from '../../core/dataset/request-fields.ts';
import { wilson } from '../../core/measured/wilson.ts';
import { groupBy } from '../group-by.ts';
import { type Interval, jackknife, totalOf } from './intervals.ts';
import type { LoggedRun } from './logged-runs.ts';
import * as statistics from './statistics.ts';
import { type RunSums, taskSums } from './task-sums.ts';
import { type Traffic, trafficOf } from './traffic.ts';

export interface FittedField {
  field: WorkflowField;
  value: number | string | boolean;
  /** 95 %; null: it has none, or there are too few tasks. */
  interval: Interval | null;
  /** Tasks behind it; of `tasksPerMonth` days. */
  n: number;
  how: string;
}

export interface Fit {
  fields: FittedField[];
  /** Fields that stay as the preset has them, with the reason. */
  left: { field: WorkflowField; why: string }[];
  sums: RunSums;
  tasks: number;
  notes: string[];
}

/** @param model whose hit efficiency tells how much of a warm prefix is read; undefined: not known */
export function fitWorkflow(runs: readonly LoggedRun[], kind: PresetId, model: CatalogModel | undefined): Fit {
  const tasks = taskSums(runs);
  const sums = totalOf(tasks);
  const count = groupBy(runs, ({ task }) => task).size;
  const notes: string[] = [];
  const fields: FittedField[] = [];
  const left: Fit['left'] = [];

  const add = (field: WorkflowField, value: number, interval: Interval | null, how: string, n = count): void => {
    const { maximum } = workflowFields[field] as { maximum: number };
    const within = (number: number): number => rounded(Math.min(maximum, Math.max(0, number)));
    if (value > maximum) notes.push(`${field} would be ${shown(value)}; ${maximum} is the most that is accepted.`);
    const ends = interval && { low: within(interval.low), high: within(interval.high) };
    fields.push({ field, value: within(value), interval: ends, n, how });
  };
  const mean = (field: WorkflowField, statistic: (sums: RunSums) => number, how: string): void => {
    add(field, statistic(sums), jackknife(tasks, statistic), how);
  };

  const traffic: Traffic | null = trafficOf(runs);
  if (traffic === null) left.push({ field: 'tasksPerMonth', why: 'the log does not span seven days' });
  else add('tasksPerMonth', traffic.tasksPerMonth, traffic.interval, 'tasks a day times 365/12', traffic.days);

  mean('modelCallsPerTask', statistics.callsPerTask, 'mean of the calls of a task, whatever made them necessary');
  mean('systemPromptTokens', statistics.firstPrompt, 'mean of the first prompts, whatever they consist of');
  mean('outputTokensPerCall', statistics.outputPerCall, 'output of all calls over their number');
  if (sums.pairs === 0) {
    left.push({ field: 'userTokensPerCall', why: 'no task has a second call' });
  } else {
    mean('userTokensPerCall', statistics.otherGrowth, growthHow(sums));
  }
  addDispersion();
  mean('retryRatePct', (sums) => 100 * statistics.retryShare(sums), retryHow(sums));
  mean('searchesPerTask', statistics.searchesPerTask, 'mean of the web searches of a task');
  addFailures();
  addCache();
  for (const [field, why] of contained) fields.push({ field, value: 0, interval: null, n: count, how: why });
  return { fields, left, sums, tasks: count, notes };

  function addDispersion(): void {
    const variation = statistics.callVariation(sums);
    if (sums.runs < 2) {
      left.push({ field: 'callDispersion', why: 'one task has no spread' });
      return;
    }
    const calls = statistics.callsPerTask(sums);
    const plain = jackknife(tasks, statistics.callVariation, variation > 0);
    const fitted = (value: number): number => statistics.dispersionFor(calls, value, kind);
    const ends = plain && { low: fitted(plain.low), high: fitted(plain.high) };
    const how = `squared coefficient of variation of the calls of a task, ${shown(variation)}, as the cost model spreads tasks`;
    add('callDispersion', fitted(variation), ends, how);
  }

  function addFailures(): void {
    const share = statistics.failureShare(sums);
    if (sums.known === 0) {
      left.push({ field: 'taskFailureRatePct', why: 'the log does not say what was solved' });
      return;
    }
    const { low, high } = wilson(share, Math.min(sums.known, count));
    const how = 'share of the tasks that were not solved, of those of which it is known; interval by Wilson';
    add('taskFailureRatePct', 100 * share, { low: 100 * low, high: 100 * high }, how, Math.min(sums.known, count));
  }

  function addCache(): void {
    const total = (field: 'cachedInput' | 'cacheWrite' | 'cacheWrite1h'): number =>
      runs.reduce((sum, run) => sum + run[field], 0);
    const [read, written, writtenLong] = [total('cachedInput'), total('cacheWrite'), total('cacheWrite1h')];
    const caching = read + written + writtenLong > 0;
    const plain = (field: WorkflowField, value: string | boolean, how: string): void =>
      void fields.push({ field, value, interval: null, n: count, how });
    plain('promptCaching', caching, caching ? 'tokens were read from a cache or written to it' : 'none were');
    plain('cacheTtl', writtenLong > written ? '1h' : '5m', 'the life of most of the tokens written');
    plain('serviceTier', mostOf(runs), 'the level of service of most calls');
    const efficiency = model?.hitEfficiency.value ?? 1;
    const warm = (sums: RunSums): number => Math.min(100, (100 * statistics.warmShare(sums)) / efficiency);
    mean('warmPrefixPct', warm, 'share of the first prompts that was read from the cache');
  }
}

/** Fields that a log of calls cannot tell apart from others. */
const contained: readonly (readonly [WorkflowField, string])[] = [
  ['toolCallsPerTask', 'what tools append is in userTokensPerCall'],
  ['toolResultTokens', 'what tools append is in userTokensPerCall'],
  ['toolSchemaTokens', 'in systemPromptTokens'],
  ['retrievedContextTokens', 'in systemPromptTokens'],
  ['handoffs', 'their calls are in modelCallsPerTask'],
  ['timeoutLoopsPerTask', 'their calls are in modelCallsPerTask'],
  ['hallucinatedToolPct', 'their calls are in modelCallsPerTask'],
];

function growthHow(sums: RunSums): string {
  const [growth, output] = [statistics.growthPerCall(sums), statistics.outputPerCall(sums)];
  const text = `growth of the prompt per call, ${shown(growth)}, less the output of a call: results of tools, words of a user`;
  if (growth >= output) return text;
  return `0, for the prompt grows by ${shown(growth)} a call, less than the output of one, and the cost model sends all output again`;
}

const retryHow = ({ retries }: RunSums): string =>
  retries > 0
    ? 'repeats that the log marks, over the other calls'
    : 'the log marks no repeats; those it has unmarked are in modelCallsPerTask';

/** The commonest level of service by calls; of equals the first by name. */
function mostOf(runs: readonly LoggedRun[]): string {
  const calls = [...groupBy(runs, ({ serviceTier }) => serviceTier)].map(
    ([tier, own]) => [tier, own.reduce((sum, run) => sum + run.calls, 0)] as const,
  );
  return (calls.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] as (typeof calls)[number])[0];
}

/** The request that the fields make. */
export const workflowIn = ({ fields }: Fit): Partial<Workflow> =>
  Object.fromEntries(fields.map(({ field, value }) => [field, value]));

/** Four digits, for a sentence. */
const shown = (value: number): string => String(Number(value.toPrecision(4)));

/** To four decimals, or more where it is small. */
function rounded(value: number): number {
  const digits = Math.abs(value) >= 1 ? 1e4 : 1e7;
  return Math.round(value * digits) / digits;
}
