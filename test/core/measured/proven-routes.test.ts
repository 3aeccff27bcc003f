import { describe, expect, test } from 'vitest';
import type { MeasuredFile, MeasuredRun } from '../../../runtime/core/schemas/data-files/measured-file.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { type PresetId, presetIds } from '../../../runtime/core/schemas/request-fields.ts';
import { catalogOf } from '../../support/core/dated.ts';
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
const presets = presetIds.map((id) => ({ ...madeUpPreset({}, 'dear'), id }));

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
});
