/** Reading other datasets, and comparing their numbers with ours. */
import { expect, test } from 'vitest';
import { nothing } from '../../build/prices/check/compare-prices.ts';
import { DatasetError, liteLlm, modelsDev, openRouter, type PriceDataset } from '../../build/prices/check/datasets.ts';
import { genaiPrices } from '../../build/prices/check/genai-prices.ts';
import { check, type KnownDisagreement } from '../../build/prices/check/run-check.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import { findingText, model, page, pageText, price, provider, row, stated } from './support.ts';

const one = model('claude-test-5', { aliases: ['claude-test-5-20260401'] });
const anthropic = provider([one]);
const day = '2026-06-01';

test('models.dev: dollars per million, tiers with their size', () => {
  const cost = {
    input: 2,
    output: 10,
    cache_read: 0.2,
    cache_write: 2.5,
    tiers: [{ input: 4, output: 15, cache_read: 0.4, tier: { type: 'context', size: 272_000 } }],
    context_over_200k: { input: 4, output: 15 },
  };
  const data = modelsDev(
    JSON.stringify({ anthropic: { models: { 'claude-test-5': { cost } } } }),
    'models.dev.json',
    day,
  );
  expect(data.find(anthropic, one, day)).toEqual({
    key: 'anthropic/claude-test-5',
    stated: stated(
      { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 },
      { bands: [{ above: 272_000, prices: { ...nothing, input: 4, output: 15, cachedInput: 0.4 } }] },
    ),
  });
});

test('models.dev: the older field has its threshold in its name', () => {
  const cost = { input: 2, output: 10, context_over_200k: { input: 4, output: 15 } };
  const data = modelsDev(JSON.stringify({ moonshotai: { models: { 'kimi-test': { cost } } } }), 'models.dev.json', day);
  const kimi = model('kimi-test');
  expect(data.find(provider([kimi], 'moonshot'), kimi, day)?.stated.bands).toEqual([
    { above: 200_000, prices: { ...nothing, input: 4, output: 15 } },
  ]);
});

test('LiteLLM: dollars per token are converted exactly, for the first-party API only', () => {
  const entry = {
    litellm_provider: 'gemini',
    input_cost_per_token: 2e-7,
    output_cost_per_token: 1.7e-6,
    cache_read_input_token_cost: 2.3e-8,
    cache_creation_input_token_cost: null,
    cache_creation_input_token_cost_above_1hr: 4e-6,
    input_cost_per_token_above_200k_tokens: 4e-7,
    output_cost_per_token_above_200k_tokens: 3.4e-6,
    input_cost_per_token_above_200k_tokens_priority: 9e-6,
    input_cost_per_token_batches: 1e-7,
  };
  const text = JSON.stringify({
    sample_spec: { input_cost_per_token: 0 },
    'vertex_ai/gemini-test': { ...entry, litellm_provider: 'vertex_ai', input_cost_per_token: 9e-6 },
    'gemini/gemini-test': entry,
  });
  const gemini = model('gemini-test');
  expect(liteLlm(text, 'litellm.json', day).find(provider([gemini], 'google'), gemini, day)).toEqual({
    key: 'gemini/gemini-test',
    stated: stated(
      { input: 0.2, output: 1.7, cachedInput: 0.023, cacheWrite1h: 4 },
      { bands: [{ above: 200_000, prices: { ...nothing, input: 0.4, output: 3.4 } }] },
    ),
  });
});

test('LiteLLM: a key without the provider as its prefix', () => {
  const text = JSON.stringify({
    'claude-test-5-20260401': {
      litellm_provider: 'anthropic',
      input_cost_per_token: 2e-6,
      output_cost_per_token: 1e-5,
    },
  });
  expect(liteLlm(text, 'x', day).find(anthropic, one, day)?.stated.base).toMatchObject({ input: 2, output: 10 });
});

test('OpenRouter: dollars per token as text, and no number for a variable price', () => {
  const pricing = { prompt: '0.0000002', completion: '-1', input_cache_read: '0.00000002', image: '0' };
  const data = openRouter(
    JSON.stringify({ data: [{ id: 'anthropic/claude-test-5', pricing }] }),
    'openrouter.json',
    day,
  );
  expect(data.find(anthropic, one, day)?.stated).toEqual(stated({ input: 0.2, cachedInput: 0.02 }));
});

