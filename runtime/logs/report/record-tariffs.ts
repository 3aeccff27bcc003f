/** The tariffs of the records of a log, looked up once for each model, host, service tier, region and period. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { ownMachine, ownMachineNote } from '../../core/dataset/sellers.ts';
import type { CallRates } from '../../core/pricing/call-rates.ts';
import { priceCall } from '../../core/pricing/price-call.ts';
import { tariffChanges, tariffOf } from '../../core/pricing/tariff.ts';
import { callRates } from '../../core/pricing/unit-rates.ts';
import { type BillableUnit, billableUnits, byUnit, toolUnits } from '../../core/schemas/billable-units.ts';
import type { ServiceTier } from '../../core/schemas/levels.ts';
import type { Call } from '../../core/schemas/priced-call-schemas.ts';
import { valueAt } from '../../core/values/memoize.ts';
import { type CallRecord, callToPrice } from '../call-record.ts';
import { utc } from './time-zone.ts';

export interface RecordTariff extends CallRates {
  /** The model whose price is used; the name as logged if unknown. */
  model: string;
  /** null: the model is not known. */
  provider: { id: string; name: string } | null;
  host: string | null;
  serviceTier: ServiceTier;
  /** Where processing is bound to, as logged or as the name of the model says; null: nowhere. */
  region: string | null;
  /** Day of the call (YYYY-MM-DD, UTC); null: not logged. */
  day: string | null;
  /** The shortest prompt that is cached. */
  minPrefixTokens: number;
  /** Notes that a reader of the price must know. */
  notes: readonly string[];
  /** What must be known besides by who used a unit of a tool. */
  toolNotes: readonly { count: BillableUnit['count']; note: string }[];
}

export interface TariffOptions {
  /** Use the prices of this day for all calls (YYYY-MM-DD); null: each call at the prices of its own day. */
  on: string | null;
  /** Host to assume for all calls; null: as logged. */
  host: string | null;
}

/** The tariff on all days between two changes. */
type PeriodTariff = Omit<RecordTariff, 'day'>;

/** The tariffs of calls under one name. */
interface OfModel {
  /** Days (YYYY-MM-DD, UTC) on which they can change, in order. */
  changes: readonly string[];
  series: Series[];
}

/** The calls of one model on the same terms, day by day. */
interface Series {
  host: string | null;
  tier: string;
  region: string | null;
  days: Map<number, RecordTariff>;
  /** By the day of the last change; '': before the first, null: calls without a day. */
  periods: Map<string | null, PeriodTariff>;
  lastDay: number;
  last: RecordTariff | null;
}

const noDay = Number.NEGATIVE_INFINITY;
const msPerDay = 86_400_000;
/** Maximum tariffs to keep, since a log can make up names and days; beyond it all are looked up again. */
const mostKept = 50_000;

