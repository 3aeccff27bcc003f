/**
 * How many calls each of the user's own sessions made, kept in the index of logs: what a forecast rests on besides the
 * sessions of other people. Commands that read every log of this machine write it; those that run every few seconds,
 * which read no log of an earlier day, take it from there.
 */
import type { CallRecord } from '../logs/call-record.ts';
import type { Sums } from '../logs/tally-sums.ts';
import type { LogIndex } from './log-index.ts';
import type { RunningLog } from './running/kept-logs.ts';
import type { KeptRates } from './running/kept-rates.ts';

const label = 'own sessions';

/** More would take longer to read than all the rest of a status line; the first are dropped. */
const mostKept = 5000;

/** A session of an agent and its own calls, without those of its subagents. */
type KeptSession = [agent: string | null, session: string, calls: number];

export class OwnSessions {
  private readonly agents = new Map<string | null, Map<string, number>>();

  /** Those that were kept; none where the index has none, or is null. */
  static keptIn(index: LogIndex | null): OwnSessions {
    const sessions = new OwnSessions();
    const entry = index?.entry(label);
    if (!entry) return sessions;
    const kept = JSON.parse(entry.toString('utf8')) as KeptSession[];
    for (const [agent, session, calls] of kept) sessions.ofAgent(agent).set(session, calls);
    return sessions;
  }

  /** Counts the calls of a log, in any order. */
  add(calls: readonly CallRecord[]): void {
    for (const { session, task, agent, subagent, tags, calls: count } of calls) {
      const id = session ?? task;
      if (id === null || count !== 1 || subagent !== null || tags.includes('sidechain')) continue;
      const ofAgent = this.ofAgent(agent);
      ofAgent.set(id, (ofAgent.get(id) ?? 0) + 1);
    }
  }

  reached(agent: string | null, session: string, calls: number): void {
    const ofAgent = this.ofAgent(agent);
    ofAgent.set(session, Math.max(calls, ofAgent.get(session) ?? 0));
  }

  others(agent: string | null, session: string | null): number[] {
    return [...this.ofAgent(agent)].flatMap(([id, calls]) => (id === session ? [] : [calls]));
  }

  /** Changes when a session is added or goes on. */
  get stamp(): string {
    const all = [...this.agents.values()].flatMap((sessions) => [...sessions.values()]);
    return `${all.length} ${all.reduce((sum, calls) => sum + calls, 0)}`;
  }

  keepIn(index: LogIndex): void {
    const all = [...this.agents].flatMap(([agent, sessions]) =>
      [...sessions].map(([session, calls]): KeptSession => [agent, session, calls]),
    );
    try {
      index.put(label, Buffer.from(JSON.stringify(all.slice(-mostKept))));
    } catch {
      // Without them a forecast rests on the sessions of other people.
    }
  }

  private ofAgent(agent: string | null): Map<string, number> {
    const known = this.agents.get(agent) ?? new Map<string, number>();
    this.agents.set(agent, known);
    return known;
  }
}

/**
 * @param logs all that run
 * @param shown those whose forecasts are wanted
 * @param own the sessions of earlier days; those of the logs are added
 * @param rates opens the rates, which takes longer than all the rest where nothing is to be done
 * @returns whether a forecast was made
 */
export async function renewForecasts(
  logs: readonly RunningLog[],
  shown: readonly RunningLog[],
  own: OwnSessions,
  rates: () => Promise<KeptRates>,
): Promise<boolean> {
  const { stamp } = own;
  addSessions(own, logs);
  let isRenewed = false;
  for (const log of shown) {
    const { lastOwn, sums } = log;
    if (lastOwn === null || log.restsOn === stamp) continue;
    const earlier = own.others(sums.agent, sums.session);
    log.forecast = await (await rates()).forecast(sums.own, lastOwn, earlier);
    log.restsOn = stamp;
    isRenewed = true;
  }
  return isRenewed;
}

/** Adds the sessions of logs as far as they have come. */
export function addSessions(own: OwnSessions, logs: readonly { sums: Sums }[]): void {
  for (const { sums } of logs) {
    const { agent, session } = sums;
    if (session !== null && sums.own.calls > 0) own.reached(agent, session, sums.own.calls);
  }
}
