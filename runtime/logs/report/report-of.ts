/** Builds the report from the sums of a log. */

import { overlayOf } from '../../core/dataset/overlay-prices.ts';
import { percentages, roundHalfUp, roundTokens } from '../../core/values/money.ts';
import { promptOf } from '../call-record.ts';
import { cacheCauses } from './cache-ledger.ts';
import { sumIn, usdOf } from './exact-usd.ts';
import {
  type Dimension,
  isTime,
  type LogReport,
  type ReportGap,
  type ReportGroup,
  type ReportGroups,
  type ReportSums,
} from './log-report.ts';
import type { LogReporter } from './log-reporter.ts';
import { gapCauses } from './logged-gap.ts';
import { savingKinds } from './savings.ts';
import { coveredName, shortNames } from './short-names.ts';
import { type Counts, countNames, noSums, type Sums } from './sums-table.ts';
import { wasteCauses } from './visible-waste.ts';

/**
 * @param top how many of the most expensive runs of tasks to list
 * @param fullNames whether folders and ids are named in full; otherwise they are short, so that the report can be shared
 */
export function reportOf(reporter: LogReporter, top = 20, fullNames = false): LogReport {
  const report = fullReportOf(reporter, top);
  return fullNames ? report : withShortNames(report);
}

/** Dimensions whose names may be folders or ids. */
const named: readonly Dimension[] = ['project', 'session', 'task', 'subagent', 'key'];

/** Whether the names of a dimension are those of people or their machines. */
const isCovered = (by: Dimension): by is 'user' | 'machine' => by === 'user' || by === 'machine';

function withShortNames(report: LogReport): LogReport {
  const groups = report.groups.filter(({ by }) => named.includes(by));
  const { dearest } = report.tasks;
  const short = shortNames([
    ...groups.flatMap(({ rows }) => rows.map(({ key }) => key)),
    ...dearest.flatMap(({ task, session, project }) => [task, session, project]),
  ]);
  const nameOf = (name: string | null) => (name === null ? null : (short.get(name) ?? name));
  return {
    ...report,
    groups: report.groups.map(({ by, rows, others }) => {
      const shown = isCovered(by)
        ? (key: string | null) => key && coveredName(by, key)
        : named.includes(by)
          ? nameOf
          : null;
      return { by, others, rows: shown === null ? rows : rows.map((row) => ({ ...row, key: shown(row.key) })) };
    }),
    tasks: {
      ...report.tasks,
      dearest: dearest.map((run) => ({
        ...run,
        task: nameOf(run.task),
        session: nameOf(run.session),
        project: nameOf(run.project),
      })),
    },
  };
}

function fullReportOf(reporter: LogReporter, top: number): LogReport {
  const { catalog, options } = reporter;
  const total = reporter.total.rows()[0]?.sums ?? noSums;
  return {
    datasetVersion: catalog.version,
    overlay: catalog.models.map(({ price }) => overlayOf(price)).find((name) => name !== null) ?? null,
    pricedOn: options.on,
    host: options.host,
    timeZone: reporter.zone.name,
    from: dayOf(reporter, reporter.firstAt),
    until: dayOf(reporter, reporter.lastAt),
    total: reportSums(total),
    callsWithoutTime: reporter.callsWithoutTime,
    callsWithoutCounts: reporter.callsWithoutCounts,
    callsLeftOut: reporter.callsLeftOut,
    groups: reporter.groups.map(groupsOf),
    tasks: tasksOf(reporter, top),
    waste: wasteOf(reporter, total),
    cache: cacheOf(reporter, total),
    unrecorded: unrecordedOf(reporter),
    savings: savingsOf(reporter, total),
    unpriced: unpricedOf(reporter),
    logged: loggedOf(reporter, total),
    notes: [...reporter.notes],
  };
}

const dayOf = ({ zone }: LogReporter, at: number): string | null => (Number.isFinite(at) ? zone.dayOf(at) : null);

