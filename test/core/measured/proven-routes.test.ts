import { describe, expect, test } from 'vitest';
import type { MeasuredFile, MeasuredRun } from '../../../runtime/core/schemas/data-files/measured-file.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { type PresetId, presetIds } from '../../../runtime/core/schemas/request-fields.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { ladderBoard } from '../../support/core/ladder-board.ts';
import {
  ending,
  estimate,
  type MadeUpModel,
  madeUpDataset,
  madeUpPreset,
  nothing,
} from '../../support/core/made-up.ts';

const oneCall: EstimateRequest = {
  ...nothing,
  tasksPerMonth: 1000,
  modelCallsPerTask: 1,
  systemPromptTokens: 1000,
  outputTokensPerCall: 100,
};
const aRun: MeasuredRun = {
  model: 'Model',
  modelId: 'model',
  config: null,
  effort: null,
  on: '2026-01-01',
  attempts: 100,
  tasks: 50,
  successRate: 0.5,
  calls: null,
  inputTokens: null,
  cachedTokens: null,
  outputTokens: null,
  recordedUsd: 1,
  version: null,
  note: null,
};
const { modelId: _, presetId: __, ...theWork } = oneCall;
const presets = presetIds.map((id) => ({ ...madeUpPreset({}, 'dear'), id, workflow: { ...nothing, ...theWork } }));

const aBoard: MeasuredFile = {
  id: 'board',
  name: 'Board',
  benchmark: 'Benchmark',
  domain: 'coding',
  harness: 'Harness',
  unit: 'attempt',
  tasks: 50,
  runs: 'Twice.',
  licence: null,
  sources: [{ name: 'made up', on: '2026-01-01' }],
  notes: [],
  rows: [],
};

