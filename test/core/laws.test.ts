/** What must hold of every estimate, tried on workflows drawn from the full bounds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newAjv } from '../../build/data/ajv.ts';
import type { EstimateRequest } from '../../runtime/core/api/schemas/estimate-request-schema.ts';
import { type Estimate, estimate as estimateSchema } from '../../runtime/core/api/schemas/estimate-schema.ts';
import { type Ranking, ranking as rankingSchema } from '../../runtime/core/api/schemas/ranking-schema.ts';
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import type { Workflow, WorkflowField } from '../../runtime/core/dataset/request-fields.ts';
import {
  type PresetId,
  presetIds,
  workflowFieldNames,
  workflowFields,
} from '../../runtime/core/dataset/request-fields.ts';
import { givesTerms, marketOf, onTerms } from '../../runtime/core/dataset/terms.ts';
import { efforts } from '../../runtime/core/measured/efforts.ts';
import { factsOf } from '../../runtime/core/measured/facts.ts';
import { billFor, workOf, workOn } from '../../runtime/core/model/bill.ts';
import { unitsPerDollar } from '../../runtime/core/model/money.ts';
import { isSuggested } from '../../runtime/core/routing/routing.ts';
import { catalog, catalogOn } from '../support/core/catalog.ts';
import {
  estimate as estimated,
  type MadeUpModel,
  madeUpCatalog,
  madeUpPreset,
  nothing,
  ranking,
} from '../support/core/made-up.ts';
import { acceptable, regions, workflowsOf } from '../support/core/random-requests.ts';

const runs = (numRuns: number) => ({ numRuns, seed: 20261120 });

/** Any number from 0 to `max`, the awkward ones often. */
const upTo = (max: number) =>
  fc.oneof(
    fc.constantFrom(
      0,
      max,
      1,
      Number.MIN_VALUE,
      Number.EPSILON,
      1 / 3,
      max / 3,
      max * (1 - Number.EPSILON),
      Math.min(max, 1 + Number.EPSILON),
    ),
    fc.double({ min: 0, max, noNaN: true }),
    fc.integer({ min: 0, max: Math.min(max, 1000) }),
    fc.double({ min: 0, max: Math.min(max, 50), noNaN: true }),
  );

/** Any valid workflow, over the full bounds. */
const anyWorkflow = workflowsOf(upTo);

/** The request on the terms on which its model is sold. */
function asSold<Request extends EstimateRequest>(from: Catalog, request: Request): Request {
  const { serviceTier = 'standard', region = 'global' } = request;
  const model = from.find(request.modelId ?? '') as CatalogModel;
  return { ...request, ...onTerms(model, { serviceTier, region }).terms };
}

const estimate: typeof estimated = (from, request) => estimated(from, asSold(from, request));

const anyModel = fc.constantFrom(...catalog.models.map(({ id }) => id));

/** Any valid request: any part of a workflow, over any preset. */
const anyRequest: fc.Arbitrary<EstimateRequest & { presetId: PresetId; modelId: string }> = fc
  .tuple(
    fc.constantFrom(...presetIds),
    anyModel,
    workflowsOf(upTo),
    fc.shuffledSubarray(workflowFieldNames),
    fc.constantFrom(null, ...efforts),
  )
  .map(([presetId, modelId, workflow, kept, reasoningEffort]) => {
    const all = asSold(catalog, { ...workflow, modelId });
    const request = Object.fromEntries(kept.map((name) => [name, all[name]]));
    return acceptable({ ...request, reasoningEffort, presetId, modelId });
  });

