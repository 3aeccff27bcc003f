/** The parts of a prompt and the output, each with its price in a band. */
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { PricedLine } from '../schemas/priced-call-schemas.ts';

/** The prices of a dated price, or of one of its bands for long prompts. */
export type TokenRates = Pick<DatedPrice, 'input' | 'cachedInput' | 'cacheWrite' | 'output'> & {
  cacheWrite1h?: number | null;
};

type TokenPart = Exclude<PricedLine['part'], 'webSearch'>;

/** In the order of the lines of a bill, with USD per 1,000,000 tokens; null: there is no such price. */
export const tokenParts = [
  ['input', ({ input }) => input],
  ['cachedInput', ({ cachedInput }) => cachedInput],
  // No separate price means no premium: writing costs as much as any other input.
  ['cacheWrite', ({ cacheWrite, input }) => cacheWrite ?? input],
  ['cacheWrite1h', ({ cacheWrite1h }) => cacheWrite1h ?? null],
  ['output', ({ output }) => output],
] as const satisfies [TokenPart, (rates: TokenRates) => number | null][];