/** Sums as a report has them. */
export function reportSums({ nano, loggedNano, ...counts }: Sums): ReportSums {
  const { calls, unpricedCalls, cachedInput, loggedCalls } = counts;
  // The rest of an output alone is no call and has dollars.
  const isPriced = calls > unpricedCalls || nano > 0n;
  return {
    ...(Object.fromEntries(countNames.map((name) => [name, countOf(counts[name])])) as unknown as Counts),
    cachedPct: share(cachedInput, promptOf(counts)),
    usd: isPriced ? usdOf(nano) : null,
    nanoUsd: isPriced ? String(nano) : null,
    loggedUsd: loggedCalls > 0 ? usdOf(loggedNano) : null,
  };
}

/** A count as it is, or where calls of an estimate make it a mean, to the thousandth. */
const countOf = (count: number): number => (Number.isInteger(count) ? count : roundTokens(count));

/** Percent, to four decimals. */
const share = (part: number, whole: number): number | null => (whole === 0 ? null : percentages([part], whole).total);

function groupsOf({ by, table }: LogReporter['groups'][number]): ReportGroups {
  const others = table.others();
  const rows = table.rows().sort((a, b) => {
    const order = isTime(by) ? 0 : b.sums.nano < a.sums.nano ? -1 : b.sums.nano > a.sums.nano ? 1 : 0;
    return order || nameOrder(a.key, b.key);
  });
  return {
    by,
    rows: rows.map(({ key, sums }): ReportGroup => ({ key, ...reportSums(sums) })),
    others: others && { groups: others.rows, ...reportSums(others.sums) },
  };
}

/** By name; null comes last. */
const nameOrder = (a: string | null, b: string | null): number =>
  a === b ? 0 : b === null || (a !== null && a < b) ? -1 : 1;

function tasksOf({ tasks, judged, judgedLackPrices }: LogReporter, top: number): LogReport['tasks'] {
  const { solved, failed, unknown, areExact } = tasks.counts();
  return {
    ...{ solved, failed, unknown, countsAreExact: areExact },
    usdPerSolved:
      solved === 0 || judgedLackPrices ? null : usdOf((sumIn(judged, 0) + BigInt(solved) / 2n) / BigInt(solved)),
    dearest: tasks.mostExpensive(top).map(({ sums, ...facts }) => ({ ...facts, ...reportSums(sums) })),
  };
}

function wasteOf({ waste }: LogReporter, total: Sums): LogReport['waste'] {
  const sums = waste.sums.all();
  const nano = sums.reduce((sum, one) => sum + one.nano, 0n);
  return {
    ...priced(isUnpriced(total), nano),
    pct: share(Number(nano), Number(total.nano)),
    causes: sums.map(({ cause, calls, isPriced, tokens, nano: of }) => ({
      ...{ cause, meaning: wasteCauses[cause], calls: countOf(calls), tokens: countOf(tokens) },
      ...priced(tokens > 0 && !isPriced, of),
    })),
  };
}

/** Whether there are calls, and none of them has a price. */
const isUnpriced = ({ calls, unpricedCalls, nano }: Sums): boolean =>
  calls > 0 && calls === unpricedCalls && nano === 0n;

/** Dollars, or null where none of the calls has a price: that is not nothing. */
const priced = (isNone: boolean, nano: bigint) =>
  isNone ? { usd: null, nanoUsd: null } : { usd: usdOf(nano), nanoUsd: String(nano) };

