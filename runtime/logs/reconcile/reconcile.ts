/** What was billed against what logs say: `agent-cost report reconcile`. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { CallRecord } from '../call-record.ts';
import { usdDigits, usdOf } from '../report/exact-usd.ts';
import type { TariffOptions } from '../report/record-tariffs.ts';
import type { TimeZone } from '../report/time-zone.ts';
import { isWithin } from '../report/time-zone.ts';
import { type Cell, Cells, otherZone, type Side } from './cells.ts';
import {
  type BilledRatio,
  type DifferenceClass,
  differenceClasses,
  differencesIn,
  discountOverlay,
  hasOpenOutput,
  type Part,
  roundingOf,
} from './differences.ts';
import type { InvoiceLine } from './invoice.ts';

export interface ReconcileOptions extends TariffOptions {
  by: readonly Side[];
  /** First and last day (YYYY-MM-DD); null: that of the invoice. */
  since: string | null;
  until: string | null;
  /** In whose days the invoice counts. */
  zone: TimeZone;
  /** What the totals of each model may differ by, together: dollars, or percent of the invoice. */
  tolerance: { usd: number } | { pct: number };
}

export type Reconciliation = ReturnType<Reconciler['result']>;
export type ReconciledRow = Reconciliation['rows'][number];

/** Adds up logs batch by batch, and compares them with the lines of an invoice. */
export class Reconciler {
  private readonly cells: Cells;
  private readonly isWanted: (at: number | null) => boolean;
  private readonly from: string | null;
  private readonly until: string | null;
  private readonly byPeriod: boolean;
  private callsLeftOut = 0;
  private readonly lines: readonly InvoiceLine[];

  constructor(
    private readonly catalog: Catalog,
    lines: readonly InvoiceLine[],
    private readonly options: ReconcileOptions,
  ) {
    const { since, until, zone } = options;
    this.byPeriod = lines.some(({ day, days }) => day === null || days > 1);
    const days = lines.flatMap(({ day, days: count }) => (day === null ? [] : [day, lastDay(day, count)])).sort();
    [this.from, this.until] = [since ?? days[0] ?? null, until ?? days.at(-1) ?? null];
    const isInDays = (day: string | null): boolean =>
      day === null || ((since === null || day >= since) && (until === null || day <= until));
    this.lines = lines.filter(({ day }) => isInDays(day));
    this.isWanted = isWithin({ since: this.from, until: this.until }, zone);
    const by = this.byPeriod ? options.by.filter((side) => side !== 'day') : options.by;
    this.cells = new Cells(catalog, by, zone, options);
    for (const line of this.lines) this.cells.addLine(line);
  }

  add(records: readonly CallRecord[]): void {
    for (const record of records) {
      if (this.isWanted(record.at)) this.cells.addCall(record);
      else this.callsLeftOut += record.calls;
    }
  }

  result() {
    const { zone, tolerance } = this.options;
    const { parts, ratios } = differencesIn(this.cells, roundingOf(decimalsOf(this.lines)));
    const total = sumOf(parts);
    const ofModels = differenceOfModels(parts);
    const allowed = 'usd' in tolerance ? tolerance.usd : (tolerance.pct / 100) * Math.abs(usdOf(total.invoice));
    const all = this.cells.all();
    return {
      datasetVersion: this.catalog.version,
      timeZone: zone.name,
      /** First and last day that were compared; null: the invoice has no days. */
      ...{ from: this.from, until: this.until },
      total: { ...amounts(total), calls: total.calls },
      /** Every class that has dollars: the sums are those of both totals. */
      classes: (Object.keys(differenceClasses) as DifferenceClass[]).flatMap((name) => {
        const some = parts.filter((part) => part.class === name);
        const sum = sumOf(some);
        return some.length === 0
          ? []
          : [{ class: name, meaning: differenceClasses[name], ...amounts(sum), calls: sum.calls }];
      }),
      /** Dollars of one class in one cell. */
      rows: parts
        .sort(inOrder)
        .map((part) => ({ ...part.key, class: part.class, ...amounts(part), calls: part.calls })),
      /** Whether the totals of the models differ by no more than the tolerance, each by itself, added up. */
      isWithinTolerance: usdOf(ofModels) <= allowed,
      differenceOfModelsUsd: usdOf(ofModels),
      toleranceUsd: allowed,
      /** Calls outside the days of the invoice, or without a time. */
      callsLeftOut: this.callsLeftOut,
      callsWithoutPrice: all.reduce((calls, { log }) => calls + (log?.unpriced ?? 0), 0),
      /** A constant discount or surcharge that would explain what models were billed; null: none is seen. */
      overlay: discountOverlay(ratios, (model) => this.cells.providerOf(model)),
      notes: this.notes(all, ratios),
    };
  }

