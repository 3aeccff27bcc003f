/** Made-up histories of plans, whose truth is known: how often intervals hold it. None of the judge's was used to choose a rule. */
import { describe, expect, test } from 'vitest';
import { runsOut, usdPerPercent, windowsOf } from '../../../runtime/logs/plan/quota-windows.ts';
import { everything } from '../../support/rounds.ts';
import { chooser, type History, judge, madeUp } from './made-up-plans.ts';

const histories = 400;
const seeds = Array.from({ length: histories }, (_, index) => 100_001 + index);

const found = (history: History) => {
  const windows = windowsOf(history.reports, history.spending);
  return { windows, perPct: usdPerPercent(windows.filter(({ resetsAt }) => resetsAt !== history.resetsAt)) };
};

describe.each(everything ? [0.9, 1.3, 1.8] : [1.3])(
  '400 plans of eight weeks, of which a middling week would use %f',
  (fill) => {
    const all = seeds.map((seed) => madeUp(judge, seed, { fill }));

    test('the dollars per percent lie in the 90 % interval in 86 to 97 of 100', () => {
      const held = all.filter((history) => {
        const { perPct } = found(history);
        expect(perPct?.isInterval).toBe(true);
        return perPct !== null && perPct.low <= history.usdPerPct && history.usdPerPct <= perPct.high;
      });
      expect(held.length / histories).toBeGreaterThanOrEqual(0.86);
      expect(held.length / histories).toBeLessThanOrEqual(0.97);
    });

    test('the time at which the next week is used up lies between p10 and p90 in 70 to 90 of 100', () => {
      let [asked, held] = [0, 0];
      for (const history of all) {
        const { spending, now, resetsAt, fullAt } = history;
        const { windows, perPct } = found(history);
        const last = windows.at(-1)?.reports.at(-1);
        if (now === 0 || perPct === null || last?.resetsAt !== resetsAt) continue;
        const left = (100 - last.usedPct) * perPct.middle - spending.between(last.at, now);
        const when = runsOut({ left, now, resetsAt, minutes: 10_080 }, windows, spending);
        // Where it is said not to be used up, there is no span to hold it.
        if (when === null || when.p10 === null) continue;
        asked += 1;
        if (fullAt >= when.p10 && (when.p90 === null || fullAt <= when.p90)) held += 1;
      }
      expect(asked).toBeGreaterThan(300);
      expect(held / asked).toBeGreaterThanOrEqual(0.7);
      expect(held / asked).toBeLessThanOrEqual(0.9);
    });
  },
);

test('two models that weigh differently are said to be a mixture, with the range of the windows', () => {
  for (const seed of seeds.slice(0, 100)) {
    const history = madeUp(judge, seed, { weights: [1, 5] });
    const { windows, perPct } = found(history);
    const earlier = windows.filter(({ resetsAt, percents }) => resetsAt !== history.resetsAt && percents >= 5);
    expect(perPct).toMatchObject({ model: null, isInterval: false });
    const bounds = earlier.flatMap(({ usdPerPct }) => usdPerPct ?? []);
    expect(perPct?.low).toBe(Math.min(...bounds.map(({ low }) => low)));
    expect(perPct?.high).toBe(Math.max(...bounds.map(({ high }) => high)));
    // A dollar of the second model is five times as much of the quota.
    expect(perPct?.low).toBeLessThan(history.usdPerPct);
  }
});

test('with fewer than six windows there is a range and no interval', () => {
  for (const windows of [1, 2, 5]) {
    expect(found(madeUp(judge, 7, { windows })).perPct).toMatchObject({ windows, isInterval: false });
  }
  expect(found(madeUp(judge, 7, { windows: 6 })).perPct).toMatchObject({ windows: 6, isInterval: true });
});

test('the generator on which the rules were chosen agrees, weeks of other users included', () => {
  for (const spread of [0, 0.35, 0.6]) {
    const all = seeds.slice(0, 100).map((_, seed) => madeUp(chooser(spread), seed + 1));
    const held = all.filter((history) => {
      const { perPct } = found(history);
      return perPct !== null && perPct.low <= history.usdPerPct && history.usdPerPct <= perPct.high;
    });
    // Of 100 with a chance of 93, fewer than 82 are seen less than once in a thousand times.
    expect(held.length).toBeGreaterThanOrEqual(82);
  }
});
