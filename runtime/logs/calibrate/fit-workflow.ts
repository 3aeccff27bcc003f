/** A workflow fitted to runs: every field with its interval, the number of tasks, and how it was fitted. */

import { wilson } from '../../core/benchmarks/wilson.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { nothingRecorded } from '../../core/model/cold-calls.ts';
import { withinWindow } from '../../core/model/compaction-rules.ts';
import { type PresetId, type Workflow, type WorkflowField, workflowFields } from '../../core/schemas/request-fields.ts';
import { groupBy, type Interval, jackknife, sumOf, totalOf } from '../statistics.ts';
import { compactionOf, type LoggedRun, ruleFor } from './logged-runs.ts';
import * as statistics from './workflow-numbers.ts';
import { pauseCellsOf, type RunSums, taskSums } from './workflow-numbers.ts';

export interface FittedField {
  field: WorkflowField;
  value: number | string | boolean | null;
  /** 95 % interval; null: none, or too few tasks. */
  interval: Interval | null;
  /** Number of tasks behind it; for `tasksPerMonth`, of days. */
  n: number;
  how: string;
}

export type Fit = ReturnType<typeof fitWorkflow>;

/** @param modelId of the runs; it gives the hit efficiency, the share of a warm prefix that is read */
export function fitWorkflow(catalog: Catalog, runs: readonly LoggedRun[], kind: PresetId, modelId: string) {
  const model = catalog.find(modelId);
  const cells = pauseCellsOf(runs);
  const tasks = taskSums(runs, cells, kind);
  const sums = totalOf(tasks);
  const count = groupBy(runs, ({ task }) => task).size;
  const notes: string[] = [];
  const fields: FittedField[] = [];
  /** Fields that stay as the preset has them, with the reason. */
  const left: { field: WorkflowField; why: string }[] = [];

  const add = (field: WorkflowField, value: number, interval: Interval | null, how: string, n = count): void => {
    const { minimum, maximum } = workflowFields[field] as { minimum: number; maximum: number };
    const within = (number: number): number => rounded(Math.min(maximum, Math.max(minimum, number)));
    if (value > maximum) notes.push(`${field} would be ${shown(value)}; the maximum is ${maximum}.`);
    const ends = interval && { low: within(interval.low), high: within(interval.high) };
    fields.push({ field, value: within(value), interval: ends, n, how });
  };
  /** A field without an interval; 0: others count it. */
  const plain = (field: WorkflowField, value: FittedField['value'], how: string): void =>
    void fields.push({ field, value, interval: null, n: count, how });
  const mean = (field: WorkflowField, statistic: (sums: RunSums) => number, how: string): void => {
    add(field, statistic(sums), jackknife(tasks, statistic), how);
  };

  const traffic = statistics.trafficOf(runs);
  if (traffic === null) left.push({ field: 'tasksPerMonth', why: 'the log does not span seven days' });
  else add('tasksPerMonth', traffic.tasksPerMonth, traffic.interval, 'tasks a day times 365/12', traffic.days);

  mean('modelCallsPerTask', statistics.callsPerTask, 'mean calls per task, whatever their cause');
  addFirstPrompt();
  mean('outputTokensPerCall', statistics.outputPerCall, 'mean output per call');
  if (sums.steps === 0) {
    left.push({ field: 'userTokensPerCall', why: 'no task has a second call' });
  } else {
    mean('userTokensPerCall', statistics.otherGrowth, growthHow(sums));
  }
  addDispersion();
  mean('retryRatePct', (sums) => 100 * statistics.retryShare(sums), retryHow(sums));
  mean('searchesPerTask', statistics.searchesPerTask, 'mean web searches per task');
  addFailures();
  addCache();
  addCompaction();
  for (const [field, why] of contained) plain(field, 0, why);
  return { fields, left, sums, notes };

  /** What a compaction leaves out of the first prompt was no part of the system prompt. */
  function addFirstPrompt(): void {
    const how = 'mean length of the first prompts, with all their content';
    const { firstPrompt, compactedTo } = statistics;
    if (sums.compactions === 0 || compactedTo(sums) >= firstPrompt(sums)) {
      mean('systemPromptTokens', firstPrompt, how);
      plain('retrievedContextTokens', 0, 'counted in systemPromptTokens');
      return;
    }
    mean('systemPromptTokens', compactedTo, `${how}, but for what compactions leave out`);
    const leftOut = (of: RunSums) => Math.max(0, firstPrompt(of) - compactedTo(of));
    mean('retrievedContextTokens', leftOut, 'what compactions leave out of the first prompts');
  }

  function addDispersion(): void {
    const variation = statistics.callVariation(sums);
    if (sums.runs < 2) {
      left.push({ field: 'callDispersion', why: 'one task has no spread' });
      return;
    }
    const calls = statistics.callsPerTask(sums);
    const spread = jackknife(tasks, statistics.callVariation, variation > 0);
    const fitted = (value: number): number => statistics.dispersionFor(calls, value, kind);
    const ends = spread && { low: fitted(spread.low), high: fitted(spread.high) };
    const how = `squared coefficient of variation of calls per task, ${shown(variation)}, fitted to the cost model's spread of tasks`;
    add('callDispersion', fitted(variation), ends, how);
  }

  function addFailures(): void {
    const share = statistics.failureShare(sums);
    if (sums.known === 0) {
      // A preset's guess of failures has no place beside the calls that were made.
      plain('taskFailureRatePct', 0, 'the log does not say which tasks failed: none assumed');
      return;
    }
    const { low, high } = wilson(share, Math.min(sums.known, count));
    const how = 'share of unsolved tasks among those with a known outcome; Wilson interval';
    add('taskFailureRatePct', 100 * share, { low: 100 * low, high: 100 * high }, how, Math.min(sums.known, count));
  }

  function addCache(): void {
    const total = (field: 'cachedInput' | 'cacheWrite' | 'cacheWrite1h') => sumOf(runs.map((run) => run[field]));
    const [read, written, writtenLong] = [total('cachedInput'), total('cacheWrite'), total('cacheWrite1h')];
    const caching = read + written + writtenLong > 0;
    plain('promptCaching', caching, caching ? 'tokens were read from a cache or written to it' : 'no cached tokens');
    plain('cacheTtl', writtenLong > written ? '1h' : '5m', 'the time to live of most tokens written');
    plain('serviceTier', mostOf(runs), 'the terms of most calls');
    if (caching && sums.following > 0) addColdCalls();
    const efficiency = model?.hitEfficiency.value ?? 1;
    const warm = (sums: RunSums): number => Math.min(100, (100 * statistics.warmShare(sums)) / efficiency);
    mean('warmPrefixPct', warm, 'share of the first prompts that was read from the cache');
  }

  function addColdCalls(): void {
    const { coldShare } = statistics;
    const seen = (of: RunSums) => 100 * coldShare(of);
    const expected = statistics.coldFromPauses(catalog.evidence?.coldCalls ?? nothingRecorded, cells);
    const found =
      'share of the calls after another one that read less than half of what they could, compactions left out';
    if (Number.isNaN(expected(sums))) {
      mean('coldCallsPct', seen, found);
      return;
    }
    const fromPauses = (of: RunSums) => 100 * expected(of);
    const both = [jackknife(tasks, seen), jackknife(tasks, fromPauses)].filter((one) => one !== null);
    const [low, high] = [Math.min(...both.map((one) => one.low)), Math.max(...both.map((one) => one.high))];
    const how = `from your pauses, ${shown(fromPauses(sums))} % of calls find a cold cache, by what yours and recorded calls found after such pauses; ${found}: ${shown(seen(sums))} %`;
    add('coldCallsPct', fromPauses(sums), low <= high ? { low, high } : null, how);
  }

  function addCompaction(): void {
    const [newest] = runs.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
    const rule = ruleFor(catalog, newest as LoggedRun);
    const found = compactionOf(runs, rule);
    const largest = Math.max(...runs.map(({ largestPrompt }) => largestPrompt));
    const of = rule?.agent ? [rule.agent, newest?.agentVersion].filter((text) => text).join(' ') : 'any agent';
    const usual = catalog.preset(kind).workflow.compactAtTokens;
    const within = (at: number): number => withinWindow(at, model?.facts.contextWindow ?? null);
    if (within(largest) < largest) {
      notes.push(
        `The largest prompt, ${shown(largest)} tokens, is nearer to the window than an estimate may compact: compactAtTokens is below it.`,
      );
    }
    if (found !== null) {
      const seen = `${sums.compactions} ${sums.compactions === 1 ? 'compaction' : 'compactions'}`;
      const isSeen = sums.compactions > 0;
      const spread = isSeen ? jackknife(tasks, statistics.compactedAt) : null;
      const value = within(found.at);
      // The largest of so many prompts is less than so much below what none passes, in 19 of 20 cases.
      const below = (3 * statistics.growthPerCall(sums)) / Math.max(1, sums.compactions);
      const interval = spread && { low: spread.low, high: within(Math.max(spread.high, value + below)) };
      const how = isSeen ? `mean prompt before ${seen}, and half a step` : `recorded of ${of}, and half a step`;
      add('compactAtTokens', value, interval, `${how}; no less than the largest prompt, ${shown(largest)}`);
      if (isSeen) mean('compactedToTokens', statistics.compactedTo, `mean prompt after ${seen}`);
      else add('compactedToTokens', found.to, null, `recorded of ${of}`);
    } else if (rule?.at === null) {
      plain('compactAtTokens', null, `${of} was not seen to compact on a window like this model's, nor was this log`);
    } else if (usual !== null && largest > usual) {
      const how = "the largest prompt: none was compacted, and the preset's value is below it";
      add('compactAtTokens', within(largest), null, how);
    } else left.push({ field: 'compactAtTokens', why: 'no transcript was compacted' });
  }
}

