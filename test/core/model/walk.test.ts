/** The walk adds up series and whole cycles; a plain loop over the calls comes to the same. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { billingOf, type CacheUse, priceUsed, ratesOf } from '../../../runtime/core/model/cost.ts';
import { legOf } from '../../../runtime/core/model/leg.ts';
import type { Shape } from '../../../runtime/core/model/shape.ts';
import { callSpreads, type SpreadTasks, spreadCalls } from '../../../runtime/core/model/spread.ts';
import { acrossBands, type Used } from '../../../runtime/core/model/used.ts';
import { eachTask, meanOn } from '../../../runtime/core/model/walk.ts';
import { callsOfAll, callsOfTask, type WalkedCall } from '../../../runtime/core/model/walked-calls.ts';
import { workOf, workOn } from '../../../runtime/core/model/work.ts';
import { bandFor, priceLines, ratesFor } from '../../../runtime/core/pricing/call-rates.ts';
import { billableUnits } from '../../../runtime/core/schemas/billable-units.ts';
import { catalog } from '../../support/core/catalog.ts';
import { rounds } from '../../support/rounds.ts';
import { type PlainShape, plainWalk } from './plain-walk.ts';

const alike = (calls: number[]): SpreadTasks => ({ calls, shares: null, rare: 0 });

/** The same shape as the program has it. */
function shapeOf(plain: PlainShape, tasks: SpreadTasks): Shape {
  const { start, compaction, output, sharedPrefix } = plain;
  const grows = plain.grows.with(-1, { growth: plain.grows.at(-1)?.growth ?? 0, calls: Number.POSITIVE_INFINITY });
  const at = compaction?.at ?? null;
  return {
    calls: tasks.calls.reduce((sum, one, i) => sum + one * (tasks.shares?.[i] ?? 1), 0) / tasks.calls.length,
    tasks,
    first: legOf(start, grows, at),
    later: compaction && legOf(compaction.to, grows, at),
    growth: grows.at(-1)?.growth ?? 0,
    outputPerCall: output,
    sharedPrefix,
    warmPrefix: plain.warmShare * sharedPrefix,
    handoffs: plain.handoffs,
    coldShare: plain.coldShare,
    billsCompactions: plain.billsCompactions,
    uses: [],
    means: [],
  };
}

const fields = ['calls', 'compactions', 'prompts', 'short', 'held', 'answered', 'output'] as const;
type Totals = Record<(typeof fields)[number], number>;

/** The same to one part in 10^12, numbers apart that have fewer digits; what is left of a cache is a difference, so of what was sent. */
function expectSame(used: readonly Totals[], plain: readonly Totals[]): void {
  plain.forEach((wanted, band) => {
    const got = used[band];
    for (const name of fields) {
      const of = { held: 'prompts', short: 'prompts', answered: 'output' } as const;
      const size = wanted[name in of ? of[name as keyof typeof of] : name];
      if (Math.abs((got?.[name] ?? 0) - wanted[name]) > 1e-12 * Math.abs(size) + 1e-300) {
        expect({ band, [name]: got?.[name] ?? 0 }).toEqual({ band, [name]: wanted[name] });
      }
    }
  });
}

const someLimits = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 1000, max: 90_000 }), fc.constant(20_000)), { maxLength: 3 })
  .map((limits) => limits.toSorted((a, b) => a - b));
const somePlain = fc
  .record({
    system: fc.nat(8000),
    context: fc.nat(4000),
    // Whole tokens meet limits exactly; means do not.
    grows: fc
      .array(
        fc.record({
          calls: fc.integer({ min: 1, max: 12 }),
          growth: fc.oneof(fc.nat(3000), fc.double({ min: 0.001, max: 3000, noNaN: true }), fc.constant(0)),
        }),
        { minLength: 1, maxLength: 3 },
      )
      .map((grows) => grows.map((one, i) => (i === grows.length - 1 ? { ...one, growth: one.growth + 1 } : one))),
    beyond: fc.option(fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.double({ min: 1, max: 3e4, noNaN: true }))),
    left: fc.double({ min: 0, max: 1, noNaN: true }),
    output: fc.oneof(fc.nat(4000), fc.double({ min: 0.001, max: 4000, noNaN: true })),
    warmShare: fc.constantFrom(0, 0.4, 1),
    handoffs: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 5, noNaN: true })),
    coldShare: fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1, noNaN: true })),
    billsCompactions: fc.boolean(),
  })
  .map(({ system, context, beyond, left, ...rest }): PlainShape => {
    const start = system + context;
    // Never less than the system prompt, and often so much that each call is followed by a compaction.
    const compaction = beyond === null ? null : { at: start + beyond, to: system + left * (context + beyond) };
    return { ...rest, start, sharedPrefix: system, compaction };
  });
