import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billFor } from '../../runtime/core/model/bill.ts';
import { peakOf, usesOfTool } from '../../runtime/core/model/shape.ts';
import { acrossBands } from '../../runtime/core/model/used.ts';
import { workOf } from '../../runtime/core/model/work.ts';
import type { Workflow } from '../../runtime/core/schemas/request-fields.ts';
import { catalogOf } from '../support/core/dated.ts';
import { ladderBoard } from '../support/core/ladder-board.ts';
import { madeUpDataset, madeUpPreset, nothing } from '../support/core/made-up.ts';
import {
  type OracleEffort,
  type OracleModel,
  type OracleWorkflow,
  oracleAtEffort,
  oracleBill,
} from '../support/core/oracle.ts';

/** The runtime's bill for the same work on the same model, before rounding; at effort low if `effort` is given. */
function runtimeBill(
  work: OracleWorkflow,
  { bands, minPrefix, hitEfficiency, ownOutputCached, searchFee }: OracleModel,
  effort: OracleEffort | null = null,
) {
  const [first, ...longContext] = bands;
  const data = madeUpDataset([
    {
      ...first,
      longContext,
      minPrefixTokens: minPrefix || null,
      hitEfficiency,
      ownOutputCached,
      webSearchPer1000: searchFee,
    },
  ]);
  const ladder = { high: [1000, 10_000, 0.5], low: [1000 * (effort?.calls ?? 1), 10_000 * (effort?.output ?? 1), 0.4] };
  const catalog = catalogOf({ ...data, measured: [ladderBoard({ model: ladder })] }, '2026-06-01');
  const model = catalog.find('model');
  if (model === undefined) throw new Error('no model');
  // The first prompt in three unequal parts: only their sum may matter.
  const system = Math.floor(work.firstPrompt / 2);
  const schema = Math.floor((work.firstPrompt - system) / 3);
  const workflow: Workflow = {
    ...nothing,
    modelCallsPerTask: work.modelCalls,
    toolCallsPerTask: work.toolCalls,
    handoffs: work.handoffs,
    systemPromptTokens: system,
    toolSchemaTokens: schema,
    retrievedContextTokens: work.firstPrompt - system - schema,
    outputTokensPerCall: work.outputPerCall,
    toolResultTokens: work.toolResult,
    retryRatePct: work.retryPct,
    timeoutLoopsPerTask: work.loops,
    hallucinatedToolPct: work.hallucinatedPct,
    promptCaching: work.caching,
    userTokensPerCall: work.userTokensPerCall,
    searchesPerTask: work.searches,
    warmPrefixPct: system + schema > 0 ? (100 * work.warmPrefix) / (system + schema) : 0,
    reasoningEffort: effort === null ? null : 'low',
    compactAtTokens: work.compaction?.at ?? null,
    compactedToTokens: work.compaction?.to ?? null,
    coldCallsPct: 100 * (work.coldShare ?? 0),
  };
  const { run, costPerTask } = billFor(workOf(madeUpPreset(), workflow), model);
  const { shape } = run;
  const retries = work.retryPct / 100;
  return {
    bill: {
      input: acrossBands(run.bands, 'prompts'),
      cachedInput: run.reads,
      output: acrossBands(run.bands, 'output'),
      peak: peakOf(shape),
      searches: usesOfTool(shape, 'webSearch'),
      costPerTask: run.tokensUsd * (1 + retries + retries * retries) + run.feesUsd,
    },
    rounded: costPerTask,
  };
}

const whole = (max: number) => fc.integer({ min: 0, max });

/** Faults are chosen so that the number of calls is whole: K times 12.5 per cent, loops of 3 calls in thirds. */
const faults = fc.record({
  eighths: whole(8),
  loops: whole(30)
    .map((calls) => calls / 3)
    .filter((loops) => loops * 3 === Math.round(loops * 3)),
});

