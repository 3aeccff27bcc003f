/** The effect of a reasoning effort on an estimate: ladders from measured runs, by hand and from the data. */
import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import { effortLadders } from '../../../runtime/core/dataset/effort-ladder.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { MeasuredFile, MeasuredRun } from '../../../runtime/core/schemas/data-files/measured-file.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { efforts } from '../../../runtime/core/schemas/levels.ts';
import { presetIds, takesEffort } from '../../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../../support/core/catalog.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { frozenFiles } from '../../support/core/frozen-data.ts';
import { ladderBoard } from '../../support/core/ladder-board.ts';
import { estimate, madeUpCatalog, madeUpDataset, nothing, ranking } from '../../support/core/made-up.ts';

const deepSwe: MeasuredFile = JSON.parse(
  frozenFiles.find(({ path }) => path === 'data/measured/deepswe.json')?.text ?? '',
);

/** Two models with a ladder: low has half the calls of high on one, and a quarter on the other. */
const board = ladderBoard({
  own: { high: [100, 10_000, 0.6], low: [50, 3_000, 0.4] },
  third: { high: [80, 8_000, 0.5], low: [20, 2_000, 0.25], max: [200, 24_000, 0.5] },
});
const price = { input: 1, output: 10 };
const models = ['own', 'unmeasured', 'third'].map((id) => ({ id, ...price }));
const made = catalogOf({ ...madeUpDataset(models), measured: [board] }, '2026-06-01');
const work = {
  ...nothing,
  modelCallsPerTask: 8,
  toolCallsPerTask: 8,
  systemPromptTokens: 1000,
  outputTokensPerCall: 100,
  toolResultTokens: 50,
};

