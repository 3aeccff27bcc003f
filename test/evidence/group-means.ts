/** The means of a group of runs as a request: the error of its tokens with its own spread of calls and without. */
import { shapeOf } from '../../runtime/core/model/shape.ts';
import { meanOf } from '../../runtime/core/model/walk.ts';
import { type RecordedRun, workflowOf } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { groupBy, percentOff } from '../../runtime/logs/statistics.ts';

export interface GroupMeans {
  groups: number;
  /** Mean absolute error of the input tokens in percent: with each group's own dispersion, and with none. */
  ownSpreadPct: number;
  noSpreadPct: number;
}

/** Groups of fewer runs have no meaningful dispersion. */
const fewest = 4;

export function groupMeans(runs: readonly RecordedRun[]): GroupMeans {
  const groups = [...groupBy(runs, ({ group }) => group).values()].filter((own) => own.length >= fewest);
  const errorOf = (dispersionOf: (own: readonly RecordedRun[]) => number): number =>
    percentOff(
      groups.map((own) => {
        const workflow = { ...meanWorkflow(own), callDispersion: dispersionOf(own) };
        return [meanOf(shapeOf(workflow, (own[0] as RecordedRun).kind)).prompts, mean(own.map(({ input }) => input))];
      }),
    );
  return { groups: groups.length, ownSpreadPct: errorOf(dispersion), noSpreadPct: errorOf(() => 0) };
}

/** The request of someone who knows only the means. */
export const meanWorkflow = (own: readonly RecordedRun[]) =>
  workflowOf({
    calls: mean(own.map(({ calls }) => calls)),
    toolCalls: mean(own.map(({ toolCalls }) => toolCalls)),
    firstPrompt: mean(own.map(({ firstPrompt }) => firstPrompt)),
    growth: growthOf(own),
    compaction: null,
    coldShare: 0,
    output: mean(own.map(({ output }) => output)),
  });

/** From the mean first prompt to the mean last one, over the mean number of calls. */
function growthOf(own: readonly RecordedRun[]): number {
  const calls = mean(own.map((run) => run.calls));
  const grown = mean(own.map(({ firstPrompt, lastPrompt }) => lastPrompt - firstPrompt));
  return calls > 1 ? grown / (calls - 1) : 0;
}

/** The squared coefficient of variation of the calls. */
export function dispersion(own: readonly Pick<RecordedRun, 'calls'>[]): number {
  const calls = mean(own.map((run) => run.calls));
  return mean(own.map((run) => (run.calls - calls) ** 2)) / calls ** 2;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
