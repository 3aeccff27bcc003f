/** Spend that produced nothing, by cause: the causes are in `answer-words.ts`. */
import { faults } from '../schemas/answer-words.ts';

/**
 * USD wasted by each of `causes`, in that order; each is 0 or more, and together they are at most the cost of the task.
 * @param runs unrounded USD of a run without faults, with the first fault, and so on up to all faults
 * @param tokens unrounded USD of the tokens of the last step, which a retry pays again
 * @param retryShare r + r^2: what retries add to a run
 * @param failureShare share of tasks whose result is worthless, 0 to 1
 */
export function wasteByCause(
  runs: readonly number[],
  tokens: number,
  retryShare: number,
  failureShare: number,
): number[] {
  const run = runs[faults.length] as number;
  // More calls can lift a prompt over the minimum cacheable prefix and make the task cheaper: such a fault wastes nothing.
  const added = Math.max(0, run - (runs[0] as number));
  let rest = added;
  const wasted = faults.map((_, i) => {
    const own = (runs[i + 1] as number) - (runs[i] as number);
    const usd = i === faults.length - 1 ? rest : Math.min(rest, Math.max(0, own));
    rest -= usd;
    return usd;
  });
  return [...wasted, retryShare * tokens, failureShare * (run - added)];
}
