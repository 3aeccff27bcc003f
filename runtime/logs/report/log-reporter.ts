/** Adds up the calls of a log, batch by batch. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { nothingRecorded } from '../../core/model/cold-calls.ts';
import { type CallRecord, promptOf } from '../call-record.ts';
import { CacheLedger, threadOf } from './cache-ledger.ts';
import { addTo } from './exact-usd.ts';
import { type Dimension, dimensions } from './log-report.ts';
import { LoggedGap } from './logged-gap.ts';
import { billQuantities, emptyPrice, MeanPrices, type RecordPrice, takeApart } from './price-record.ts';
import { type RecordTariff, RecordTariffs, type TariffOptions } from './record-tariffs.ts';
import { Savings } from './savings.ts';
import { SumsTable, SumsTables } from './sums-table.ts';
import { TaskRuns } from './task-runs.ts';
import { isWithin, type TimeZone, utc } from './time-zone.ts';
import { UnrecordedOutput } from './unrecorded-output.ts';
import { VisibleWaste } from './visible-waste.ts';

export interface ReporterOptions extends TariffOptions {
  by: readonly Dimension[];
  /** First and last day of the calls that count (YYYY-MM-DD); null: no limit. */
  since: string | null;
  until: string | null;
  /** In whose days calls are counted; default UTC. Prices are those of the day in UTC. */
  zone?: TimeZone;
  /** Groups that are kept separate in each dimension; default 100,000. */
  mostGroups?: number;
  /** Called for every call that counts, with its price. */
  onCall?: (record: CallRecord, tariff: RecordTariff, price: RecordPrice) => void;
}

interface Grouped {
  by: Dimension;
  table: SumsTable;
}

/** Maximum number of distinct notes. */
const mostNotes = 100;
/** Models without a price that are kept separate. */
const mostNames = 2000;

export class LogReporter {
  readonly tasks: TaskRuns;
  readonly waste = new VisibleWaste();
  readonly ledger: CacheLedger;
  readonly unrecorded = new UnrecordedOutput();
  readonly savings: Savings;
  /** Calls without a price by the name of their model, which are listed, never counted as $0, and why they have none. */
  readonly unpriced = new SumsTable<string>(mostNames);
  readonly reasons = new Map<string, string>();
  readonly gap = new LoggedGap();
  readonly notes = new Set<string>();
  /** Dollars of the runs with a known outcome. */
  readonly judged = new Float64Array(2);
  /** Whether one of their calls has no price: then the dollars are not all of it. */
  judgedLackPrices = false;
  firstAt = Number.POSITIVE_INFINITY;
  lastAt = Number.NEGATIVE_INFINITY;
  callsWithoutTime = 0;
  callsWithoutCounts = 0;
  callsLeftOut = 0;
  readonly zone: TimeZone;
  private readonly totals = new SumsTable();
  private readonly grouped: readonly Grouped[];
  private readonly sums: SumsTables;
  private readonly tariffs: RecordTariffs;
  private readonly price = emptyPrice();
  private readonly means = new MeanPrices();
  private readonly isWanted: (at: number | null) => boolean;
  private lastTariff: RecordTariff | null = null;

  constructor(
    readonly catalog: Catalog,
    readonly options: ReporterOptions,
  ) {
    const { by, since, until, mostGroups, zone = utc } = options;
    this.zone = zone;
    this.tariffs = new RecordTariffs(catalog, options);
    this.savings = new Savings(catalog, this.tariffs);
    this.ledger = new CacheLedger(catalog.evidence?.coldCalls ?? nothingRecorded);
    this.grouped = by.map((one) => ({ by: one, table: new SumsTable(mostGroups) }));
    this.sums = new SumsTables([...this.grouped.map(({ table }) => table), this.totals]);
    this.sums.under(by.length, null);
    this.tasks = new TaskRuns(mostGroups);
    this.isWanted = isWithin({ since, until }, zone);
  }

  /** One row. */
  get total(): SumsTable {
    this.sums.flush();
    return this.totals;
  }

  get groups(): readonly Grouped[] {
    this.sums.flush();
    return this.grouped;
  }

  add(records: readonly CallRecord[]): void {
    for (const record of records) this.addPriced(record, billQuantities);
  }

  /** Adds a record at the dollars that `bill` fills in. */
  addPriced(record: CallRecord, bill: typeof billQuantities): void {
    if (this.isWanted(record.at)) this.addOne(record, bill);
    else {
      this.callsLeftOut += record.calls;
      this.ledger.remember(record, this.tariffs.of(record), promptOf(record));
    }
  }

  tariffOf(record: CallRecord): RecordTariff {
    return this.tariffs.of(record);
  }

  /** The days (YYYY-MM-DD, UTC) on which the tariff of calls under a name can change. */
  tariffChanges(model: string): readonly string[] {
    return this.tariffs.changesOf(model);
  }

  private addOne(record: CallRecord, bill: typeof billQuantities): void {
    const { price } = this;
    const tariff = this.tariffs.of(record);
    takeApart(price, record);
    if (record.isMean) this.means.bill(price, tariff, record.session);
    else bill(price, tariff);
    if (price.isPriced && isUnused(price)) this.callsWithoutCounts += record.calls;
    for (let at = 0; at < this.grouped.length; at++) {
      this.sums.under(at, dimensions[(this.grouped[at] as Grouped).by](record, tariff, this.zone));
    }
    this.sums.add(record, price);
    this.tasks.add(record, price);
    this.waste.add(record, tariff, price);
    this.ledger.add(record, tariff, price);
    this.unrecorded.add(record, tariff, price);
    this.savings.add(record, tariff, price, threadOf(record));
    this.gap.add(record, tariff, price);
    if (record.solved !== null) {
      if (price.isPriced) addTo(this.judged, 0, price);
      else this.judgedLackPrices = true;
    }
    if (!price.isPriced && this.unpriced.add(record.model, record, price) && this.reasons.size < 2 * mostNames) {
      this.reasons.set(record.model, this.tariffs.reasonOf(record, tariff));
    }
    this.noteTime(record);
    if (tariff !== this.lastTariff) this.noteTariff(tariff);
    for (const { count, note } of tariff.toolNotes) if (record[count] > 0) this.say(tariff, note);
    this.options.onCall?.(record, tariff, price);
  }

  private noteTime({ at, calls }: CallRecord): void {
    if (at === null) this.callsWithoutTime += calls;
    else {
      if (at < this.firstAt) this.firstAt = at;
      if (at > this.lastAt) this.lastAt = at;
    }
  }

  private noteTariff(tariff: RecordTariff): void {
    this.lastTariff = tariff;
    for (const note of tariff.notes) this.say(tariff, note);
  }

  private say({ model }: RecordTariff, note: string): void {
    if (this.notes.size < mostNotes) this.notes.add(`${model}: ${note}`);
  }
}

/** A loop, since it runs for each call. */
function isUnused({ quantities }: RecordPrice): boolean {
  for (let unit = 0; unit < quantities.length; unit++) if (quantities[unit] !== 0) return false;
  return true;
}
