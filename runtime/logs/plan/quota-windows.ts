/** The windows of a quota that reports tell of, and the list dollars per percent in each. */
import { median } from '../../core/values/median.ts';
import type { LimitReport } from '../fields/limit-reports.ts';
import type { Spending } from './spending.ts';

export type QuotaWindow = ReturnType<typeof windowOf>;

/** The part of a window's dollars from which on a model counts as its only one: titles are written by small ones. */
const onlyModel = 0.95;
const minuteMs = 60_000;

/**
 * Reports of one quota in windows, in order of time. A new one begins where the reset moves by more than a twentieth of
 * its length; a percent below an earlier one of the same window is what another session saw some time ago.
 */
export function windowsOf(reports: readonly LimitReport[], spending: Spending): QuotaWindow[] {
  const windows: LimitReport[][] = [];
  for (const report of [...reports].sort((a, b) => a.at - b.at)) {
    const current = windows.at(-1);
    const last = current?.at(-1);
    if (current === undefined || last === undefined || isLater(report, last)) windows.push([report]);
    else if (report.usedPct >= last.usedPct && !isEarlier(report, last)) current.push(report);
  }
  return windows.map((own) => windowOf(own, spending));
}

const isLater = (report: LimitReport, last: LimitReport): boolean => resetMoved(report, last) > 1;
const isEarlier = (report: LimitReport, last: LimitReport): boolean => resetMoved(report, last) < -1;

/** By how many twentieths of a window the reset moved; without resets, a percent that falls to half begins a window. */
function resetMoved(report: LimitReport, last: LimitReport): number {
  if (report.resetsAt === null || last.resetsAt === null) return report.usedPct < last.usedPct / 2 ? 2 : 0;
  return (20 * (report.resetsAt - last.resetsAt)) / (report.minutes * minuteMs);
}

/** @param reports of it whose percent is not below one before, in order of time */
function windowOf(reports: readonly LimitReport[], spending: Spending) {
  // At 0 and 100 a rounded percent tells less than elsewhere: it stays there.
  const inside = reports.filter(({ usedPct }) => usedPct > 0 && usedPct < 100);
  const used = spanOf(inside) > 0 ? inside : reports;
  const [first, last] = [used[0] as LimitReport, used.at(-1) as LimitReport];
  const percents = spanOf(used);
  const usd = spending.between(first.at, last.at);
  const { usdByModel, dearest } = spending.parts(first.at, last.at);
  const [[model, most] = [null, 0]] = [...usdByModel].sort(([, a], [, b]) => b - a);
  return {
    /** When it begins anew (null: not told), and percent and dollars between the reports that count. */
    ...{ reports, resetsAt: last.resetsAt, percents, usd },
    /** Dollars per percent, and its bounds; null: no more than one percent lies between reports. */
    usdPerPct: percents > 1 && usd > 0 ? perPercent(used, usd, dearest, spending) : null,
    /** The model of at least 95 of 100 dollars; null: there is none. */
    model: usd > 0 && most >= onlyModel * usd ? model : null,
  };
}

const spanOf = (reports: readonly LimitReport[]): number =>
  reports.length === 0 ? 0 : (reports.at(-1) as LimitReport).usedPct - (reports[0] as LimitReport).usedPct;

/**
 * Percents are whole numbers, floored, rounded or ceiled: nobody says. So a difference of p is one of p - 1 to p + 1, and
 * d dollars, give or take a call that is under way, are d/(p + 1) to d/(p - 1) per percent.
 *
 * The middle goes from step to step, since whatever the rounding, two steps of the percent lie a whole number apart. Where
 * one lies between two reports is not known: in the middle, if the percent between them grew by one. From first to last
 * report it would be off to one side for all windows alike, as first and last reports lie just after steps.
 */
function perPercent(reports: readonly LimitReport[], usd: number, dearest: number, spending: Spending) {
  const unit = reports.every(({ usedPct }) => Number.isInteger(usedPct)) ? 1 : 0.1;
  const percents = spanOf(reports);
  const steps = reports.flatMap((to, at) => {
    const from = reports[at - 1];
    return from !== undefined && to.usedPct > from.usedPct ? [{ from, to }] : [];
  });
  const [first, last] = [steps[0], steps.at(-1)];
  const low = Math.max(0, usd - dearest) / (percents + unit);
  const high = (usd + dearest) / (percents - unit);
  if (first === undefined || last === undefined) return { low, middle: usd / percents, high };
  const start = stepAt(first, unit / 2, spending);
  const end = stepAt(last, last.to.usedPct - last.from.usedPct - unit / 2, spending);
  const between = last.to.usedPct - first.from.usedPct - unit;
  const middle = between > unit / 2 ? (end - start) / between : usd / percents;
  return { low, middle: Math.min(high, Math.max(low, middle)), high };
}

/** The dollars at which so many percent of the growth between two reports are reached. */
function stepAt({ from, to }: { from: LimitReport; to: LimitReport }, percents: number, spending: Spending): number {
  const before = spending.upTo(from.at);
  return before + ((spending.upTo(to.at) - before) * percents) / (to.usedPct - from.usedPct);
}

export type UsdPerPercent = NonNullable<ReturnType<typeof usdPerPercent>>;

const fewestPercents = 5;
/** With five windows the widest interval of order statistics holds 94 of 100 medians, but rests on two windows alone. */
const fewestWindows = 6;
const confidence = 0.9;

