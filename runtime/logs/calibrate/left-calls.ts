/** At which call the walk of a run leaves its log, where its prompts differ from those that were sent. */
import { promptOfCall } from '../../core/model/walked-calls.ts';
import { groupBy } from '../statistics.ts';
import type { RecordedRun } from './recorded-runs.ts';

export interface LeftRun {
  group: string;
  run: string;
  calls: number;
  /** Signed error of the input tokens of the whole run, in percent. */
  inputPct: number;
  /** The first call, counted from 1, whose prompt is more than a tenth off; null: none is. */
  call: number | null;
  /** Tokens of the prompt of that call, as recorded and as walked. */
  recorded: number | null;
  walked: number | null;
  /** What the log shows there: `compacted`, its prompt fell; `not compacted`, the walk's did; else prompts grow otherwise. */
  why: 'compacted' | 'not compacted' | 'growth' | null;
}

/** A prompt this much longer or shorter is another one. */
const leavesAt = 0.1;

/** @returns in the order of the runs */
export const leftRuns = (runs: readonly RecordedRun[]): LeftRun[] =>
  runs.map(({ group, name, calls, prompts, input, shape }) => {
    const walked = prompts.map((_, i) => promptOfCall(shape, i + 1));
    const place = prompts.findIndex((prompt, i) => Math.abs((walked[i] as number) / prompt - 1) > leavesAt);
    const at = place < 0 ? null : place;
    const fell = (list: readonly number[]) => at !== null && at > 0 && (list[at] as number) < (list[at - 1] as number);
    const sent = walked.reduce((sum, prompt) => sum + prompt, 0);
    return {
      ...{ group, run: name, calls, inputPct: 100 * (sent / input - 1), call: at === null ? null : at + 1 },
      recorded: at === null ? null : (prompts[at] as number),
      walked: at === null ? null : (walked[at] as number),
      why: at === null ? null : fell(prompts) ? 'compacted' : fell(walked) ? 'not compacted' : 'growth',
    };
  });

export interface LeftGroup {
  group: string;
  runs: number;
  /** Runs whose prompts are all within a tenth, and those that leave for each reason. */
  stay: number;
  compacted: number;
  notCompacted: number;
  growth: number;
}

export const leftByGroup = (runs: readonly LeftRun[]): LeftGroup[] =>
  [...groupBy(runs, ({ group }) => group)].map(([group, own]) => {
    const count = (why: LeftRun['why']) => own.filter((run) => run.why === why).length;
    return {
      ...{ group, runs: own.length, stay: count(null) },
      ...{ compacted: count('compacted'), notCompacted: count('not compacted'), growth: count('growth') },
    };
  });