export class RecordTariffs {
  private byModel = new Map<string, OfModel>();
  private kept = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly options: TariffOptions,
  ) {}

  of(record: CallRecord): RecordTariff {
    const { model, at, serviceTier, region } = record;
    const host = this.options.host ?? record.host;
    const day = at === null ? noDay : Math.floor(at / msPerDay);
    const { changes, series: all } = this.ofModel(model);
    const series = seriesIn(all, host, serviceTier, region);
    if (series.last !== null && series.lastDay === day) return series.last;
    let tariff = series.days.get(day);
    if (tariff === undefined) {
      if (this.kept++ > mostKept) {
        this.byModel = new Map();
        this.kept = 0;
      }
      const text = at === null ? null : utc.dayOf(at);
      tariff = { ...this.inPeriod(series, changes, record, text), day: text };
      series.days.set(day, tariff);
    }
    series.lastDay = day;
    series.last = tariff;
    return tariff;
  }

  /** Why a record, or a part of it, has no price. */
  reasonOf(record: CallRecord, { day }: RecordTariff): string {
    return priceCall(this.catalog, this.callOf(record, day)).unpriced as string;
  }

  /** The argument of `priceCall` for a record. */
  private callOf(record: CallRecord, day: string | null): Call {
    const host = this.options.host ?? record.host;
    return callToPrice({ ...record, host }, this.options.on ?? day ?? this.catalog.asOf);
  }

  /** The days (YYYY-MM-DD, UTC, in order) on which the tariff of calls under a name can change. */
  changesOf(model: string): readonly string[] {
    return this.options.on === null ? this.ofModel(model).changes : [];
  }

  private ofModel(name: string): OfModel {
    return valueAt(this.byModel, name, () => ({ changes: tariffChanges(this.catalog, name), series: [] }));
  }

  private inPeriod(series: Series, changes: readonly string[], record: CallRecord, day: string | null): PeriodTariff {
    const period = day && (changes.findLast((change) => change <= day) ?? '');
    return valueAt(series.periods, period, () =>
      this.find(record, series.host, period === null ? null : this.toldOn(changes, period)),
    );
  }

  /**
   * The day of a period on which its notes are taken, the last one that is not after the catalog's. How certain a price
   * is changes within a period: what is said of it must not depend on which call is read first.
   * @param period its first day; '' if it has none
   */
  private toldOn(changes: readonly string[], period: string): string {
    const { asOf } = this.catalog;
    const next = changes.find((change) => change > period);
    const told = next === undefined || next > asOf ? asOf : dayBefore(next);
    return told < period ? period : told;
  }

  private find(record: CallRecord, host: string | null, day: string | null): PeriodTariff {
    const { model, serviceTier, region } = record;
    const on = this.options.on ?? day ?? this.catalog.asOf;
    const tariff = tariffOf(this.catalog, { model, host, on, serviceTier, region });
    const known = tariff.model;
    const named = {
      model: known?.id ?? model,
      provider: known && { id: known.provider.id, name: known.provider.name },
      ...{ host: tariff.host, serviceTier: tariff.serviceTier, region: region ?? namedPlace(tariff.region) },
      minPrefixTokens: known?.minPrefixTokens ?? 0,
    };
    if (host === ownMachine) return { ...named, ...free };
    if (tariff.price === null) return { ...named, ...nothing };
    const notesOf = (counts: object) => priceCall(this.catalog, { ...this.callOf(record, day), ...counts }).notes;
    const notes = notesOf(shortCall);
    const toolNotes = toolUnits.flatMap(({ count }) =>
      notesOf({ ...shortCall, [count]: 1 }).flatMap((note) => (notes.includes(note) ? [] : { count, note })),
    );
    return { ...named, ...callRates(tariff.model, tariff.price), notes, toolNotes };
  }
}

/** A zone or a region by its name; null: nowhere in particular, or a single region that the name does not say. */
const namedPlace = (region: string): string | null => (region === 'global' || region === 'regional' ? null : region);

/** The series for these terms, created if missing. */
function seriesIn(all: Series[], host: string | null, tier: string, region: string | null): Series {
  for (const one of all) if (one.host === host && one.tier === tier && one.region === region) return one;
  const made: Series = { host, tier, region, days: new Map(), periods: new Map(), lastDay: noDay, last: null };
  all.push(made);
  return made;
}

const nothing = { isPriced: false, thresholds: [], rates: [], per: new Float64Array(0), notes: [], toolNotes: [] };

/** What ran on the caller's own machine, as the caller says. */
const free = {
  isPriced: true,
  thresholds: [],
  rates: [new Float64Array(billableUnits.length)],
  per: Float64Array.from(billableUnits, ({ per }) => per),
  notes: [ownMachineNote],
  toolNotes: [],
};

/** A short prompt and no tools: what is said of the length of a prompt or of a tool does not belong to a tariff. */
const shortCall = { ...byUnit(billableUnits, 'count', () => 0), input: 1 };

const dayBefore = (day: string): string => utc.dayOf(Date.parse(day) - msPerDay) ?? day;