/** By the windows with at least five percent between reports; null: there is none. */
export function usdPerPercent(windows: readonly QuotaWindow[]) {
  const found = windows.flatMap(({ usdPerPct, percents, model }) =>
    usdPerPct !== null && percents >= fewestPercents ? [{ ...usdPerPct, model }] : [],
  );
  const [first] = found;
  if (first === undefined) return null;
  // null: they are a mixture, and models weigh differently.
  const model = found.every((one) => one.model === first.model) ? first.model : null;
  const middles = found.map(({ middle }) => middle).sort((a, b) => a - b);
  const isInterval = model !== null && found.length >= fewestWindows;
  const place = isInterval ? intervalPlace(found.length) : 0;
  return {
    ...{ windows: found.length, model, middle: median(middles), isInterval },
    /** A 90 % interval, or the range that the windows leave open. */
    low: isInterval ? (middles[place] as number) : Math.min(...found.map(({ low }) => low)),
    high: isInterval ? (middles.at(-1 - place) as number) : Math.max(...found.map(({ high }) => high)),
  };
}

/**
 * How many values at each end of a sorted sample can be left out so that the rest still holds the median in at least 90
 * of 100 samples: it lies outside of the k-th and the k-th last with twice the binomial chance of fewer than k of n heads.
 */
function intervalPlace(count: number): number {
  let [chance, outside, place] = [2 ** (1 - count), 2 ** (1 - count), 0];
  while (place < count) {
    chance *= (count - place) / (place + 1);
    if (1 - outside - chance < confidence) break;
    outside += chance;
    place += 1;
  }
  return place;
}

/** Times in milliseconds since 1970; null: not before the window begins anew. */
export interface RunsOut {
  p10: number | null;
  p50: number | null;
  p90: number | null;
}

/** A window in so many rounds, days of a week, and each of them in steps. */
const roundsPerWindow = 7;
const stepsPerRound = 8;
const stepsPerWindow = roundsPerWindow * stepsPerRound;
/** Windows back from now from which the pace is taken. */
const windowsBack = 8;
/** With fewer earlier beginnings there is too little to say. */
const fewestPaths = 10;
/** How many rounds of the usual pace this window's own is taken together with. */
const usualRounds = 3;

/**
 * What was spent after each earlier time, a whole number of rounds ago, is one way to go on from now, at the pace of this
 * window against the usual one: of these ways, one in ten is used up before p10, and one in ten after p90. Where a window
 * was used up and nothing could be spent, what was spent a round before stands in.
 * @param left dollars until the quota is used up
 * @param earlier windows of the same quota
 */
export function runsOut(
  { left, now, resetsAt, minutes }: { left: number; now: number; resetsAt: number; minutes: number },
  earlier: readonly QuotaWindow[],
  spending: Spending,
): RunsOut | null {
  if (left <= 0) return { p10: now, p50: now, p90: now };
  const step = (minutes * 60_000) / stepsPerWindow;
  const ahead = (resetsAt - now) / step;
  const past = stepsBack(now, step, earlier, spending);
  const usual = (past.reduce((sum, usd) => sum + usd, 0) / past.length) * stepsPerRound;
  if (!(usual > 0)) return null;
  const begun = resetsAt - minutes * 60_000;
  const rounds = (now - begun) / (step * stepsPerRound);
  const pace = (spending.between(begun, now) / usual + usualRounds) / (rounds + usualRounds);
  const times: number[] = [];
  for (let from = past.length % stepsPerRound; from + ahead <= past.length; from += stepsPerRound) {
    times.push(stepsTo(left / pace, past, from));
  }
  if (times.length < fewestPaths) return null;
  times.sort((a, b) => a - b);
  const quantile = (part: number): number | null => {
    const steps = times[Math.min(times.length - 1, Math.floor(part * times.length))] as number;
    return steps <= ahead ? Math.round(now + steps * step) : null;
  };
  return { p10: quantile(0.1), p50: quantile(0.5), p90: quantile(0.9) };
}

/** Dollars of each step back to the first call, the oldest first. */
function stepsBack(now: number, step: number, earlier: readonly QuotaWindow[], spending: Spending): number[] {
  const past: number[] = [];
  for (let back = windowsBack * stepsPerWindow; back > 0; back--) {
    const [from, to] = [now - back * step, now - (back - 1) * step];
    if (from < spending.firstAt) continue;
    const before = past[past.length - stepsPerRound];
    const isStopped = before !== undefined && earlier.some((one) => isFull(one, from, to));
    past.push(isStopped ? before : spending.between(from, to));
  }
  return past;
}

/** Whether a window was used up in most of a span. */
function isFull({ reports, resetsAt }: QuotaWindow, from: number, to: number): boolean {
  const full = reports.find(({ usedPct }) => usedPct >= 100);
  if (full === undefined || resetsAt === null) return false;
  return Math.min(to, resetsAt) - Math.max(from, full.at) > (to - from) / 2;
}

/** How many steps from one on it takes to spend so much, spread evenly within a step; infinite: more than are known. */
function stepsTo(left: number, past: readonly number[], from: number): number {
  let rest = left;
  for (let at = from; at < past.length; at++) {
    const usd = past[at] as number;
    if (usd >= rest) return at - from + rest / usd;
    rest -= usd;
  }
  return Number.POSITIVE_INFINITY;
}
