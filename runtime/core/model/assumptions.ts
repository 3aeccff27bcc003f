/** The numbers of the cost model that are assumed, not read or measured. */
import type { PresetId } from '../schemas/request-fields.ts';

/** Model calls, and tool calls, in one timeout loop: detectors of stuck agents fire after 3 to 4 repeats. */
export const callsPerTimeoutLoop = 3;

/** A lower tier fails this much more often (a share of all tasks). */
export const extraFailures = 0.05;
/** What recorded runs say of a kind of work. */
interface Recorded {
  value: number;
  /** The kind of work that was measured. */
  kind: PresetId;
  source: string;
}

const onCoding: Recorded = {
  value: 0.4,
  kind: 'coding',
  source: 'pairs of models on SWE-bench, SWT-bench, SWE-bench Multimodal and Terminal-Bench 2, mean of the four',
};

/**
 * Failures are correlated: of the tasks that a weaker model failed, the chosen one fails f + this * (1 - f), where f is its
 * share of failures over all tasks. Means of pairs of models in one harness, of which the second solves more, by benchmark:
 * 0.52, 0.26, 0.51 and 0.33 for coding, 0.24 on GAIA (data/evidence/outcomes.csv, escalation-pairs.csv). Other kinds of
 * work were not measured and take over the value of coding.
 */
export const sharedFailuresOf = (kind: PresetId): Recorded => {
  if (kind === 'coding') return onCoding;
  if (kind === 'research') return { value: 0.24, kind, source: 'pairs of models on GAIA' };
  return { ...onCoding, source: `carried over from coding: not measured for ${kind}` };
};

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
