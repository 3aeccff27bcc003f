/** How long a property that failed may look for a smaller example: without a limit one took ten minutes. */

import fc from 'fast-check';

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
const everywhere: object = { plugins: [shrinkLimit] };

/** For every property of the file; replaces what an earlier file of the same process has set. */
export const limitShrinking = (): void => fc.configureGlobal(everywhere);
