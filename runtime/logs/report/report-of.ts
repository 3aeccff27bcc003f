/** Builds the report from the sums of a log, as `--json` prints it. `nanoUsd` is whole nano-dollars as a string of digits. */

import { overlayOf } from '../../core/dataset/overlay-prices.ts';
import { percentages, roundHalfUp, roundTokens } from '../../core/values/money.ts';
import { promptOf } from '../call-record.ts';
import { cacheCauses } from './cache-ledger.ts';
import { sumIn, usdOf } from './exact-usd.ts';
import { type Dimension, isTime } from './log-report.ts';
import type { LogReporter } from './log-reporter.ts';
import { gapCauses } from './logged-gap.ts';
import { savingKinds } from './savings.ts';
import { coveredName, shortNames } from './short-names.ts';
import { type Counts, countNames, noSums, type Sums } from './sums-table.ts';
import type { Unrecorded } from './unrecorded-output.ts';
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

export type LogReport = ReturnType<typeof fullReportOf>;
export type ReportGroups = LogReport['groups'][number];
export type ReportGroup = ReportGroups['rows'][number];

function fullReportOf(reporter: LogReporter, top: number) {
  const { catalog, options } = reporter;
  const total = reporter.total.rows()[0]?.sums ?? noSums;
  return {
    datasetVersion: catalog.version,
    overlay: catalog.models.map(({ price }) => overlayOf(price)).find((name) => name !== null) ?? null,
    /** The day whose prices were used for all calls; null: each call at the prices of its day. */
    pricedOn: options.on,
    /** Host whose prices were used for all calls; null: as logged. */
    host: options.host,
    /** In whose days calls are counted: UTC, or a name of the IANA database. */
    timeZone: reporter.zone.name,
    /** First and last day of the calls; null: the log has no times. */
    from: dayOf(reporter, reporter.firstAt),
    until: dayOf(reporter, reporter.lastAt),
    total: reportSums(total),
    /** Calls without a time, priced on the day of the dataset. */
    callsWithoutTime: reporter.callsWithoutTime,
    /** Calls with a price for which the log has no counts of tokens: they add no dollars. */
    callsWithoutCounts: reporter.callsWithoutCounts,
    /** Calls outside --since and --until, including those without a time if either is given. */
    callsLeftOut: reporter.callsLeftOut,
    groups: reporter.groups.map(groupsOf),
    tasks: tasksOf(reporter, top),
    waste: wasteOf(reporter, total),
    /** Why prompt tokens were not read from the cache: each has one cause, and the parts add up to the bill. */
    cache: cacheOf(reporter, total),
    /** Output whose final count was never logged, and an estimate of what it adds to the bill; null: none. */
    unrecorded: unrecordedOf(reporter),
    /** What would have made the bill smaller, at most five lines, the largest first; they overlap. */
    savings: savingsOf(reporter, total),
    unpriced: unpricedOf(reporter),
    /** null: the log recorded no dollars. The gaps add up to `gapUsd`; `ourUsd` is null where no call has a price. */
    logged: loggedOf(reporter, total),
    notes: [...reporter.notes],
  };
}

const dayOf = ({ zone }: LogReporter, at: number): string | null => (Number.isFinite(at) ? zone.dayOf(at) : null);

export type ReportSums = ReturnType<typeof reportSums>;