describe('a route measured on the same boards as the chosen model', () => {
  const models: MadeUpModel[] = [
    { id: 'dear', provider: 'one', tier: 'frontier', input: 10, output: 10 },
    { id: 'other', provider: 'two', tier: 'fast', input: 20, output: 20 },
    { id: 'sister', provider: 'one', tier: 'fast', input: 20, output: 20 },
  ];
  const row = (modelId: string, usd: number, successRate: number): MeasuredRun => ({
    ...aRun,
    model: modelId,
    modelId,
    successRate,
    recordedUsd: usd,
  });
  const board = (id: string, rows: MeasuredRun[], domain: PresetId = 'coding'): MeasuredFile => ({
    ...aBoard,
    id,
    domain,
    rows,
  });
  const routing = (boards: MeasuredFile[], request: EstimateRequest = {}, others: MadeUpModel[] = models) =>
    estimate(catalogOf({ ...madeUpDataset(others), presets, measured: boards }, '2026-06-01'), {
      ...oneCall,
      modelId: 'dear',
      taskFailureRatePct: 20,
      ...request,
    }).routing;
  // Per solved task 1.00/0.5 = 2 against 0.40/0.5 = 0.8: 0.4 times. 3.00/0.6 = 5 against 1.50/0.66 = 2.2727: 0.4545 times.
  const first = board('first', [row('dear', 1, 0.5), row('other', 0.4, 0.5)]);
  const second = board('second', [row('dear', 3, 0.6), row('other', 1.5, 0.66)]);

  test('costs the estimate times the ratio of the middle board; of two boards, of the more expensive one', () => {
    // C = 0.011, per success 0.01375. First board: 0.011*0.4 = 0.0044, failures 0.2: 0.0055.
    // Second: 0.011*0.5 = 0.0055, failing 0.2*0.34/0.4 = 0.17: 0.0055/0.83 = 0.006626506.
    // Saving 1 - 0.006626506/0.01375 = 51.8072; break-even 1 - 0.8*0.5 = 60; a month 800*(0.01375 - 0.006626506) = 5.698795.
    const { best, bestSameProvider } = routing([first, second]);
    expect(bestSameProvider).toBeNull();
    expect(best).toMatchObject({
      strategy: 'switch',
      modelId: 'other',
      sharePct: 100,
      costPerTask: 0.0055,
      costPerSuccessfulTask: 0.006626506,
      costPerSuccessfulTaskRange: { low: 0.0055, high: 0.006626506 },
      assumedFailureRatePct: 17,
      monthlySaving: 5.698795,
      savingPct: 51.8072,
      breakEvenFailureRatePct: 60,
    });
    expect(best?.measured).toEqual([
      {
        board: 'first',
        benchmark: 'Benchmark',
        harness: 'Harness',
        effort: null,
        chosenEffort: null,
        successRate: 0.5,
        chosenSuccessRate: 0.5,
        usdPerSolvedTask: 0.8,
        chosenUsdPerSolvedTask: 2,
        priceRatio: 1,
        chosenPriceRatio: 1,
        taskRatio: 0.4,
        solvedRatio: 0.4,
      },
      expect.objectContaining({ board: 'second', taskRatio: 0.5, solvedRatio: 0.4545, successRate: 0.66 }),
    ]);
  });

  test('a task that always succeeds does not succeed more often', () => {
    // Failures 0*0.34/0.4 = 0, so the second board gives 0.0055 per success too.
    const { best } = routing([first, second], { taskFailureRatePct: 0 });
    expect(best).toMatchObject({ costPerTask: 0.0055, costPerSuccessfulTask: 0.0055, assumedFailureRatePct: 0 });
  });

  test('a model that solves fewer tasks than the chosen one succeeds proportionally less often', () => {
    // 1 - 0.8*0.57/0.6 = 0.24 on the second board: 0.0055/0.76 = 0.007236842. On the first 1 - 0.8*0.48/0.5 = 0.232.
    const fewer = [
      board('first', [row('dear', 1, 0.5), row('other', 0.3, 0.48)]),
      board('second', [row('dear', 3, 0.6), row('other', 1.5, 0.57)]),
    ];
    expect(routing(fewer).best).toMatchObject({ costPerSuccessfulTask: 0.007236842, assumedFailureRatePct: 24 });
  });

  test('the same provider has its own route, and of three boards the middle one counts', () => {
    const rows = [row('dear', 1, 0.5), row('other', 0.4, 0.5)];
    const boards = [0.5, 0.6, 0.7].map((usd, i) => board(`board-${i}`, [...rows, row('sister', usd, 0.5)]));
    const { best, bestSameProvider } = routing(boards);
    expect(best?.modelId).toBe('other');
    expect(bestSameProvider).toMatchObject({ modelId: 'sister', costPerTask: 0.0066 });
    expect(bestSameProvider?.costPerSuccessfulTaskRange).toEqual({ low: 0.006875, high: 0.009625 });
  });

  test('one board is not enough, and boards of another domain do not count', () => {
    expect(routing([first]).best).toBeNull();
    expect(routing([first, board('second', second.rows, 'support')]).best).toBeNull();
    expect(routing([first, second], { presetId: 'support' }).best).toBeNull();
  });

  test('any board on which it is less than a quarter cheaper or solves over 5 points fewer rules it out', () => {
    const third = (usd: number, rate: number, kind?: PresetId) =>
      routing([first, second, board('third', [row('dear', 1, 0.5), row('other', usd, rate)], kind)]).best;
    expect(third(0.75, 0.5)).not.toBeNull();
    expect(third(0.76, 0.5)).toBeNull();
    expect(third(0.76, 0.5, 'voice')).toBeNull();
    expect(third(0.3, 0.45)).not.toBeNull();
    expect(third(0.3, 0.44)).toBeNull();
  });

  test('a model with an announced end, a price of low confidence or too small a window is no route', () => {
    const other = (facts: MadeUpModel) =>
      routing([first, second], {}, [models[0] as MadeUpModel, { ...models[1], ...facts }]).best;
    expect(other({})?.modelId).toBe('other');
    expect(other({ confidence: 'low' })).toBeNull();
    expect(other({ lifecycle: ending() })).toBeNull();
    expect(other({ contextWindow: 999 })).toBeNull();
  });

  test('dollars recorded at other prices are brought to those in force, and the note says so', () => {
    // The other model's output went from 5 to 20 after the runs, of which input did not change: a task of 1,000 in and
    // 100 out cost (1,000*20 + 100*5)/1e6 = 0.0205 and costs 0.022: 1.0732 times. 0.4*1.0732/1 = 0.4293 of a solved task.
    const changed = (input: number, output: number) =>
      [models[0], { ...models[1], laterPrices: [{ from: '2026-02-01', input, output }], output: 5 }] as MadeUpModel[];
    const { best } = routing([first, second], {}, changed(20, 20));
    expect(best?.measured[0]).toMatchObject({ priceRatio: 1.0732, chosenPriceRatio: 1, taskRatio: 0.4293 });
    expect(best?.note).toMatch(/prices that have changed since/);
    expect(routing([first, second]).best?.note).not.toMatch(/prices that have changed since/);
    // At 100 in and 20 out it costs 0.102, 4.9756 times: 0.4*4.9756 = 1.9902 and 1.5*4.9756/0.66 are above the chosen one.
    const dearer = routing([first, second], {}, changed(100, 20));
    expect(dearer.best).toBeNull();
    expect(dearer.nearMisses).toEqual([]);
    expect(dearer.unproven).toBeNull();
  });

  test('dollars of a day whose prices are not known support no route', () => {
    const early = (made: MeasuredFile) => ({ ...made, rows: made.rows.map((one) => ({ ...one, on: '2025-12-31' })) });
    expect(routing([early(first), early(second)]).best).toBeNull();
  });

  describe('at a reasoning effort', () => {
    const at = (modelId: string, usd: number, effort: MeasuredRun['effort']) => ({ ...row(modelId, usd, 0.5), effort });
    const ladder = ladderBoard({ dear: { high: [10, 100, 0.5], low: [10, 100, 0.5] } });
    const rows = [at('dear', 1, 'high'), at('other', 0.4, null)];
    const both = ['one', 'two'].map((id) => board(id, rows));
    const asked = (reasoningEffort: 'low' | 'high' | null, more: MeasuredRun[] = []) =>
      routing([ladder, ...both.map((made) => ({ ...made, rows: [...rows, ...more] }))], { reasoningEffort });

    test('only runs of the chosen model at that effort count', () => {
      expect(asked(null).best?.measured.map(({ chosenEffort }) => chosenEffort)).toEqual(['high', 'high']);
      expect(asked('high').best?.modelId).toBe('other');
      expect(asked('low').best).toBeNull();
      expect(asked('low').rule).toMatch(/at effort low/);
      // At low it cost 0.3: the other one, at its default, 1.3333 times that.
      expect(asked('low', [at('dear', 0.3, 'low')]).best).toBeNull();
      expect(asked('low', [at('dear', 0.8, 'low')]).best?.measured[0]).toMatchObject({
        chosenEffort: 'low',
        effort: null,
        taskRatio: 0.5,
      });
    });

    test('the other model is taken at the same effort where it was run at it', () => {
      const found = asked('low', [at('dear', 0.8, 'low'), at('other', 0.2, 'low')]).best;
      expect(found?.measured[0]).toMatchObject({ chosenEffort: 'low', effort: 'low', taskRatio: 0.25 });
    });

    test('the note names the efforts, and says which are not stated', () => {
      expect(asked('high').best?.note).toMatch(/on the boards: not stated; of the chosen model: high\./);
    });
  });

  test('where no board of the kind is known, that is what the rule says', () => {
    expect(routing([]).rule).toMatch(/coding work: no such board is known/);
  });

  describe('a near miss', () => {
    test('says on which board it cost too much or solved too little, the one with the fewest reasons first', () => {
      // 0.8 times on the first board; on the second 0.5 times but 10 points fewer, and `sister` on one board alone.
      const boards = [
        board('first', [row('dear', 1, 0.5), row('other', 0.8, 0.5), row('sister', 0.2, 0.5)]),
        board('second', [row('dear', 1, 0.5), row('other', 0.4, 0.4)]),
      ];
      const { best, nearMisses, rule } = routing(boards);
      expect(best).toBeNull();
      expect(rule).toMatch(/at least 2 boards of coding work.* at most 0\.75 times.*at most 5 points fewer/);
      expect(nearMisses.map(({ modelId, provider }) => [modelId, provider])).toEqual([
        ['sister', 'one'],
        ['other', 'two'],
      ]);
      expect(nearMisses[0]?.why).toEqual([expect.stringMatching(/one board of coding work; 2 are needed/)]);
      expect(nearMisses[1]?.why).toEqual([
        expect.stringMatching(/On first it cost 0\.8 times/),
        expect.stringMatching(/On second it solved 10 points fewer/),
      ]);
      expect(nearMisses[1]?.measured.map(({ solvedRatio }) => solvedRatio)).toEqual([0.8, 0.5]);
    });

    test('is on sale, and cheaper on the middle board', () => {
      const boards = (usd: number) => [board('first', [row('dear', 1, 0.5), row('other', usd, 0.5)])];
      expect(routing(boards(0.99)).nearMisses).toHaveLength(1);
      expect(routing(boards(1)).nearMisses).toEqual([]);
      const ends = [models[0], { ...models[1], lifecycle: ending() }] as MadeUpModel[];
      expect(routing(boards(0.5), {}, ends).nearMisses).toEqual([]);
    });
  });

  describe('a route by list price', () => {
    const cheap: MadeUpModel[] = [
      { id: 'dear', provider: 'one', tier: 'frontier', input: 10, output: 10 },
      { id: 'other', provider: 'two', tier: 'fast', input: 0.1, output: 0.1 },
      { id: 'between', provider: 'two', tier: 'mid', input: 1, output: 1 },
    ];
    const unproven = (boards: MeasuredFile[], others = cheap) => routing(boards, {}, others).unproven;

    test('goes not two tiers down to a model that nobody measured at this kind of work', () => {
      expect(unproven([])?.modelId).toBe('between');
      expect(unproven([])?.note).toMatch(/No measurement of between at coding work is known/);
      expect(unproven([], cheap.slice(0, 2))).toBeNull();
      const one = board('one', [row('other', 0.1, 0.5), row('between', 2, 0.5)]);
      expect(unproven([one])?.modelId).toBe('other');
      expect(unproven([{ ...one, domain: 'support' }])?.modelId).toBe('between');
    });

    test('is not a model that cost more per solved task beside the chosen one', () => {
      const measured = board('one', [row('dear', 1, 0.5), row('between', 1, 0.4)]);
      expect(unproven([measured])).toBeNull();
    });
  });
});
