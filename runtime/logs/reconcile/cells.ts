/** Both sides of a comparison, added up in cells of a day, a model and what else they are compared by. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { type BillableUnit, billableUnits } from '../../core/schemas/billable-units.ts';
import { valueAt } from '../../core/values/memoize.ts';
import { usd } from '../../core/values/rounded.ts';
import { type CallRecord, callOf, noUse } from '../call-record.ts';
import { addTo, sumIn } from '../report/exact-usd.ts';
import { emptyPrice, priceRecord, type RecordPrice } from '../report/price-record.ts';
import { type RecordTariff, RecordTariffs } from '../report/record-tariffs.ts';
import type { TimeZone } from '../report/time-zone.ts';
import { type InvoiceLine, rounded } from './invoice.ts';

export const sides = ['day', 'model', 'key', 'project'] as const;
export type Side = (typeof sides)[number];

/** What a cell is of; null: it does not say, or they are not compared by it. */
export type CellKey = { readonly [side in Side]: string | null };

export type LogCell = ReturnType<typeof newLogCell>;

/** Lines of an invoice. */
export interface InvoiceCell {
  nano: bigint;
  lines: number;
  /** For each billable unit; null: a charge for tokens has no count. */
  counts: Float64Array | null;
}

export interface Cell {
  key: CellKey;
  log: LogCell | null;
  invoice: InvoiceCell | null;
}

const units = billableUnits.length;

export class Cells {
  private readonly cells = new Map<string, Cell>();
  private readonly tariffs: RecordTariffs;
  private readonly price = emptyPrice();
  private readonly names = new Map<string, string>();
  /** 10^-18 dollars of the lines so far, and their sum in whole nano-dollars. */
  private atto = 0n;
  private nano = 0n;
  /** What the invoice was billed for before it was ever split into days: nano-dollars of logs by model and half hour. */
  readonly byTime = new Map<string, Map<number, number>>();

  constructor(
    private readonly catalog: Catalog,
    private readonly by: readonly Side[],
    private readonly zone: TimeZone,
    terms: { on: string | null; host: string | null },
  ) {
    this.tariffs = new RecordTariffs(catalog, terms);
  }

  /** A call, on its day and under the id of its model. */
  addCall(record: CallRecord): void {
    const { price } = this;
    const tariff = this.tariffs.of(record);
    priceRecord(price, record, tariff);
    const day = record.at === null ? null : this.zone.dayOf(record.at);
    const cell = this.cellOf({ day, model: tariff.model, key: record.who?.key ?? null, project: record.project });
    cell.log ??= newLogCell();
    addPriced(cell.log, record, price);
    if (record.at !== null && price.isPriced) this.noteTime(tariff.model, record.at, price.units * price.nanoPerUnit);
  }

  addLine(line: InvoiceLine): void {
    const model = line.model === null ? null : this.idOf(line.model);
    const nano = line.attoUsd === null ? this.listNano(line) : this.wholeNano(line.attoUsd);
    if (nano === 0n && line.counts === null) return;
    const cell = this.cellOf({ ...line, model: model ?? (line.item === null ? null : `(${line.item})`) });
    const counts = cell.invoice === null ? new Float64Array(units) : cell.invoice.counts;
    cell.invoice ??= { nano: 0n, lines: 0, counts };
    cell.invoice.nano += nano;
    cell.invoice.lines += 1;
    if (line.counts === null) cell.invoice.counts = null;
    else if (counts !== null) addCounts(counts, line.counts);
  }

  all(): Cell[] {
    return [...this.cells.values()];
  }

  /** What a unit of a model costs on a day without any premium for long prompts, in nano-dollars; NaN: no price. */
  listRate({ day, model }: CellKey, unit: number): number {
    const tariff = this.tariffOf(model ?? '', day);
    return tariff.isPriced ? (1e9 * (tariff.rates[0]?.[unit] as number)) / (tariff.per[unit] as number) : Number.NaN;
  }

  /** The provider of a model; null: unknown. */
  providerOf(model: string | null): string | null {
    return model === null ? null : (this.tariffOf(model, null).provider?.id ?? null);
  }

  /** The lines' dollars add up to the whole: each is rounded to a nano-dollar, and the rest goes to the next. */
  private wholeNano(atto: bigint): bigint {
    this.atto += atto;
    const whole = rounded(this.atto, 10n ** 9n);
    const nano = whole - this.nano;
    this.nano = whole;
    return nano;
  }

  private listNano({ model, day, counts }: InvoiceLine): bigint {
    const record = { ...callOf(model ?? '', { ...noUse }), ...counts, at: day === null ? null : Date.parse(day) };
    priceRecord(this.price, record, this.tariffs.of(record));
    return this.price.isPriced ? BigInt(this.price.units) * BigInt(this.price.nanoPerUnit) : 0n;
  }

  private idOf(name: string): string {
    return valueAt(this.names, name, () => {
      const found = resolve(this.catalog, name);
      return isResolved(found) ? found.model.id : name;
    });
  }

