/** The numbers of the cost model that are assumed, not read or measured. */

/** Model calls, and tool calls, in one timeout loop: detectors of stuck agents fire after 3 to 4 repeats. */
export const callsPerTimeoutLoop = 3;

/** A lower tier fails this much more often (a share of all tasks). */
export const extraFailures = 0.05;
/**
 * Failures are correlated: of the tasks that one model failed, another fails f + this * (1 - f), where f is its share
 * of failures over all tasks. Mean of pairs of models on Terminal-Bench 2 (data/evidence/escalation-pairs.csv).
 */
export const sharedFailures = 0.33;
/** A suggestion saves at least this much of the cost per successful task, in percent to 4 decimals. */
export const worthwhilePct = 10;
/** An agent compacts its transcript before the prompt has more than this share of the context window. */
export const mostOfWindow = 0.95;
/** Output tokens of the call that compacts a transcript. No log that was read records that call: an assumption. */
export const compactionOutput = 4000;
