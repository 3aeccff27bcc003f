/**
 * What must hold for every estimate, on workflows from the full bounds. What must hold for every ranking, on workflows
 * from the full bounds.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newAjv } from '../../../build/data/ajv.ts';
import { type Estimate, estimate as estimateSchema } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { type Ranking, ranking as rankingSchema } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { efforts } from '../../../runtime/core/schemas/levels.ts';
import { presetIds, workflowFieldNames } from '../../../runtime/core/schemas/request-fields.ts';
import { unitsPerDollar } from '../../../runtime/core/values/money.ts';
import { catalog, catalogOn } from '../../support/core/catalog.ts';
import { nothing, ranking } from '../../support/core/made-up.ts';
import { anyModel, anyRequest, anyWorkflow, estimate, ordinaryWorkflow, runs } from './any-request.ts';

/** Every number of an answer with its path. */
function numbersIn(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => numbersIn(child, `${path}.${name}`));
}

function expectSaneNumbers(answer: Estimate | Ranking): void {
  for (const [path, value] of numbersIn(answer)) {
    if (value < 0 && /^\.assumptions\.effort\.successPoints$/.test(path)) continue;
    if (!Number.isFinite(value) || value < 0 || Object.is(value, -0)) expect.fail(`${path} is ${value}`);
  }
}

const ajv = newAjv({ allErrors: true });
const isEstimate = ajv.compile(estimateSchema);
const isRanking = ajv.compile(rankingSchema);

/**
 * Parts and total are whole units divided by the unit, so multiplying and rounding gives the units again. That is exact
 * below 2^51 units (2.25 million dollars a task in nano-dollars); closer to 2^53 a double may represent either of two
 * neighbouring units, so each may be off by one there.
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

/** What `calibrate` found of one's own runs, or nothing. */
const fitted = fc.record({
  ...{ sessions: fc.nat(1000), later: fc.nat(100), below: fc.nat(100) },
  ...{ meanLow: fc.double({ min: 1e-6, max: 1, noNaN: true }), meanHigh: fc.double({ min: 1, max: 9, noNaN: true }) },
  oneInTenFactor: fc.double({ min: 1e-6, max: 9, noNaN: true }),
});
const anyFit = fc.option(fc.record({ fittedTo: fitted }), { nil: {} });

describe('for any valid request over the full bounds', () => {
  test('no number is NaN, infinite, negative or minus zero, and every answer matches its schema', () => {
    fc.assert(
      fc.property(anyRequest, anyFit, (request, fit) => {
        const got = estimate(catalog, { ...request, ...fit });
        expectSaneNumbers(got);
        if (!isEstimate(got)) expect.fail(JSON.stringify(isEstimate.errors));
        // JSON turns NaN and infinity into null and drops undefined.
        expect(JSON.parse(JSON.stringify(got))).toEqual(got);
      }),
      runs(1500),
    );
  });

  test('the same holds for every ranking', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const got = ranking(catalog, request);
        expectSaneNumbers(got);
        if (!isRanking(got)) expect.fail(JSON.stringify(isRanking.errors));
      }),
      runs(200),
    );
  });

  test('the breakdown adds up to the cost of a task, and the causes to the waste, exactly; waste is at most the spend', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { costPerTask, costBreakdown, monthlySpend, waste } = estimate(catalog, request);
        const parts = Object.values(costBreakdown).map((usd) => usd ?? 0);
        // The unit of the parts is that of their whole.
        const units = unitsPerDollar(costPerTask, 1e9);
        expectSum(parts, costPerTask, units);
        const of = (name: 'costPerTask' | 'pct') => waste.causes.map((cause) => cause[name]);
        expectSum(of('costPerTask'), waste.costPerTask, units);
        expectSum(of('pct'), waste.pct, 1e4);
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
        // Tasks are in order of their calls, and most are shorter than the mean.
        if (context.fits === 1) expect(context.peakTokens).toBeLessThanOrEqual(context.window);
        // An effort changes the length of an answer.
        if (workflow.reasoningEffort !== null) return;
        const answer = workflow.outputTokensPerCall;
        const longest = catalog.find(request.modelId)?.facts.maxOutputTokens ?? Number.POSITIVE_INFINITY;
        if (context.fits > 0) expect(answer).toBeLessThanOrEqual(longest);
        else expect(answer > longest || context.peakTokens + answer > context.window).toBe(true);
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
  test('everything is proportional to the number of tasks, within a unit or two of the month', () => {
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
          // A micro-dollar; from 2.25 billion dollars on a thousandth of a dollar.
          const unit = 1 / unitsPerDollar(got.monthlySpend, 1e6);
          near(got.monthlySpend, got.costPerTask, 0.51 * unit);
          near(got.waste.monthly, got.waste.costPerTask, (2.1 * got.waste.causes.length + 1) * unit);
          // The cost of a task does not depend on their number.
          expect(got.costPerTask).toBe(once.costPerTask);
          expect(got.waste.costPerTask).toBe(once.waste.costPerTask);
          expect(got.routing?.modelId).toBe(once.routing?.modelId);
        },
      ),
      {
        ...runs(300),
        examples: [
          [
            { ...catalog.preset('coding').workflow, taskFailureRatePct: 1.1e-11, modelCallsPerTask: 999 },
            'gpt-5.5-pro',
            512_672,
          ],
        ],
      },
    );
  });
});