const someCalls = fc.oneof(fc.integer({ min: 1, max: 150 }), fc.double({ min: 0.05, max: 150, noNaN: true }));
const someMinPrefix = fc.oneof(fc.constant(0), fc.nat(12_000));

describe('the walk is that of a plain loop', () => {
  test('in every band, for each task and for their mean', () => {
    const tasks = fc.array(someCalls, { minLength: 1, maxLength: 3 }).map((calls) => calls.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(somePlain, tasks, someMinPrefix, someLimits, (plain, calls, minPrefix, limits) => {
        const shape = shapeOf(plain, alike(calls));
        const wanted = calls.map((many) => plainWalk(plain, many, minPrefix, limits));
        let task = 0;
        eachTask(shape, { minPrefixTokens: minPrefix, thresholds: limits }, (used, share) => {
          expect(share).toBe(1 / calls.length);
          expectSame(used, wanted[task++] as Totals[]);
        });
        const meanBand = (band: number) =>
          Object.fromEntries(
            fields.map((name) => [
              name,
              wanted.reduce((sum, one) => sum + (one[band] as Totals)[name], 0) / wanted.length,
            ]),
          ) as Totals;
        const mean = meanOn(shape, { minPrefixTokens: minPrefix, thresholds: limits });
        expectSame(
          mean,
          [0, ...limits].map((_, band) => meanBand(band)),
        );
      }),
      { numRuns: rounds(10_000) },
    );
  });

  test('where limits are met exactly: by a band, the shortest prefix and the compaction', () => {
    // Prompts 6,000, 6,000.1, ... of a growth that binary fractions do not hold: call 31 has 6,003 tokens.
    for (const growth of [0.1, 0.3, 1 / 3, 1100 / 1.2, 960 * (70 / 60)]) {
      const grows = [{ calls: 1, growth }];
      const plain: PlainShape = {
        ...{ start: 6000, grows, output: 10, sharedPrefix: 5000, warmShare: 0.4, handoffs: 0.5, coldShare: 0.1 },
        compaction: { at: 6000 + 30 * growth, to: 5500 },
        billsCompactions: true,
      };
      const [minPrefix, limits] = [6000 + 10 * growth, [6000 + 20 * growth]];
      const shape = shapeOf(plain, alike([29.5, 31, 31.5, 90.25]));
      expect(shape.first.calls).toBe(31);
      let task = 0;
      eachTask(shape, { minPrefixTokens: minPrefix, thresholds: limits }, (used) => {
        expectSame(used, plainWalk(plain, shape.tasks.calls[task++] as number, minPrefix, limits));
      });
    }
  });

  test('for the largest work: 1,000 calls that differ by 25, one task of which makes 76,902', () => {
    const tasks = spreadCalls(1000, 25, callSpreads.session);
    // 3 * .985 * (1 + 25 * (1000 / 999)^2) * 999 calls beyond the first: 76,901.9 in all.
    expect(Math.round(tasks.calls.at(-1) as number)).toBe(76_902);
    const grows = [
      { calls: 5, growth: 4000 },
      { calls: 1, growth: 1595 },
    ];
    const rest = { output: 450, sharedPrefix: 30_000, warmShare: 0.4, handoffs: 2, coldShare: 0.025 };
    for (const compaction of [null, { at: 160_000, to: 50_000 }]) {
      const plain: PlainShape = { start: 35_000, grows, compaction, ...rest, billsCompactions: true };
      const shape = shapeOf(plain, tasks);
      let task = 0;
      eachTask(shape, { minPrefixTokens: 1024, thresholds: [100_000, 150_000] }, (used) => {
        expectSame(used, plainWalk(plain, tasks.calls[task++] as number, 1024, [100_000, 150_000]));
      });
      expect(task).toBe(17);
    }
  });
});

