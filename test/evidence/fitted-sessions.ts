/**
 * Recorded sessions as `agent-cost estimate backtest` predicts those of a log: each owner's are a log, what is recorded of others
 * leaves that owner out, and what is fitted is fitted to the owner's other sessions (five folds). Of a session's own cache
 * only its pauses are given.
 */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { memoize, valueAt } from '../../runtime/core/values/memoize.ts';
import { type Backtest, backtest } from '../../runtime/logs/calibrate/backtest.ts';
import { fitModel } from '../../runtime/logs/calibrate/cache-fit.ts';
import { billsAt, type LoggedRuns, RunCollector } from '../../runtime/logs/calibrate/logged-runs.ts';
import { type CacheFit, isBilled, type RecordedRun, runsOfLog } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { type CallRecord, callOf } from '../../runtime/logs/call-record.ts';
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';
import { coldCallsIn, compactionRules } from './agent-data.ts';
import { withModel } from './session-figures.ts';
import { type SessionRun, sessionRuns } from './sessions.ts';

export interface FittedSessions {
  /** Mean absolute errors, in percent: of a run, of the runs of an owner, and of a repository's on one model together. */
  runsPct: number;
  ownersPct: number;
  owners: Record<string, number>;
  groupsPct: number;
  inputPct: number;
}

type Dollars = NonNullable<Backtest['dollars']>;

export function fittedSessions(catalog: Catalog): FittedSessions {
  const found = [...groupBy(sessionRuns(), ({ owner }) => owner)].map(
    ([owner, own]) => [owner, backtestOf(withoutOwner(catalog, owner), own)] as const,
  );
  const owners = found.map(([owner, { dollars }]) => [owner, (dollars as Dollars).meanAbsPctError] as const);
  const over = (count: (one: Backtest) => number, pct: (one: Backtest) => number) =>
    sumOf(found.map(([, one]) => count(one) * pct(one))) / sumOf(found.map(([, one]) => count(one)));
  const billedGroups = ({ groups }: Backtest) => groups.filter(({ dollars }) => dollars !== null).length;
  return {
    runsPct: over(
      ({ dollars }) => (dollars as Dollars).runs,
      ({ dollars }) => (dollars as Dollars).meanAbsPctError,
    ),
    ownersPct: sumOf(owners.map(([, pct]) => pct)) / owners.length,
    owners: Object.fromEntries(owners),
    groupsPct: over(billedGroups, ({ dollars }) => (dollars as Dollars).groupsMeanAbsPctError),
    inputPct: over(
      ({ runs }) => runs,
      ({ inputTokens }) => (inputTokens as NonNullable<Backtest['inputTokens']>).meanAbsPctError,
    ),
  };
}

/** @param catalog that knows nothing of the owner of the runs */
export const backtestOf = (catalog: Catalog, runs: readonly SessionRun[]): Backtest =>
  backtest(recordedOf(catalog, runs));

const made = memoize((_: Catalog) => new Map<string, Catalog>());

/** The catalog as it were if nothing had been recorded of an owner. */
export const withoutOwner = (catalog: Catalog, owner: string): Catalog =>
  valueAt(made(catalog), owner, () =>
    withSessions(
      catalog,
      sessionRuns().filter((run) => run.owner !== owner),
    ),
  );

/** The catalog with what it takes from these sessions. */
function withSessions(catalog: Catalog, runs: readonly SessionRun[]): Catalog {
  const { evidence } = catalog;
  const forecast = evidence?.forecast && {
    ...evidence.forecast,
    compaction: compactionRules(runs.map((run) => withModel(catalog, run))),
  };
  const seen = {
    ...catalog,
    evidence: evidence && { ...evidence, coldCalls: coldCallsIn(runs), ...(forecast && { forecast }) },
  };
  return { ...seen, evidence: seen.evidence && { ...seen.evidence, sessionCache: sessionCacheOf(seen, runs) } };
}

/** The cache of sessions, fitted to all of them. */
export function sessionCacheOf(catalog: Catalog, runs: readonly SessionRun[]): CacheFit {
  const { eta, w, c } = fitModel(recordedOf(catalog, runs).filter(isBilled), 'all by model');
  return { eta, w, c };
}

/** Sessions as those of a log. */
const recordedOf = (catalog: Catalog, runs: readonly SessionRun[]): RecordedRun[] =>
  runsOfLog(catalog, collected(catalog, runs).runs, null);

/** The runs of a log with these sessions. */
export function collected(catalog: Catalog, runs: readonly SessionRun[]): LoggedRuns {
  const collector = new RunCollector(billsAt(catalog));
  for (const run of runs) for (const call of callsOf(run)) collector.add(call);
  return collector.end();
}

/** The calls of a run as a table of calls has them. */
const callsOf = ({ calls, model, session, repository, agent, agentVersion }: SessionRun): CallRecord[] =>
  calls.map(({ at, prompt, cached, cacheWrite, cacheWrite1h, output, compacted }) => ({
    ...callOf(model, {
      ...{ input: prompt - cached - cacheWrite - cacheWrite1h, cachedInput: cached, cacheWrite, cacheWrite1h },
      ...{ output, reasoning: null },
    }),
    ...{ at, session, task: session, project: repository, agent, agentVersion, compacted },
  }));
