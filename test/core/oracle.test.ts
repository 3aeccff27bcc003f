import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Workflow } from '../../runtime/core/dataset/fields.ts';
import { billFor, workOf } from '../../runtime/core/model/bill.ts';
import { madeUpCatalog, madeUpPreset, nothing } from '../support/core/made-up.ts';
import { type OracleModel, type OracleWorkflow, oracleBill } from '../support/core/oracle.ts';

/** What the runtime says of the same work on the same model, before rounding. */
function runtimeBill(work: OracleWorkflow, { bands, minPrefix, hitEfficiency }: OracleModel) {
  const [first, ...longContext] = bands;
  const catalog = madeUpCatalog([{ ...first, longContext, minPrefixTokens: minPrefix || null, hitEfficiency }]);
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
  };
  const { run, costPerTask } = billFor(
    workOf(madeUpPreset({ userTokensPerCall: work.userTokensPerCall }), workflow),
    model,
  );
  const { input, output, peak } = run.tokens;
  const retries = work.retryPct / 100;
  return {
    bill: { input, cachedInput: run.reads, output, peak, costPerTask: run.usd * (1 + retries + retries * retries) },
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
      caching,
    })
    .map(({ faults: { eighths, loops }, ...rest }) => {
      // 12.5 per cent of K is whole only where K is a multiple of 8, and so on.
      const fits = Number.isInteger((rest.toolCalls * eighths) / 8);
      return { ...rest, loops, hallucinatedPct: fits ? eighths * 12.5 : 0 };
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
    }),
  );

/** Equal to 1e-9 of the larger figure (the loops add up thousands of roundings of 1e-16). */
function expectEqual(actual: object, wanted: object, context: unknown): void {
  for (const [name, value] of Object.entries(wanted) as [keyof typeof actual, number][]) {
    const got = actual[name] as number;
    const far = Math.abs(got - value) > 1e-9 * Math.max(Math.abs(got), Math.abs(value));
    // A handful of tokens may remain where two equal totals are subtracted.
    if (far && Math.abs(got - value) > 1e-9) {
      expect.fail(`${name}: ${got} instead of ${value} for ${JSON.stringify(context)}`);
    }
  }
}

function agree(work: OracleWorkflow, model: OracleModel): void {
  const runtime = runtimeBill(work, model);
  const wanted = oracleBill(work, model);
  expectEqual(runtime.bill, wanted, { work, model });
  // The rounded cost is within half a nano-dollar for each of its three parts (coarser above 9 million dollars).
  expect(Math.abs(runtime.rounded - wanted.costPerTask)).toBeLessThanOrEqual(2e-9 + 1e-9 * wanted.costPerTask);
}

const runs = (numRuns: number) => ({ numRuns, seed: 20261120 });

describe('the closed form and a task walked through call by call agree', () => {
  test('without a cache, on models with one price', () => {
    fc.assert(fc.property(workflows(fc.constant(false), 20), models({ tiers: 0, minPrefix: false }), agree), runs(500));
  });

  test('without a cache, where prompts cross one or two long-context thresholds', () => {
    fc.assert(fc.property(workflows(fc.constant(false), 20), models({ tiers: 1, minPrefix: false }), agree), runs(500));
    fc.assert(fc.property(workflows(fc.constant(false), 20), models({ tiers: 2, minPrefix: false }), agree), runs(500));
  });

  test('with a cache that misses now and then', () => {
    fc.assert(fc.property(workflows(fc.constant(true), 0), models({ tiers: 0, minPrefix: false }), agree), runs(500));
  });

  test('with a cache that holds no short prompts', () => {
    fc.assert(fc.property(workflows(fc.constant(true), 0), models({ tiers: 0, minPrefix: true }), agree), runs(500));
  });

  test('with a cache and handoffs, which find it cold', () => {
    fc.assert(fc.property(workflows(fc.constant(true), 20), models({ tiers: 0, minPrefix: false }), agree), runs(400));
  });

  test('with everything at once, on models of up to three prices', () => {
    const anyModel = fc.record({ tiers: whole(2), minPrefix: fc.boolean() }).chain((kind) => models(kind));
    fc.assert(fc.property(workflows(fc.boolean(), 20), anyModel, agree), runs(800));
  });

  test('where a prompt has exactly the length of a threshold, or one token more or less', () => {
    // One tool result a call and whole numbers of tokens, so that prompt number `at` has B + g*(at - 1) tokens exactly.
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

/**
 * Dispersion apart. Tasks of n1 and n2 calls in equal numbers, with mean n and squared coefficient of variation d
 * (for two equal halves: ((n2 - n1) / (n1 + n2))^2). On average they send, with E[calls^2] = n^2*(1 + d),
 *     n*B + g*(E[calls^2] - n)/2 = n*B + g*(n^2*(1 + d) - n)/2.
 * The cost model says n*B + g*(1 + d)*(n^2 - n)/2, so that one call is plain arithmetic whatever d is. That is less
 * by g*d*n/2: half a growth a call, for the spread part.
 */
describe('dispersion', () => {
  const inputOf = (calls: number, B: number, g: number): number => {
    let transcript = B;
    let input = 0;
    for (let call = 0; call < calls; call++) {
      input += transcript;
      transcript += g;
    }
    return input;
  };
  const formOf = (calls: number, d: number, B: number, g: number) =>
    workOf(madeUpPreset({ callDispersion: d }), {
      ...nothing,
      modelCallsPerTask: calls,
      systemPromptTokens: B,
      outputTokensPerCall: g,
    }).tokens;

  test('of tasks of 5 and of 15 calls: 15,750 tokens on average, of which the form finds 15,625', () => {
    // 5 calls: 5*1,000 + 100*10 = 6,000. 15 calls: 15*1,000 + 100*105 = 25,500. Average 15,750.
    expect((inputOf(5, 1000, 100) + inputOf(15, 1000, 100)) / 2).toBe(15_750);
    // n = 10, d = (10/20)^2 = 0.25: 10*1,000 + 100*1.25*45 = 15,625, less by 100*0.25*10/2 = 125. Without d: 14,500.
    expect(formOf(10, 0.25, 1000, 100).input).toBe(15_625);
    expect(formOf(10, 0, 1000, 100).input).toBe(14_500);
  });

  test('of any two lengths is found but for half a growth a call', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        whole(5_000),
        whole(2_000),
        (n1, n2, B, g) => {
          const n = (n1 + n2) / 2;
          const d = ((n2 - n1) / (n1 + n2)) ** 2;
          const average = (inputOf(n1, B, g) + inputOf(n2, B, g)) / 2;
          const form = formOf(n, d, B, g).input;
          expect(Math.abs(form + (g * d * n) / 2 - average)).toBeLessThanOrEqual(1e-9 * average);
        },
      ),
      runs(500),
    );
  });

  test('leaves the first call, the output and the largest prompt alone', () => {
    for (const d of [0, 0.48, 20]) {
      expect(formOf(1, d, 5_500, 850)).toMatchObject({ input: 5_500, output: 850, peak: 5_500 });
      // 4 calls: 4*850 out, the last prompt 5,500 + 3*850 = 8,050.
      expect(formOf(4, d, 5_500, 850)).toMatchObject({ output: 3_400, peak: 8_050 });
    }
  });
});