  private tariffOf(model: string, day: string | null): RecordTariff {
    return this.tariffs.of({ ...callOf(model, { ...noUse }), at: day === null ? null : Date.parse(day) });
  }

  private noteTime(model: string, at: number, nano: number): void {
    const times = valueAt(this.byTime, model, () => new Map<number, number>());
    const slot = Math.floor(at / 1_800_000);
    times.set(slot, (times.get(slot) ?? 0) + nano);
  }

  private cellOf(full: CellKey): Cell {
    const key = Object.fromEntries(sides.map((side) => [side, this.by.includes(side) ? full[side] : null]));
    const name = JSON.stringify(sides.map((side) => key[side]));
    return valueAt(this.cells, name, () => ({ key: key as CellKey, log: null, invoice: null }));
  }
}

/** Calls of logs, at list prices: an exact sum, and how many have no price, or output that was never recorded in full. */
const newLogCell = () => ({
  ...{ nano: new Float64Array(2), calls: 0, unpriced: 0, open: 0 },
  /** For each billable unit. */
  ...{ counts: new Float64Array(units), nanoByUnit: new Float64Array(units) },
});

function addPriced(cell: LogCell, record: CallRecord, price: RecordPrice): void {
  cell.calls += record.calls;
  if (record.isFinal === false) cell.open += record.calls;
  if (price.isPriced) addTo(cell.nano, 0, price);
  else cell.unpriced += record.calls;
  for (let unit = 0; unit < units; unit++) {
    cell.counts[unit] = (cell.counts[unit] as number) + (price.quantities[unit] as number);
    if (!price.isPriced) continue;
    cell.nanoByUnit[unit] = (cell.nanoByUnit[unit] as number) + (price.lines[unit] as number) * price.nanoPerUnit;
  }
}

function addCounts(sums: Float64Array, counts: { readonly [unit in BillableUnit['count']]?: number }): void {
  for (const [unit, { count }] of billableUnits.entries()) sums[unit] = (sums[unit] as number) + (counts[count] ?? 0);
}

/** What the calls of a cell cost at list price, in nano-dollars. */
export const logNano = ({ log }: Pick<Cell, 'log'>): bigint => (log === null ? 0n : sumIn(log.nano, 0));

const slotMs = 1_800_000;
const slotsPerDay = 48;
/** UTC-12 to UTC+14 in half hours. */
const firstOffset = -24;
const lastOffset = 28;

/** A zone is named only if it leaves so little of what differs now, in percent. */
const mostLeftPct = 25;

/**
 * A sentence about the offset that leaves the least difference between days; null: none leaves much less.
 * @param byTime nano-dollars of the logs by model and half hour
 */
export function otherZone(
  cells: readonly Cell[],
  byTime: ReadonlyMap<string, ReadonlyMap<number, number>>,
  zone: TimeZone,
): string | null {
  const billed = new Map<string, Map<string, number>>();
  let now = 0;
  for (const cell of cells) {
    const { day, model } = cell.key;
    if (day === null || model === null || !byTime.has(model)) continue;
    now += Math.abs(Number((cell.invoice?.nano ?? 0n) - logNano(cell)));
    if (cell.invoice === null) continue;
    const days = valueAt(billed, model, () => new Map<string, number>());
    days.set(day, (days.get(day) ?? 0) + Number(cell.invoice.nano));
  }
  const offsets = Array.from({ length: lastOffset - firstOffset + 1 }, (_, index) => {
    const offset = firstOffset + index;
    return { offset, left: leftAt(offset, billed, byTime) };
  });
  const least = Math.min(...offsets.map(({ left }) => left));
  if (billed.size === 0 || now < leastSeen || 100 * least > mostLeftPct * now) return null;
  // Where no call falls between two offsets, both fit.
  const fitting = offsets.filter(({ left }) => left <= least).map(({ offset }) => offset / 2);
  const [first = 0, last = 0] = [fitting[0], fitting.at(-1)];
  const name = first === last ? zoneName(first) : `${zoneName(first)} to ${zoneName(last)}`;
  return `In days of ${zone.name} ${usd(now / 1e9)} differ between days, in days of ${name} ${usd(least / 1e9)}: the invoice may count in such a zone (--timezone).`;
}

/** Differences below a cent say nothing; in nano-dollars. */
const leastSeen = 1e7;

const zoneName = (hours: number): string => `UTC${hours < 0 ? '-' : '+'}${Math.abs(hours)}`;

function leftAt(
  offset: number,
  billed: ReadonlyMap<string, ReadonlyMap<string, number>>,
  byTime: ReadonlyMap<string, ReadonlyMap<number, number>>,
): number {
  let left = 0;
  for (const [model, days] of billed) {
    const rest = new Map(days);
    for (const [slot, nano] of byTime.get(model) ?? []) {
      const day = new Date(Math.floor((slot + offset) / slotsPerDay) * slotsPerDay * slotMs).toISOString().slice(0, 10);
      rest.set(day, (rest.get(day) ?? 0) - nano);
    }
    for (const nano of rest.values()) left += Math.abs(nano);
  }
  return left;
}
