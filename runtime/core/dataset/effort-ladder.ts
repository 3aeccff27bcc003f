/**
 * How much more or less work a model does at another reasoning effort: its own ladder if it was measured, otherwise the
 * median of all measured models. Everything is relative to `high`, on one board where one harness ran the same tasks at
 * each effort.
 */

import type { MeasuredFile, MeasuredRun } from '../schemas/data-files/measured-file.ts';
import { type Effort, efforts } from '../schemas/levels.ts';
import type { EffortStep } from '../schemas/workflow-schemas.ts';
import { median } from '../values/median.ts';
import { roundHalfUp } from '../values/money.ts';

/** The known steps; empty if no board has a ladder. */
export type EffortLadder = Readonly<Partial<Record<Effort, EffortStep>>>;

/** The board with the most ladders: one harness, the same 113 tasks at every effort. */
const ladderBoard = 'deepswe';

/** The ladder of each model of the dataset. Steps not measured for a model are taken from the median. */
export function effortLadders(boards: readonly MeasuredFile[]): (modelId: string) => EffortLadder {
  const board = boards.find(({ id }) => id === ladderBoard);
  const own = new Map<string, EffortLadder>();
  for (const [modelId, runs] of runsByModel(board?.rows ?? [])) {
    own.set(modelId, ladderOf(runs, board?.benchmark ?? ''));
  }
  const median: EffortLadder = Object.fromEntries(
    efforts.flatMap((effort) => {
      const steps = [...own.values()].flatMap((ladder) => ladder[effort] ?? []);
      return steps.length === 0 ? [] : [[effort, medianOf(effort, steps)]];
    }),
  );
  const ladders = new Map([...own].map(([modelId, ladder]) => [modelId, { ...median, ...ladder }]));
  return (modelId) => ladders.get(modelId) ?? median;
}

type RunsByEffort = Partial<Record<Effort, MeasuredRun>>;

/** The latest run of each model of this dataset at each stated effort. */
function runsByModel(rows: readonly MeasuredRun[]): Map<string, RunsByEffort> {
  const runs = new Map<string, RunsByEffort>();
  for (const run of rows) {
    if (run.modelId === null || run.effort === null) continue;
    const known = runs.get(run.modelId) ?? {};
    const before = known[run.effort];
    if (before === undefined || before.on < run.on) known[run.effort] = run;
    runs.set(run.modelId, known);
  }
  return runs;
}

/** The steps of one model; empty if it was not run at `high`, or its calls and tokens were not recorded. */
function ladderOf(runs: RunsByEffort, benchmark: string): EffortLadder {
  const { high } = runs;
  if (!high?.calls || !high.outputTokens) return {};
  const { calls, outputTokens, successRate } = high;
  return Object.fromEntries(
    efforts.flatMap((effort) => {
      const run = runs[effort];
      if (!run?.calls || !run.outputTokens) return [];
      const step: EffortStep = {
        effort,
        callsMultiplier: rounded(run.calls / calls, 1e4),
        outputMultiplier: rounded(run.outputTokens / outputTokens, 1e4),
        successPoints: rounded((run.successRate - successRate) * 100, 1e2),
        basis: 'measured',
        models: 1,
        benchmark,
      };
      return [[effort, step]];
    }),
  );
}

function medianOf(effort: Effort, steps: readonly EffortStep[]): EffortStep {
  const { benchmark } = steps[0] as EffortStep;
  return {
    effort,
    callsMultiplier: rounded(median(steps.map(({ callsMultiplier }) => callsMultiplier)), 1e4),
    outputMultiplier: rounded(median(steps.map(({ outputMultiplier }) => outputMultiplier)), 1e4),
    successPoints: rounded(median(steps.map(({ successPoints }) => successPoints)), 1e2),
    basis: 'median',
    models: steps.length,
    benchmark,
  };
}

/** Rounded to the nearest 1/`units`, half away from zero. */
const rounded = (value: number, units: number): number =>
  value < 0 ? -roundHalfUp(-value * units) / units : roundHalfUp(value * units) / units;
