/** The logs of this machine's agents, for the tools of `agent-cost mcp`. */
import type { Catalog } from '../core/dataset/catalog.ts';
import { unknownName } from '../core/values/did-you-mean.ts';
import { WrongUse } from '../io/command-line.ts';
import { billsAt } from '../logs/calibrate/logged-runs.ts';
import type { CallRecord } from '../logs/call-record.ts';
import { PlanCalls } from '../logs/plan/plan-worth.ts';
import { LogReporter } from '../logs/report/log-reporter.ts';
import { reportOf } from '../logs/report/report-of.ts';
import { shortNames } from '../logs/report/short-names.ts';
import { isWithin, TimeZone } from '../logs/report/time-zone.ts';
import { Repricer } from '../logs/reprice/reprice.ts';
import type { LoggedCalls, OwnLogs } from '../mcp/log-tools.ts';
import { modelSold } from './catalog-options.ts';
import { findLogs, thisMachine } from './find-logs.ts';
import { indexOn } from './log-index.ts';
import { limitsIn, namesOfSettings, ownSettings, planAsked } from './own-settings.ts';
import { problemLines, readLogs, withShortPaths } from './read-logs.ts';
import { daysOf, groupsNamed } from './report-options.ts';
import { keptLimits } from './running/limits-file.ts';

/**
 * Read with the index, so that an agent that asks often waits only for what was appended.
 * @param list the catalog at list prices, which say what a plan is worth
 */
export function ownLogs(list: Catalog): OwnLogs {
  const zone = TimeZone.local();
  return {
    async report(catalog, calls, by, plan) {
      const settings = ownSettings();
      const paid = planAsked(catalog, plan, settings, 'plan');
      const own = namesOfSettings(catalog, settings);
      const kept = keptLimits(thisMachine());
      const planCalls = paid === null && kept.length === 0 ? null : new PlanCalls(list, zone);
      const reporter = new LogReporter(catalog, {
        by: groupsNamed(by),
        ...daysOf(calls, zone, Date.now()),
        host: null,
        on: null,
        zone,
      });
      const { limits, ...told } = await read(
        calls,
        (records) => reporter.add(own.named(records)),
        (records) => planCalls?.add(own.named(records)),
      );
      for (const note of own.notes()) reporter.notes.add(note);
      const worth = planCalls?.worth(paid, [...kept, ...limits], Date.now()) ?? null;
      return { ...reportOf(reporter), ...told, plan: worth };
    },
    async reprice(catalog, calls, model, host) {
      const sold = modelSold(catalog, model, host, ['model', 'host']);
      const repricer = new Repricer(catalog, [sold], host ?? null, billsAt(catalog));
      const isAsked = isWithin(daysOf(calls, zone, Date.now()), zone);
      const { notRead } = await read(calls, (records) => {
        for (const record of records) if (isAsked(record.at)) repricer.add(record);
      });
      return { ...repricer.end(), notRead };
    },
    startOf(period) {
      const now = Date.now();
      const day = zone.dayOf(now) as string;
      return { day, week: zone.weekOf(now) as string, month: `${day.slice(0, 7)}-01` }[period];
    },
  };
}

/**
 * Passes on the calls of a project, or of all; answers with the agents whose logs were read, what these say of quotas, and
 * what was not read.
 * @param takeAll is given the calls of every project
 */
async function read(
  { project }: LoggedCalls,
  take: (records: readonly CallRecord[]) => void,
  takeAll: (records: readonly CallRecord[]) => void = () => {},
) {
  const { found, logs, looked } = findLogs(thisMachine());
  if (found.length === 0)
    throw new WrongUse(`No log of an agent was found on this machine. Looked in: ${looked.join('; ')}.`);
  const others = new Set<string>();
  let taken = 0;
  const isAsked = ({ project: path }: CallRecord): boolean => {
    if (project === undefined) return true;
    if (path !== null && isCalled(path, project)) return true;
    if (path !== null) others.add(path);
    return false;
  };
  const logsRead = await readLogs(
    found.map(({ folder }) => folder),
    (records) => {
      takeAll(records);
      const asked = records.filter(isAsked);
      taken += asked.length;
      take(asked);
    },
    { found: logs, isOwn: true, index: indexOn(thisMachine()) },
  );
  if (taken === 0 && project !== undefined) {
    const names = [...new Set(shortNames(others).values())].sort();
    throw new WrongUse(unknownName('project', project, names));
  }
  const problems = problemLines(withShortPaths(logsRead));
  return {
    limits: limitsIn(logsRead.files),
    agents: found.map(({ agent, files: { length } }) => ({ agent, files: length })),
    notRead: problems.length === 0 ? null : problems.slice(0, mostProblems),
  };
}

/** Lines on what was not read that an answer has: an agent pays for each of them. */
const mostProblems = 5;

/** Whether a name is that of a project: its path, or the end of it from a folder on. */
const isCalled = (path: string, name: string): boolean =>
  path === name || path.endsWith(`/${name}`) || path.endsWith(`\\${name}`);
