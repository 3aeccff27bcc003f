/** The sessions in a log, call by call, and what each day cost: what forecasts need. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import {
  addCall,
  type ForecastEvidence,
  forecastSession,
  newSession,
  type SessionSoFar,
} from '../../core/model/session-forecast.ts';
import { tariffOf } from '../../core/pricing/tariff.ts';
import type { SessionForecast } from '../../core/schemas/forecast-schemas.ts';
import { valueAt } from '../../core/values/memoize.ts';
import { type CallRecord, isSingle, promptOf } from '../call-record.ts';
import { emptyPrice, priceRecord } from '../report/price-record.ts';
import { RecordTariffs } from '../report/record-tariffs.ts';
import type { TimeZone } from '../report/time-zone.ts';

export interface LoggedSession {
  session: string;
  agent: string | null;
  project: string | null;
  soFar: SessionSoFar;
  /** USD of its subagents' calls, which the forecast leaves out; null: one of them has no price. */
  subagentsUsd: number | null;
  /** Its last own call: what its next ones are billed as. */
  last: CallRecord | null;
  /** When its last call started, in ms since 1970; null: not logged. */
  at: number | null;
}

/** Takes the calls of logs; those of a session in the order in which they were made. */
export class SessionCollector {
  private readonly sessions = new Map<string, LoggedSession>();
  private readonly tariffs: RecordTariffs;
  private readonly price = emptyPrice();
  /** USD by day of the zone. */
  readonly days = new Map<string, number>();
  unpriced = 0;

  constructor(
    catalog: Catalog,
    private readonly zone: TimeZone,
  ) {
    this.tariffs = new RecordTariffs(catalog, { on: null, host: null });
  }

  add(call: CallRecord): void {
    priceRecord(this.price, call, this.tariffs.of(call));
    const { isPriced, units, nanoPerUnit } = this.price;
    const usd = isPriced ? (units * nanoPerUnit) / 1e9 : null;
    if (usd === null) this.unpriced += call.calls;
    const day = call.at === null ? null : this.zone.dayOf(call.at);
    if (day !== null) this.days.set(day, (this.days.get(day) ?? 0) + (usd ?? 0));
    const id = call.session ?? call.task;
    if (id !== null && isSingle(call)) this.addTo(this.sessionOf(id, call), call, usd);
  }

  /** Those with a call of their own, the newest first. */
  newestFirst(): LoggedSession[] {
    return [...this.sessions.values()].filter(({ last }) => last !== null).sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  }

  private sessionOf(id: string, { agent, project }: CallRecord): LoggedSession {
    return valueAt(this.sessions, `${agent} ${id}`, () => ({
      ...{ session: id, agent, project, soFar: newSession(), subagentsUsd: 0, last: null, at: null },
    }));
  }

  private addTo(session: LoggedSession, call: CallRecord, usd: number | null): void {
    if (call.at !== null) session.at = Math.max(session.at ?? call.at, call.at);
    if (call.subagent !== null || call.tags.includes('sidechain')) {
      session.subagentsUsd = session.subagentsUsd === null || usd === null ? null : session.subagentsUsd + usd;
      return;
    }
    const { cachedInput: cached, cacheWrite, cacheWrite1h, output, compacted } = call;
    addCall(session.soFar, { prompt: promptOf(call), cached, cacheWrite, cacheWrite1h, output, compacted, usd });
    session.last = call;
  }
}

/**
 * @param catalog whose prices the next calls have
 * @param earlier calls of one's other sessions with this agent, which have ended
 */
export function forecastLogged(
  catalog: Catalog,
  evidence: ForecastEvidence,
  { soFar, last, agent }: LoggedSession & { last: CallRecord },
  earlier: readonly number[],
): SessionForecast {
  const { model, host, region, serviceTier } = last;
  const tariff = tariffOf(catalog, { model, host, region, serviceTier, on: catalog.asOf });
  return forecastSession(evidence, {
    session: soFar,
    price: tariff.price,
    contextWindow: tariff.model?.facts.contextWindow ?? null,
    ...{ agent, agentVersion: last.agentVersion, earlier },
  });
}
