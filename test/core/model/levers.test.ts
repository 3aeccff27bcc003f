/** Savings of single changes: computed by hand, and compared with a request that makes the change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Advice } from '../../../runtime/core/answers/schemas/advice-schema.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { MeasuredFile } from '../../../runtime/core/schemas/data-files/measured-file.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { ladderBoard } from '../../support/core/ladder-board.ts';
import {
  advice,
  estimate,
  type MadeUpModel,
  madeUpCatalog,
  madeUpDataset,
  nothing,
} from '../../support/core/made-up.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';

const namesIn = ({ levers }: Advice) => levers.map(({ lever }) => lever);
const leverOf = (got: Advice, name: string) => got.levers.find(({ lever }) => lever === name);

/** The same board with input tokens: a hundred for each token of output. */
const priced = (board: MeasuredFile): MeasuredFile => ({
  ...board,
  rows: board.rows.map((row) => ({ ...row, inputTokens: 100 * (row.outputTokens ?? 0) })),
});

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
    const got = advice(madeUpCatalog([model]), work);
    expect(got.costPerTask).toBe(0.02675);
    // Turns: 9 calls: IN = 9,000 + 150*36 = 14,400, OUT = 900: 23,400; 3,350 less, 12.5234 %.
    // Output: O = 75, g = 125: IN = 10,000 + 125*45 = 15,625, OUT = 750: 23,125; 3,625 less, 13.5514 %.
    // Tool results: X = 25, g = 125: 15,625 + 10,000 = 25,625; 1,125 less, 4.2056 %.
    // There is no cached price, no other service tier, no ladder and no fault.
    expect(got.levers).toEqual([
      {
        lever: 'output',
        basis: 'estimated',
        costPerSuccessfulTask: 0.023125,
        description: 'A quarter less output per call.',
        changes: { outputTokensPerCall: 75 },
        costPerTask: 0.023125,
        monthlySpend: 2.3125,
        saving: { costPerTask: 0.003625, monthly: 0.3625, pct: 13.5514 },
      },
      {
        lever: 'turns',
        basis: 'estimated',
        costPerSuccessfulTask: 0.0234,
        description: expect.stringMatching(/^A tenth fewer turns/),
        changes: { modelCallsPerTask: 9, toolCallsPerTask: 9 },
        costPerTask: 0.0234,
        monthlySpend: 2.34,
        saving: { costPerTask: 0.00335, monthly: 0.335, pct: 12.5234 },
      },
      {
        lever: 'toolResults',
        basis: 'estimated',
        costPerSuccessfulTask: 0.025625,
        description: 'Tool calls append half as many tokens to the transcript.',
        changes: { toolResultTokens: 25 },
        costPerTask: 0.025625,
        monthlySpend: 2.5625,
        saving: { costPerTask: 0.001125, monthly: 0.1125, pct: 4.2056 },
      },
    ]);
  });

  test('halve the faults, and name those that are not 0', () => {
    // Retries of 20 %: 26,750*1.24 = 33,170; of 10 %: 26,750*1.11 = 29,692.5.
    const got = leverOf(advice(madeUpCatalog([model]), { ...work, retryRatePct: 20 }), 'faults');
    expect(got).toMatchObject({
      changes: { retryRatePct: 10 },
      costPerTask: 0.0296925,
      saving: { costPerTask: 0.0034775 },
    });
  });

  test('turn prompt caching on if it is off and the provider does not cache automatically', () => {
    // A single growing prompt: 1,000 + 150*9 = 2,350 tokens written at 1, the other 14,400 read at 0.1: 3,790 + 10,000.
    const cached = { ...model, cachedInput: 0.1 };
    const got = leverOf(advice(madeUpCatalog([cached]), work), 'promptCaching');
    expect(got).toMatchObject({
      changes: { promptCaching: true },
      costPerTask: 0.01379,
      saving: { costPerTask: 0.01296 },
    });
    for (const [other, request] of [
      [{ ...cached, mode: 'automatic' as const }, work],
      [cached, { ...work, promptCaching: true }],
    ] as const) {
      expect(namesIn(advice(madeUpCatalog([other]), request))).not.toContain('promptCaching');
    }
  });

  test('process in batch a task of a few calls that nobody waits for, if the model has a batch price', () => {
    const sold = madeUpCatalog([{ ...model, serviceTiers: { batch: { input: 0.5, output: 5 } } }]);
    const short = { ...work, modelCallsPerTask: 5, toolCallsPerTask: 5, interactive: false };
    // 5 calls: IN = 5*1,000 + 150*10 = 6,500, OUT = 500: 11,500, and half of it in batch.
    expect(leverOf(advice(sold, short), 'batch')).toMatchObject({
      // Each call after the first finds a cold cache, where there is one.
      changes: { serviceTier: 'batch', coldCallsPct: 100 },
      costPerTask: 0.00575,
      saving: { pct: 50 },
    });
    // With a cache: prompts of 1,000 to 1,600, 1,600 new at 1 and 4,900 read at 0.1, 500*10: 7,090. In batch nothing is
    // read: 6,500*0.5 + 500*5 = 5,750. Where reading saves more than half, batch saves nothing.
    const cached = (cachedInput: number) => ({
      ...model,
      cachedInput,
      serviceTiers: { batch: { input: 0.5, output: 5, cachedInput: cachedInput / 2 } },
    });
    const withCache = advice(madeUpCatalog([cached(0.1)]), { ...short, promptCaching: true });
    expect(withCache.costPerTask).toBe(0.00709);
    expect(leverOf(withCache, 'batch')?.costPerTask).toBe(0.00575);
    const inputOnly = advice(madeUpCatalog([cached(0.1)]), {
      ...short,
      outputTokensPerCall: 0,
      toolResultTokens: 0,
      promptCaching: true,
    });
    // 1,000 + 4,000*0.1 = 1,400 against 5,000*0.5 = 2,500.
    expect(inputOnly.costPerTask).toBe(0.0014);
    expect(leverOf(inputOnly, 'batch')).toBeUndefined();
    const applies = (request: EstimateRequest) => namesIn(advice(sold, request)).includes('batch');
    expect(applies({ ...short, serviceTier: 'batch' })).toBe(false);
    expect(applies({ ...short, interactive: true })).toBe(false);
    // Loops are calls too: 5 + 3 wait for each other.
    expect(applies({ ...short, timeoutLoopsPerTask: 1 })).toBe(false);
    expect(applies(work)).toBe(false);
  });

  test('process no preset in batch: somebody waits, or its calls would take days', () => {
    const sellsBatch = catalog.models.filter(({ listPrice }) => listPrice.serviceTiers?.batch !== undefined);
    expect(sellsBatch.length).toBeGreaterThan(10);
    for (const { id: presetId } of catalog.presets) {
      for (const { id: modelId } of sellsBatch) {
        const interactive = !['coding', 'research'].includes(presetId);
        expect(namesIn(advice(catalog, { presetId, modelId, interactive })), `${presetId} on ${modelId}`).not.toContain(
          'batch',
        );
      }
    }
  });

  test('lengthen a first prompt that is too short to be cached, if that saves', () => {
    // 10 calls of 900, 1,050, ... tokens: two are below 1,200. As is: 900 + 1,050 at 1 and the rest cached.
    const cached = { ...model, cachedInput: 0.1, minPrefixTokens: 1200 };
    const asked = { ...work, systemPromptTokens: 700, retrievedContextTokens: 200, promptCaching: true };
    const got = advice(madeUpCatalog([cached]), asked);
    // Prompts of 900 to 2,250 are 15,750: 1,950 too short, 2,250 - 1,950... new tokens: 1,200 + 7*150 = 2,250 written,
    // the other 11,550 read: 1,950 + 2,250 + 1,155 + 10,000 = 15,355.
    expect(got.costPerTask).toBe(0.015355);
    // With 300 more: 1,200 to 2,550 are 18,750, 2,550 written and 16,200 read: 2,550 + 1,620 + 10,000 = 14,170.
    expect(leverOf(got, 'cacheablePrompt')).toMatchObject({
      changes: { systemPromptTokens: 1000 },
      costPerTask: 0.01417,
    });
    const applies = (model: MadeUpModel, request: EstimateRequest) =>
      namesIn(advice(madeUpCatalog([model]), request)).includes('cacheablePrompt');
    expect(applies({ ...cached, minPrefixTokens: 900 }, asked)).toBe(false);
    expect(applies(cached, { ...asked, promptCaching: false })).toBe(false);
    // One call: longer is dearer.
    expect(applies(cached, { ...asked, modelCallsPerTask: 1, toolCallsPerTask: 0 })).toBe(false);
  });

  test('a longer system prompt halves a phone call on Claude Haiku 4.5, which caches nothing below 4,096 tokens', () => {
    const got = advice(catalog, { presetId: 'voice', modelId: 'claude-haiku-4-5', interactive: true });
    expect(leverOf(got, 'cacheablePrompt')?.changes).toEqual({ systemPromptTokens: 2996 });
    expect(leverOf(got, 'cacheablePrompt')?.saving.pct).toBeGreaterThan(30);
  });

  test('earlier compaction says what growth after it is counted: the recorded one in sessions, none of its own elsewhere', () => {
    const compacted = { compactAtTokens: 100_000, compactedToTokens: 30_000, modelCallsPerTask: 100 };
    const said = (presetId: 'session' | 'coding') =>
      leverOf(advice(catalog, { ...compacted, presetId }), 'compactEarlier')?.description;
    expect(said('session')).toMatch(/first 5 calls after a compaction add 2.4 times/);
    expect(said('coding')).toMatch(/add as much as those before it/);
  });

  test('lower the effort by one step, from the requested one or from high', () => {
    const ladder = { high: [100, 1000, 0.6], medium: [50, 500, 0.5], low: [10, 100, 0.3] };
    const made = catalogOf(
      { ...madeUpDataset([model]), measured: [priced(ladderBoard({ model: ladder }))] },
      '2026-06-01',
    );
    // Medium: 5 calls, O = 100*0.5/0.5 = 100: IN = 5,000 + 150*10 = 6,500, OUT = 500: 11,500.
    expect(leverOf(advice(made, work), 'effort')).toMatchObject({
      changes: { reasoningEffort: 'medium' },
      costPerTask: 0.0115,
    });
    // Low: 1 call: 1,000 + 100*10 = 2,000.
    expect(leverOf(advice(made, { ...work, reasoningEffort: 'medium' }), 'effort')).toMatchObject({
      changes: { reasoningEffort: 'low' },
      costPerTask: 0.002,
    });
    expect(namesIn(advice(made, { ...work, reasoningEffort: 'low' }))).not.toContain('effort');
  });

  test('lower the effort only where that was measured to be cheaper per solved task', () => {
    const board = (successRate: number) =>
      priced(ladderBoard({ model: { high: [100, 1000, 0.6], medium: [50, 500, successRate] } }));
    const effortOf = (successRate: number, id = 'model') => {
      const models = [model, { ...model, id: 'unmeasured' }, { ...model, id: 'plain', reasoning: false }];
      const made = catalogOf({ ...madeUpDataset(models), measured: [board(successRate)] }, '2026-06-01');
      return leverOf(advice(made, { ...work, modelId: id }), 'effort');
    };
    // Half the tokens for 0.4 of 0.6 solved: 0.5*0.6/0.4 = 0.75 times the dollars per solved task; for 0.3, as many.
    expect(effortOf(0.4)?.description).toMatch(/solved 40 % instead of 60 %, at 0\.75 times/);
    expect(effortOf(0.3)).toBeUndefined();
    expect(effortOf(0.4, 'unmeasured')?.description).toMatch(/Not measured on this model; .* fell for 1 of 1 others/);
    expect(effortOf(0.3, 'unmeasured')).toBeUndefined();
    // A model that does not reason has no effort to lower.
    expect(effortOf(0.4, 'plain')).toBeUndefined();
  });

  test('on GPT-5.6 Luna leave the effort as it is: at medium a solved task was dearer', () => {
    expect(namesIn(advice(catalog, { presetId: 'coding', modelId: 'gpt-5.6-luna' }))).not.toContain('effort');
  });

  test('are empty if a task costs nothing', () => {
    expect(advice(madeUpCatalog([model]), nothing).levers).toEqual([]);
  });

  test('equal the cost of a request with the change, to the last digit', () => {
    let compared = 0;
    fc.assert(
      fc.property(estimateRequests, (any) => {
        const request = { ...any, compare: false } as EstimateRequest;
        const got = advice(catalog, request);
        let last = Number.POSITIVE_INFINITY;
        const efforts = got.levers.filter(({ lever }) => lever === 'effort');
        for (const { basis } of efforts) {
          expect(got.levers.findIndex(({ lever }) => lever === 'effort')).toBe(
            basis === 'measured' ? 0 : got.levers.length - 1,
          );
        }
        for (const { lever, changes, costPerTask, costPerSuccessfulTask, monthlySpend, saving } of got.levers) {
          const changed = { ...request, ...changes };
          expect(resolveRequest(catalog, changed)).not.toBeInstanceOf(ApiError);
          const after = estimate(catalog, changed);
          expect([costPerTask, costPerSuccessfulTask, monthlySpend]).toEqual([
            after.costPerTask,
            after.costPerSuccessfulTask,
            after.monthlySpend,
          ]);
          const saved = got.costPerTask - after.costPerTask;
          expect(Math.abs(saving.costPerTask - saved)).toBeLessThanOrEqual(1e-9 + 1e-12 * got.costPerTask);
          expect(saving.costPerTask).toBeGreaterThan(0);
          compared++;
          if (lever === 'effort') continue;
          expect(saving.costPerTask).toBeLessThanOrEqual(last);
          last = saving.costPerTask;
        }
      }),
      { numRuns: 300, seed: 28 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  test('of a preset on its model are all that apply', () => {
    const own = (presetId: EstimateRequest['presetId']) => namesIn(advice(catalog, { presetId } as EstimateRequest));
    expect(own('coding')).toEqual(expect.arrayContaining(['effort', 'turns', 'toolResults', 'output', 'faults']));
    expect(own('support')).not.toContain('effort');
  });
});
