/** The windows of a quota that reports tell of, and the list dollars per percent in each. */
import type { LimitReport } from '../fields/limit-reports.ts';
import type { Spending } from './spending.ts';

export interface QuotaWindow {
  /** Reports of it whose percent is not below one before, in order of time. */
  reports: readonly LimitReport[];
  /** When it begins anew; null: not told. */
  resetsAt: number | null;
  /** Percent between the reports that count, and dollars between them. */
  percents: number;
  usd: number;
  /** Dollars per percent, and its bounds; null: no more than one percent lies between reports. */
  usdPerPct: { low: number; middle: number; high: number } | null;
  /** The model of at least 95 of 100 dollars; null: there is none. */
  model: string | null;
}

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

function windowOf(reports: readonly LimitReport[], spending: Spending): QuotaWindow {
  // At 0 and 100 a rounded percent tells less than elsewhere: it stays there.
  const inside = reports.filter(({ usedPct }) => usedPct > 0 && usedPct < 100);
  const used = spanOf(inside) > 0 ? inside : reports;
  const [first, last] = [used[0] as LimitReport, used.at(-1) as LimitReport];
  const percents = spanOf(used);
  const usd = spending.between(first.at, last.at);
  const { usdByModel, dearest } = spending.parts(first.at, last.at);
  const [[model, most] = [null, 0]] = [...usdByModel].sort(([, a], [, b]) => b - a);
  return {
    ...{ reports, resetsAt: last.resetsAt, percents, usd },
    usdPerPct: percents > 1 && usd > 0 ? perPercent(used, usd, dearest, spending) : null,
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