/** A workflow of ordinary size. */
const ordinaryWorkflow: fc.Arbitrary<Workflow> = fc.record({
  tasksPerMonth: fc.double({ min: 0, max: 1e6, noNaN: true }),
  modelCallsPerTask: fc.double({ min: 0, max: 200, noNaN: true }),
  toolCallsPerTask: fc.double({ min: 0, max: 200, noNaN: true }),
  handoffs: fc.double({ min: 0, max: 5, noNaN: true }),
  systemPromptTokens: fc.integer({ min: 0, max: 20_000 }),
  toolSchemaTokens: fc.integer({ min: 0, max: 20_000 }),
  retrievedContextTokens: fc.integer({ min: 0, max: 50_000 }),
  outputTokensPerCall: fc.integer({ min: 0, max: 5_000 }),
  toolResultTokens: fc.integer({ min: 0, max: 5_000 }),
  retryRatePct: fc.double({ min: 0, max: 100, noNaN: true }),
  timeoutLoopsPerTask: fc.double({ min: 0, max: 5, noNaN: true }),
  hallucinatedToolPct: fc.double({ min: 0, max: 100, noNaN: true }),
  taskFailureRatePct: fc.double({ min: 0, max: 99, noNaN: true }),
  promptCaching: fc.boolean(),
  callDispersion: fc.double({ min: 0, max: 2, noNaN: true }),
  userTokensPerCall: fc.integer({ min: 0, max: 500 }),
  warmPrefixPct: fc.double({ min: 0, max: 100, noNaN: true }),
  cacheTtl: fc.constantFrom('5m', '1h'),
  searchesPerTask: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })),
  serviceTier: fc.constantFrom('standard', 'batch', 'flex', 'priority'),
  region: fc.constantFrom(...regions),
  reasoningEffort: fc.constant(null),
});

/** Every number of an answer, with the path to it. */
function numbersIn(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => numbersIn(child, `${path}.${name}`));
}

function expectSaneNumbers(answer: Estimate | Ranking): void {
  for (const [path, value] of numbersIn(answer)) {
    if (path === '.assumptions.effort.successPoints' && value < 0) continue;
    if (!Number.isFinite(value) || value < 0 || Object.is(value, -0)) expect.fail(`${path} is ${value}`);
  }
}

const ajv = newAjv({ allErrors: true });
const isEstimate = ajv.compile(estimateSchema);
const isRanking = ajv.compile(rankingSchema);

/**
 * Parts and total are whole units divided by the unit, so the units are found again by multiplying and rounding. That
 * is certain below 2^51 units (2.25 million dollars a task in nano-dollars); nearer to 2^53 a double may stand for
 * either of two neighbouring units, so there each of them may be off by one.
 */
function expectSum(parts: number[], total: number, units: number): void {
  const whole = (value: number) => Math.round(value * units);
  const sum = parts.reduce((rest, part) => rest + whole(part), 0);
  if (total * units >= 2 ** 51) {
    expect(Math.abs(sum - whole(total))).toBeLessThanOrEqual(parts.length + 1);
    return;
  }
  expect(sum).toBe(whole(total));
  for (const value of [...parts, total]) expect(whole(value) / units).toBe(value);
}