test('an answer depends only on the request and the day', () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      expect(estimate(catalogOn(catalog.asOf), request)).toEqual(estimate(catalog, request));
    }),
    runs(50),
  );
});

test('an empty workflow costs nothing on every model', () => {
  for (const row of ranking(catalog, { ...nothing, tasksPerMonth: 1e9 }).ranking) {
    expect(row).toMatchObject({ costPerTask: 0, monthlySpend: 0, costPerSuccessfulTask: 0 });
  }
});

/** A preset and an effort that it accepts. */
const anyPresetAndEffort = fc.oneof(
  fc.record({ presetId: fc.constantFrom(...presetIds), reasoningEffort: fc.constant(null) }),
  fc.record({ presetId: fc.constant('coding' as const), reasoningEffort: fc.constantFrom(...efforts) }),
);

const byCost = (a: Estimate, b: Estimate): number =>
  a.costPerTask - b.costPerTask ||
  a.pricing.outputPerMTok - b.pricing.outputPerMTok ||
  (a.modelId < b.modelId ? -1 : 1);

describe('the ranking', () => {
  test('is the sorted list of single estimates', () => {
    fc.assert(
      fc.property(fc.oneof(ordinaryWorkflow, anyWorkflow), anyPresetAndEffort, (any, { presetId, reasoningEffort }) => {
        const workflow = { ...any, reasoningEffort };
        const got = ranking(catalog, { ...workflow, presetId }).ranking;
        const single = catalog.models.map(({ id }) => estimate(catalog, { ...workflow, presetId, modelId: id }));
        single.sort(byCost);
        const isWhole = ({ context, costBreakdown }: (typeof single)[number]) =>
          context.fits >= 0.5 && costBreakdown.toolFees !== null;
        const wanted = [...single.filter(isWhole), ...single.filter((one) => !isWhole(one))];
        expect(got.map(({ measured: _, modelName: _1, pricedAt: _2, ...row }) => row)).toEqual(
          wanted.map((one, index) => ({
            rank: index + 1,
            modelId: one.modelId,
            provider: one.provider,
            tier: catalog.find(one.modelId)?.facts.tier,
            status: one.status,
            confidence: catalog.find(one.modelId)?.confidence,
            costPerTask: one.costPerTask,
            costPerSuccessfulTask: one.costPerSuccessfulTask,
            monthlySpend: one.monthlySpend,
            toolFees: one.costBreakdown.toolFees,
            fits: one.context.fits,
            ...(one.assumptions.effort && { effortBasis: one.assumptions.effort.basis }),
          })),
        );
      }),
      runs(25),
    );
  });
});
