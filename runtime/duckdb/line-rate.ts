/** The rate of a part of a call in nano-dollars, so that many calls can be billed at once. */
import { decimal } from '../core/model/money.ts';

/** `whole + rest / divisor` nano-dollars for one token, or one web search. */
export interface LineRate {
  whole: bigint;
  rest: bigint;
  divisor: bigint;
}

/**
 * A price as nano-dollars for one.
 *
 *     lineRate(0.0375, 3)  // $0.0375 for 1,000,000 tokens: 37 and 1 / 2 nano-dollars a token
 *
 * @param shift digits between dollars for so many and nano-dollars for one: 3 of a million tokens, 6 of 1,000 searches
 */
export function lineRate(price: number, shift: 3 | 6): LineRate {
  const [whole = '', fraction = ''] = decimal(price).split('.');
  const digits = BigInt(whole + fraction.padEnd(shift, '0'));
  const divisor = 10n ** BigInt(Math.max(0, fraction.length - shift));
  const common = commonDivisor(digits % divisor, divisor);
  return { whole: digits / divisor, rest: (digits % divisor) / common, divisor: divisor / common };
}

const commonDivisor = (a: bigint, b: bigint): bigint => (a === 0n ? b : commonDivisor(b % a, a));

/** `column * rest / divisor` in SQL, a half upwards; for a power of two without a division, which is slower. */
export function roundedRest(column: string, { rest, divisor }: Pick<LineRate, 'rest' | 'divisor'>): string {
  const places = divisor.toString(2).length - 1;
  if (2n ** BigInt(places) === divisor) return `(${column} * ${rest} + ${divisor / 2n}) >> ${places}`;
  return `(${column} * ${2n * rest} + ${divisor}) // ${2n * divisor}`;
}
