/** The ranking of models, with the arithmetic next to each; prices are USD per million tokens. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { type MadeUpModel, madeUpCatalog, ranking } from '../../support/core/made-up.ts';

describe('the ranking', () => {
  // 100 tokens in and 100 out, so that 10 + 10 and 15 + 5 cost the same.
  const request: EstimateRequest = {
    modelCallsPerTask: 1,
    systemPromptTokens: 100,
    outputTokensPerCall: 100,
    tasksPerMonth: 10,
  };
  const models: MadeUpModel[] = [
    { id: 'b-ten', input: 10, output: 10 },
    { id: 'too-small-dear', input: 1, output: 1, contextWindow: 99 },
    { id: 'too-small-cheap', input: 0.5, output: 0.5, contextWindow: 99 },
    { id: 'cheapest', input: 5, output: 5, contextWindow: 200 },
    { id: 'a-ten', input: 10, output: 10 },
    { id: 'z-fifteen', input: 15, output: 5 },
  ];

  test('sorts by cost, then output price, then id; models with too small a window come last', () => {
    const rows = ranking(madeUpCatalog(models), request).ranking;
    expect(rows.map(({ rank, modelId }) => `${rank} ${modelId}`)).toEqual([
      '1 cheapest',
      '2 z-fifteen',
      '3 a-ten',
      '4 b-ten',
      '5 too-small-cheap',
      '6 too-small-dear',
    ]);
    expect(rows.map(({ fits }) => fits)).toEqual([1, 1, 1, 1, 0, 0]);
  });

  test('has the cost of each model', () => {
    const rows = ranking(madeUpCatalog(models), request).ranking;
    // 200 tokens at 5 = 0.001; the next three 0.002; then 200*0.5 = 0.0001 and 200*1 = 0.0002.
    expect(rows.map(({ costPerTask }) => costPerTask)).toEqual([0.001, 0.002, 0.002, 0.002, 0.0001, 0.0002]);
    expect(rows.map(({ monthlySpend }) => monthlySpend)).toEqual([0.01, 0.02, 0.02, 0.02, 0.001, 0.002]);
  });

  test('is cut to the first rows, and says how many there are and where the line is', () => {
    const got = ranking(madeUpCatalog(models), { ...request, top: 2 });
    expect(got.ranking.map(({ modelId }) => modelId)).toEqual(['cheapest', 'z-fifteen']);
    expect(got).toMatchObject({ sort: 'cost', board: null, chosen: null, models: 6, aboveLine: 4 });
  });

  test('by solved tasks is by cost where no board is of such work, and says so', () => {
    const got = ranking(madeUpCatalog(models), { ...request, sort: 'solved' });
    expect(got.sort).toBe('cost');
    expect(got.notes.at(-1)).toMatch(/No board is of coding work/);
  });
});
