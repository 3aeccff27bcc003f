import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../runtime/core/benchmarks/board.ts';
import { boardsOf, factsOf } from '../../../runtime/core/benchmarks/facts.ts';
import { isOnFront } from '../../../runtime/core/benchmarks/front.ts';
import { pairsInWrongOrder } from '../../../runtime/core/benchmarks/pairs.ts';
import { priceRun, usualCachedShare } from '../../../runtime/core/benchmarks/price-run.ts';
import { wilson } from '../../../runtime/core/benchmarks/wilson.ts';
import type { MeasuredRun } from '../../../runtime/core/schemas/data-files/measured-file.ts';
import { catalog } from '../../support/core/catalog.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { madeUpDataset, ranking } from '../../support/core/made-up.ts';

const run = (values: Partial<MeasuredRun>): MeasuredRun => ({
  model: 'Model',
  modelId: 'model',
  config: null,
  effort: null,
  on: '2026-01-01',
  attempts: 100,
  tasks: 100,
  successRate: 0.5,
  calls: null,
  inputTokens: null,
  cachedTokens: null,
  outputTokens: null,
  recordedUsd: null,
  version: null,
  note: null,
  ...values,
});

const modelWith = (prices: { input: number; output: number; cachedInput?: number; cacheWrite?: number }) =>
  catalogOf(madeUpDataset([prices]), '2026-06-01').models[0];

describe('wilson', () => {
  test('gives the textbook interval: 6 of 10 is 0.313 to 0.832, 0 of 10 is 0 to 0.278', () => {
    // R: prop.test(6, 10, correct = FALSE)$conf.int = 0.3126738 0.8318197; prop.test(0, 10, ...) = 0.0000 0.2775328
    expect(wilson(0.6, 10).low).toBeCloseTo(0.3126738, 7);
    expect(wilson(0.6, 10).high).toBeCloseTo(0.8318197, 7);
    expect(wilson(0, 10).low).toBe(0);
    expect(wilson(0, 10).high).toBeCloseTo(0.2775328, 7);
  });

  test('contains the share, stays within 0 and 1, and narrows with more trials', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 1e6 }), (share, trials) => {
        const { low, high } = wilson(share, trials);
        const more = wilson(share, trials * 2);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
        expect(more.high - more.low).toBeLessThanOrEqual(high - low + 1e-12);
      }),
    );
  });
});

describe('priceRun', () => {
  const tokens = { inputTokens: 1_000_000, cachedTokens: 900_000, outputTokens: 10_000 };

  test('bills fresh input at the write price, cached input and output at theirs', () => {
    // 100,000 x 3.75 + 900,000 x 0.3 + 10,000 x 15 = 375,000 + 270,000 + 150,000 = 795,000 / 1e6
    const model = modelWith({ input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 });
    expect(priceRun(run(tokens), model, 0)).toEqual({
      usd: 0.795,
      basis: 'repriced',
      priceRatio: null,
      assumedCachedShare: null,
    });
  });

  test('bills everything at the input price if the model has no cached price', () => {
    // 1,000,000 x 2 + 10,000 x 8 = 2.08
    expect(priceRun(run(tokens), modelWith({ input: 2, output: 8 }), 0.9)?.usd).toBe(2.08);
  });

  test('assumes the usual share if the cached tokens were not recorded, and says so', () => {
    // 200,000 x 1 + 800,000 x 0.1 + 10,000 x 1 = 0.29
    const model = modelWith({ input: 1, output: 1, cachedInput: 0.1 });
    expect(priceRun(run({ ...tokens, cachedTokens: null }), model, 0.8)).toEqual({
      usd: 0.29,
      basis: 'repriced',
      priceRatio: null,
      assumedCachedShare: 0.8,
    });
  });

  test('keeps recorded dollars without tokens or prices, and is null without both', () => {
    const model = modelWith({ input: 1, output: 1 });
    expect(priceRun(run({ recordedUsd: 0.4 }), model, 0)).toMatchObject({ usd: 0.4, basis: 'recorded' });
    expect(priceRun(run({ ...tokens, recordedUsd: 0.4 }), undefined, 0)).toMatchObject({ usd: 0.4, basis: 'recorded' });
    expect(priceRun(run(tokens), undefined, 0)).toBeNull();
  });

  test('brings recorded dollars without tokens to the prices in force', () => {
    const model = modelWith({ input: 1, output: 1 });
    // 0.4 x 2.5
    expect(priceRun(run({ recordedUsd: 0.4 }), model, 0, 2.5)).toMatchObject({
      usd: 1,
      basis: 'scaled',
      priceRatio: 2.5,
    });
    expect(priceRun(run({ ...tokens, recordedUsd: 0.4 }), model, 0, 2.5)).toMatchObject({
      basis: 'repriced',
      usd: 1.01,
    });
  });

  test('the usual share is the median', () => {
    const of = (...shares: number[]) => usualCachedShare(shares.map((s) => run({ inputTokens: 100, cachedTokens: s })));
    expect(of()).toBe(0);
    expect(of(10, 90, 50)).toBe(0.5);
    expect(of(10, 90, 50, 70)).toBe(0.6);
  });
});