describe('for any valid request over the full bounds', () => {
  test('no number is NaN, infinite, negative or minus zero, and every answer keeps its schema', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const got = estimate(catalog, request);
        expectSaneNumbers(got);
        if (!isEstimate(got)) expect.fail(JSON.stringify(isEstimate.errors));
        // What is sent is JSON, which turns NaN and infinity into null and drops undefined.
        expect(JSON.parse(JSON.stringify(got))).toEqual(got);
      }),
      runs(1500),
    );
  });

  test('the same holds of every ranking', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const got = ranking(catalog, request);
        expectSaneNumbers(got);
        if (!isRanking(got)) expect.fail(JSON.stringify(isRanking.errors));
      }),
      runs(200),
    );
  });

  test('the breakdown adds up to the cost of a task exactly', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { costPerTask, costBreakdown } = estimate(catalog, request);
        const parts = Object.values(costBreakdown).map((usd) => usd ?? 0);
        expectSum(parts, costPerTask, unitsPerDollar(costPerTask, 1e9));
      }),
      runs(1000),
    );
  });

  test('the causes of waste add up to it exactly, in dollars a task, dollars a month and per cent', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { costPerTask, monthlySpend, waste } = estimate(catalog, request);
        const of = (name: 'costPerTask' | 'monthly' | 'pct') => waste.causes.map((cause) => cause[name]);
        // The unit of a part is that of the whole it is a part of.
        expectSum(of('costPerTask'), waste.costPerTask, unitsPerDollar(costPerTask, 1e9));
        expectSum(of('monthly'), waste.monthly, unitsPerDollar(monthlySpend, 1e6));
        expectSum(of('pct'), waste.pct, 1e4);
      }),
      runs(1000),
    );
  });

  test('waste is at most what is spent', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { costPerTask, monthlySpend, waste } = estimate(catalog, request);
        expect(waste.costPerTask).toBeLessThanOrEqual(costPerTask);
        expect(waste.monthly).toBeLessThanOrEqual(monthlySpend);
        expect(waste.pct).toBeLessThanOrEqual(100);
      }),
      runs(1000),
    );
  });

  test('cached input is part of the input, and the largest prompt is at least the first', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { tokensPerTask, context, workflow } = estimate(catalog, request);
        expect(tokensPerTask.cachedInput).toBeLessThanOrEqual(tokensPerTask.input);
        const first = workflow.systemPromptTokens + workflow.toolSchemaTokens + workflow.retrievedContextTokens;
        expect(context.peakTokens).toBeGreaterThanOrEqual(Math.floor(first * 1e3) / 1e3);
        expect(context.fits).toBe(context.peakTokens <= context.window);
      }),
      runs(500),
    );
  });

  test('the request is echoed with every default filled in', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { workflow, presetId } = estimate(catalog, request);
        const asked = Object.fromEntries(
          workflowFieldNames.flatMap((name) => (name in request ? [[name, request[name]]] : [])),
        );
        expect(workflow).toEqual({ ...catalog.preset(presetId).workflow, ...asked });
      }),
      runs(300),
    );
  });
});

describe('per month', () => {
  test('everything is proportional to the number of tasks, to a micro-dollar or two', () => {
    fc.assert(
      fc.property(
        ordinaryWorkflow,
        anyModel,
        fc.integer({ min: 0, max: 1_000_000 }),
        (workflow, modelId, tasksPerMonth) => {
          const got = estimate(catalog, { ...workflow, modelId, tasksPerMonth });
          const once = estimate(catalog, { ...workflow, modelId, tasksPerMonth: 1 });
          const near = (monthly: number, perTask: number, off: number) =>
            expect(Math.abs(monthly - perTask * tasksPerMonth)).toBeLessThanOrEqual(off + 1e-12 * monthly);
          near(got.monthlySpend, got.costPerTask, 0.51e-6);
          // What rounding the causes before it adds, the last cause gives up.
          for (const cause of got.waste.causes) near(cause.monthly, cause.costPerTask, 2.1e-6);
          // A task costs the same however many there are.
          expect(got.costPerTask).toBe(once.costPerTask);
          expect(got.waste.costPerTask).toBe(once.waste.costPerTask);
          expect(got.routing.unproven?.modelId).toBe(once.routing.unproven?.modelId);
        },
      ),
      runs(300),
    );
  });
});

/**
 * Where more costs more. It holds of a model with one price and no shortest cacheable prefix, or where even the first
 * prompt reaches it. It cannot hold elsewhere:
 * - one token more can lift a prompt over the shortest cacheable prefix, and a discount begins;
 * - one call more, with as many tool calls as before, spreads their results over more calls, so that fewer prompts
 *   may cross a long-context threshold. So calls are tried on one price, tokens on several.
 */
