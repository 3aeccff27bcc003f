/** The charges of a log as FOCUS counts them: by day, price, project and tags, each billable unit separately. */

import { bandFor } from '../../core/pricing/call-rates.ts';
import { billableUnits } from '../../core/schemas/billable-units.ts';
import { valueAt } from '../../core/values/memoize.ts';
import type { CallRecord, Who } from '../call-record.ts';
import { addTo } from './exact-usd.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';

/** Calls of one day at one price, for one project, of one user and key, with one set of tags. */
export interface Charges {
  tariff: RecordTariff;
  /** The same at list prices; `tariff` itself if no overlay changed them. */
  list: RecordTariff;
  /** Index of the rates. */
  band: number;
  project: string | null;
  who: Who | null;
  tags: readonly string[];
  /** For each of `billableUnits`: quantity, calls, and two cells for the sum. */
  cells: Float64Array;
}

export const cellsOfUnit = 4;

/** Charges may be split over several rows, so they are written whenever this many are gathered. */
const mostKept = 20_000;

export class FocusCharges {
  private readonly ids = new Map<RecordTariff, number>();
  private byKey = new Map<string, Charges>();
  /** Calls without a price: they are in no row. */
  unpricedCalls = 0;

  /**
   * @param listTariff the tariff of a record at list prices
   * @param write called with charges whenever enough are gathered, and at the end
   */
  constructor(
    private readonly listTariff: (record: CallRecord) => RecordTariff,
    private readonly write: (charges: Charges[]) => void,
  ) {}

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    if (!price.isPriced) {
      this.unpricedCalls += record.calls;
      return;
    }
    const { cells } = this.chargesOf(record, tariff, price);
    const { calls } = record;
    const { quantities, lines, nanoPerUnit } = price;
    for (let unit = 0; unit < billableUnits.length; unit++) {
      const quantity = quantities[unit] as number;
      if (quantity === 0) continue;
      const at = unit * cellsOfUnit;
      cells[at] = (cells[at] as number) + quantity;
      cells[at + 1] = (cells[at + 1] as number) + calls;
      addTo(cells, at + 2, { units: lines[unit] as number, nanoPerUnit });
    }
  }

  /** Writes what is left. */
  end(): void {
    this.write([...this.byKey.values()].sort(byDayAndModel));
    this.byKey = new Map();
    this.ids.clear();
  }

  private chargesOf(record: CallRecord, tariff: RecordTariff, price: RecordPrice): Charges {
    const id = valueAt(this.ids, tariff, () => this.ids.size);
    const band = bandFor(tariff, price.promptTokens);
    const { project, who, tags } = record;
    const textOf = (value: unknown, isNone: boolean) => (isNone ? '' : JSON.stringify(value));
    const key = `${id} ${band} ${textOf(project, project === null)} ${textOf(who, who === null)} ${textOf(tags, tags.length === 0)}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    if (this.byKey.size >= mostKept) {
      this.end();
      return this.chargesOf(record, tariff, price);
    }
    const cells = new Float64Array(billableUnits.length * cellsOfUnit);
    const made: Charges = { tariff, list: this.listTariff(record), band, project, who, tags, cells };
    this.byKey.set(key, made);
    return made;
  }
}

const byDayAndModel = ({ tariff: a }: Charges, { tariff: b }: Charges): number =>
  compare(a.day ?? '', b.day ?? '') || compare(a.model, b.model);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