const workflows = (caching: fc.Arbitrary<boolean>, maxHandoffs: number): fc.Arbitrary<OracleWorkflow> =>
  fc
    .record({
      modelCalls: fc.oneof(whole(3), whole(60), whole(300)),
      toolCalls: fc.oneof(whole(3), whole(60), whole(300)),
      handoffs: whole(maxHandoffs),
      firstPrompt: fc.oneof(whole(10), whole(9_000), whole(400_000)),
      outputPerCall: fc.oneof(fc.constant(0), whole(2_000)),
      toolResult: fc.oneof(fc.constant(0), whole(5_000)),
      userTokensPerCall: fc.oneof(fc.constant(0), whole(100)),
      retryPct: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })),
      faults,
      searches: fc.oneof(fc.constant(0), whole(60), whole(400)),
      caching,
      warm: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ faults: { eighths, loops }, warm, ...rest }) => {
      // 12.5 per cent of K is whole only if K is a multiple of 8, and so on.
      const fits = Number.isInteger((rest.toolCalls * eighths) / 8);
      const system = Math.floor(rest.firstPrompt / 2);
      const sharedPrefix = system + Math.floor((rest.firstPrompt - system) / 3);
      return {
        ...rest,
        sharedPrefix,
        warmPrefix: warm * sharedPrefix,
        loops,
        hallucinatedPct: fits ? eighths * 12.5 : 0,
      };
    });

const dollars = fc.double({ min: 0, max: 60, noNaN: true });

const bandOf = (cached: boolean) =>
  fc
    .record({
      input: dollars,
      output: dollars,
      discount: fc.double({ min: 0, max: 1, noNaN: true }),
      premium: fc.option(dollars),
    })
    .map(({ input, output, discount, premium }) => ({
      input,
      output,
      cachedInput: cached ? input * discount : null,
      cacheWrite: premium === null ? null : input + premium,
    }));

interface Kind {
  tiers: number;
  minPrefix: boolean;
}

const models = ({ tiers, minPrefix }: Kind): fc.Arbitrary<OracleModel> =>
  fc.boolean().chain((cached) =>
    fc.record({
      bands: fc
        .tuple(
          fc.array(bandOf(cached), { minLength: tiers + 1, maxLength: tiers + 1 }),
          fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 600_000 })), {
            minLength: tiers,
            maxLength: tiers,
          }),
        )
        .map(([prices, thresholds]) => {
          const above = [0, ...thresholds.sort((a, b) => a - b)];
          return prices.map((price, index) => ({ ...price, above: above[index] as number }));
        }),
      minPrefix: minPrefix ? fc.oneof(fc.constantFrom(256, 1024, 4096), whole(50_000)) : fc.constant(0),
      hitEfficiency: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      ownOutputCached: fc.constantFrom(0, 0, 0.25, 1),
      searchFee: fc.oneof(fc.constantFrom(5, 10, 14), dollars),
    }),
  );

/** Equal within 1e-9 of the larger figure (the loops add up thousands of roundings of 1e-16). */
function expectEqual(actual: object, wanted: object, context: unknown): void {
  for (const [name, value] of Object.entries(wanted) as [keyof typeof actual, number][]) {
    const got = actual[name] as number;
    const far = Math.abs(got - value) > 1e-9 * Math.max(Math.abs(got), Math.abs(value));
    // A tiny remainder is left where two equal totals are subtracted.
    if (far && Math.abs(got - value) > 1e-9) {
      expect.fail(`${name}: ${got} instead of ${value} for ${JSON.stringify(context)}`);
    }
  }
}

function agree(work: OracleWorkflow, model: OracleModel): void {
  const runtime = runtimeBill(work, model);
  const wanted = oracleBill(work, model);
  expectEqual(runtime.bill, wanted, { work, model });
  // The rounded cost is within half a nano-dollar per part of four (coarser above 9 million dollars).
  expect(Math.abs(runtime.rounded - wanted.costPerTask)).toBeLessThanOrEqual(2e-9 + 1e-9 * wanted.costPerTask);
}

const runs = (numRuns: number) => ({ numRuns, seed: 20261120 });

