/** The bill of a record of a log: equal to `priceCall` to the nano-dollar, but fast enough for millions of calls. */
import { type CallRates, priceLines, ratesFor } from '../../core/pricing/call-rates.ts';
import { billableUnits, promptUnits, unitAt } from '../../core/schemas/billable-units.ts';
import { roundHalfUp, unitsPerDollar } from '../../core/values/money.ts';
import { type CallRecord, fillCounts } from '../call-record.ts';
import type { Amount } from './exact-usd.ts';

/** What one record used, line by line in the order of `billableUnits`, and its sum. Created once and reused. */
export interface RecordPrice extends Amount {
  quantities: Float64Array;
  /** The prompt length that decides the rates: the mean of several calls. */
  promptTokens: number;
  /** false: a part of the record has no price, and there are no lines. */
  isPriced: boolean;
  /** In whole units. */
  lines: Float64Array;
}

export const emptyPrice = (): RecordPrice => ({
  isPriced: false,
  units: 0,
  nanoPerUnit: 1,
  quantities: new Float64Array(billableUnits.length),
  promptTokens: 0,
  lines: new Float64Array(billableUnits.length),
});

/** From this many nano-dollars on, a call is rounded to a coarser unit; see `unitsPerDollar`. */
const coarseFrom = 2 ** 51;

/** Fills `price`. */
export function priceRecord(price: RecordPrice, record: CallRecord, tariff: CallRates): void {
  takeApart(price, record);
  billQuantities(price, tariff);
}

/** The places of the parts of the prompt. */
const promptAt = Uint8Array.from(promptUnits, ({ part }) => unitAt[part]);

/** Fills the quantities of `price`. */
export function takeApart(price: RecordPrice, record: CallRecord): void {
  const { quantities } = price;
  fillCounts(quantities, record);
  let prompt = 0;
  for (let unit = 0; unit < promptAt.length; unit++) prompt += quantities[promptAt[unit] as number] as number;
  price.promptTokens = record.calls > 0 ? prompt / record.calls : prompt;
}

/**
 * Fills the dollars of `price` from its quantities. A record of several calls is billed in the band of their mean
 * prompt, which is all that is known.
 */
export function billQuantities(price: RecordPrice, tariff: CallRates): void {
  price.isPriced = false;
  if (!tariff.isPriced) return;
  const rates = ratesFor(tariff, price.promptTokens);
  const { per } = tariff;
  const { quantities, lines } = price;
  const usd = priceLines(quantities, rates, per, lines);
  if (Number.isNaN(usd)) return;
  const units = usd * 1e9 < coarseFrom ? 1e9 : unitsPerDollar(usd, 1e9);
  let total = 0;
  for (let unit = 0; unit < lines.length; unit++) {
    const whole = roundHalfUp((lines[unit] as number) * units);
    lines[unit] = whole;
    total += whole;
  }
  price.isPriced = true;
  price.units = total;
  price.nanoPerUnit = 1e9 / units;
}

/** The parts of a prompt that are not read from the cache. */
export const uncachedAt = promptUnits.map(({ part }) => unitAt[part]).filter((at) => at !== unitAt.cachedInput);

/** Tokens of a prompt that were not read from the cache. */
export const uncachedIn = ({ quantities }: RecordPrice): number => sumAt(quantities);

/** What they cost, in the units of `price`. */
export const uncachedUnits = ({ lines }: RecordPrice): number => sumAt(lines);

function sumAt(cells: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < uncachedAt.length; at++) sum += cells[uncachedAt[at] as number] as number;
  return sum;
}

/** The parts of an estimate. */
const parts = { fresh: 0, cached: 1, output: 2, fees: 3 } as const;
/** The part that each billable unit is in. */
const partAt = billableUnits.map((unit): number => {
  if (unit.unit !== 'tokens') return parts.fees;
  if (!unit.isPrompt) return parts.output;
  return unit.part === 'cachedInput' ? parts.cached : parts.fresh;
});

/** A sum of which what each addition rounds off is kept. */
class ExactSum {
  private sum = 0;
  private lost = 0;

  add(amount: number): number {
    const next = this.sum + amount;
    this.lost += Math.abs(this.sum) >= Math.abs(amount) ? this.sum - next + amount : amount - next + this.sum;
    this.sum = next;
    return this.sum + this.lost;
  }
}

export class MeanPrices {
  /** Whose calls are added up; calls of another estimate begin anew. */
  private session: string | null = null;
  private usd: ExactSum[] = [];
  /** USD so far: beyond two million, a task is no longer told in nano-dollars, and calls are rounded by themselves. */
  private total = 0;
  private readonly nano = new Float64Array(Object.keys(parts).length);

  /** Fills the dollars of `price` from its quantities. */
  bill(price: RecordPrice, tariff: CallRates, session: string | null): void {
    price.isPriced = false;
    if (!tariff.isPriced) return;
    const { quantities, lines } = price;
    const usd = priceLines(quantities, ratesFor(tariff, price.promptTokens), tariff.per, lines);
    if (Number.isNaN(usd)) return;
    if (this.usd.length === 0 || session !== this.session) this.begin(session);
    this.total += usd;
    if (unitsPerDollar(this.total, 1e9) !== 1e9) {
      billQuantities(price, tariff);
      return;
    }
    let nano = 0;
    for (let unit = 0; unit < lines.length; unit++) {
      const part = partAt[unit] as number;
      const before = this.nano[part] as number;
      const running = (this.usd[part] as ExactSum).add(lines[unit] as number);
      // A running total that is a hair smaller than before must not take a nano-dollar back.
      const after = Math.max(before, roundHalfUp(running * 1e9));
      this.nano[part] = after;
      lines[unit] = after - before;
      nano += after - before;
    }
    price.isPriced = true;
    price.units = nano;
    price.nanoPerUnit = 1;
  }

  private begin(session: string | null): void {
    this.session = session;
    this.total = 0;
    this.usd = Array.from(this.nano, () => new ExactSum());
    this.nano.fill(0);
  }
}
