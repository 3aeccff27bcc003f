/** Price maps: their numbers by hand, their names, what the files beside them list, and `agent-cost price export`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { documents, priceMapNames } from '../../runtime/api/routes/documents.ts';
import { offersIn } from '../../runtime/core/dataset/host-catalog.ts';
import { type LeftOut, leftOutOf } from '../../runtime/exports/price-maps/left-out.ts';
import { priceMap, priceMapText } from '../../runtime/exports/price-maps/price-maps.ts';
import { textOf } from '../docs/documents.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog, catalogOn } from '../support/core/catalog.ts';
import { testDist } from '../support/dist.ts';
import { runCliIn } from '../support/run.ts';

type Json = ReturnType<typeof JSON.parse>;
const map = (name: (typeof priceMapNames)[number]): Json => JSON.parse(priceMapText(catalog, name));
const beside = (name: (typeof priceMapNames)[number]): LeftOut => leftOutOf(catalog, priceMap(name));

describe('the numbers of a map, from the data by hand', () => {
  // Gemini 2.5 Pro: 1.25 in, 10 out, .125 cached; above 200,000 tokens 2.5, 15, .25; search $14 for 1,000 or $35.
  test('LiteLLM: per token, with its long prompts, levels of service and last day', () => {
    expect(map('litellm')['gemini/gemini-2.5-pro']).toMatchObject({
      litellm_provider: 'gemini',
      mode: 'chat',
      max_input_tokens: 1_048_576,
      max_output_tokens: 65_536,
      input_cost_per_token: 0.00000125,
      output_cost_per_token: 0.00001,
      cache_read_input_token_cost: 0.000000125,
      cache_creation_input_token_cost: 0.00000125,
      input_cost_per_token_above_200k_tokens: 0.0000025,
      output_cost_per_token_above_200k_tokens: 0.000015,
      cache_read_input_token_cost_above_200k_tokens: 0.00000025,
      input_cost_per_token_batches: 0.000000625,
      output_cost_per_token_batches: 0.000005,
      input_cost_per_token_flex: 0.000000625,
      input_cost_per_token_above_200k_tokens_flex: 0.00000125,
      input_cost_per_token_priority: 0.00000225,
      output_cost_per_token_priority: 0.000018,
      deprecation_date: '2026-12-01',
    });
    expect(map('litellm')['claude-sonnet-4-6']).toMatchObject({
      litellm_provider: 'anthropic',
      cache_creation_input_token_cost: 0.00000375,
      cache_creation_input_token_cost_above_1hr: 0.000006,
      search_context_cost_per_query: { search_context_size_medium: 0.01 },
    });
    // xAI charges more from 200,000 tokens on, which is how LiteLLM reads the field for xAI.
    expect(map('litellm')['xai/grok-4.6']).toMatchObject({ input_cost_per_token_above_200k_tokens: 0.000004 });
  });

  test('models.dev: per million, with tiers and the older name of one of them', () => {
    expect(map('models.dev').google.models['gemini-2.5-pro']).toMatchObject({
      id: 'gemini-2.5-pro',
      cost: {
        ...{ input: 1.25, output: 10, cache_read: 0.125, cache_write: 1.25 },
        tiers: [
          { input: 2.5, output: 15, cache_read: 0.25, cache_write: 2.5, tier: { type: 'context', size: 200_000 } },
        ],
        context_over_200k: { input: 2.5, output: 15, cache_read: 0.25, cache_write: 2.5 },
      },
      limit: { context: 1_048_576, output: 65_536 },
      status: 'deprecated',
    });
    expect(map('models.dev').xai.models['grok-4.6'].cost).toMatchObject({ tiers: [{ tier: { size: 199_999 } }] });
    expect(map('models.dev').xai.models['grok-4.6'].cost).not.toHaveProperty('context_over_200k');
  });

  test('llm-prices: a long prompt is a model of its own', () => {
    const rows: Json[] = map('llm-prices').prices.filter(({ id }: Json) => id.startsWith('gemini-2.5-pro'));
    expect(rows).toEqual([
      {
        ...{ id: 'gemini-2.5-pro', vendor: 'google', name: 'Gemini 2.5 Pro ≤200k' },
        ...{ input: 1.25, output: 10, input_cached: 0.125 },
      },
      {
        ...{ id: 'gemini-2.5-pro-200k', vendor: 'google', name: 'Gemini 2.5 Pro >200k' },
        ...{ input: 2.5, output: 15, input_cached: 0.25 },
      },
    ]);
    expect(map('llm-prices').updated_at).toBe(catalog.asOf);
  });

  test('OpenRouter: decimal strings per token, without an exponent', () => {
    const found = map('openrouter').data.find(({ id }: Json) => id === 'google/gemini-2.5-pro');
    expect(found.pricing).toMatchObject({
      ...{ prompt: '0.00000125', completion: '0.00001', input_cache_read: '0.000000125' },
      overrides: [{ min_prompt_tokens: 200_000, prompt: '0.0000025', completion: '0.000015' }],
    });
  });
});

describe.each(priceMapNames)('%s', (name) => {
  const { models } = beside(name);

  test('has every entry that the file beside it names, and no other', () => {
    const named = models.flatMap(({ entries }) => entries);
    const inMap: Record<typeof name, (found: Json) => string[]> = {
      litellm: Object.keys,
      'models.dev': (found) => Object.values(found).flatMap((provider: Json) => Object.keys(provider.models)),
      'genai-prices': (found) => found.flatMap((provider: Json) => provider.models.map(({ id }: Json) => id)),
      'llm-prices': (found) => found.prices.map(({ id }: Json) => id),
      openrouter: (found) => found.data.map(({ id }: Json) => id),
    };
    const found = inMap[name](map(name));
    expect(found.length).toBeGreaterThan(100);
    expect([...found].sort()).toEqual([...named].sort());
  });

  test('lists every model on sale at its provider and at every host, with what it cannot say', () => {
    const own = models.slice(0, catalog.models.length);
    expect(own.map(({ modelId }) => modelId)).toEqual(catalog.models.map(({ id }) => id));
    const offers = offersIn(catalog).map(({ model, host }) => [model.id, host.id]);
    expect(offers.length).toBeGreaterThan(5);
    expect(models.slice(catalog.models.length).map(({ modelId, host }) => [modelId, host])).toEqual(offers);
    const hasHosts = !['llm-prices', 'openrouter'].includes(name);
    for (const { modelId, host, entries, leftOut } of models) {
      if (host === null || hasHosts) expect(entries.length, modelId).toBeGreaterThan(0);
      else expect({ entries, kinds: leftOut.map(({ kind }) => kind) }).toEqual({ entries: [], kinds: ['otherHost'] });
    }
    const { says } = priceMap(name);
    // What the data files say of each model, read field by field.
    for (const { id, listPrice, facts, provider } of catalog.models) {
      // A model that only hosts sell has one fact where the format has no hosts.
      const isListed = own.find(({ modelId }) => modelId === id)?.entries.length !== 0;
      if (!isListed) continue;
      const kinds = own.find(({ modelId }) => modelId === id)?.leftOut.map(({ kind }) => kind) ?? [];
      const has = (kind: (typeof says)[number]) => kinds.includes(kind) || says.includes(kind);
      const expected: [(typeof says)[number], boolean][] = [
        ['longContext', listPrice.longContext.length > 0],
        ['cacheWrite', listPrice.cacheWrite !== null],
        ['cacheWrite1h', listPrice.cacheWrite1h !== null],
        ['noCachedPrice', listPrice.cachedInput === null],
        ['batch', listPrice.serviceTiers?.batch !== undefined],
        ['serviceTier', listPrice.serviceTiers?.priority !== undefined || listPrice.serviceTiers?.flex !== undefined],
        ['region', provider.regions?.some(({ models }) => models?.includes(id) ?? true) ?? false],
        ['offPeak', listPrice.offPeak !== undefined],
        ['cacheStorage', listPrice.cacheStoragePerHour !== undefined],
        ['nextPrice', facts.prices.some(({ from }) => from !== null && from > catalog.asOf)],
        ['shutDown', typeof facts.lifecycle?.shutDown === 'string'],
      ];
      for (const [kind, isKnown] of expected) {
        if (isKnown) expect(has(kind), `${id}: ${kind}`).toBe(true);
        else expect(kinds, `${id}: ${kind}`).not.toContain(kind);
      }
      const isPromised = listPrice.holdsUntil !== undefined || typeof facts.lifecycle?.notBefore === 'string';
      expect(kinds.includes('promise'), `${id}: promise`).toBe(isPromised);
    }
  });

  test('is declared, with the file beside it, and has a row in docs/price-maps.md', () => {
    const paths = documents.map(({ path }) => path);
    expect(paths).toContain(`/exports/${name}.json`);
    expect(paths).toContain(`/exports/${name}.left-out.json`);
    expect(textOf('docs/price-maps.md')).toContain(`| \`${name}.json\` |`);
  });
});

test('a map has the prices of the catalog of its day', () => {
  const [before, after] = ['2026-03-12', '2026-03-13'].map((day) =>
    JSON.parse(priceMapText(catalogOn(day), 'litellm')),
  );
  // Sonnet 4.6 cost more above 200,000 tokens until 2026-03-12.
  expect(before['claude-sonnet-4-6']).toHaveProperty('input_cost_per_token_above_200k_tokens', 0.000006);
  expect(before['claude-sonnet-4-6']).toHaveProperty(
    'cache_creation_input_token_cost_above_1hr_above_200k_tokens',
    0.000012,
  );
  expect(after['claude-sonnet-4-6']).not.toHaveProperty('input_cost_per_token_above_200k_tokens');
});

test('no entry of a map stands for two prices', () => {
  for (const name of priceMapNames) {
    // models.dev and genai-prices have the same name at several sellers, each in its own list.
    const seller = (row: LeftOut['models'][number]) =>
      name === 'litellm' ? '' : (row.host ?? catalog.find(row.modelId)?.provider.id);
    const names = beside(name).models.flatMap((row) => row.entries.map((entry) => `${seller(row)} ${entry}`));
    expect(names.filter((entry, index) => names.indexOf(entry) !== index)).toEqual([]);
  }
});

describe('agent-cost price export', () => {
  const dir = temporaryDirectory();
  const published = (file: string) => readFileSync(join(testDist, 'public/api/v1/exports', file), 'utf8');
  let plain: Awaited<ReturnType<typeof runCliIn>>;
  beforeAll(async () => {
    plain = await runCliIn(dir, ['export', 'litellm']);
  });

  test('prints the published file, and counts what is left out on standard error', async () => {
    expect(plain.code).toBe(0);
    expect(plain.stdout).toBe(published('litellm.json'));
    const { models } = JSON.parse(published('litellm.left-out.json')) as LeftOut;
    const facts = models.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
    expect(facts).toBeGreaterThan(100);
    expect(plain.stderr).toContain(` ${facts} facts `);
    const beside = await runCliIn(dir, ['export', 'litellm', '--left-out']);
    expect(beside).toMatchObject({ code: 0, stdout: published('litellm.left-out.json'), stderr: '' });
  });

  test('writes a file, and prices another day', async () => {
    expect(await runCliIn(dir, ['export', 'litellm', '--out', 'prices.json'])).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(join(dir, 'prices.json'), 'utf8')).toBe(plain.stdout);
    const { stdout } = await runCliIn(dir, ['export', 'litellm', '--as-of', '2026-03-12']);
    expect(JSON.parse(stdout)['claude-sonnet-4-6']).toHaveProperty('input_cost_per_token_above_200k_tokens', 0.000006);
  });

  test('names the formats when another is asked for', async () => {
    const { code, stdout, stderr } = await runCliIn(dir, ['export', 'lite-llm']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    for (const name of priceMapNames) expect(stderr).toContain(name);
  });
});