  private notes(all: readonly Cell[], ratios: readonly BilledRatio[]): string[] {
    const zone = this.byPeriod ? null : otherZone(all, this.cells.byTime, this.options.zone);
    return [
      ...(this.byPeriod
        ? ['The invoice has charges of more than a day, so models are compared over the whole period.']
        : []),
      ...(this.lines.some(({ attoUsd }) => attoUsd === null)
        ? ['The invoice has tokens without dollars: what it billed is their list price, and only tokens are compared.']
        : []),
      ...(hasOpenOutput(all) ? ['Some logged calls have no final count of their output: the invoice has it.'] : []),
      ...ratios.filter(({ ratio }) => Math.abs(ratio - 0.5) < 0.001).map(doubled),
      ...(zone === null ? [] : [zone]),
    ];
  }
}

const doubled = ({ model }: BilledRatio): string =>
  `${model} was billed at half of the logged dollars every time: that is a discount of 50 %, or a log that is read twice.`;

const lastDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + (days - 1) * 86_400_000).toISOString().slice(0, 10);

/** The decimals of a dollar that the amounts have, at most nine. */
function decimalsOf(lines: readonly InvoiceLine[]): number {
  let decimals = 0;
  for (const { attoUsd } of lines) {
    while (attoUsd !== null && decimals < 9 && attoUsd % 10n ** BigInt(18 - decimals) !== 0n) decimals += 1;
  }
  return decimals;
}

const sumOf = (parts: readonly Part[]) => {
  const sum = { invoice: 0n, log: 0n, calls: 0 };
  for (const { invoice, log, calls } of parts) {
    sum.invoice += invoice;
    sum.log += log;
    sum.calls += calls;
  }
  return sum;
};

const amounts = ({ invoice, log }: { invoice: bigint; log: bigint }) => ({
  ...{ invoiceUsd: usdOf(invoice), invoiceNanoUsd: String(invoice) },
  ...{ logUsd: usdOf(log), logNanoUsd: String(log) },
  /** Invoice minus logs. */
  ...{ differenceUsd: usdOf(invoice - log), differenceNanoUsd: String(invoice - log) },
});

/** Days shift calls around midnight, so the totals of models are compared, in nano-dollars. */
function differenceOfModels(parts: readonly Part[]): bigint {
  const sums = new Map<string | null, bigint>();
  for (const { key, invoice, log } of parts) sums.set(key.model, (sums.get(key.model) ?? 0n) + invoice - log);
  return [...sums.values()].reduce((sum, one) => sum + (one < 0n ? -one : one), 0n);
}

const order = Object.keys(differenceClasses);
const textOf = ({ key }: Part): string => [key.day, key.model, key.project, key.key].map((one) => one ?? '').join('\0');

const inOrder = (a: Part, b: Part): number =>
  textOf(a) === textOf(b) ? order.indexOf(a.class) - order.indexOf(b.class) : textOf(a) < textOf(b) ? -1 : 1;

/** A row with all its digits, for CSV. */
export const exactRow = (row: ReconciledRow): object => ({
  ...row,
  invoiceUsd: usdDigits(BigInt(row.invoiceNanoUsd)),
  logUsd: usdDigits(BigInt(row.logNanoUsd)),
  differenceUsd: usdDigits(BigInt(row.differenceNanoUsd)),
});
