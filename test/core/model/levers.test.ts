/** Savings of single changes: computed by hand, and compared with a request that makes the change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { ladderBoard } from '../../support/core/ladder-board.ts';
import { estimate, type MadeUpModel, madeUpCatalog, madeUpDataset, nothing } from '../../support/core/made-up.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';

const namesIn = ({ levers }: Estimate) => levers.map(({ lever }) => lever);
const leverOf = (got: Estimate, name: string) => got.levers.find(({ lever }) => lever === name);

describe('levers', () => {
  // 10 calls and 10 tool calls: g = 100 + 50 = 150; IN = 10*1,000 + 150*45 = 16,750; OUT = 1,000.
  // 16,750*1 + 1,000*10 = 26,750.
  const work: EstimateRequest = {
    ...nothing,
    tasksPerMonth: 100,
    modelCallsPerTask: 10,
    toolCallsPerTask: 10,
    systemPromptTokens: 1000,
    outputTokensPerCall: 100,
    toolResultTokens: 50,
  };
  const model: MadeUpModel = { input: 1, output: 10 };

  test('have the savings computed by hand, the largest first', () => {
    const got = estimate(madeUpCatalog([model]), work);
    expect(got.costPerTask).toBe(0.02675);
    // Turns: 9 calls: IN = 9,000 + 150*36 = 14,400, OUT = 900: 23,400; 3,350 less, 12.5234 %.
    // Output: O = 75, g = 125: IN = 10,000 + 125*45 = 15,625, OUT = 750: 23,125; 3,625 less, 13.5514 %.
    // Tool results: X = 25, g = 125: 15,625 + 10,000 = 25,625; 1,125 less, 4.2056 %.
    // There is no cached price, no other service tier, no ladder and no fault.
    expect(got.levers).toEqual([
      {
        lever: 'output',
        description: 'A quarter less output per call.',
        changes: [{ field: 'outputTokensPerCall', from: 100, to: 75 }],
        costPerTask: 0.023125,
        monthlySpend: 2.3125,
        saving: { costPerTask: 0.003625, monthly: 0.3625, pct: 13.5514 },
      },
      {
        lever: 'turns',
        description: 'A tenth fewer turns: model calls and tool calls, including web searches.',
        changes: [
          { field: 'modelCallsPerTask', from: 10, to: 9 },
          { field: 'toolCallsPerTask', from: 10, to: 9 },
        ],
        costPerTask: 0.0234,
        monthlySpend: 2.34,
        saving: { costPerTask: 0.00335, monthly: 0.335, pct: 12.5234 },
      },
      {
        lever: 'toolResults',
        description: 'Tool calls append half as many tokens to the transcript.',
        changes: [{ field: 'toolResultTokens', from: 50, to: 25 }],
        costPerTask: 0.025625,
        monthlySpend: 2.5625,
        saving: { costPerTask: 0.001125, monthly: 0.1125, pct: 4.2056 },
      },
    ]);
  });

  test('halve the faults, and name those that are not 0', () => {
    // Retries of 20 %: 26,750*1.24 = 33,170; of 10 %: 26,750*1.11 = 29,692.5.
    const got = leverOf(estimate(madeUpCatalog([model]), { ...work, retryRatePct: 20 }), 'faults');
    expect(got).toMatchObject({
      changes: [{ field: 'retryRatePct', from: 20, to: 10 }],
      costPerTask: 0.0296925,
      saving: { costPerTask: 0.0034775 },
    });
  });

  test('turn prompt caching on if it is off and the provider does not cache automatically', () => {
    // A single growing prompt: 1,000 + 150*9 = 2,350 tokens written at 1, the other 14,400 read at 0.1: 3,790 + 10,000.
    const cached = { ...model, cachedInput: 0.1 };
    const got = leverOf(estimate(madeUpCatalog([cached]), work), 'promptCaching');
    expect(got).toMatchObject({
      changes: [{ field: 'promptCaching', from: false, to: true }],
      costPerTask: 0.01379,
      saving: { costPerTask: 0.01296 },
    });
    for (const [other, request] of [
      [{ ...cached, mode: 'automatic' as const }, work],
      [cached, { ...work, promptCaching: true }],
    ] as const) {
      expect(namesIn(estimate(madeUpCatalog([other]), request))).not.toContain('promptCaching');
    }
  });

  test('process in batch if the model has a batch price', () => {
    const sold = { ...model, serviceTiers: { batch: { input: 0.5, output: 5 } } };
    expect(leverOf(estimate(madeUpCatalog([sold]), work), 'batch')).toMatchObject({
      changes: [{ field: 'serviceTier', from: 'standard', to: 'batch' }],
      costPerTask: 0.013375,
      saving: { pct: 50 },
    });
    expect(namesIn(estimate(madeUpCatalog([sold]), { ...work, serviceTier: 'batch' }))).not.toContain('batch');
  });

  test('lower the effort by one step, from the requested one or from high', () => {
    const ladder = { high: [100, 1000, 0.6], medium: [50, 500, 0.5], low: [10, 100, 0.3] };
    const made = catalogOf({ ...madeUpDataset([model]), measured: [ladderBoard({ model: ladder })] }, '2026-06-01');
    // Medium: 5 calls, O = 100*0.5/0.5 = 100: IN = 5,000 + 150*10 = 6,500, OUT = 500: 11,500.
    expect(leverOf(estimate(made, work), 'effort')).toMatchObject({
      changes: [{ field: 'reasoningEffort', from: null, to: 'medium' }],
      costPerTask: 0.0115,
    });
    // Low: 1 call: 1,000 + 100*10 = 2,000.
    expect(leverOf(estimate(made, { ...work, reasoningEffort: 'medium' }), 'effort')).toMatchObject({
      changes: [{ field: 'reasoningEffort', from: 'medium', to: 'low' }],
      costPerTask: 0.002,
    });
    expect(namesIn(estimate(made, { ...work, reasoningEffort: 'low' }))).not.toContain('effort');
  });

  test('are empty if a task costs nothing', () => {
    expect(estimate(madeUpCatalog([model]), nothing).levers).toEqual([]);
  });

  test('equal the cost of a request with the change, to the last digit', () => {
    let compared = 0;
    fc.assert(
      fc.property(estimateRequests, (any) => {
        const request = { ...any, compare: false } as EstimateRequest;
        const got = estimate(catalog, request);
        let last = Number.POSITIVE_INFINITY;
        for (const { changes, costPerTask, monthlySpend, saving } of got.levers) {
          const changed = { ...request, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
          expect(resolveRequest(catalog, changed)).not.toBeInstanceOf(ApiError);
          const after = estimate(catalog, changed);
          expect([costPerTask, monthlySpend]).toEqual([after.costPerTask, after.monthlySpend]);
          const saved = got.costPerTask - after.costPerTask;
          expect(Math.abs(saving.costPerTask - saved)).toBeLessThanOrEqual(1e-9 + 1e-12 * got.costPerTask);
          expect(saving.costPerTask).toBeGreaterThan(0);
          expect(saving.costPerTask).toBeLessThanOrEqual(last);
          last = saving.costPerTask;
          compared++;
        }
      }),
      { numRuns: 300, seed: 28 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  test('of a preset on its model are all that apply', () => {
    const own = (presetId: EstimateRequest['presetId']) => namesIn(estimate(catalog, { presetId } as EstimateRequest));
    expect(own('coding')).toEqual(expect.arrayContaining(['effort', 'turns', 'toolResults', 'output', 'faults']));
    expect(own('support')).not.toContain('effort');
  });
});
