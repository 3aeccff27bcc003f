/** The tokens of a log at other prices, and two logs of the same tasks, calculated by hand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog, CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { billsAt } from '../../../runtime/logs/calibrate/logged-runs.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { pairTasks } from '../../../runtime/logs/reprice/paired-tasks.ts';
import { Repricer, sharedBoards } from '../../../runtime/logs/reprice/reprice.ts';
import { catalog as shipped } from '../../support/core/catalog.ts';
import { madeUpCatalog } from '../../support/core/made-up.ts';
import { callAt, collected, madeUpLog } from './made-up-log.ts';

const catalog = madeUpCatalog([
  { id: 'dear', input: 4, output: 20, cachedInput: 0.4, cacheWrite: 5, cacheWrite1h: 8 },
  { id: 'cheap', input: 1, output: 2, cachedInput: 0.1, longContext: [{ ...long(), above: 5000 }] },
  { id: 'plain', input: 1, output: 2, contextWindow: 4000 },
]);

function long() {
  return { input: 2, output: 4, cachedInput: 0.2, cacheWrite: null };
}

const modelIn = (of: Catalog, id: string): CatalogModel => {
  const model = of.find(id);
  if (model === undefined) throw new Error(`no ${id}`);
  return model;
};

function repriced(calls: readonly CallRecord[], ...ids: string[]) {
  const repricer = new Repricer(
    catalog,
    ids.map((id) => modelIn(catalog, id)),
    null,
    billsAt(catalog),
  );
  for (const call of calls) repricer.add(call);
  return repricer.end();
}

const runsOf = (calls: readonly CallRecord[]) => collected(catalog, calls);

describe('the same tokens at other prices', () => {
  const call = callAt({
    model: 'dear',
    input: 1000,
    cachedInput: 2000,
    cacheWrite: 500,
    cacheWrite1h: 250,
    output: 100,
    searches: 3,
  });

  test('by hand: each part at the price of the other model, web searches left out', () => {
    const { usdAsLogged, models, searches } = repriced([call], 'cheap');
    // 1,000 * 4 + 2,000 * 0.4 + 500 * 5 + 250 * 8 + 100 * 20 = 11,300 millionths.
    expect(usdAsLogged).toBe(0.0113);
    // 1,000 * 1 + 2,000 * 0.1 + (500 + 250) * 1 + 100 * 2 = 2,150: no premium for writing, and none for one hour.
    expect(models[0]).toMatchObject({ model: 'cheap', calls: 1, usdAsLogged: 0.0113, usd: 0.00215, unpriced: 0 });
    expect(models[0]?.ratio).toBeCloseTo(2150 / 11_300, 12);
    expect(models[0]?.what).toMatch(/at the prices of cheap/);
    expect(searches).toBe(3);
  });

  test('above a threshold of the other model its long-context price applies', () => {
    const { models } = repriced([{ ...call, input: 3000 }], 'cheap');
    // A prompt of 5,750: 3,000 * 2 + 2,000 * 0.2 + 750 * 2 + 100 * 4 = 8,300.
    expect(models[0]?.usd).toBe(0.0083);
  });

  test('without a cache price all input counts as fresh; prompts beyond the window are counted', () => {
    const { models } = repriced([call, { ...call, input: 3000, cachedInput: 0 }], 'plain');
    // 3,750 * 1 + 100 * 2 and the same again; the prompts have 3,750 tokens, the window 4,000.
    expect(models[0]).toMatchObject({ usd: 0.0079, withoutCache: 1, tooLong: 0 });
    expect(repriced([{ ...call, input: 2000 }], 'plain').models[0]?.tooLong).toBe(1);
  });

  test('calls without a price as logged are listed and in no sum', () => {
    const { usdAsLogged, unpriced, models } = repriced([call, callAt({ model: 'nobody knows', input: 9 })], 'cheap');
    expect(usdAsLogged).toBe(0.0113);
    expect(unpriced).toEqual([{ model: 'nobody knows', calls: 1 }]);
    expect(models[0]?.calls).toBe(1);
  });

  test('at the prices of the logged model the tokens of any log cost the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom('dear', 'cheap'), (seed, id) => {
        const { models, usdAsLogged } = repriced(madeUpLog({ tasks: 3 }, seed, id), id);
        expect(models[0]).toMatchObject({ usd: usdAsLogged, usdAsLogged, ratio: 1, measured: [] });
      }),
      { numRuns: 20 },
    );
  });

  test('the result includes measurements of both models, with the boards', () => {
    const boards = sharedBoards(shipped, 'claude-sonnet-4-6', 'gpt-5.4');
    expect(boards.length).toBeGreaterThan(2);
    for (const { logged, board, usdPerSolvedTask, chosenUsdPerSolvedTask, solvedRatio } of boards) {
      expect([logged, board].every(Boolean)).toBe(true);
      expect(solvedRatio).toBeCloseTo(usdPerSolvedTask / chosenUsdPerSolvedTask, 3);
    }
    expect(sharedBoards(shipped, 'gpt-5.4', 'gpt-5.4')).toEqual([]);
  });
});

describe('two logs of the same tasks', () => {
  /** One call with this many output tokens, at $20 a million. */
  const dear = (task: string, output: number, solved: boolean | null, session: string | null = null) =>
    callAt({ model: 'dear', task, session, output, solved });
  /** The same at $2. */
  const cheap = (task: string, output: number, solved: boolean | null) =>
    callAt({ model: 'cheap', task, output, solved });

  test('by hand: paired by task, in dollars per task and per solved task', () => {
    const a = [dear('x', 1e5, true), dear('y', 1e5, true), dear('z', 1e5, false), dear('only here', 1, true)];
    const b = [cheap('x', 5e5, true), cheap('y', 1e6, false), cheap('z', 15e5, false)];
    const found = pairTasks(runsOf(a), runsOf(b));
    // A: $2 a task, 2 of 3 solved, $3 each. B: $1, $2 and $3, one solved, $6.
    expect(found).toMatchObject({
      modelsA: ['dear'],
      modelsB: ['cheap'],
      shared: 3,
      onlyInA: 1,
      onlyInB: 0,
      unpriced: 0,
      perTask: { a: 2, b: 2, ratio: 1 },
      perSolvedTask: { a: 3, b: 6, ratio: 2, tasks: 3, solvedShareA: 2 / 3, solvedShareB: 1 / 3 },
    });
    // Without x, B has solved nothing: the ratio depends on one task and has no interval.
    expect(found?.perSolvedTask?.interval).toBeNull();
    // Per task: the logarithms of 1.25, 1 and 0.75 deviate from their mean -0.0215 by 0.2447, 0.0215 and -0.2662; their
    // squares add up to 0.13119; sqrt(2/3 * 0.13119) = 0.29574, times 4.30265 for two degrees of freedom is 1.27246.
    expect(found?.perTask.interval?.high).toBeCloseTo(Math.exp(1.27246), 3);
    expect(found?.perTask.interval?.low).toBeCloseTo(Math.exp(-1.27246), 3);
  });

  test('a task that was tried twice counts once, with the mean of its tries', () => {
    const a = [dear('x', 1e5, true, 'first'), dear('x', 3e5, false, 'second'), dear('y', 1e5, true)];
    const found = pairTasks(runsOf(a), runsOf([cheap('x', 1e6, true), cheap('y', 1e6, true)]));
    // x: $2 and $6, half of the tries solved; y: $2. So $3 a task, 0.75 solved.
    expect(found).toMatchObject({ perTask: { a: 3, b: 2 }, perSolvedTask: { a: 4, b: 2, solvedShareA: 0.75 } });
  });

  test('without known outcomes there is no figure per solved task', () => {
    const a = runsOf([dear('x', 1, null), dear('y', 1, true)]);
    expect(pairTasks(a, a)?.perSolvedTask).toBeNull();
    expect(pairTasks(a, runsOf([cheap('z', 1, true)]))).toBeNull();
  });

  test('a log costs the same as itself; swapping two logs inverts the ratio', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const a = runsOf(madeUpLog({ tasks: 30 }, seed, 'dear'));
        const b = runsOf(madeUpLog({ tasks: 30, calls: 30 }, seed + 1, 'cheap'));
        expect(pairTasks(a, a)?.perSolvedTask).toMatchObject({ ratio: 1, interval: { low: 1, high: 1 } });
        const [there, back] = [pairTasks(a, b)?.perTask, pairTasks(b, a)?.perTask];
        expect((there?.ratio as number) * (back?.ratio as number)).toBeCloseTo(1, 9);
        expect((there?.interval?.low as number) * (back?.interval?.high as number)).toBeCloseTo(1, 9);
      }),
      { numRuns: 10 },
    );
  });

  test('the interval contains the true ratio 19 times out of 20', () => {
    let within = 0;
    for (let seed = 0; seed < 100; seed++) {
      const [a, b] = [
        madeUpLog({ tasks: 40 }, seed, 'dear'),
        madeUpLog({ tasks: 40, failed: 0.5 }, seed + 1000, 'dear'),
      ];
      const { interval } = pairTasks(runsOf(a), runsOf(b))?.perSolvedTask ?? {};
      // The same work, with 75 % and 50 % of the tasks solved.
      if (interval && interval.low <= 1.5 && interval.high >= 1.5) within++;
    }
    expect(within).toBeGreaterThanOrEqual(88);
    expect(within).toBeLessThan(100);
  });
});