const empty = [
  modelsDev(JSON.stringify({ anthropic: { models: { 'claude-test-5-5': { cost: { input: 1 } } } } }), 'x', day),
  liteLlm(JSON.stringify({ 'claude-test-5-5': { litellm_provider: 'anthropic', input_cost_per_token: 1 } }), 'x', day),
  openRouter(JSON.stringify({ data: [{ id: 'anthropic/claude-test-5-5', pricing: { prompt: '1' } }] }), 'x', day),
];

test.each(empty.map((data) => [data.id, data] as const))(
  '%s: a model whose name only starts with ours does not match',
  (_, data) => {
    expect(data.find(anthropic, one, day)).toBeUndefined();
    expect(data.find(provider([one], 'zai'), one, day)).toBeUndefined();
  },
);

test('genai-prices matches by prefix, and such a match does not count', () => {
  const data = genaiPrices();
  const find = (id: string) => data.find(provider([model(id)]), model(id), '2026-09-23')?.key;
  expect(find('claude-sonnet-5')).toBe('anthropic, claude-sonnet-5');
  expect(find('claude-sonnet-5-5')).toBeUndefined();
  expect(find('claude-opus-4-8-20990101')).toBeUndefined();
  expect(find('no such model')).toBeUndefined();
  expect(data.find(provider([model('x')], 'nobody'), model('x'), day)).toBeUndefined();
});

test('genai-prices is read for the given day, with tiers', () => {
  const sonnet = model('claude-sonnet-4-6');
  const bands = (on: string) => genaiPrices().find(provider([sonnet]), sonnet, on)?.stated.bands;
  expect(bands('2026-03-12')).toMatchObject([{ above: 200_000, prices: { input: 6, output: 22.5 } }]);
  expect(bands('2026-03-13')).toBeNull();
});

test.each([
  ['models.dev', modelsDev],
  ['litellm', liteLlm],
  ['openrouter', openRouter],
])('%s: another file is an error with the reason', (_, read) => {
  for (const text of ['', '{', '[]', '{}', 'null', '<html>', '{"error": "rate limit"}']) {
    expect(() => read(text, 'x', day), text).toThrow(DatasetError);
  }
});

/** A made-up dataset with one entry. */
const made = (base: Record<string, number>, changes: Partial<PriceDataset> = {}): PriceDataset => ({
  id: 'models.dev',
  name: 'models.dev.json',
  day: '2026-05-15',
  reseller: false,
  find: (_, { id }) => (id === 'claude-test-5' ? { key: `anthropic/${id}`, stated: stated(base) } : undefined),
  ...changes,
});

const against = (ours: ModelFile, datasets: PriceDataset[], known: KnownDisagreement[] = [], on = day) =>
  check([provider([ours])], { pages: [], datasets, failures: [], notes: [] }, on, known);

test('agreement needs no review, and confirms nothing', () => {
  const { findings, permits, datasets } = against(one, [made({ input: 2, output: 10 })]);
  expect(findings.map(findingText)).toEqual([
    'input agreeing 2 -> 2',
    'output agreeing 10 -> 10',
    'cachedInput silent 0.2 -> none',
    'cacheWrite silent 2.5 -> none',
    'cacheWrite1h silent 4 -> none',
  ]);
  expect(permits).toEqual([]);
  expect(datasets).toMatchObject([{ models: 1 }]);
});

test('a difference without a known cause needs review', () => {
  const { findings } = against(one, [made({ input: 3, output: 10 })]);
  expect(findings[0]).toMatchObject({
    status: 'disagreeing',
    old: 2,
    new: 3,
    source: 'models.dev.json',
    place: 'anthropic/claude-test-5',
    needsPerson: true,
  });
  expect(findings[0]?.why).toBeUndefined();
});

test('a price that we lack is a difference too', () => {
  const without = model('claude-test-5', { prices: [price({ cachedInput: null })] });
  expect(against(without, [made({ cachedInput: 0.2 })]).findings.map(findingText)).toContain(
    'cachedInput disagreeing none -> 0.2 !',
  );
});