describe('pairsInWrongOrder', () => {
  const row = (
    modelId: string,
    sameWorkUsdPerTask: number,
    usdPerSolvedTask: number,
    effort: 'high' | 'max' | null = null,
  ) => ({
    modelId,
    effort,
    usdPerSolvedTask,
    sameWorkUsdPerTask,
  });

  test('counts the pairs that list price orders the other way round', () => {
    // By list a < b < c; measured b < a < c: one of three pairs.
    expect(pairsInWrongOrder([row('a', 1, 5), row('b', 2, 4), row('c', 3, 9)])).toEqual({
      models: 3,
      pairs: 3,
      wrongOrder: 1,
      wrongOrderPct: 33.3,
    });
  });

  test('uses one row per model, at effort high if there is one, and skips pairs that tie', () => {
    expect(pairsInWrongOrder([row('a', 1, 50, 'max'), row('a', 1, 3, 'high'), row('b', 2, 4), row('c', 2, 9)])).toEqual(
      {
        models: 3,
        pairs: 2,
        wrongOrder: 0,
        wrongOrderPct: 0,
      },
    );
    expect(pairsInWrongOrder([row('a', 1, 5)])).toBeNull();
  });
});

describe('the shipped boards', () => {
  const boards = boardsOf(catalog);

  test('rank by dollars per solved task and mark the front', () => {
    expect(boards.length).toBeGreaterThan(5);
    for (const { rows } of boards) {
      const known = rows.flatMap(({ usdPerSolvedTask }) => (usdPerSolvedTask === null ? [] : [usdPerSolvedTask]));
      expect(known).toEqual([...known].sort((a, b) => a - b));
      expect(rows.slice(0, known.length).map(({ rank }) => rank)).toEqual(known.map((_, i) => i + 1));
      // Slow oracle of the front: from the cheapest on, keep each row that solves more than all before.
      let best = -1;
      for (const row of rows.slice(0, known.length)) {
        expect(row.onFront, `${row.model} ${row.effort}`).toBe(row.successRate > best);
        best = Math.max(best, row.successRate);
      }
    }
  });

  test('of DeepSWE have at least 70 rows, with intervals', () => {
    const board = boards.find(({ id }) => id === 'deepswe');
    expect(board?.rows.length).toBeGreaterThanOrEqual(70);
    for (const { usdPerSolvedTask, usdPerSolvedInterval } of board?.rows ?? []) {
      expect(usdPerSolvedInterval?.low).toBeLessThanOrEqual(usdPerSolvedTask as number);
      expect(usdPerSolvedInterval?.high ?? Infinity).toBeGreaterThanOrEqual(usdPerSolvedTask as number);
    }
  });

  test.each([
    // (1,564,288 - 1,497,598.99) x 6.25 + 1,497,598.99 x 0.5 + 19,884 x 25 = 416,806.3125 + 748,799.495 + 497,100
    [
      'claude-opus-5',
      'low',
      { input: 5, output: 25, cachedInput: 0.5, cacheWrite: 6.25 },
      1.662705808,
      0.5813,
      2.860323083,
    ],
    // (72,415,756 - 71,991,474.91) x 2.5 + 71,991,474.91 x 0.2 + 214,118 x 10 = 1,060,702.725 + 14,398,294.982 + 2,141,180
    [
      'claude-sonnet-5',
      'max',
      { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
      17.600177707,
      0.5385,
      32.683709762,
    ],
    // (1,456,927 - 1,326,922) x 12.5 + 1,326,922 x 1 + 29,557 x 50 = 1,625,062.5 + 1,326,922 + 1,477,850
    [
      'gpt-6-astra',
      'xhigh',
      { input: 10, output: 50, cachedInput: 1, cacheWrite: 12.5 },
      4.4298345,
      0.7412,
      5.976571101,
    ],
  ])('%s at %s on DeepSWE has the cost computed by hand', (id, effort, prices, usd, successRate, perSolved) => {
    const file = catalog.measured.find((board) => board.id === 'deepswe');
    if (file === undefined) throw new Error('no board');
    const then = catalogOf({ ...madeUpDataset([{ id, ...prices }]), measured: [file] }, '2026-06-01');
    const row = boardOf(then, file).rows.find(({ modelId, effort: at }) => modelId === id && at === effort);
    expect(row).toMatchObject({ usdPerTask: usd, successRate, usdPerSolvedTask: perSolved, usdBasis: 'repriced' });
  });

  test('the facts of a model name its boards and its rank there', () => {
    const facts = factsOf(catalog, 'claude-sonnet-4-6');
    expect(facts.map(({ board }) => board)).toContain('deepswe');
    for (const { board, rank, of } of facts) {
      expect(boards.some(({ id }) => id === board)).toBe(true);
      if (rank !== null) expect(rank).toBeLessThanOrEqual(of);
    }
    expect(factsOf(catalog, 'no-such-model')).toEqual([]);
  });

  test('a model that is not in the dataset keeps its recorded dollars', () => {
    const file = catalog.measured.find(({ id }) => id === 'deepswe');
    if (file === undefined) throw new Error('no board');
    const others = catalogOf({ ...madeUpDataset([{ input: 1, output: 1 }]), measured: [file] }, '2026-06-01');
    const board = boardOf(others, file);
    expect(board.rows.every(({ usdBasis }) => usdBasis === 'recorded')).toBe(true);
    expect(board.pairs).toBeNull();
  });
});

describe('a ranking', () => {
  const got = ranking(catalog, { presetId: 'coding' });

  test('has what the board of the preset says of each model, and null where none has it', () => {
    const deepswe = boardsOf(catalog).find(({ id }) => id === 'deepswe');
    const row = deepswe?.rows.find(({ modelId }) => modelId === 'claude-sonnet-5');
    const ranked = got.ranking.find(({ modelId }) => modelId === 'claude-sonnet-5');
    expect(ranked?.measured).toMatchObject({ board: 'deepswe', effort: 'high' });
    expect(row).toBeDefined();
    expect(got.ranking.find(({ modelId }) => modelId === 'nova-micro')?.measured).toBeNull();
    const known = new Set(
      boardsOf(catalog).flatMap(({ domain, rows }) => (domain === 'coding' ? rows.map(({ modelId }) => modelId) : [])),
    );
    const measured = got.ranking.filter((one) => one.measured !== null);
    expect(measured.length).toBeGreaterThan(30);
    for (const { modelId } of measured) expect(known).toContain(modelId);
  });

  test('says what it assumes, and how often that was wrong on its board', () => {
    const pairs = boardsOf(catalog).find(({ id }) => id === got.board)?.pairs;
    expect(got.notes[0]).toContain('the same work');
    expect(got.notes[1]).toContain(`${pairs?.wrongOrderPct} % of ${pairs?.pairs} pairs`);
  });
});

test('another row keeps one off the front if it solves more for the same dollars, or as much for fewer; equals share it', () => {
  const one = { successRate: 0.5, usdPerSolvedTask: 1 };
  const beside = (successRate: number, usdPerSolvedTask: number) =>
    isOnFront(one, [one, { successRate, usdPerSolvedTask }]);
  expect([beside(0.6, 1), beside(0.5, 0.9)]).toEqual([false, false]);
  expect([beside(0.5, 1), beside(0.6, 1.1), beside(0.4, 0.9)]).toEqual([true, true, true]);
});
