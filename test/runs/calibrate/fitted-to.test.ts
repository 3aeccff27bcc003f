/** What a fitted workflow says of itself, worked out by hand, and what estimates from it say. */
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { type ResolvedRequest, resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { summaryOf } from '../../../runtime/core/answers/summary.ts';
import type { EstimateRequest, FittedTo } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { fittedToOf } from '../../../runtime/logs/calibrate/fitted-to.ts';
import type { LoggedRun } from '../../../runtime/logs/calibrate/logged-runs.ts';
import { catalog } from '../../support/core/catalog.ts';

const runs = (dollars: readonly number[], timed = true): LoggedRun[] =>
  dollars.map((usd, i) => ({ task: `t${i}`, at: timed ? i : null, nano: usd * 1e9 }) as LoggedRun);

describe('a fit to one’s own runs', () => {
  test('knows the mean of equal tasks exactly, and that of unequal ones by their spread', () => {
    expect(fittedToOf(runs([2, 2, 2]), () => null)).toMatchObject({ sessions: 3, meanLow: 1, meanHigh: 1, later: 0 });
    // 400 tasks of 1 and 3 dollars: the mean 2 has a standard error of 1 / 20, a fortieth: 1.96 of them are .049.
    const many = fittedToOf(
      runs(
        Array.from({ length: 400 }, (_, i) => 1 + 2 * (i % 2)),
        false,
      ),
      () => null,
    );
    expect(many?.meanLow).toBeCloseTo(0.951, 2);
    expect(many?.meanHigh).toBeCloseTo(1.049, 2);
    expect(fittedToOf(runs([2]), () => 1)).toBeNull();
    expect(
      fittedToOf(
        [
          { task: 'a', at: 1, nano: null },
          { task: 'b', at: 1, nano: null },
        ] as LoggedRun[],
        () => 1,
      ),
    ).toBeNull();
  });

  test('is widened until nine of ten later tasks stay below the limit that the earlier ones gave', () => {
    // Twenty later tasks of 1 to 20 dollars: ceil(.9 x 21) = 19, so 19 dollars over a limit of 10.
    const dollars = [...Array.from({ length: 20 }, () => 5), ...Array.from({ length: 20 }, (_, i) => i + 1)];
    const seen: number[] = [];
    const found = fittedToOf(runs(dollars), (some) => seen.push(some.length) * 10);
    expect(seen).toEqual([20]);
    expect(found).toMatchObject({ sessions: 40, later: 20, below: 10, oneInTenFactor: 1.9 });
    // Never narrower than the fit.
    expect(fittedToOf(runs(dollars), () => 40)).toMatchObject({ below: 20, oneInTenFactor: 1 });
  });

  test('tries nothing with fewer than twenty tasks, without times, or without prices', () => {
    const few = { later: 0, below: 0, oneInTenFactor: 1 };
    const twenty = Array.from({ length: 20 }, () => 5);
    expect(fittedToOf(runs(twenty.slice(1)), () => 1)).toMatchObject(few);
    expect(fittedToOf(runs(twenty, false), () => 1)).toMatchObject(few);
    expect(fittedToOf(runs(twenty), () => null)).toMatchObject(few);
    expect(fittedToOf(runs(twenty), () => 5)).toMatchObject({ later: 10, below: 10, oneInTenFactor: 1 });
  });
});

describe('an estimate from a fitted workflow', () => {
  const fittedTo: FittedTo = { sessions: 42, meanLow: 0.8, meanHigh: 1.3, later: 21, below: 17, oneInTenFactor: 1.5 };
  const asked: EstimateRequest = { presetId: 'coding', modelCallsPerTask: 25, callDispersion: 1 };
  const estimate = (request: EstimateRequest) =>
    answer(resolveRequest(catalog, request) as ResolvedRequest) as Estimate;

  test('answers the question of the fit, with its runs and a range as wide as its own later runs ask', () => {
    const [plain, fitted] = [estimate(asked), estimate({ ...asked, fittedTo })];
    expect(fitted.range.oneInTen).toBeCloseTo(1.5 * plain.range.oneInTen, 8);
    expect(fitted.range.typicalTask).toBe(plain.range.typicalTask);
    expect(fitted.costPerTask).toBe(plain.costPerTask);
    expect(fitted.range.modelError).toMatchObject({
      question: 'fitted',
      basis: 'ownRuns',
      runs: 42,
      dollarsPct: null,
      factor: null,
      fittedTo,
    });
  });

  test('says nothing of other kinds of evidence', () => {
    const { summary } = estimate({ ...asked, fittedTo });
    expect(summary).toContain('42 of your own');
    expect(summary).not.toMatch(/preset|board|recorded|missed|owners/);
    const { range, costPerTask } = estimate({ ...asked, fittedTo });
    // 80 and 130 % of the mean.
    expect(summaryOf(10, { ...range, typicalTask: 7, oneInTen: 20 })).toContain('$8.00 to $13.00');
    expect(costPerTask).toBeGreaterThan(0);
    const little = estimate({ ...asked, fittedTo: { ...fittedTo, later: 0, below: 0, oneInTenFactor: 1 } });
    expect(little.summary).toContain('too few');
  });
});
