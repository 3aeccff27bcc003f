/**
 * Dollars per percent of a quota, by hand. The sentence that tells Copilot's AI credits beside the worth of a plan.
 */
import { expect, test } from 'vitest';
import { codexLimits, type LimitReport, noteLimit } from '../../../runtime/logs/fields/limit-reports.ts';
import { planLines } from '../../../runtime/logs/plan/plan-text.ts';
import type { PlanWorth } from '../../../runtime/logs/plan/plan-worth.ts';
import { type QuotaWindow, usdPerPercent, windowsOf } from '../../../runtime/logs/plan/quota-windows.ts';
import { Spending } from '../../../runtime/logs/plan/spending.ts';
import { utc } from '../../../runtime/logs/report/time-zone.ts';

const hour = 3_600_000;
const reset = 200 * hour;
const report = (at: number, usedPct: number, resetsAt: number | null = reset): LimitReport => ({
  ...{ agent: 'Codex', at: at * hour, minutes: 10_080, usedPct, resetsAt },
});

/** A call of so many dollars at each hour. */
function spent(...dollars: number[]): Spending {
  const spending = new Spending();
  dollars.forEach((usd, at) => {
    spending.add(at * hour, usd, 'one');
  });
  return spending;
}

test('a pair bounds it: d/(p + 1) to d/(p - 1), give or take the dearest call', () => {
  // From the report at 0 h to that at 4 h: 3 + 1 + 2 + 2 = 8 dollars, the dearest 3, and 14 - 10 = 4 percent.
  const [window] = windowsOf([report(0.5, 10), report(4.5, 14)], spent(9, 3, 1, 2, 2));
  expect(window).toMatchObject({ percents: 4, usd: 8, model: 'one' });
  // One pair: from half a percent after its beginning to half a percent before its end.
  expect(window?.usdPerPct).toEqual({ low: 5 / 5, middle: 8 / 4, high: 11 / 3 });
});

test('the middle goes from step to step', () => {
  // Steps: 10 to 11 between 1 and 2 dollars, at 1.5; 11 to 13 between 2 and 6, the second of them at 2 + 4 * 1.5/2 = 5.
  const reports = [report(0.5, 10), report(1.5, 11), report(5.5, 13)];
  const [window] = windowsOf(reports, spent(1, 1, 1, 1, 1, 1));
  expect(window?.usdPerPct?.middle).toBeCloseTo((5 - 1.5) / (13 - 11), 12);
});

test('what another session saw some time ago does not count, and a reset begins a window', () => {
  const later = reset + 168 * hour;
  const reports = [
    report(1, 10),
    report(2, 12),
    report(3, 11),
    report(4, 13),
    report(5, 1, later),
    report(6, 13),
    report(7, 2, later),
  ];
  const windows = windowsOf(reports, spent(1, 1, 1, 1, 1, 1, 1, 1));
  expect(windows.map((one) => one.reports.map(({ usedPct }) => usedPct))).toEqual([
    [10, 12, 13],
    [1, 2],
  ]);
});

test('nothing is said of one percent, nor of windows with less than five', () => {
  const windows = windowsOf([report(0, 10), report(3, 11)], spent(1, 1, 1, 1));
  expect(windows[0]?.usdPerPct).toBeNull();
  expect(usdPerPercent(windowsOf([report(0, 10), report(3, 14)], spent(1, 1, 1, 1)))).toBeNull();
});

/** Half a coin's chance that a sorted sample without its first and last `place` values holds the median, by trying all. */
function chanceToHold(count: number, place: number): number {
  let held = 0;
  for (let sides = 0; sides < 2 ** count; sides++) {
    const below = sides.toString(2).replaceAll('0', '').length;
    if (below > place && count - below > place) held += 1;
  }
  return held / 2 ** count;
}

test.each([6, 7, 8, 9, 11, 14])('%i windows: the narrowest order statistics that hold 90 of 100 medians', (count) => {
  const windows = Array.from(
    { length: count },
    (_, at): QuotaWindow => ({
      ...{ reports: [], resetsAt: null, percents: 20, usd: 1, model: 'one' },
      usdPerPct: { low: at, middle: at + 1, high: at + 2 },
    }),
  );
  const found = usdPerPercent(windows);
  const places = Array.from({ length: Math.floor(count / 2) }, (_, place) => place);
  const place = Math.max(...places.filter((one) => chanceToHold(count, one) >= 0.9));
  expect(found).toMatchObject({ isInterval: true, low: place + 1, high: count - place });
});

test('limits of single models, of other accounts and without a time are left out', () => {
  const primary = { used_percent: 3, window_minutes: 300, resets_in_seconds: 60 };
  expect(codexLimits({ primary }, 1000)).toEqual([
    { agent: 'Codex', at: 1000, minutes: 300, usedPct: 3, resetsAt: 61_000 },
  ]);
  expect(codexLimits({ limit_id: 'codex_other', primary }, 1000)).toEqual([]);
  expect(codexLimits({ primary }, null)).toEqual([]);
  expect(codexLimits({ primary: { used_percent: -1, window_minutes: 300 } }, 1000)).toEqual([]);
});

test('of reports that say the same one after the other, the first and the last are kept, of each quota', () => {
  const kept: LimitReport[] = [];
  for (const [at, usedPct] of [
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 5],
  ] as const) {
    noteLimit(kept, report(at, usedPct));
    noteLimit(kept, { ...report(at, 50), minutes: 300 });
  }
  const of = (minutes: number) =>
    kept.filter((one) => one.minutes === minutes).map(({ at, usedPct }) => [at / hour, usedPct]);
  expect(of(10_080)).toEqual([
    [1, 4],
    [3, 4],
    [4, 5],
  ]);
  expect(of(300)).toEqual([
    [1, 50],
    [4, 50],
  ]);
});

const worth: PlanWorth = {
  plan: { id: 'made-up', name: 'Made-up', usdPerMonth: 10, perSeat: false },
  agents: ['Copilot CLI'],
  month: '2026-11',
  goesOn: true,
  ...{ calls: 3, unpricedCalls: 0, usd: 4, timesPrice: 0.4, overPriceUsd: -6, reachedOn: null },
  credits: null,
  quotas: [],
};
const lineWith = (credits: PlanWorth['credits']): string => planLines({ ...worth, credits }, utc).join('\n');

test('credits are told with those of the plan where it says how many, and not where the log has none', () => {
  expect(lineWith({ used: 390, ofPlan: 1500 })).toMatch(/\b390 of 1,500 AI credits\b/);
  const unknown = lineWith({ used: 390, ofPlan: null });
  expect(unknown).toMatch(/\b390 AI credits\b/);
  expect(unknown).not.toContain('null');
  // No count is not a count of 0.
  expect(lineWith({ used: 0, ofPlan: null })).toMatch(/\b0 AI credits\b/);
  expect(lineWith(null)).not.toContain('credits');
});
