/**
 * Dollars of recorded sessions, as `agent-cost backtest` predicts them from a log: hit efficiency and own output cached
 * fitted by model and the warm prefix by repository and model, on other sessions of the repository (five folds). Of a
 * session's own cache only its pauses are given.
 */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { type Backtest, backtest, type GroupErrors } from '../../runtime/logs/calibrate/backtest.ts';
import { billsAt, RunCollector } from '../../runtime/logs/calibrate/logged-runs.ts';
import { runsOfLog } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { type CallRecord, callOf } from '../../runtime/logs/call-record.ts';
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';
import { coldCallsIn, compactionRules } from './agent-data.ts';
import { type SessionRun, sessionRuns, withModel } from './sessions.ts';

export interface FittedSessions {
  /** Mean absolute errors, in percent: of a run, of the runs of an owner, and of a repository's on one model together. */
  runsPct: number;
  ownersPct: number;
  groupsPct: number;
  inputPct: number;
}

export function fittedSessions(catalog: Catalog): FittedSessions {
  const found = backtest(runsOfLog(withSessions(catalog), collected(catalog, sessionRuns()), null));
  const dollars = found.dollars as NonNullable<Backtest['dollars']>;
  const owners = [...groupBy(found.groups, ownerOf).values()].map((own) => {
    const billed = own.flatMap((group) => group.dollars ?? []);
    return sumOf(billed.map((one) => one.runs * one.meanAbsPctError)) / sumOf(billed.map(({ runs }) => runs));
  });
  return {
    runsPct: dollars.meanAbsPctError,
    ownersPct: sumOf(owners) / owners.length,
    groupsPct: dollars.groupsMeanAbsPctError,
    inputPct: (found.inputTokens as NonNullable<Backtest['inputTokens']>).meanAbsPctError,
  };
}

/** A group is named "model in owner/repository". */
const ownerOf = ({ group }: GroupErrors): string => (group.split(' in ')[1] as string).split('/')[0] as string;

/** The catalog with what it takes from these sessions, which may have changed since its data was written. */
function withSessions(catalog: Catalog): Catalog {
  const { evidence } = catalog;
  const runs = sessionRuns();
  const forecast = evidence?.forecast && {
    ...evidence.forecast,
    compaction: compactionRules(runs.map((run) => withModel(catalog, run))),
  };
  return {
    ...catalog,
    evidence: evidence && { ...evidence, coldCalls: coldCallsIn(runs), ...(forecast && { forecast }) },
  };
}

function collected(catalog: Catalog, runs: readonly SessionRun[]) {
  const collector = new RunCollector(billsAt(catalog));
  for (const run of runs) for (const call of callsOf(run)) collector.add(call);
  return collector.end().runs;
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
