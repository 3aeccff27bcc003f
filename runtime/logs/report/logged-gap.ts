/** Where the dollars that a log recorded differ from ours: every call under one cause, so that the causes add up. */

import { ratesFor } from '../../core/pricing/call-rates.ts';
import { unitAt } from '../../core/schemas/billable-units.ts';
import type { CallRecord } from '../call-record.ts';
import { type Amount, amountOf } from './exact-usd.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';
import { SumsTable } from './sums-table.ts';

/** In the order in which they are checked. */
export const gapCauses = {
  unpriced: 'We have no price.',
  notLogged: 'The log recorded no dollars.',
  same: 'Both agree to a millionth of a dollar.',
  loggedZero: 'The log recorded zero dollars.',
  cachedAtInputPrice: 'The log billed cached input at the full input price.',
  cacheNotCounted: 'The log counts no cached input, but its dollars fit a whole number of cached tokens.',
  otherPrice: 'The log used another price.',
} as const;

export type GapCause = keyof typeof gapCauses;

/** Logs round to a millionth of a dollar; in nano-dollars. */
const rounding = 1000;
/** Models that are kept separate for each cause. */
const mostModels = 2000;

const causes = Object.keys(gapCauses) as GapCause[];

export class LoggedGap {
  private readonly tables = new Map(causes.map((cause) => [cause, new SumsTable<string>(mostModels)]));

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    const cause = causeOf(record, tariff, price);
    if (cause !== null) this.tables.get(cause)?.add(tariff.model, record, price);
  }

  /** The sums by cause and model, in the order of the causes; models beyond the limit share a row without a name. */
  sums() {
    return [...this.tables].flatMap(([cause, table]) => {
      const others = table.others();
      return [
        ...table.rows().map(({ key, sums }) => ({ cause, model: key as string | null, sums })),
        ...(others === null ? [] : [{ cause, model: null, sums: others.sums }]),
      ];
    });
  }
}

/** null: neither side has dollars. */
export function causeOf(record: CallRecord, tariff: RecordTariff, price: RecordPrice): GapCause | null {
  const { usd: logged } = record;
  if (logged === null) return price.isPriced ? 'notLogged' : null;
  if (!price.isPriced) return 'unpriced';
  const gap = nanoOf(amountOf(logged)) - nanoOf(price);
  if (Math.abs(gap) <= rounding) return 'same';
  if (logged === 0) return 'loggedZero';
  if (Math.abs(gap - 1e9 * cacheDiscount(price, tariff)) <= rounding) return 'cachedAtInputPrice';
  return fitsCacheNotCounted(price, tariff, -gap) ? 'cacheNotCounted' : 'otherPrice';
}

/** How far from a whole number of tokens a gap may be: dollars in logs are sums of binary fractions. */
const wholeWithin = 0.01;

/**
 * Whether a log without cached input lacks exactly the discount on a whole number of tokens of the prompt.
 * @param missing nano-dollars by which the log is below ours
 */
function fitsCacheNotCounted(
  { quantities, promptTokens }: RecordPrice,
  tariff: RecordTariff,
  missing: number,
): boolean {
  const input = quantities[unitAt.input] as number;
  if (missing <= 0 || quantities[unitAt.cachedInput] !== 0 || input === 0) return false;
  const tokens = missing / (1000 * discountAt(tariff, promptTokens));
  return tokens <= input + wholeWithin && Math.abs(tokens - Math.round(tokens)) <= wholeWithin;
}

const nanoOf = ({ units, nanoPerUnit }: Amount): number => units * nanoPerUnit;

/** Dollars that the cache discount saved on the calls. */
function cacheDiscount({ quantities, promptTokens }: RecordPrice, tariff: RecordTariff): number {
  const cachedInput = quantities[unitAt.cachedInput] as number;
  if (cachedInput === 0) return 0;
  return (cachedInput * discountAt(tariff, promptTokens)) / 1e6;
}

/** What a million cached tokens cost less than uncached ones, in dollars; NaN: there is no such price. */
function discountAt(tariff: RecordTariff, promptTokens: number): number {
  const rates = ratesFor(tariff, promptTokens);
  return (rates[unitAt.input] as number) - (rates[unitAt.cachedInput] as number);
}