/** Fields that a log of calls cannot distinguish from others. */
const contained: readonly (readonly [WorkflowField, string])[] = [
  ['toolCallsPerTask', 'tool results are counted in userTokensPerCall'],
  ['toolResultTokens', 'tool results are counted in userTokensPerCall'],
  ['toolSchemaTokens', 'counted in systemPromptTokens'],
  ['handoffs', 'their calls are counted in modelCallsPerTask'],
  ['timeoutLoopsPerTask', 'their calls are counted in modelCallsPerTask'],
  ['hallucinatedToolPct', 'their calls are counted in modelCallsPerTask'],
];

function growthHow(sums: RunSums): string {
  const [growth, output] = [statistics.growthPerCall(sums), statistics.outputPerCall(sums)];
  const text = `growth of the prompt per call, ${shown(growth)}, less the output of a call: tool results and user messages`;
  if (growth >= output) return text;
  return `0, because the prompt grows by ${shown(growth)} a call, less than its output, and the cost model resends all output`;
}

const retryHow = ({ retries }: RunSums): string =>
  retries > 0
    ? 'repeats marked in the log, divided by the other calls'
    : 'the log marks no repeats; unmarked ones are counted in modelCallsPerTask';

/** The most common service tier by calls; the first by name of equals. */
function mostOf(runs: readonly LoggedRun[]): string {
  const calls = [...groupBy(runs, ({ serviceTier }) => serviceTier)].map(
    ([tier, own]) => [tier, own.reduce((sum, run) => sum + run.calls, 0)] as const,
  );
  return (calls.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] as (typeof calls)[number])[0];
}

/** The fields as part of a request. */
export const workflowIn = ({ fields }: Fit): Partial<Workflow> =>
  Object.fromEntries(fields.map(({ field, value }) => [field, value]));

/** Four digits, for a sentence. */
const shown = (value: number): string => String(Number(value.toPrecision(4)));

/** Rounded to four decimals, or seven below 1. */
function rounded(value: number): number {
  const digits = Math.abs(value) >= 1 ? 1e4 : 1e7;
  return Math.round(value * digits) / digits;
}
