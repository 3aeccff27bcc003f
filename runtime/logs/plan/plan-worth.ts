/** What a plan is worth, by the calls of the agents that go through it and what these agents say of its quotas. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { PlanFacts } from '../../core/schemas/data-files/plans-file.ts';
import { valueAt } from '../../core/values/memoize.ts';
import type { CallRecord } from '../call-record.ts';
import type { LimitReport } from '../fields/limit-reports.ts';
import { addTo, sumIn, usdOf } from '../report/exact-usd.ts';
import { emptyPrice, priceRecord } from '../report/price-record.ts';
import { RecordTariffs } from '../report/record-tariffs.ts';
import type { TimeZone } from '../report/time-zone.ts';
import { groupBy } from '../statistics.ts';
import { type QuotaWindow, type RunsOut, runsOut, usdPerPercent, windowsOf } from './quota-windows.ts';
import { Spending } from './spending.ts';

export type PlanWorth = ReturnType<PlanCalls['worth']>;
export type QuotaWorth = PlanWorth['quotas'][number];

/** The calls of an agent: their time, dollars and model, and by day. */
interface OfAgent {
  spending: Spending;
  days: Map<string, { nano: Float64Array; calls: number; unpricedCalls: number; loggedUsd: number | null }>;
}

export class PlanCalls {
  private readonly agents = new Map<string, OfAgent>();
  private readonly tariffs: RecordTariffs;
  private readonly price = emptyPrice();

  /**
   * @param list the catalog at list prices
   * @param zone in whose months the calls are counted
   */
  constructor(
    list: Catalog,
    private readonly zone: TimeZone,
  ) {
    this.tariffs = new RecordTariffs(list, { on: null, host: null });
  }

  /** Adds calls of any agent; those at a named host are billed there, not by a plan. */
  add(records: readonly CallRecord[]): void {
    for (const record of records) this.addOne(record);
  }

  private addOne(record: CallRecord): void {
    const { at, agent, host, calls } = record;
    const day = at === null ? null : this.zone.dayOf(at);
    if (at === null || day === null || agent === null || host !== null) return;
    const own = valueAt(this.agents, agent, () => ({ spending: new Spending(), days: new Map() }));
    const ofDay = valueAt(own.days, day, () => ({
      nano: new Float64Array(2),
      calls: 0,
      unpricedCalls: 0,
      loggedUsd: null,
    }));
    if (record.usd !== null) ofDay.loggedUsd = (ofDay.loggedUsd ?? 0) + record.usd;
    const { price } = this;
    const tariff = this.tariffs.of(record);
    priceRecord(price, record, tariff);
    ofDay.calls += calls;
    if (price.isPriced) {
      addTo(ofDay.nano, 0, price);
      own.spending.add(at, (price.units * price.nanoPerUnit) / 1e9, tariff.model);
    } else ofDay.unpricedCalls += calls;
  }

  /** The plans through which the agents of these calls can go. */
  plansAmong = (plans: readonly PlanFacts[]): PlanFacts[] =>
    plans.filter(({ agents }) => agents.some((agent) => this.agents.has(agent)));

  /**
   * @param plan null: only its quotas are told, of every agent
   * @param now in milliseconds since 1970
   */
  worth(plan: PlanFacts | null, limits: readonly LimitReport[], now: number) {
    const agents = plan === null ? [...this.agents.keys()].sort() : [...plan.agents];
    const days = agents.flatMap((agent) => [...(this.agents.get(agent)?.days ?? [])]);
    const month = days
      .reduce<string | null>((last, [day]) => (last !== null && day < last ? last : day), null)
      ?.slice(0, 7);
    const own = days.filter(([day]) => day.slice(0, 7) === month).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const price = plan?.usdPerMonth ?? null;
    let [nano, calls, unpricedCalls] = [0n, 0, 0];
    let reachedOn: string | null = null;
    for (const [day, of] of own) {
      nano += sumIn(of.nano, 0);
      calls += of.calls;
      unpricedCalls += of.unpricedCalls;
      if (price !== null && usdOf(nano) >= price) reachedOn ??= day;
    }
    const usd = usdOf(nano);
    const told = own.flatMap(([, { loggedUsd }]) => loggedUsd ?? []);
    const ofPlan = plan?.windows.find(({ unit }) => unit === 'credits');
    return {
      plan: plan && { id: plan.id, name: plan.name, usdPerMonth: plan.usdPerMonth, perSeat: plan.perSeat },
      /** Agents whose calls count as those of the plan; YYYY-MM, the last one with a call, and whether it goes on. */
      ...{ agents, month: month ?? null, goesOn: this.zone.dayOf(now)?.slice(0, 7) === month },
      /** `usd`: list dollars of the month. */
      ...{ calls, unpricedCalls, usd },
      /** How many times the price that is, and how much more; below 0: less. null: the price is not known. */
      timesPrice: price === null || price === 0 ? null : Math.round((1000 * usd) / price) / 1000,
      overPriceUsd: price === null ? null : Math.round((usd - price) * 1e9) / 1e9,
      /** The day on which the list dollars of the month reached the price; null: they did not. */
      reachedOn,
      /** AI credits, a cent each, as the log says, and how many the plan has; null: the plan or the log has none. */
      credits:
        ofPlan === undefined || told.length === 0
          ? null
          : { used: Math.round(1e5 * told.reduce((sum, one) => sum + one, 0)) / 1000, ofPlan: ofPlan.amount },
      quotas: quotasIn(limits).flatMap(([agent, reports]) => {
        const spending = agents.includes(agent) ? this.agents.get(agent)?.spending : undefined;
        return spending === undefined ? [] : [quotaWorth(reports, spending, now)];
      }),
    };
  }
}

/** The reports of each quota, with their agent; the shortest windows first. */
function quotasIn(limits: readonly LimitReport[]): [agent: string, own: LimitReport[]][] {
  return [...groupBy(limits, ({ agent, minutes }) => `${agent} ${minutes}`).values()]
    .sort(([a], [b]) => (a as LimitReport).minutes - (b as LimitReport).minutes)
    .map((own) => [(own[0] as LimitReport).agent, own]);
}

/** A quota of a plan, as an agent reported it last. Times are of ISO 8601, in UTC. */
function quotaWorth(reports: readonly LimitReport[], spending: Spending, now: number) {
  const windows = windowsOf(reports, spending);
  const { resetsAt, reports: own } = windows.at(-1) as QuotaWindow;
  const { agent, minutes, usedPct, at } = own.at(-1) as LimitReport;
  const usdPerPct = usdPerPercent(windows);
  const hasEnded = resetsAt !== null && resetsAt <= now;
  const left = usdPerPct && (100 - usedPct) * usdPerPct.middle - spending.between(at, now);
  const found =
    left === null || resetsAt === null || hasEnded
      ? null
      : runsOut({ left, now, resetsAt, minutes }, windows, spending);
  return {
    /** `minutes`: how long its window is; `usedPct` was said at `at`. */
    ...{ agent, minutes, usedPct, at: iso(at) },
    /** When the window begins anew; null: not told. */
    resetsAt: orNull(resetsAt),
    /** Whether that window has ended since. */
    hasEnded,
    /** List dollars per percent; null: too little is known. */
    usdPerPct,
    /** When it is used up; null within: not before it begins anew; null: too little is known. */
    usedUp: found && inText(found),
  };
}

const iso = (at: number): string => new Date(at).toISOString();
const orNull = (at: number | null): string | null => (at === null ? null : iso(at));
const inText = ({ p10, p50, p90 }: RunsOut) => ({ p10: orNull(p10), p50: orNull(p50), p90: orNull(p90) });
