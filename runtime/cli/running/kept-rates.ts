/** What calls cost, kept between two runs: to look a price up takes longer than to read what was appended to a log. */

import {
  type ForecastEvidence,
  forecastSession,
  isTooEarly,
  type SessionSoFar,
} from '../../core/model/session-forecast.ts';
import type { CallRates } from '../../core/pricing/call-rates.ts';
import { lookUp } from '../../core/values/look-up.ts';
import type { CallRecord } from '../../logs/call-record.ts';
import type { ForecastCall, ForecastTerms, LookedUpPrices } from './looked-up-prices.ts';

/** As JSON: null stands for NaN, no price. */
interface StoredRates {
  isPriced: boolean;
  thresholds: readonly number[];
  rates: readonly (number | null)[][];
  per: number[];
}

export interface RatesKept {
  rates: Record<string, StoredRates>;
  terms: Record<string, ForecastTerms>;
  evidence: ForecastEvidence | null;
}

export const noRates: RatesKept = { rates: {}, terms: {}, evidence: null };

/** Dollars: half of the sessions that got so far end at or below p50, nine of ten at or below p90. */
export interface Range {
  p50: number;
  p90: number;
}

/** More than one person's models of two days; beyond it all are looked up again. */
const mostKept = 200;
const msPerDay = 86_400_000;

export class KeptRates {
  private readonly known = new Map<string, CallRates>();
  private prices: LookedUpPrices | null = null;

  /** @param catalog path of catalog.json, read only when a call is not known yet */
  constructor(
    private kept: RatesKept,
    private readonly catalog: string,
  ) {}

  async for(records: Iterable<CallRecord>): Promise<(record: CallRecord) => CallRates> {
    for (const record of records) {
      const key = keyOf(record);
      if (this.known.has(key)) continue;
      const { rates } = this.kept;
      const stored = lookUp(rates, key);
      this.known.set(key, stored === undefined ? (await this.open()).ratesOf(record) : opened(stored));
    }
    return (record) => this.known.get(keyOf(record)) as CallRates;
  }

  /** Those of yesterday and today, to be kept. */
  toKeep(now: number): RatesKept {
    const since = Math.floor(now / msPerDay) - 1;
    const recent = <Value>(all: Record<string, Value>): Record<string, Value> =>
      Object.fromEntries(
        Object.entries(all)
          .filter(([key]) => Number(key.slice(0, key.indexOf(' '))) >= since)
          .slice(-mostKept),
      );
    const used = Object.fromEntries([...this.known].map(([key, rates]) => [key, stored(rates)]));
    const { rates, terms, evidence } = this.kept;
    return { rates: recent({ ...rates, ...used }), terms: recent(terms), evidence };
  }

  /**
   * What a session will have cost at its end, in dollars of its own calls.
   * @param last its last call
   * @param earlier calls of the user's other sessions with its agent
   * @returns null: it has no price, or such forecasts were not tried so early
   */
  async forecast(session: SessionSoFar, last: ForecastCall, earlier: readonly number[]): Promise<Range | null> {
    const key = keyOf(last);
    let terms = lookUp(this.kept.terms, key);
    if (terms === undefined) {
      const prices = await this.open();
      terms = prices.termsOf(last);
      this.kept = { ...this.kept, terms: { ...this.kept.terms, [key]: terms }, evidence: prices.evidence };
    }
    const { evidence } = this.kept;
    if (evidence === null || session.calls === 0 || isTooEarly(evidence, session.calls)) return null;
    const { agent, agentVersion } = last;
    const { p50, p90 } = forecastSession(evidence, { session, ...terms, agent, agentVersion, earlier });
    return p50.usd === null || p90.usd === null ? null : { p50: p50.usd, p90: p90.usd };
  }

  private async open(): Promise<LookedUpPrices> {
    if (this.prices === null) {
      const { lookedUpPrices } = await import('./looked-up-prices.ts');
      this.prices = lookedUpPrices(this.catalog);
    }
    return this.prices;
  }
}

/** The day of a call, as a number since 1970, and whatever else its price depends on. */
const keyOf = ({ at, model, host, serviceTier, region }: Omit<ForecastCall, 'agent' | 'agentVersion'>): string =>
  `${at === null ? Number.NEGATIVE_INFINITY : Math.floor(at / msPerDay)} ${JSON.stringify([model, host, serviceTier, region])}`;

const stored = ({ isPriced, thresholds, rates, per }: CallRates): StoredRates => ({
  ...{ isPriced, thresholds },
  rates: rates.map((band) => Array.from(band, (rate) => (Number.isNaN(rate) ? null : rate))),
  per: [...per],
});

const opened = ({ isPriced, thresholds, rates, per }: StoredRates): CallRates => ({
  ...{ isPriced, thresholds },
  rates: rates.map((band) => Float64Array.from(band, (rate) => rate ?? Number.NaN)),
  per: Float64Array.from(per),
});