describe('more costs more', () => {
  const dollars = fc.double({ min: 0, max: 60, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const priced = fc
    .record({
      input: dollars,
      output: dollars,
      discount: fc.option(share),
      premium: fc.option(dollars),
      hitEfficiency: share,
    })
    .map(
      ({ input, output, discount, premium, hitEfficiency }): MadeUpModel => ({
        input,
        output,
        cachedInput: discount === null ? null : input * discount,
        cacheWrite: premium === null ? null : input + premium,
        hitEfficiency,
      }),
    );
  /** Each threshold doubles and triples the price. */
  const tiered = priced.map((model): MadeUpModel => {
    const times = (factor: number, above: number) => ({
      above,
      input: (model.input ?? 0) * factor,
      output: (model.output ?? 0) * factor,
      cachedInput: model.cachedInput == null ? null : model.cachedInput * factor,
      cacheWrite: model.cacheWrite == null ? null : model.cacheWrite * factor,
    });
    return { ...model, longContext: [times(2, 60_000), times(3, 200_000)] };
  });

  /** Three parts of a task's cost are rounded to half a nano-dollar each, twice. */
  const notLess = (more: number, less: number) => expect(more - less).toBeGreaterThanOrEqual(-3.1e-9 - 1e-11 * less);

  /**
   * More of these costs more. A warm prefix costs less, and where tasks differ more, a handoff finds less to send again in
   * the short ones.
   */
  const notRaised = [
    'promptCaching',
    'cacheTtl',
    'warmPrefixPct',
    'callDispersion',
    'serviceTier',
    'region',
    'reasoningEffort',
  ] as const satisfies WorkflowField[];
  type NotRaised = (typeof notRaised)[number];
  const numeric = workflowFieldNames.filter(
    (name): name is Exclude<typeof name, NotRaised> => !(notRaised as readonly string[]).includes(name),
  );
  const raised = (workflow: Workflow, name: (typeof numeric)[number], by: number): Workflow => ({
    ...workflow,
    [name]: Math.min(workflowFields[name].maximum, workflow[name] + by),
  });

  const cost = (model: MadeUpModel, workflow: Workflow) => {
    const made = madeUpCatalog([model]);
    return estimate(made, { ...workflow, modelId: 'model' });
  };

  test.each(numeric)('%s, on a model with one price', (name) => {
    const by = workflowFields[name].maximum <= 1000 ? upTo(20) : upTo(20_000);
    fc.assert(
      fc.property(priced, ordinaryWorkflow, by, (model, workflow, more) => {
        const before = cost(model, workflow);
        const after = cost(model, raised(workflow, name, more));
        notLess(after.costPerTask, before.costPerTask);
        notLess(after.monthlySpend + 1e-6, before.monthlySpend);
        notLess(after.tokensPerTask.input + 1e-3, before.tokensPerTask.input);
        if (before.costPerSuccessfulTask !== null && after.costPerSuccessfulTask !== null) {
          // Divided by the share of successes, a rounding error grows.
          const grown = 100 / (100 - Math.min(99.9, after.workflow.taskFailureRatePct));
          expect(after.costPerSuccessfulTask - before.costPerSuccessfulTask).toBeGreaterThanOrEqual(
            -4e-9 * grown - 1e-11 * before.costPerSuccessfulTask,
          );
        }
      }),
      runs(100),
    );
  });

  test.each([
    'systemPromptTokens',
    'toolSchemaTokens',
    'retrievedContextTokens',
    'outputTokensPerCall',
    'toolResultTokens',
    'toolCallsPerTask',
    'retryRatePct',
  ] as const)('%s, on a model with long-context prices', (name) => {
    fc.assert(
      fc.property(tiered, ordinaryWorkflow, upTo(name.endsWith('Tokens') ? 20_000 : 20), (model, workflow, more) => {
        notLess(cost(model, raised(workflow, name, more)).costPerTask, cost(model, workflow).costPerTask);
      }),
      runs(150),
    );
  });

  test.each(['retryRatePct', 'timeoutLoopsPerTask', 'hallucinatedToolPct', 'taskFailureRatePct'] as const)(
    'waste, by %s',
    (name) => {
      fc.assert(
        fc.property(priced, ordinaryWorkflow, upTo(20), (model, workflow, more) => {
          const before = cost(model, workflow).waste.costPerTask;
          const after = cost(model, raised(workflow, name, more)).waste.costPerTask;
          expect(after - before).toBeGreaterThanOrEqual(-6e-9 - 1e-11 * before);
        }),
        runs(150),
      );
    },
  );

  test.each(['input', 'output', 'cachedInput', 'cacheWrite'] as const)('every price: %s', (name) => {
    fc.assert(
      fc.property(tiered, ordinaryWorkflow, share, (model, workflow, more) => {
        const old = model[name];
        if (old == null) return;
        const dearer = {
          ...model,
          [name]: old * (1 + more),
          longContext: (model.longContext ?? []).map((band) => ({
            ...band,
            [name]: (band[name] as number) * (1 + more),
          })),
        };
        notLess(cost(dearer, workflow).costPerTask, cost(model, workflow).costPerTask);
      }),
      runs(200),
    );
  });

  test('also on models that cache no short prompts, when even the first prompt is long enough', () => {
    fc.assert(
      fc.property(priced, ordinaryWorkflow, upTo(1000), fc.constantFrom(...numeric), (model, workflow, more, name) => {
        const long = { ...workflow, systemPromptTokens: workflow.systemPromptTokens + 4096 };
        const withMinimum = { ...model, minPrefixTokens: 4096 };
        notLess(cost(withMinimum, raised(long, name, more)).costPerTask, cost(withMinimum, long).costPerTask);
      }),
      runs(400),
    );
  });
});

describe('caching', () => {
  test('on never costs more than off where writing carries no premium', () => {
    const free = catalog.models.filter(
      ({ price }) => price.cacheWrite === null && price.longContext.every((band) => band.cacheWrite === null),
    );
    expect(free.length).toBeGreaterThan(30);
    fc.assert(
      fc.property(anyWorkflow, fc.constantFrom(...free), (workflow, model) => {
        const work = workOf(madeUpPreset(), workflow);
        const off = billFor(work, model, { ...workflow, promptCaching: false }).costPerTask;
        expect(billFor(work, model, { ...workflow, promptCaching: true }).costPerTask).toBeLessThanOrEqual(
          off + 3e-9 + 1e-12 * off,
        );
      }),
      runs(1000),
    );
  });

  test('changes nothing on a model without a cached price', () => {
    const without = catalog.models.filter(({ price }) => price.cachedInput === null);
    expect(without.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(anyWorkflow, fc.constantFrom(...without), (workflow, model) => {
        const work = workOf(madeUpPreset(), workflow);
        expect(billFor(work, model, { ...workflow, promptCaching: true })).toEqual(
          billFor(work, model, { ...workflow, promptCaching: false }),
        );
      }),
      runs(200),
    );
  });

  test('saves what it says it saves', () => {
    fc.assert(
      fc.property(ordinaryWorkflow, anyModel, (workflow, modelId) => {
        const off = estimate(catalog, { ...workflow, modelId, promptCaching: false });
        const on = estimate(catalog, { ...workflow, modelId, promptCaching: true });
        expect(on.savings.promptCaching).toBeNull();
        const saving = off.savings.promptCaching;
        const { price, provider } = onTerms(catalog.find(modelId) as CatalogModel, off.workflow);
        if (price.cachedInput === null || provider.caching.mode === 'automatic') expect(saving).toBeNull();
        else expect(saving?.costPerTask).toBeCloseTo(Math.max(0, off.costPerTask - on.costPerTask), 8);
      }),
      runs(300),
    );
  });
});

/** A preset and an effort that it accepts. */
const anyPresetAndEffort = fc.oneof(
  fc.record({ presetId: fc.constantFrom(...presetIds), reasoningEffort: fc.constant(null) }),
  fc.record({ presetId: fc.constant('coding' as const), reasoningEffort: fc.constantFrom(...efforts) }),
);

describe('the ranking', () => {
  test('is the sorted list of single estimates', () => {
    fc.assert(
      fc.property(fc.oneof(ordinaryWorkflow, anyWorkflow), anyPresetAndEffort, (any, { presetId, reasoningEffort }) => {
        const workflow = { ...any, reasoningEffort };
        const got = ranking(catalog, { ...workflow, presetId }).ranking;
        const single = catalog.models.map(({ id }) => estimate(catalog, { ...workflow, presetId, modelId: id }));
        single.sort(
          (a, b) =>
            Number(b.context.fits) - Number(a.context.fits) ||
            Number(a.costBreakdown.toolFees === null) - Number(b.costBreakdown.toolFees === null) ||
            a.costPerTask - b.costPerTask ||
            a.pricing.outputPerMTok - b.pricing.outputPerMTok ||
            (a.modelId < b.modelId ? -1 : 1),
        );
        const cheapest = single[0]?.costPerTask as number;
        expect(got).toEqual(
          single.map((one, index) => ({
            rank: index + 1,
            modelId: one.modelId,
            provider: one.provider,
            tier: catalog.find(one.modelId)?.facts.tier,
            serviceTier: one.pricing.serviceTier,
            region: one.pricing.region,
            confidence: catalog.find(one.modelId)?.confidence,
            measured: factsOf(catalog, one.modelId),
            costPerTask: one.costPerTask,
            costPerSuccessfulTask: one.costPerSuccessfulTask,
            monthlySpend: one.monthlySpend,
            waste: { costPerTask: one.waste.costPerTask, monthly: one.waste.monthly, pct: one.waste.pct },
            toolFees: one.costBreakdown.toolFees,
            multipleOfCheapest: cheapest > 0 ? Math.round((one.costPerTask / cheapest) * 1e4) / 1e4 : null,
            fitsContext: one.context.fits,
            effortBasis: one.assumptions.effort?.basis ?? null,
          })),
        );
      }),
      runs(25),
    );
  });
});

describe('a suggested route', () => {
  // Half a nano-dollar matters for tasks of a few nano-dollars: ordinary work costs more.
  const worth = fc.record({ workflow: ordinaryWorkflow, modelId: anyModel, presetId: fc.constantFrom(...presetIds) });

  test('saves at least a tenth per success, fits, and pays up to its break-even failure rate', () => {
    let suggestions = 0;
    fc.assert(
      fc.property(worth, (request) => {
        const got = estimate(catalog, { ...request.workflow, modelId: request.modelId, presetId: request.presetId });
        const chosen = catalog.find(request.modelId);
        const success = got.costPerSuccessfulTask;
        if (got.costPerTask < 1e-5 || success === null) return;
        for (const route of [got.routing.unproven]) {
          if (route === null) continue;
          suggestions++;
          const other = catalog.find(route.modelId);
          expect(other).toBeDefined();
          expect(other).not.toBe(chosen);
          expect(other?.status).toBe('active');
          expect(other?.facts.contextWindow).toBeGreaterThanOrEqual(got.context.peakTokens - 1e-3);
          expect(route.costPerSuccessfulTask).toBeLessThanOrEqual(success * 0.9 + 1e-9);
          expect(route.savingPct).toBeGreaterThanOrEqual(10);
          expect(route.savingPct / 100).toBeCloseTo(1 - route.costPerSuccessfulTask / success, 5);
          expect(route.breakEvenFailureRatePct).toBeLessThanOrEqual(100);
          // At its break-even failure rate the route costs as much per success as the chosen model.
          const even = route.breakEvenFailureRatePct / 100;
          const f = request.workflow.taskFailureRatePct / 100;
          if (route.strategy === 'switch') {
            expect(route.breakEvenFailureRatePct).toBeGreaterThanOrEqual(route.assumedFailureRatePct);
            if (even < 0.99) expect(route.costPerTask / (1 - even) / success).toBeCloseTo(1, 3);
          } else {
            expect(even).toBeGreaterThanOrEqual(Math.min(1, f + 0.05) - 1e-6);
            const lower = estimate(catalog, {
              ...got.workflow,
              modelId: route.modelId,
              presetId: request.presetId,
            });
            const failing = even * (f + 0.33 * (1 - f));
            if (failing < 0.99) {
              expect((lower.costPerTask + even * got.costPerTask) / (1 - failing) / success).toBeCloseTo(1, 3);
            }
          }
          expect(route.monthlySaving).toBeLessThanOrEqual(got.monthlySpend);
          const weaker =
            (other?.facts.tier === 'fast' && chosen?.facts.tier !== 'fast') ||
            (other?.facts.tier === 'mid' && chosen?.facts.tier === 'frontier');
          expect(route.strategy === 'switch').toBe(!weaker);
          expect(route.sharePct).toBe(100);
          expect(route.measured).toEqual([]);
        }
        const { best, bestSameProvider } = got.routing;
        if (bestSameProvider !== null) {
          expect(bestSameProvider.provider).toBe(got.provider);
          expect(best?.costPerSuccessfulTask).toBeLessThanOrEqual(bestSameProvider.costPerSuccessfulTask);
        }
      }),
      runs(250),
    );
    expect(suggestions).toBeGreaterThan(50);
  });

  /** Every route there is, tried one by one: the cheapest cost per success. */
  function cheapest(request: EstimateRequest): number {
    const preset = catalog.preset(request.presetId ?? 'coding');
    const chosen = catalog.find(request.modelId ?? '') as CatalogModel;
    const workflow = { ...preset.workflow, ...request } as Workflow;
    const work = workOf(preset, workflow);
    const f = workflow.taskFailureRatePct / 100;
    const { models } = marketOf(catalog, workflow);
    const isWhole = (model: CatalogModel) => workflow.searchesPerTask === 0 || model.webSearchPer1000 !== null;
    const bill = billFor(work, onTerms(chosen, workflow));
    const tiers = ['fast', 'mid', 'frontier'];
    let least = Number.POSITIVE_INFINITY;
    for (const other of models) {
      if (
        other.id === chosen.id ||
        !isSuggested(other) ||
        !givesTerms(other, workflow) ||
        !isWhole(chosen) ||
        !isWhole(other) ||
        workOn(work, other).tokens.peak > other.facts.contextWindow
      )
        continue;
      const there = billFor(work, other);
      const low = Math.min(1, f + 0.05);
      const ways: [cost: number, failures: number][] =
        tiers.indexOf(other.facts.tier) >= tiers.indexOf(chosen.facts.tier)
          ? [[there.costPerTask, f]]
          : [[there.costPerTask + low * bill.costPerTask, low * (f + 0.33 * (1 - f))]];
      for (const [cost, failures] of ways) {
        if (failures === 1) continue;
        least = Math.min(least, cost / (1 - failures));
      }
    }
    return least;
  }

  test('is the cheapest of all that could be taken', () => {
    let checked = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          anyRequest,
          worth.map(({ workflow, ...rest }) => ({ ...workflow, ...rest })),
        ),
        (any) => {
          const request = asSold(catalog, any);
          const { routing, costPerTask, costPerSuccessfulTask: now } = estimate(catalog, request);
          // Of tasks of a few nano-dollars rounding is a large part.
          if (costPerTask < 1e-5 || now === null) return;
          const best = cheapest(request);
          for (const [route, wanted] of [[routing.unproven, best]] as const) {
            // Between the two, rounding may decide.
            if (wanted > now * 0.9001) expect(route).toBeNull();
            else if (wanted < now * 0.8999) {
              checked++;
              expect(route?.costPerSuccessfulTask).toBeGreaterThan(wanted * (1 - 1e-4) - 1e-8);
              expect(route?.costPerSuccessfulTask).toBeLessThan(wanted * (1 + 1e-4) + 1e-8);
            }
          }
        },
      ),
      runs(500),
    );
    expect(checked).toBeGreaterThan(100);
  });

  test('by switching costs what that model costs', () => {
    fc.assert(
      fc.property(worth, ({ workflow, modelId, presetId }) => {
        const got = estimate(catalog, { ...workflow, modelId, presetId });
        const { unproven: best } = got.routing;
        if (best?.strategy !== 'switch') return;
        const there = estimate(catalog, { ...got.workflow, modelId: best.modelId, presetId });
        expect(best.costPerTask).toBe(there.costPerTask);
        expect(best.costPerSuccessfulTask).toBe(there.costPerSuccessfulTask);
      }),
      runs(150),
    );
  });
});

test('an answer depends on nothing but the question and the day', () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      expect(estimate(catalogOn(catalog.asOf), request)).toEqual(estimate(catalog, request));
    }),
    runs(50),
  );
});

test('a workflow of nothing costs nothing on every model', () => {
  for (const row of ranking(catalog, { ...nothing, tasksPerMonth: 1e9 }).ranking) {
    expect(row).toMatchObject({ costPerTask: 0, monthlySpend: 0, costPerSuccessfulTask: 0 });
  }
});
