/** Which notes an answer has, and when. */
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { ending, estimate, estimateOn, type MadeUpModel, madeUpCatalog } from '../../support/core/made-up.ts';

describe('notes', () => {
  const request: EstimateRequest = { modelCallsPerTask: 4, systemPromptTokens: 1000, outputTokensPerCall: 100 };
  // Prompts of 1,000, 1,100, 1,200 and 1,300; IN = 4,600; OUT = 400.
  const notes = (model: MadeUpModel, more: EstimateRequest = {}) => estimateOn(model, { ...request, ...more }).notes;

  test('a plain estimate has none', () => {
    expect(notes({ contextWindow: 1400 })).toEqual([]);
    expect(notes({ cachedInput: 0.1 }, { promptCaching: true })).toEqual([]);
  });

  test.each<[string, MadeUpModel, EstimateRequest, RegExp]>([
    ['the largest prompt does not fit', { contextWindow: 1299 }, {}, /1,300 tokens.*not fit.*1,299/],
    [
      'long-context prices apply to one call of four',
      { longContext: [{ above: 1200, input: 2, output: 2, cachedInput: null, cacheWrite: null }] },
      {},
      /^1 of 4 calls.*1,200/,
    ],
    ['caching is asked for but not offered', {}, { promptCaching: true }, /no cached price/],
    [
      'every prompt is too short to be cached',
      { cachedInput: 0.1, minPrefixTokens: 1301 },
      { promptCaching: true },
      /1,301 tokens/,
    ],
    [
      'the hit efficiency is assumed',
      { cachedInput: 0.1, hitBasis: 'assumed', hitEfficiency: 0.5 },
      { promptCaching: true },
      /0\.5 is assumed/,
    ],
    [
      'the price is a peak price',
      { offPeak: { input: 0.7, output: 0.8, cachedInput: null, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' } },
      {},
      /01:00-04:00.*weekdays.*\$0\.7.*\$0\.8/,
    ],
    [
      'a price change is coming',
      { laterPrices: [{ from: '2026-06-02', input: 7, output: 8 }] },
      {},
      /2026-06-02.*\$7.*\$8/,
    ],
    ['the model is deprecated', { lifecycle: ending() }, {}, /deprecated/],
    ['the price is uncertain', { confidence: 'low' }, {}, /[Cc]onfidence.*low/],
    ['failures are counted', {}, { taskFailureRatePct: 1 }, /1\.33 times a solved one/],
  ])('when %s', (_, model, more, wanted) => {
    expect(notes(model, more)).toEqual([expect.stringMatching(wanted)]);
  });

  test('if writing to the cache makes a task more expensive, the price without it is stated', () => {
    // One call: 1,000*1.25 = 1,250 and 100 out: 1,350, against 1,100 without the cache.
    const once = { modelCallsPerTask: 1, promptCaching: true };
    const model = { cachedInput: 0.1, cacheWrite: 1.25 };
    expect(notes(model, once)).toEqual([expect.stringMatching(/makes this task more expensive.*\$0\.0011\b/)]);
    expect(notes(model, { ...once, modelCallsPerTask: 4 })).toEqual([]);
  });

  test('amounts in notes have no exponent', () => {
    const offPeak = { input: 9.67e-7, output: 2e-9, cachedInput: null, peakUtc: ['01:00-04:00'], peakDays: 'weekdays' };
    expect(notes({ offPeak })).toEqual([
      expect.stringMatching(/input is \$0\.000000967 and output \$0\.000000002 per/),
    ]);
  });

  test('a largest prompt of exactly the threshold gets none', () => {
    const longContext = [{ above: 1300, input: 2, output: 2, cachedInput: null, cacheWrite: null }];
    expect(notes({ longContext })).toEqual([]);
  });

  test('a task without calls has none on long-context prices', () => {
    const longContext = [{ above: 900, input: 2, output: 2, cachedInput: null, cacheWrite: null }];
    expect(notes({ longContext }, { modelCallsPerTask: 0 })).toEqual([]);
  });

  test('a transcript that a smaller window compacts earlier than asked is said to be', () => {
    // 30 calls, each adding 1,000 tokens: prompts of 1,000 to 30,000, compacted at 95 % of 20,000 = 19,000.
    const long = { modelCallsPerTask: 30, outputTokensPerCall: 1000, compactAtTokens: 25_000 };
    expect(notes({ contextWindow: 20_000 }, long)).toEqual([expect.stringMatching(/19,000 tokens, 95 %/)]);
    // Not where the window is large enough, nor where no task gets there.
    expect(notes({ contextWindow: 27_000 }, long)).toEqual([]);
    expect(notes({ contextWindow: 20_000 }, { ...long, modelCallsPerTask: 10 })).toEqual([]);
  });

  test('of tasks that differ, those that do not fit are told, in the summary too', () => {
    // The longest of sixteen makes 119.112 calls, the next about 82: prompts of 1,000 + 119 * 100 = 12,900 for its
    // 120th call, of which it makes a part, and about 9,100. One of 40 calls, the mean, has 4,900.
    const differ = { modelCallsPerTask: 40, callDispersion: 0.48 };
    const told = /one task in 16 .* 10,000: prompts reach 12,900 tokens/;
    expect(notes({ contextWindow: 10_000 }, differ)).toEqual([expect.stringMatching(told)]);
    expect(estimateOn({ contextWindow: 10_000 }, { ...request, ...differ }).summary).toMatch(told);
    expect(notes({ contextWindow: 9000 }, differ)).toEqual([expect.stringMatching(/one task in 8 /)]);
    expect(notes({ contextWindow: 13_000 }, differ)).toEqual([]);
    // Compacted, none is as long.
    expect(notes({ contextWindow: 10_000 }, { ...differ, compactAtTokens: 8000 })).toEqual([]);
  });

  test('a transcript with no room for a second call after a compaction is said to be compacted at every call', () => {
    const long = { modelCallsPerTask: 30, outputTokensPerCall: 1000, compactAtTokens: 20_000 };
    const told = [expect.stringMatching(/left with 19,001 tokens .* adds 1,000, .* at 20,000/)];
    expect(notes({}, { ...long, compactedToTokens: 19_001 })).toEqual(told);
    // With 1,000 tokens left there is room for one more call.
    expect(notes({}, { ...long, compactedToTokens: 19_000 })).toEqual([]);
    expect(notes({}, { ...long, modelCallsPerTask: 10, compactedToTokens: 19_001 })).toEqual([]);
  });

  test('a spread that is not met where transcripts are compacted is told', () => {
    const long = { modelCallsPerTask: 30, outputTokensPerCall: 1000, compactAtTokens: 20_000 };
    expect(notes({}, { ...long, callDispersion: 2.1 })).toEqual([expect.stringMatching(/callDispersion above 2/)]);
    expect(notes({}, { ...long, callDispersion: 2 })).toEqual([]);
    expect(notes({}, { ...long, compactAtTokens: null, callDispersion: 2.1 })).toEqual([]);
  });

  test('tokens that are no whole number are rounded, and never to a number that would fit', () => {
    // One tool call in three calls: 1,000 + 2 * (100 + 1/3 * 1) = 1,200.667.
    const odd = { modelCallsPerTask: 3, toolCallsPerTask: 1, toolResultTokens: 1 };
    expect(notes({ contextWindow: 1200 }, odd)).toEqual([expect.stringMatching(/1,201 tokens.*not fit.* 1,200/)]);
  });

  test('a preset based only on assumptions says so', () => {
    const plain = { modelId: 'claude-opus-5-5', taskFailureRatePct: 0, promptCaching: true };
    expect(estimate(catalog, { ...plain, presetId: 'voice' }).notes).toEqual([
      expect.stringMatching(/voice.*assumptions/),
    ]);
    expect(estimate(catalog, { ...plain, presetId: 'support' }).notes).toEqual([]);
    // What is stated is the caller's, be it the preset's number.
    const { workflow } = catalog.preset('voice');
    expect(estimate(catalog, { ...workflow, ...plain, presetId: 'voice' }).notes).toEqual([]);
  });
});

describe('what makes an answer void or short-lived leads its notes and its summary', () => {
  const request: EstimateRequest = { modelCallsPerTask: 4, systemPromptTokens: 1000, outputTokensPerCall: 100 };
  // Answers of made-up catalogs are for 2026-06-01; the only later day is the one of each model, so they hold until the
  // day before it.
  const of = (model: MadeUpModel) =>
    estimateOn({ confidence: 'low', ...model }, { ...request, taskFailureRatePct: 10 });

  test.each<[string, MadeUpModel, RegExp]>([
    ['work that does not fit', { contextWindow: 1299 }, /1,300 tokens.*not fit/],
    ['a model that ends', { lifecycle: ending({ shutDown: '2026-07-01' }) }, /shut down on 2026-07-01/],
    ['a price that changes', { laterPrices: [{ from: '2026-06-20', input: 7, output: 8 }] }, /From 2026-06-20 .*\$7/],
  ])('%s', (_, model, wanted) => {
    const { notes, summary } = of(model);
    expect(notes[0]).toMatch(wanted);
    expect(notes.filter((note) => wanted.test(note))).toHaveLength(1);
    expect(summary.startsWith(`${notes[0]} About $`)).toBe(true);
  });

  test('an end or a change that is far away stands in its place', () => {
    // Another change, two days later, ends the days on which the answer holds.
    const other: MadeUpModel = { id: 'other', laterPrices: [{ from: '2026-06-03', input: 2 }] };
    const far = (model: MadeUpModel) =>
      estimate(madeUpCatalog([{ id: 'model', ...model }, other]), { ...request, modelId: 'model' });
    // The answer holds until 2026-06-02: 60 days later is 2026-08-01, 30 days later 2026-07-02.
    const ends = (shutDown: string) => far({ lifecycle: ending({ shutDown }) });
    expect(ends('2026-08-01').summary).toMatch(/^model is deprecated/);
    expect(ends('2026-08-02').summary).toMatch(/^About/);
    expect(ends('2026-08-02').notes.join()).toMatch(/deprecated/);
    const changes = (from: string) => far({ laterPrices: [{ from, input: 7 }] });
    expect(changes('2026-07-02').summary).toMatch(/^From 2026-07-02/);
    expect(changes('2026-07-03').summary).toMatch(/^About/);
  });
});
