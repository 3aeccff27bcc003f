/**
 * How properties are run: with one seed, so that a commit passes or fails wherever it is tested, and with a limit to the
 * search for a smaller example, which took ten minutes without.
 */
import fc from 'fast-check';

/** `AGENT_COST_SEED` tests other values, as CI does once a week with the number of its run. */
const seed = Number(process.env.AGENT_COST_SEED || 20_261_126) % 2 ** 31;
if (!Number.isInteger(seed))
  throw new Error(`AGENT_COST_SEED must be a whole number (got ${process.env.AGENT_COST_SEED}).`);

const limitMs = 20_000;

/**
 * Ends the search `limitMs` after the first failure, with the smallest example found by then. Runs before a failure have
 * no limit, so that a busy machine tests no less.
 */
const shrinkLimit: fc.Plugin<unknown> = () => {
  let failedAt: number | null = null;
  const isOver = () => failedAt !== null && performance.now() - failedAt > limitMs;
  const noticed = (result: fc.PreconditionFailure | fc.PropertyFailure | null) => {
    if (result !== null && 'error' in result) failedAt ??= performance.now();
    return result;
  };
  return {
    decorateRun: (run) => (value) => {
      if (isOver()) return new fc.PreconditionFailure(true);
      const result = run(value);
      return result instanceof Promise ? result.then(noticed) : noticed(result as Awaited<typeof result>);
    },
  };
};

// `installGlobalPlugin` would add one more for every file of a process; the types leave out that this is read too.
const everywhere: object = { plugins: [shrinkLimit], seed };

/** For every property of the file; replaces what an earlier file of the same process has set. */
export const settleProperties = (): void => fc.configureGlobal(everywhere);
