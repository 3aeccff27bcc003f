/** The numbers of the cost model that are assumed, not read or measured. */
import type { PresetId } from '../schemas/request-fields.ts';

/** Model calls, and tool calls, in one timeout loop: detectors of stuck agents fire after 3 to 4 repeats. */
export const callsPerTimeoutLoop = 3;

/** How many times a solved run the failed ones cost: the median of `groups` of runs, and what half of them lie between. */
interface FailedRuns {
  ratio: number;
  low: number;
  high: number;
  groups: number;
  benchmarks: string;
}

/** By kind of work (data/evidence/outcomes.csv); null: not measured. */
export const failedRunsOf = (kind: PresetId): FailedRuns | null => failedRuns[kind] ?? null;

const failedRuns: Partial<Record<PresetId, FailedRuns>> = {
  coding: {
    ratio: 1.33,
    low: 1.19,
    high: 1.51,
    groups: 122,
    benchmarks: 'SWE-bench, SWT-bench and SWE-bench Multimodal',
  },
  research: { ratio: 2.31, low: 2.04, high: 2.84, groups: 41, benchmarks: 'GAIA' },
  support: { ratio: 1.49, low: 1.15, high: 2, groups: 6, benchmarks: 'tau2-bench' },
};
/** A suggestion saves at least this much of the cost per successful task, in percent to 4 decimals. */
export const worthwhilePct = 10;
/** An agent compacts its transcript before the prompt has more than this share of the context window. */
export const mostOfWindow = 0.95;
/** Output tokens of the call that compacts a transcript. No log that was read records that call: an assumption. */
export const compactionOutput = 4000;

/**
 * Prompts of sessions grow so many times as much in the `first` steps, and in the first after a compaction, as later. The
 * former was chosen by the dollars of recorded sessions, each owner left out, the latter is what was measured: docs/evidence.md.
 */
export const earlyGrowth = { first: 5, times: 1.5, afterCompaction: 2.4 };