/** Sums as a report has them; null: none of the calls has a price, or recorded dollars. */
export function reportSums({ nano, loggedNano, ...counts }: Sums) {
  const { calls, unpricedCalls, cachedInput, loggedCalls } = counts;
  // The rest of an output alone is no call and has dollars.
  const isPriced = calls > unpricedCalls || nano > 0n;
  return {
    ...(Object.fromEntries(countNames.map((name) => [name, countOf(counts[name])])) as unknown as Counts),
    /** Percent of prompt tokens that were read from the cache; null: no prompt tokens. */
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

function groupsOf({ by, table }: LogReporter['groups'][number]) {
  const others = table.others();
  const rows = table.rows().sort((a, b) => {
    const order = isTime(by) ? 0 : b.sums.nano < a.sums.nano ? -1 : b.sums.nano > a.sums.nano ? 1 : 0;
    return order || nameOrder(a.key, b.key);
  });
  return {
    by,
    /** `key` null: not logged. */
    rows: rows.map(({ key, sums }) => ({ key, ...reportSums(sums) })),
    /** The sum of the cheapest groups if there are too many to keep; null: every group has its row. */
    others: others && { groups: others.rows, ...reportSums(others.sums) },
  };
}

/** By name; null comes last. */
const nameOrder = (a: string | null, b: string | null): number =>
  a === b ? 0 : b === null || (a !== null && a < b) ? -1 : 1;

/** Runs of tasks, a run being the calls of one session on one task. */
function tasksOf({ tasks, judged, judgedLackPrices }: LogReporter, top: number) {
  const { solved, failed, unknown, areExact } = tasks.counts();
  return {
    /** Where they are not exact, there were too many runs to keep, and some may be counted twice. */
    ...{ solved, failed, unknown, countsAreExact: areExact },
    /** Dollars of all runs with a known outcome, per solved run; null: none was solved, or a call has no price. */
    usdPerSolved:
      solved === 0 || judgedLackPrices ? null : usdOf((sumIn(judged, 0) + BigInt(solved) / 2n) / BigInt(solved)),
    /** The most expensive first. */
    dearest: tasks.mostExpensive(top).map(({ sums, ...facts }) => ({ ...facts, ...reportSums(sums) })),
  };
}

function wasteOf({ waste }: LogReporter, total: Sums) {
  const sums = waste.sums.all();
  const nano = sums.reduce((sum, one) => sum + one.nano, 0n);
  return {
    ...priced(isUnpriced(total), nano),
    /** Percent of the bill. */
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

/** Dollars, exact to the nano-dollar up to two million, or null where none of the calls has a price: that is not nothing. */
const priced = (isNone: boolean, nano: bigint): { usd: number | null; nanoUsd: string | null } =>
  isNone ? { usd: null, nanoUsd: null } : { usd: usdOf(nano), nanoUsd: String(nano) };

function cacheOf({ ledger }: LogReporter, total: Sums) {
  const sums = ledger.sums.all();
  const nano = sums.reduce((sum, one) => sum + one.nano, 0n);
  const isNone = isUnpriced(total);
  const ofReads = priced(isNone, ledger.readNano());
  const ofOthers = priced(isNone, total.nano - nano - ledger.readNano());
  const { calls5m, calls1h, usd5m, usd1h, hourSaves } = ledger.lifetimes.sums();
  const inNano = (usd: number): number => roundHalfUp(usd * 1e9) / 1e9;
  return {
    /** Prompt tokens that were not read from the cache: the sum of the causes. */
    tokens: countOf(sums.reduce((sum, { tokens }) => sum + tokens, 0)),
    ...priced(isNone, nano),
    /** `extraUsd`: what reading these tokens from the cache would have saved; of growth and first prompts only the least. */
    causes: sums.map(({ cause, calls, isPriced, tokens, nano: of, extraNano }) => {
      const isWithout = tokens > 0 && !isPriced;
      return {
        ...{ cause, meaning: cacheCauses[cause], calls: countOf(calls), tokens: countOf(tokens) },
        ...{ ...priced(isWithout, of), extraUsd: priced(isWithout, extraNano).usd },
      };
    }),
    /** The rest of the bill: tokens read from the cache, and output and tools. */
    ...{ readUsd: ofReads.usd, readNanoUsd: ofReads.nanoUsd, otherUsd: ofOthers.usd, otherNanoUsd: ofOthers.nanoUsd },
    /** Reads and writes of the cache with writes for five minutes and for an hour; null: no call chose between them. */
    lifetime:
      calls5m + calls1h === 0
        ? null
        : {
            /** Calls that wrote for five minutes, or for an hour, as the last write of their conversation. */
            ...{ calls5m, calls1h, usd5m: inNano(usd5m), usd1h: inNano(usd1h) },
            /** What an hour saves, below 0: costs; with 95 % over the sessions of the log. null: there is one session. */
            hourSaves: hourSaves && { low: inNano(hourSaves.low), high: inNano(hourSaves.high) },
          },
  };
}

function savingsOf({ savings, ledger }: LogReporter, total: Sums) {
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

function unrecordedOf({ unrecorded }: LogReporter): Unrecorded | null {
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
function unpricedOf({ unpriced, reasons }: LogReporter) {
  const others = unpriced.others();
  const rows = unpriced.rows().sort((a, b) => b.sums.calls - a.sums.calls || (a.key < b.key ? -1 : 1));
  const reasonOf = (model: string): string => reasons.get(model) ?? 'No price is known.';
  return [
    ...rows.map(({ key, sums }) => ({ model: key, reason: reasonOf(key), ...reportSums(sums) })),
    ...(others === null ? [] : [{ model: null, reason: null, ...reportSums(others.sums) }]),
  ];
}

function loggedOf({ gap }: LogReporter, total: Sums) {
  if (total.loggedCalls === 0) return null;
  const gaps = gap.sums().map(({ cause, model, sums }) => {
    const difference = sums.loggedNano - sums.nano;
    return {
      /** `model` null: models beyond the limit. */
      ...{ cause, meaning: gapCauses[cause], model, calls: sums.calls },
      /** null: the log recorded none, or we have no price. */
      loggedUsd: cause === 'notLogged' ? null : usdOf(sums.loggedNano),
      ourUsd: cause === 'unpriced' ? null : usdOf(sums.nano),
      /** Logged minus ours, where a missing amount counts as 0. */
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
