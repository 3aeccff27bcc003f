/** What a query must separate so that each group of calls can be billed at once. */

import { ratesFor } from '../core/pricing/call-rates.ts';
import { decimal } from '../core/values/money.ts';
import type { RecordTariff } from '../logs/report/record-tariffs.ts';
import { type CallPart, callParts } from './table-columns.ts';

/** USD for `per` tokens or searches; NaN: no price. */
interface Rate {
  usd: number;
  per: number;
}

/** A part with a rate that is not a whole number of nano-dollars per token or search. */
export interface Fraction extends Rate {
  part: CallPart;
}

export interface Asked {
  thresholds: readonly number[];
  fractions: readonly Fraction[];
  lacking: readonly CallPart[];
}

export function rateOf(tariff: RecordTariff, part: CallPart, promptTokens: number): Rate {
  const unit = callParts.indexOf(part);
  return { usd: ratesFor(tariff, promptTokens)[unit] as number, per: tariff.per[unit] as number };
}

/** Nano-dollars per token or search, as a fraction in lowest terms. */
function nanoOf({ usd, per }: Rate): { nano: bigint; divisor: bigint } {
  const [whole = '', fraction = ''] = decimal(usd).split('.');
  const nano = BigInt(whole + fraction) * 10n ** 9n;
  const divisor = 10n ** BigInt(fraction.length) * BigInt(per);
  const common = commonDivisor(nano, divisor);
  return { nano: nano / common, divisor: divisor / common };
}

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));

/**
 * The nano-dollars of a call's part, rounded as `priceRecord` does: with the same operations, or, where the result is
 * the same, faster in integers.
 *
 *     fractionSql('"input"', { usd: 0.003625, per: 1e6 })  // 3 5/8 nano-dollars: ("input" * 29 + 4) >> 3
 */
export function fractionSql(column: string, rate: Rate): string {
  const { nano, divisor } = nanoOf(rate);
  const places = divisor.toString(2).length - 1;
  // The error of `priceRecord` is then below a millionth, and no product comes that close to a half without being one.
  if (divisor === 1n << BigInt(places) && places <= 10 && nano <= 256n * divisor) {
    return `(${column} * ${nano} + ${divisor / 2n}) >> ${places}`;
  }
  return `floor(${column}::DOUBLE * '${rate.usd}'::DOUBLE / ${rate.per}::DOUBLE * 1e9 + 0.500001)::BIGINT`;
}

/** Above this rate a call with the most tokens that SQL may price could cost more than is exact to the nano-dollar. */
const highestUsd = 0.08;

export class QueryShape {
  private readonly thresholds = new Set<number>();
  private readonly fractions = new Map<string, Fraction>();
  /** Parts without a price for some call; calls that use them are grouped separately. */
  private readonly lacking = new Set<CallPart>();
  private readonly seen = new Set<RecordTariff['rates']>();
  /** Cached by rate, because many groups share one. */
  private readonly wholes = new Map<string, bigint | null>();

  get size(): number {
    return this.thresholds.size + this.fractions.size + this.lacking.size;
  }

  /** @param used parts that some of the calls use */
  add(tariff: RecordTariff, used: readonly CallPart[]): void {
    if (!tariff.isPriced) return;
    const prompts = [0, ...tariff.thresholds.map((above) => above + 1)];
    const rates = (part: CallPart) => prompts.map((prompt) => rateOf(tariff, part, prompt));
    for (const part of used) if (rates(part).some(({ usd }) => Number.isNaN(usd))) this.lacking.add(part);
    // Many groups have the same rates.
    if (this.seen.has(tariff.rates)) return;
    this.seen.add(tariff.rates);
    for (const threshold of tariff.thresholds) this.thresholds.add(threshold);
    for (const part of callParts) {
      for (const rate of rates(part)) if (!Number.isNaN(rate.usd)) this.addRate(tariff, part, rate);
    }
  }

  /** Nano-dollars per token or search; null: not whole, so that each call must be rounded separately. */
  wholeNano(rate: Rate): bigint | null {
    const key = `${rate.usd}/${rate.per}`;
    let whole = this.wholes.get(key);
    if (whole === undefined) {
      const { nano, divisor } = nanoOf(rate);
      whole = divisor === 1n ? nano : null;
      this.wholes.set(key, whole);
    }
    return whole;
  }

  asked(): Asked {
    return {
      thresholds: [...this.thresholds].sort((a, b) => a - b),
      fractions: [...this.fractions.values()],
      lacking: [...this.lacking],
    };
  }

  private addRate({ model }: RecordTariff, part: CallPart, rate: Rate): void {
    if (rate.usd / rate.per > highestUsd) {
      throw new Error(
        `The price of ${model} is too high to add up its calls: agent-cost report prices them one by one.`,
      );
    }
    if (this.wholeNano(rate) === null) this.fractions.set(nameOf(part, rate), { part, ...rate });
  }
}

const nameOf = (part: CallPart, { usd, per }: Rate): string => `${part} ${usd}/${per}`;