describe('single calls', () => {
  const requests = fc.record({
    modelId: fc.constantFrom(...catalog.models.map(({ id }) => id)),
    presetId: fc.constantFrom(...catalog.presets.map(({ id }) => id)),
    changed: fc.record(
      {
        modelCallsPerTask: fc.double({ min: 0.1, max: 90, noNaN: true }),
        handoffs: fc.double({ min: 0, max: 3, noNaN: true }),
        toolResultTokens: fc.nat(20_000),
        callDispersion: fc.double({ min: 0, max: 3, noNaN: true }),
        coldCallsPct: fc.double({ min: 0, max: 100, noNaN: true }),
        warmPrefixPct: fc.double({ min: 0, max: 100, noNaN: true }),
        compactAtTokens: fc.constantFrom(null, 60_000, 150_000),
        promptCaching: fc.boolean(),
        cacheTtl: fc.constantFrom('5m' as const, '1h' as const),
        searchesPerTask: fc.nat(5),
      },
      { requiredKeys: [] },
    ),
  });

  /** What calls add up to: tokens by band, and dollars of what is fresh, read and answered. */
  function addedUp(calls: readonly WalkedCall[], model: CatalogModel) {
    const rates = ratesOf(model);
    const prompts = rates.rates.map(() => 0);
    const output = rates.rates.map(() => 0);
    const [run, lines] = [{ reads: 0, usd: 0 }, new Float64Array(billableUnits.length)];
    for (const call of calls) {
      const band = bandFor(rates, call.prompt);
      prompts[band] = (prompts[band] as number) + call.weight * call.prompt;
      output[band] = (output[band] as number) + call.weight * call.output;
      const counts = Float64Array.from(billableUnits, ({ unit, count }) => (unit === 'tokens' ? call[count] : 0));
      run.reads += call.weight * call.cachedInput;
      run.usd += call.weight * priceLines(counts, ratesFor(rates, call.prompt), rates.per, lines);
    }
    return { prompts, output, ...run };
  }

  function inBands(used: readonly Used[], model: CatalogModel, use: CacheUse) {
    const run = priceUsed(used, billingOf(model, use));
    const bandOf = (name: 'prompts' | 'output') => ratesOf(model).rates.map((_, band) => used[band]?.[name] ?? 0);
    return {
      prompts: bandOf('prompts'),
      output: bandOf('output'),
      reads: run.reads,
      usd: run.freshUsd + run.readsUsd + run.outputUsd,
    };
  }

  const near = (got: number, wanted: number, size: number) =>
    expect(Math.abs(got - wanted), `${got} for ${wanted}`).toBeLessThanOrEqual(1e-11 * size);

  function expectAddsUp(calls: readonly WalkedCall[], used: readonly Used[], model: CatalogModel, use: CacheUse) {
    const [got, wanted] = [addedUp(calls, model), inBands(used, model, use)];
    for (const name of ['prompts', 'output'] as const) {
      got[name].forEach((sum, band) => {
        near(sum, wanted[name][band] as number, acrossBands(used, name));
      });
    }
    near(got.reads, wanted.reads, acrossBands(used, 'prompts'));
    near(got.usd, wanted.usd, wanted.usd);
  }

  /** So small a share of calls that whether it is above a threshold is rounding: no part of 10^11 of the task. */
  const hairOfHandoff = {
    ...{ modelId: 'claude-haiku-5-5', presetId: 'coding' as const },
    changed: { modelCallsPerTask: 0.1, handoffs: 2 ** -52, toolResultTokens: 2237, callDispersion: 0 },
  };

  test('add up to the bands of their task, and weighted to the mean of all tasks', () => {
    fc.assert(
      fc.property(requests, fc.nat(16), ({ modelId, presetId, changed }, which) => {
        const preset = catalog.preset(presetId);
        const model = catalog.find(modelId) as CatalogModel;
        const workflow = { ...preset.workflow, ...changed };
        const { shape } = workOn(workOf(preset, workflow), model);
        const task = which % shape.tasks.calls.length;
        let place = 0;
        eachTask(shape, model, (used) => {
          if (place++ !== task) return;
          const calls = callsOfTask(shape, model, workflow, shape.tasks.calls[task] as number);
          expectAddsUp(calls, used, model, workflow);
        });
        const all = callsOfAll(shape, model, workflow);
        const { run } = billFor(workOf(preset, workflow), model);
        expectAddsUp(all, run.bands, model, workflow);
      }),
      { numRuns: rounds(500), examples: [[hairOfHandoff, 0]] },
    );
  });
});
