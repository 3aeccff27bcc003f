/** The numbers of the cost model that are assumed, not read or measured. */

/**
 * The version of the cost model: raised by one whenever a constant, a formula or a sentence changes any estimate, ranking or
 * board of the same data. It is part of every dataset's version.
 */
export const costModelVersion = 4;

/** Model calls, and tool calls, in one timeout loop: detectors of stuck agents fire after 3 to 4 repeats. */
export const callsPerTimeoutLoop = 3;

/** Share of the calls that a split gives to the lower tier. */
export const splitShare = 0.6;
/** In a split the lower tier needs this many times the calls ... */
export const extraCalls = 1.1;
/** ... and a lower tier fails this much more often (a share of all tasks). */
export const extraFailures = 0.05;
/** A suggestion saves at least this much of the cost per successful task, in percent to 4 decimals. */
export const worthwhilePct = 10;