describe('the closed form agrees with a task computed call by call', () => {
  const anyModel = fc.record({ tiers: whole(2), minPrefix: fc.boolean() }).chain((kind) => models(kind));

  test('with and without a cache, handoffs and shortest prefixes, on models with up to three prices', () => {
    fc.assert(fc.property(workflows(fc.boolean(), 20), anyModel, agree), runs(2000));
  });

  test('with a cache that starts cold for no handoff', () => {
    fc.assert(fc.property(workflows(fc.constant(true), 0), anyModel, agree), runs(800));
  });

  test('with a prefix that other tasks left in the cache, on models that cache no shorter one than about that', () => {
    const warm = workflows(fc.constant(true), 0).filter(({ warmPrefix }) => warmPrefix > 0);
    const near = fc.tuple(warm, models({ tiers: 1, minPrefix: false }), fc.integer({ min: -1, max: 400 }));
    const runsOf = fc.property(near, ([work, model, above]) =>
      agree(work, { ...model, minPrefix: Math.max(0, work.sharedPrefix + above) }),
    );
    fc.assert(runsOf, runs(500));
  });

  describe('where transcripts are compacted and caches go cold', () => {
    const compactions = fc.record({
      at: fc.oneof(fc.integer({ min: 10_000, max: 60_000 }), fc.integer({ min: 10_000, max: 900_000 })),
      to: fc.oneof(whole(12_000), whole(80_000)),
    });
    // A share of a whole number of percent: coldCallsPct is a percentage.
    const coldShares = fc.oneof(fc.constant(0), fc.constant(1), fc.constantFrom(0.25, 0.5, 0.125));

    test('with handoffs, on models with up to three prices', () => {
      const works = fc
        .tuple(workflows(fc.boolean(), 20), compactions)
        .map(([work, compaction]): OracleWorkflow => ({ ...work, compaction }));
      fc.assert(fc.property(works, anyModel, agree), runs(800));
    });

    test('with cold calls, without handoffs', () => {
      const works = fc.tuple(workflows(fc.boolean(), 0), fc.option(compactions, { nil: undefined }), coldShares).map(
        ([work, compaction, coldShare]): OracleWorkflow => ({
          ...work,
          coldShare,
          ...(compaction && { compaction }),
        }),
      );
      fc.assert(fc.property(works, anyModel, agree), runs(800));
    });

    test('at a compaction that no prompt reaches nothing changes', () => {
      fc.assert(
        fc.property(workflows(fc.boolean(), 20), anyModel, (work, model) => {
          const far = { ...work, compaction: { at: 2e6, to: 5000 } };
          fc.pre(oracleBill(work, model).peak <= 1.9e6);
          expect(runtimeBill(far, model)).toEqual(runtimeBill(work, model));
        }),
        runs(200),
      );
    });
  });

  test('at an effort with more or fewer calls, and more or less output in total', () => {
    const efforts = fc.record({
      calls: fc.constantFrom(0.25, 0.5, 0.75, 1, 1.5, 2.25),
      output: fc.integer({ min: 1, max: 40_000 }).map((units) => units / 1e4),
    });
    // Multiples of 4, so that the calls stay whole; effort changes no faults and no handoffs.
    const quadrupled = workflows(fc.boolean(), 20).map((work) => ({
      ...work,
      modelCalls: 4 * Math.ceil((work.modelCalls + 1) / 4),
      toolCalls: 4 * Math.ceil(work.toolCalls / 4),
      hallucinatedPct: 0,
    }));
    fc.assert(
      fc.property(quadrupled, anyModel, efforts, (work, model, effort) => {
        const runtime = runtimeBill(work, model, effort);
        const wanted = oracleBill(oracleAtEffort(work, effort), model);
        expectEqual(runtime.bill, wanted, { work, model, effort });
      }),
      runs(500),
    );
  });

  test('where a prompt is exactly as long as a threshold, or one token longer or shorter', () => {
    // One tool result per call and whole tokens, so that prompt number `at` has exactly B + g*(at - 1) tokens.
    const exact = fc
      .record({
        calls: fc.integer({ min: 1, max: 200 }),
        at: whole(199),
        off: fc.integer({ min: -1, max: 1 }),
        B: whole(9_000),
      })
      .chain(({ calls, at, off, B }) =>
        fc.record({
          work: fc
            .record({ O: fc.integer({ min: 0, max: 900 }), X: fc.integer({ min: 1, max: 900 }), caching: fc.boolean() })
            .map(({ O, X, caching }) => ({
              modelCalls: calls,
              toolCalls: calls,
              handoffs: 0,
              firstPrompt: B,
              outputPerCall: O,
              toolResult: X,
              userTokensPerCall: 0,
              retryPct: 0,
              loops: 0,
              hallucinatedPct: 0,
              caching,
              sharedPrefix: 0,
              warmPrefix: 0,
              searches: 0,
            })),
          place: fc.constant({ at: at % calls, off }),
          model: models({ tiers: 1, minPrefix: false }),
          asMinimum: fc.boolean(),
        }),
      );
    fc.assert(
      fc.property(exact, ({ work, place, model, asMinimum }) => {
        const length = Math.max(1, work.firstPrompt + place.at * (work.outputPerCall + work.toolResult) + place.off);
        const [low, high] = model.bands as [OracleModel['bands'][number], OracleModel['bands'][number]];
        agree(
          work,
          asMinimum
            ? { ...model, bands: [low], minPrefix: length }
            : { ...model, bands: [low, { ...high, above: length }] },
        );
      }),
      runs(500),
    );
  });
});
