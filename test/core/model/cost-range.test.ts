/** The range of task costs, the origin of the inputs, and the sentence that sums up an estimate. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../../runtime/core/answers/summary.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { callSpreads, spreadCalls } from '../../../runtime/core/model/spread.ts';
import type { ModelError } from '../../../runtime/core/schemas/cost-schemas.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import type { PresetId } from '../../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../../support/core/catalog.ts';
import { advice, estimate, madeUpCatalog, nothing } from '../../support/core/made-up.ts';

const evidence: Catalog['evidence'] = {
  inputTokens: { runs: 30, errorPct: 3.3 },
  dollars: { runs: 20, errorPct: 5.07, groupsPct: 2.3, newAgentPct: 8.2 },
};

describe('the range', () => {
  const work: EstimateRequest = { ...nothing, modelCallsPerTask: 10, systemPromptTokens: 1000, callDispersion: 0.25 };

  test('has the median of sixteen tasks, and the cost that one in ten exceeds', () => {
    // Nothing grows and nothing is written, so a task costs its calls times 1,000 tokens at 1: $0.001 a call.
    // Deviation sqrt(0.25) = 0.5, so a task has 1 + 9 + 5z calls, and no z (at least -1.0242) cuts one off.
    // 8th: 10 - 5*0.3898 = 8.051; 9th: 10 - 5*0.2612 = 8.694; their middle 8.3725.
    // 14th: 10 + 5*0.8829 = 14.4145; 15th: 10 + 5*1.5227 = 17.6135; at 14.9: 14.4145 + 0.9*3.199 = 17.2936.
    const got = estimate(madeUpCatalog([{}]), work);
    expect(got.costPerTask).toBe(0.01);
    expect(got.range).toEqual({ typicalTask: 0.0083725, oneInTen: 0.0172936, modelError: null });
    // Every failed call is sent again: 1 + 0.2 + 0.04 = 1.24 times; 0.0083725*1.24 = 0.0103819.
    const again = estimate(madeUpCatalog([{}]), { ...work, retryRatePct: 20 });
    expect(again.range).toMatchObject({ typicalTask: 0.0103819, oneInTen: 0.021444064 });
  });

  test('is one point if all tasks are the same', () => {
    for (const request of [{ callDispersion: 0 }, { modelCallsPerTask: 1 }, { modelCallsPerTask: 0 }]) {
      const { costPerTask, range } = estimate(madeUpCatalog([{}]), { ...work, ...request });
      expect([range.typicalTask, range.oneInTen]).toEqual([costPerTask, costPerTask]);
    }
  });

  describe('of sessions whose spread is that of other owners', () => {
    const found = { runs: 498, owners: 5, oneInTenFactor: 1.25 };
    const ranges = [{ kindOfWork: 'session' as const, ...found }];
    const made = madeUpCatalog([{}], { callDispersion: 0.25 });
    const as = (id: PresetId) => ({
      ...made,
      preset: () => ({ ...made.preset('coding'), id }),
      evidence: { ...(evidence as NonNullable<typeof evidence>), ranges },
    });
    // The spread is the preset's: the request does not state it.
    const { callDispersion: _, ...stated } = nothing;
    const shape = { ...stated, modelCallsPerTask: 10, systemPromptTokens: 1000 };
    const notesOf = ({ notes }: { notes: readonly string[] }) =>
      notes.filter((note) => /oneInTen is raised/.test(note));

    test('is raised by what those left out cost more than one in ten', () => {
      // As above, with the z of sessions. 8th: 10 - 5*0.3863 = 8.0685; 9th: 10 - 5*0.2637 = 8.6815; their middle 8.375.
      // 14th: 10 + 5*0.8986 = 14.493; 15th: 10 + 5*1.4375 = 17.1875; at 14.9: 14.493 + 0.9*2.6945 = 16.91805 calls.
      // Times 1.25: 21.1475625 calls at $0.001.
      const got = estimate(as('session'), shape);
      expect(got.costPerTask).toBe(0.01);
      expect(got.range).toMatchObject({ typicalTask: 0.008375, oneInTen: 0.021147563 });
      expect(notesOf(got)).toEqual([expect.stringContaining('raised 1.25 times')]);
      expect(notesOf(got)[0]).toMatch(/498 recorded runs \(5 owners\)/);
    });

    test('is not raised where the spread is the caller\u2019s own, even if it is the number of the preset, nor for other kinds of work', () => {
      expect(estimate(as('session'), { ...shape, callDispersion: 0.25 }).range.oneInTen).toBe(0.01691805);
      // Deviation sqrt(0.36) = 0.6: 14th 10 + 6*0.8986 = 15.3916; 15th 10 + 6*1.4375 = 18.625; at 14.9: 18.30166.
      const own = estimate(as('session'), { ...shape, callDispersion: 0.36 });
      expect(own.range.oneInTen).toBe(0.01830166);
      expect(estimate(as('coding'), shape).range.oneInTen).toBe(0.0172936);
      const alike = estimate(as('session'), { ...shape, modelCallsPerTask: 1 });
      // The same rule at one call, where all tasks are alike.
      expect(alike.range.oneInTen).toBeCloseTo(1.25 * alike.costPerTask, 9);
      for (const got of [own, estimate(as('coding'), shape)]) expect(notesOf(got)).toEqual([]);
    });
  });

  test('is that of sixteen estimates without dispersion, whose mean is the estimate', () => {
    const request = fc.record({
      modelId: fc.constantFrom(...catalog.models.map(({ id }) => id)),
      presetId: fc.constantFrom(...catalog.presets.map(({ id }) => id)),
      modelCallsPerTask: fc.double({ min: 1.01, max: 300, noNaN: true }),
      toolCallsPerTask: fc.double({ min: 0, max: 300, noNaN: true }),
      systemPromptTokens: fc.nat(20_000),
      outputTokensPerCall: fc.nat(3000),
      toolResultTokens: fc.nat(5000),
      retryRatePct: fc.double({ min: 0, max: 30, noNaN: true }),
      callDispersion: fc.double({ min: 0.01, max: 5, noNaN: true }),
      warmPrefixPct: fc.double({ min: 0, max: 100, noNaN: true }),
      promptCaching: fc.boolean(),
      searchesPerTask: fc.constantFrom(0, 0, 7),
    });
    fc.assert(
      fc.property(request, (varied) => {
        const asked = { ...varied, handoffs: 0, hallucinatedToolPct: 0, timeoutLoopsPerTask: 0 };
        const { modelCallsPerTask: calls, toolCallsPerTask: tools, searchesPerTask, callDispersion, presetId } = asked;
        const got = estimate(catalog, asked);
        const { calls: spread, shares, rare } = spreadCalls(calls, callDispersion, callSpreads[presetId]);
        const costs = spread
          .map((n) => {
            const alike = {
              modelCallsPerTask: n,
              toolCallsPerTask: (tools * n) / calls,
              searchesPerTask: (searchesPerTask * n) / calls,
              callDispersion: 0,
            };
            return { n, tools: alike.toolCallsPerTask, request: { ...asked, ...alike } };
          })
          // A request takes at most 1,000 calls.
          .map(({ n, tools, request }) => (n > 1000 || tools > 1000 ? null : estimate(catalog, request).costPerTask));
        fc.pre(costs.every((cost) => cost !== null));
        const sorted = (costs as number[]).toSorted((a, b) => a - b);
        // The rare task is the last; the sixteen others share what is left of all tasks.
        const at = (share: number) => {
          const place = 0.5 + (16 * share) / (1 - rare);
          const [low, high] = [sorted[Math.floor(place) - 1] as number, sorted[Math.floor(place)] as number];
          return low + (place % 1) * (high - low);
        };
        const near = (value: number, wanted: number) =>
          expect(Math.abs(value - wanted)).toBeLessThanOrEqual(5e-9 + 1e-9 * wanted);
        const weighted = (costs as number[]).map((cost, i) => (shares?.[i] ?? 1) * cost);
        near(got.costPerTask, weighted.reduce((sum, cost) => sum + cost, 0) / weighted.length);
        near(got.range.typicalTask, at(0.5));
        near(got.range.oneInTen, at(0.9));
      }),
      { numRuns: 150, seed: 27 },
    );
  });

  describe('states how far estimates like it were from what was recorded', () => {
    const formula = {
      ...{ models: ['model'], runs: 77, owners: 6 },
      ...{ inputTokensPct: 4.7, dollarsPct: 6.2, unseenDollarsPct: 6.5 },
    };
    const known = {
      ...evidence,
      formula: [
        { kindOfWork: 'coding' as const, ...formula },
        { kindOfWork: 'session' as const, ...formula, models: [], dollarsPct: 22.7, unseenDollarsPct: 22.7 },
      ],
      presetFactors: [{ kindOfWork: 'coding' as const, runs: 171, owners: 8, factor: 1.6 }],
    };
    const shape = {
      ...{ modelCallsPerTask: 7, systemPromptTokens: 900, outputTokensPerCall: 50, userTokensPerCall: 10 },
    };
    const catalog = (id: string, presetId: PresetId = 'coding') => {
      const made = madeUpCatalog([{ id }]);
      const preset = { ...made.preset('coding'), id: presetId };
      return { ...made, preset: () => preset, evidence: known };
    };
    const errorOf = (id: string, request: object, presetId?: PresetId) =>
      estimate(catalog(id, presetId), { modelId: id, ...request }).range.modelError;

    test("as a factor for the preset as it stands, and for one whose shape is only partly the caller's", () => {
      const factor = {
        ...{ dollarsPct: null, inputTokensPct: null, basis: 'boards', question: 'preset' },
        ...{ runs: 171, owners: 8, factor: 1.6 },
      };
      expect(errorOf('model', {})).toEqual(factor);
      expect(errorOf('model', { modelCallsPerTask: 7, callDispersion: 3 })).toEqual(factor);
    });

    test('as the error of the formula where the caller gives the shape: on this model, or on agents not fitted', () => {
      const error = {
        ...{ inputTokensPct: 4.7, question: 'formula', runs: 77, owners: 6, factor: null },
      };
      expect(errorOf('model', shape)).toEqual({ ...error, dollarsPct: 6.2, basis: 'measured' });
      expect(errorOf('other', shape)).toEqual({ ...error, dollarsPct: 6.5, basis: 'unseen' });
      expect(errorOf('model', shape, 'session')).toMatchObject({ dollarsPct: 22.7, basis: 'otherOwners' });
    });

    test('not at all where nothing of the kind was recorded', () => {
      for (const kind of ['rag', 'voice', 'research'] as const) {
        expect(errorOf('model', {}, kind)).toBeNull();
        expect(errorOf('model', shape, kind)).toBeNull();
      }
    });
  });
});

describe('the summary', () => {
  const formula = { inputTokensPct: 3.3, runs: 77, owners: 6, factor: null } as const;
  const sentence = (costPerTask: number, typicalTask: number, oneInTen: number, modelError: ModelError | null) =>
    summaryOf(costPerTask, { typicalTask, oneInTen, modelError });

  test.each([
    [[0.8521, 0.6171, 1.702], 'About $0.85 a task; half cost less than $0.62, one in ten more than $1.70.'],
    [[0, 0, 0], 'A task costs nothing.'],
    [[2, 2, 2], 'About $2.00 a task; every task costs the same.'],
    [
      [0.000000967, 1e-9, 0.000002],
      'About $0.00000097 a task; half cost less than $0.000000001, one in ten more than $0.000002.',
    ],
    [[12_345.6, 100, 1_234_567.8], 'About $12,346 a task; half cost less than $100, one in ten more than $1,234,568.'],
  ] as const)('%j', ([cost, typical, oneInTen], wanted) => {
    const unknown = cost === 0 ? '' : ' No runs of this kind were recorded that say how far off this may be.';
    expect(sentence(cost, typical, oneInTen, null)).toBe(wanted + unknown);
  });

  test('says by how much, and on what, for the formula; and as a factor for a preset', () => {
    const error = { ...formula, question: 'formula', basis: 'unseen', dollarsPct: 8.2 } as const;
    const said = sentence(2, 1, 4, error);
    for (const part of ['recorded runs of this kind', 'none on this model', 'not fitted', 'by 8 % on average']) {
      expect(said).toContain(part);
    }
    expect(sentence(2, 1, 4, { ...error, dollarsPct: 0.4 })).toContain('by less than 1 %');
    expect(sentence(2, 1, 4, { ...error, basis: 'otherOwners' })).toContain('real sessions, of owners');
    expect(sentence(2, 1, 4, { ...error, basis: 'measured' })).toContain('on this model');
    expect(sentence(2, 1, 4, { ...error, dollarsPct: null })).toContain('not known');
    const preset = { ...error, question: 'preset', basis: 'boards', dollarsPct: null, factor: 1.6, owners: 8 } as const;
    expect(sentence(2, 1, 4, preset)).toContain('1.6 times too high or too low on the middle one of 8 measured boards');
    expect(sentence(2, 1, 4, { ...preset, owners: 1 })).toContain('on the only measured board');
    expect(sentence(2, 1, 4, { ...preset, basis: 'otherOwners', owners: 7 })).toContain('of 7 recorded owners');
    expect(sentence(2, 1, 4, preset)).not.toContain('%');
  });

  test('of any estimate is without exponents', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e15, noNaN: true }),
        fc.double({ min: -9, max: 6, noNaN: true }),
        (cost, lg) => {
          for (const usd of [cost, Math.round(10 ** lg * 1e9) / 1e9]) {
            const text = sentence(usd, usd / 2, usd * 2, null);
            expect(text).toMatch(
              /^(A task costs nothing|About \$[\d,.]+ a task; half cost less than \$[\d,.]+, one in ten more than \$[\d,.]+)\.( No runs [a-z ]+\.)?$/,
            );
          }
        },
      ),
    );
  });
});

describe('an estimate for people', () => {
  test('names currency, tier and status', () => {
    const got = estimate(catalog, { presetId: 'support' });
    const model = catalog.find(got.modelId);
    expect(got).toMatchObject({ currency: 'USD', tier: model?.facts.tier, status: 'active' });
    const deprecated = catalog.models.find(({ status }) => status === 'deprecated');
    expect(estimate(catalog, { modelId: deprecated?.id ?? '' }).status).toBe('deprecated');
  });

  test('has the tokens of one run, of which retries bill more', () => {
    // 10 calls of 1,000 tokens, 20 % of them sent again and 4 % a third time: 10,000 and 12,400.
    const got = estimate(madeUpCatalog([{}]), {
      ...nothing,
      modelCallsPerTask: 10,
      systemPromptTokens: 1000,
      retryRatePct: 20,
    });
    expect(got.tokensPerTask).toEqual({ input: 10_000, cachedInput: 0, output: 0 });
    expect(got.costPerTask).toBe(0.0124);
  });

  test('states the origin of every value', () => {
    const { inputs } = advice(catalog, { presetId: 'support', modelCallsPerTask: 11, promptCaching: false });
    expect(inputs.caller).toEqual(['modelCallsPerTask', 'promptCaching']);
    const preset = catalog.preset('support');
    expect(inputs.measured).toEqual(
      expect.arrayContaining([preset.measured.find((name) => name === 'toolCallsPerTask')]),
    );
    expect(inputs.measured).not.toContain('modelCallsPerTask');
    const all = [...inputs.caller, ...inputs.measured, ...inputs.assumed];
    expect(all.toSorted()).toEqual(Object.keys(preset.workflow).toSorted());
  });

  test("calls a preset's numbers assumptions only while they are unchanged", () => {
    const note = 'The preset rag is not based on recorded runs: its numbers are assumptions.';
    const { workflow } = catalog.preset('rag');
    const other = Object.fromEntries(
      Object.entries(workflow).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
        if (typeof value === 'number') return [[name, value + 0.5]];
        return typeof value === 'boolean' ? [[name, !value]] : [];
      }),
    );
    expect(estimate(catalog, { presetId: 'rag' }).notes).toContain(note);
    // What is stated is the caller's, be it the preset's number.
    expect(estimate(catalog, { presetId: 'rag', ...workflow }).notes).not.toContain(note);
    expect(estimate(catalog, { presetId: 'rag', ...other }).notes).not.toContain(note);
  });

  test('states the share of failures that a successful task assumes, and whose it is', () => {
    const of = (request: EstimateRequest) => estimate(catalog, request).failures;
    expect(of({ presetId: 'coding' })).toEqual({ pct: 25, basis: 'measured' });
    expect(of({ presetId: 'rag' }).basis).toBe('assumed');
    expect(of({ presetId: 'coding', taskFailureRatePct: 25 })).toEqual({ pct: 25, basis: 'caller' });
  });
});