test('a reseller never needs review and decides nothing', () => {
  const { findings, datasets } = against(one, [made({ input: 0.1, output: 10 }, { id: 'openrouter', reseller: true })]);
  expect(findings[0]).toMatchObject({ status: 'disagreeing', why: 'reseller', needsPerson: false });
  expect(datasets).toMatchObject([{ reseller: true }]);
});

const history = model('claude-test-5', {
  prices: [
    price({ input: 3, output: 15 }),
    price({ from: '2026-05-10', verifiedOn: '2026-05-20' }),
    price({ from: '2026-09-01', input: 4, output: 20, announced: true }),
  ],
});

test('stale: an earlier price of ours, in a dataset from before ours was confirmed', () => {
  const { findings } = against(history, [made({ input: 3, output: 15 })]);
  expect(findings[0]).toMatchObject({ why: 'stale', cause: 'equals our price before 2026-05-10', needsPerson: false });
});

test('an earlier price of ours in a newer dataset needs review, since it may be in force again', () => {
  const { findings } = against(history, [made({ input: 3, output: 15 }, { day: '2026-05-21' })]);
  expect(findings[0]).toMatchObject({ status: 'disagreeing', needsPerson: true });
});

test('scheduled: a later price of ours', () => {
  const { findings } = against(history, [made({ input: 4, output: 20 })]);
  expect(findings[0]).toMatchObject({
    why: 'scheduled',
    cause: 'equals our price scheduled for 2026-09-01',
    needsPerson: false,
  });
  expect(against(history, [made({ input: 4, output: 20 })], [], '2026-09-01').findings[0]?.status).toBe('agreeing');
});

const known: KnownDisagreement = {
  source: 'models.dev',
  models: ['claude-test-5'],
  fields: { input: 3 },
  from: '2026-05-01',
  until: '2026-07-01',
  cause: 'because',
};

test('a known disagreement is reported with its cause', () => {
  const { findings } = against(one, [made({ input: 3, output: 10 })], [known]);
  expect(findings[0]).toMatchObject({ status: 'disagreeing', why: 'known', cause: 'because', needsPerson: false });
});

test.each([
  ['another number', { input: 3.5 }, day],
  ['the same number as ours', { input: 2 }, day],
  ['nothing', { output: 10 }, day],
])('a known disagreement is obsolete when the dataset states %s', (_, base, on) => {
  const { findings } = against(one, [made(base as Record<string, number>)], [known], on);
  expect(findings.filter(({ status }) => status === 'obsolete')).toMatchObject([{ field: 'input', needsPerson: true }]);
});

test('a known disagreement does not apply before or after its dates, nor is it obsolete then', () => {
  for (const on of ['2026-04-30', '2026-07-01']) {
    const { findings } = against(one, [made({ input: 3, output: 10 })], [known], on);
    expect(findings[0], on).toMatchObject({ status: 'disagreeing', needsPerson: true });
    expect(findings.filter(({ status }) => status === 'obsolete')).toEqual([]);
  }
});

test('a known disagreement is not obsolete if its dataset or model is not checked', () => {
  expect(
    against(one, [made({ input: 2 }, { id: 'litellm' })], [known]).findings.some((one) => one.status === 'obsolete'),
  ).toBe(false);
  expect(against(model('claude-test-6'), [made({ input: 2 })], [known]).findings).toEqual([]);
});

test('a change on a page lists the datasets that have the new number and those that do not', () => {
  const pages = [page(pageText([row('Claude Test 5', { input: 2.4 })]))];
  const datasets = [made({ input: 2 }), made({ input: 2.4 }, { id: 'litellm', name: 'litellm.json' })];
  const { findings } = check([anthropic], { pages, datasets, failures: [], notes: [] }, day, []);
  expect(findings.find(({ status }) => status === 'changed')).toMatchObject({
    alsoNew: ['litellm.json'],
    stillOld: ['models.dev.json'],
  });
  expect(findings.find(({ source, field }) => source === 'litellm.json' && field === 'input')).toMatchObject({
    status: 'disagreeing',
    cause: 'as on the page, anthropic.md',
    needsPerson: false,
  });
});