function cacheOf({ ledger }: LogReporter, total: Sums): LogReport['cache'] {
  const sums = ledger.sums.all();
  const nano = sums.reduce((sum, one) => sum + one.nano, 0n);
  const isNone = isUnpriced(total);
  const ofReads = priced(isNone, ledger.readNano());
  const ofOthers = priced(isNone, total.nano - nano - ledger.readNano());
  const { calls5m, calls1h, usd5m, usd1h, hourSaves } = ledger.lifetimes.sums();
  const inNano = (usd: number): number => roundHalfUp(usd * 1e9) / 1e9;
  return {
    tokens: countOf(sums.reduce((sum, { tokens }) => sum + tokens, 0)),
    ...priced(isNone, nano),
    causes: sums.map(({ cause, calls, isPriced, tokens, nano: of, extraNano }) => {
      const isWithout = tokens > 0 && !isPriced;
      return {
        ...{ cause, meaning: cacheCauses[cause], calls: countOf(calls), tokens: countOf(tokens) },
        ...{ ...priced(isWithout, of), extraUsd: priced(isWithout, extraNano).usd },
      };
    }),
    ...{ readUsd: ofReads.usd, readNanoUsd: ofReads.nanoUsd, otherUsd: ofOthers.usd, otherNanoUsd: ofOthers.nanoUsd },
    lifetime:
      calls5m + calls1h === 0
        ? null
        : {
            ...{ calls5m, calls1h, usd5m: inNano(usd5m), usd1h: inNano(usd1h) },
            hourSaves: hourSaves && { low: inNano(hourSaves.low), high: inNano(hourSaves.high) },
          },
  };
}

function savingsOf({ savings, ledger }: LogReporter, total: Sums): LogReport['savings'] {
  const paused = ledger.sums.all().filter(({ cause }) => cause === 'idle' || cause === 'resumed');
  const idle = { calls: 0, usd: 0, extraUsd: 0 };
  for (const { calls, nano, extraNano } of paused) {
    idle.calls += calls;
    idle.usd += usdOf(nano);
    // Some would have found a cold cache without the pause.
    idle.extraUsd += (1 - ledger.lifetimes.coldWithoutPause()) * usdOf(extraNano);
  }
  const rounded = (usd: number): number => roundHalfUp(usd * 1e6) / 1e6;
  return savings.lines(usdOf(total.nano), idle, ledger.lifetimes.sums()).map(({ usd, usdThen, ...line }) => ({
    ...line,
    ...{ usd: rounded(usd), usdThen: rounded(usdThen), saves: rounded(usd - usdThen), assumes: savingKinds[line.kind] },
  }));
}

function unrecordedOf({ unrecorded }: LogReporter): LogReport['unrecorded'] {
  const found = unrecorded.result();
  if (found === null) return null;
  const { missingTokens, missingUsd } = found;
  const rounded = ({ low, middle, high }: typeof missingUsd, decimals: number) => ({
    low: roundHalfUp(low * decimals) / decimals,
    middle: roundHalfUp(middle * decimals) / decimals,
    high: roundHalfUp(high * decimals) / decimals,
  });
  return { ...found, missingTokens: rounded(missingTokens, 1), missingUsd: rounded(missingUsd, 1e6) };
}

/** Those with the most calls first. */
function unpricedOf({ unpriced, reasons }: LogReporter): LogReport['unpriced'] {
  const others = unpriced.others();
  const rows = unpriced.rows().sort((a, b) => b.sums.calls - a.sums.calls || (a.key < b.key ? -1 : 1));
  const reasonOf = (model: string): string => reasons.get(model) ?? 'No price is known.';
  return [
    ...rows.map(({ key, sums }) => ({ model: key, reason: reasonOf(key), ...reportSums(sums) })),
    ...(others === null ? [] : [{ model: null, reason: null, ...reportSums(others.sums) }]),
  ];
}

function loggedOf({ gap }: LogReporter, total: Sums): LogReport['logged'] {
  if (total.loggedCalls === 0) return null;
  const gaps = gap.sums().map(({ cause, model, sums }): ReportGap => {
    const difference = sums.loggedNano - sums.nano;
    return {
      ...{ cause, meaning: gapCauses[cause], model, calls: sums.calls },
      loggedUsd: cause === 'notLogged' ? null : usdOf(sums.loggedNano),
      ourUsd: cause === 'unpriced' ? null : usdOf(sums.nano),
      gapUsd: usdOf(difference),
      gapNanoUsd: String(difference),
    };
  });
  const whole = total.loggedNano - total.nano;
  return {
    ...{ usd: usdOf(total.loggedNano), ourUsd: priced(isUnpriced(total), total.nano).usd },
    ...{ gapUsd: usdOf(whole), gapNanoUsd: String(whole), gaps },
  };
}