describe('an estimate at another effort', () => {
  test('is the unchanged preset without an effort and at high', () => {
    // g = 100 + 50 = 150; IN = 8*1,000 + 150*28 = 12,200; OUT = 800; 12,200*1 + 800*10 = 20,200.
    const asItIs = estimate(made, { ...work, modelId: 'own' });
    expect(asItIs.costPerTask).toBe(0.0202);
    expect(asItIs.assumptions.effort).toBeUndefined();
    const high = estimate(made, { ...work, modelId: 'own', reasoningEffort: 'high' });
    expect(high.costPerTask).toBe(0.0202);
    expect(high.assumptions.effort).toEqual({
      effort: 'high',
      callsMultiplier: 1,
      outputMultiplier: 1,
      successPoints: 0,
      basis: 'measured',
      models: 1,
      benchmark: 'Made-up benchmark',
    });
  });

  test("uses the model's own ladder if it was measured", () => {
    // Calls 50/100 = 0.5, output 3,000/10,000 = 0.3, success 40 - 60 = -20 points.
    // N = K = 4; O = 100*0.3/0.5 = 60; g = 60 + 50 = 110; IN = 4*1,000 + 110*6 = 4,660; OUT = 240 = 0.3 * 800.
    // 4,660*1 + 240*10 = 7,060.
    const low = estimate(made, { ...work, modelId: 'own', reasoningEffort: 'low' });
    expect(low.assumptions.effort).toEqual({
      effort: 'low',
      callsMultiplier: 0.5,
      outputMultiplier: 0.3,
      successPoints: -20,
      basis: 'measured',
      models: 1,
      benchmark: 'Made-up benchmark',
    });
    expect(low.tokensPerTask).toEqual({ input: 4660, cachedInput: 0, output: 240 });
    expect(low.assumptions.callsPerTask).toBe(4);
    expect(low.costPerTask).toBe(0.00706);
    // The request is echoed unchanged, and failures stay the same.
    expect(low.workflow).toMatchObject({ modelCallsPerTask: 8, outputTokensPerCall: 100, taskFailureRatePct: 0 });
    const note = low.notes.find((text) => text.startsWith('Effort low'));
    expect(note).toMatch(
      /0\.5 times the calls and 0\.3 times the output of high, measured for own on Made-up benchmark/,
    );
    expect(note).toMatch(/20 points fewer of the tasks .* taskFailureRatePct is unchanged/);
  });

  test('uses the median of the measured models otherwise', () => {
    // Calls (0.5 + 0.25)/2 = 0.375; output (0.3 + 0.25)/2 = 0.275; points (-20 - 25)/2 = -22.5.
    // N = K = 3; O = 100*0.275/0.375 = 73.33; g = 123.33; IN = 3*1,000 + 123.33*3 = 3,370; OUT = 220.
    // 3,370*1 + 220*10 = 5,570.
    const low = estimate(made, { ...work, modelId: 'unmeasured', reasoningEffort: 'low' });
    expect(low.assumptions.effort).toMatchObject({ callsMultiplier: 0.375, outputMultiplier: 0.275, models: 2 });
    expect(low.assumptions.effort).toMatchObject({ basis: 'median', successPoints: -22.5 });
    expect(low.tokensPerTask).toEqual({ input: 3370, cachedInput: 0, output: 220 });
    expect(low.costPerTask).toBe(0.00557);
    // Only one model was run at max: it is the median, also for a model whose ladder ends earlier.
    for (const modelId of ['own', 'unmeasured']) {
      const max = estimate(made, { ...work, modelId, reasoningEffort: 'max' });
      expect(max.assumptions.effort).toMatchObject({ callsMultiplier: 2.5, basis: 'median', models: 1 });
    }
  });

  test('does not change the number of handoffs and loops', () => {
    // N = 4, one loop of 3 calls, two handoffs: 9 calls.
    const low = estimate(made, {
      ...work,
      modelId: 'own',
      reasoningEffort: 'low',
      timeoutLoopsPerTask: 1,
      handoffs: 2,
    });
    expect(low.assumptions.callsPerTask).toBe(9);
  });

  test('is ranked with the ladder of each model, and each row names its basis', () => {
    // third at low: N = 2, O = 100*0.25/0.25 = 100; g = 150; IN = 2,150; OUT = 200: 4,150.
    const { ranking: rows, assumptions } = ranking(made, { ...work, reasoningEffort: 'low' });
    expect(rows.map(({ modelId, costPerTask, effortBasis }) => [modelId, costPerTask, effortBasis])).toEqual([
      ['third', 0.00415, 'measured'],
      ['unmeasured', 0.00557, 'median'],
      ['own', 0.00706, 'measured'],
    ]);
    // As asked for: nothing goes wrong.
    expect(assumptions).toEqual({});
    expect(ranking(made, work).ranking.map(({ effortBasis }) => effortBasis)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('checks the context window with the largest prompt at that effort', () => {
    // The largest prompt is 1,000 + 150*7 = 2,050 tokens at high, and on own 1,000 + 110*3 = 1,330 at low.
    const small = madeUpDataset(models.map((model) => ({ ...model, contextWindow: 1400 })));
    const narrow = catalogOf({ ...small, measured: [board] }, '2026-06-01');
    expect(estimate(narrow, { ...work, modelId: 'own', reasoningEffort: 'high' }).context.fits).toBe(0);
    expect(estimate(narrow, { ...work, modelId: 'own', reasoningEffort: 'low' }).context.fits).toBe(1);
    const fits = (request: EstimateRequest) => ranking(narrow, request).ranking.map(({ fits: share }) => share);
    expect(fits({ ...work, reasoningEffort: 'high' })).toEqual([0, 0, 0]);
    expect(fits({ ...work, reasoningEffort: 'low' })).toEqual([1, 1, 1]);
  });
});

describe('an effort is refused', () => {
  const message = (request: EstimateRequest, among = catalog) => {
    const refused = resolveRequest(among, request);
    return refused instanceof ApiError ? [refused.code, refused.message] : null;
  };

  test.each(presetIds.filter((id) => !takesEffort(id)))('with the preset %s, which has none measured', (presetId) => {
    expect(message({ presetId, reasoningEffort: 'low' })).toEqual([
      'invalid_request',
      `reasoningEffort must be null or omitted with the preset ${presetId} (got "low"): the cost of an effort was measured on coding tasks only.`,
    ]);
    expect(message({ presetId, reasoningEffort: null })).toBeNull();
  });

  test('if the dataset has no runs at that effort', () => {
    expect(message({ reasoningEffort: 'max' }, madeUpCatalog([{}]))).toEqual([
      'invalid_request',
      'reasoningEffort must be null or omitted (got "max"): this dataset has no measured runs at that effort.',
    ]);
    expect(message({ reasoningEffort: 'xhigh' }, made)?.[0]).toBe('invalid_request');
  });
});

describe('the ladders of the data', () => {
  const middle = (values: number[]): number => {
    const sorted = values.sort((a, b) => a - b);
    const half = sorted.length / 2;
    if (sorted.length % 2 === 1) return sorted[Math.floor(half)] as number;
    return ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
  };
  /** Every model of the dataset with a row at high and one at `effort`. */
  const pairsAt = (effort: string): { modelId: string; at: MeasuredRun; high: MeasuredRun }[] =>
    deepSwe.rows.flatMap((at) => {
      const high = deepSwe.rows.find(({ modelId, effort }) => modelId === at.modelId && effort === 'high');
      return at.modelId === null || at.effort !== effort || !high ? [] : [{ modelId: at.modelId, at, high }];
    });
  const ratio = (part: 'calls' | 'outputTokens') => (pair: { at: MeasuredRun; high: MeasuredRun }) =>
    (pair.at[part] as number) / (pair.high[part] as number);

  // Computed from the board with Python's statistics.median, to 2 decimals.
  test.each([
    ['low', 0.63, 0.4, -17.72, 11],
    ['medium', 0.82, 0.65, -3.93, 13],
    ['high', 1, 1, 0, 19],
    ['xhigh', 1.27, 1.43, 1.55, 11],
    ['max', 1.66, 2.28, 6.41, 10],
  ] as const)('median at %s: calls %d, output %d, points %d, of %d models', (effort, calls, output, points, count) => {
    const step = effortLadders([deepSwe])('a model that was not measured')[effort];
    expect(step).toMatchObject({ basis: 'median', models: count, benchmark: 'DeepSWE v1.1' });
    expect(step?.callsMultiplier).toBeCloseTo(calls, 2);
    expect(step?.outputMultiplier).toBeCloseTo(output, 2);
    expect(step?.successPoints).toBeCloseTo(points, 2);
    const pairs = pairsAt(effort);
    expect(pairs).toHaveLength(count);
    expect(step?.callsMultiplier).toBeCloseTo(middle(pairs.map(ratio('calls'))), 3);
    expect(step?.outputMultiplier).toBeCloseTo(middle(pairs.map(ratio('outputTokens'))), 3);
  });

  test('of every model at every measured effort are its own rows over its row at high', () => {
    const ladderOf = effortLadders([deepSwe]);
    let compared = 0;
    for (const effort of efforts) {
      for (const pair of pairsAt(effort)) {
        const step = ladderOf(pair.modelId)[effort];
        expect(step).toMatchObject({ basis: 'measured', models: 1 });
        expect(step?.callsMultiplier).toBeCloseTo(ratio('calls')(pair), 4);
        expect(step?.outputMultiplier).toBeCloseTo(ratio('outputTokens')(pair), 4);
        expect(step?.successPoints).toBeCloseTo(100 * (pair.at.successRate - pair.high.successRate), 2);
        compared++;
      }
    }
    // 11 + 13 + 19 + 11 + 10.
    expect(compared).toBe(64);
    // claude-sonnet-5 at low: 76.89 of 146.58 calls, 35,595 of 87,295 tokens, 30.51 of 48.23 % solved.
    expect(ladderOf('claude-sonnet-5').low).toMatchObject({
      callsMultiplier: 0.5246,
      outputMultiplier: 0.4078,
      successPoints: -17.72,
    });
  });

  test('are empty without the board', () => {
    expect(effortLadders([])('claude-sonnet-5')).toEqual({});
  });
});
