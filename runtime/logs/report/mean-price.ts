/**
 * The bill of mean calls, whose counts have decimals: the dollars of an estimate. An estimate rounds each part of a task
 * once, so a part is rounded here in its running total, and a call gets what that grows by. Any calls then add up exactly,
 * and all of them to the dollars of the estimate.
 */
import { type CallRates, priceLines, ratesFor } from '../../core/pricing/call-rates.ts';
import { billableUnits } from '../../core/schemas/billable-units.ts';
import { roundHalfUp, unitsPerDollar } from '../../core/values/money.ts';
import { billQuantities, type RecordPrice } from './price-record.ts';

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
