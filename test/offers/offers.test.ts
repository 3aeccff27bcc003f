/** Prices of other hosts: where they are used, and where they are not. */
import { describe, expect, test } from 'vitest';
import { documentText } from '../../runtime/api/feeds.ts';
import { adviceFor, answer } from '../../runtime/core/answers/answer.ts';
import { changesOf } from '../../runtime/core/answers/changes.ts';
import { offersOf } from '../../runtime/core/answers/host-offers.ts';
import { datasetMeta } from '../../runtime/core/answers/meta.ts';
import { modelDetailOf, modelOf } from '../../runtime/core/answers/models.ts';
import { type ResolvedRequest, resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { isNamed } from '../../runtime/core/answers/routes.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../../runtime/core/answers/schemas/ranking-schema.ts';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { explain } from '../../runtime/core/explain/explain.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog, dataset as data } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';

const ask = (request: EstimateRequest): Estimate | Ranking => {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  return answer(question);
};
const estimate = (request: EstimateRequest) => ask(request) as Estimate;
const refusal = (request: EstimateRequest): string => {
  const question = resolveRequest(catalog, request);
  if (!(question instanceof ApiError)) throw new Error('the request was not refused');
  expect(question.status).toBe(400);
  return question.message;
};

/** Calls with only a system prompt, 1,000 tasks a month, without failures. */
const plain = (calls: number, systemPromptTokens: number): EstimateRequest => ({
  presetId: 'coding',
  tasksPerMonth: 1000,
  modelCallsPerTask: calls,
  toolCallsPerTask: 0,
  handoffs: 0,
  systemPromptTokens,
  toolSchemaTokens: 0,
  retrievedContextTokens: 0,
  outputTokensPerCall: 1000,
  toolResultTokens: 0,
  retryRatePct: 0,
  timeoutLoopsPerTask: 0,
  hallucinatedToolPct: 0,
  taskFailureRatePct: 0,
  promptCaching: true,
  callDispersion: 0,
  userTokensPerCall: 0,
  warmPrefixPct: 0,
});

describe('an estimate at a host, calculated by hand', () => {
  test('one call: GPT-5.5 on Bedrock at 5.5 / 33, at OpenAI 5 / 30', () => {
    // 10,000 in at 5.5 per million = 0.055, 1,000 out at 33 = 0.033.
    const there = estimate({ ...plain(1, 10_000), modelId: 'gpt-5.5', host: 'bedrock' });
    expect(there).toMatchObject({ host: 'bedrock', modelId: 'gpt-5.5', provider: 'openai', costPerTask: 0.088 });
    expect(there.monthlySpend).toBe(88);
    expect(there.pricing).toMatchObject({ inputPerMTok: 5.5, outputPerMTok: 33, lastSeen: { on: '2026-11-10' } });
    expect(there.notes.join('\n')).toMatch(/Uses the prices of Amazon Bedrock/);
    // 0.05 + 0.03, with and without the field.
    for (const host of [null, undefined]) {
      const request = { ...plain(1, 10_000), modelId: 'gpt-5.5', ...(host === null && { host }) };
      expect(estimate(request)).toMatchObject({ host: null, costPerTask: 0.08 });
    }
  });

  test('without a known cached price nothing is cached: gpt-oss on Bedrock', () => {
    // Prompts of 10,000 and 11,000 tokens at 0.15 = 0.00315, 2,000 out at 0.6 = 0.0012.
    const there = estimate({ ...plain(2, 10_000), modelId: 'gpt-oss-120b', host: 'bedrock' });
    expect(there.costPerTask).toBe(0.00435);
    expect(there.pricing.cachedInputPerMTok).toBeNull();
    expect(there.notes.join('\n')).toMatch(/has no cached price/);
  });

  test('above a threshold: Gemini 3.1 Pro on Vertex at 4 / 18', () => {
    // 250,000 in at 4 = 1, 1,000 out at 18 = 0.018.
    const there = estimate({ ...plain(1, 250_000), modelId: 'gemini-3.1-pro-preview', host: 'vertex' });
    expect(there.costPerTask).toBe(1.018);
  });

  test('the models of the provider behind a host are sold there at their list price', () => {
    const request = { ...plain(1, 10_000), modelId: 'nova-pro' };
    const [there, own] = [estimate({ ...request, host: 'bedrock' }), estimate(request)];
    expect({ ...there, host: null, routing: null }).toEqual({ ...own, routing: null });
  });

  test('explain shows the price of the host and its sources', () => {
    const found = explain(catalog, { ...plain(1, 10_000), modelId: 'gpt-5.5', host: 'bedrock', compare: true });
    if (found instanceof ApiError) throw new Error(found.message);
    expect(found.estimate.costPerTask).toBe(0.088);
    expect(found.price.sources.map(({ name }) => name)).toEqual([
      '@earendil-works/pi-ai 1.5.2 (npm): amazon-bedrock',
      '@pydantic/genai-prices 0.1.8 (npm): aws',
    ]);
  });
});

describe('a ranking at a host', () => {
  const ranking = ask({ presetId: 'coding', host: 'bedrock', compare: true }) as Ranking;
  const listed = ranking.ranking.map(({ modelId }) => modelId).sort();

  test('has only the models sold there, and names the host', () => {
    const nova = catalog.models.filter(({ provider }) => provider.id === 'amazon').map(({ id }) => id);
    expect(ranking.host).toBe('bedrock');
    expect(listed).toEqual([...nova, 'claude-haiku-4-5', 'claude-sonnet-4-6', 'gpt-5.5', 'gpt-oss-120b'].sort());
    expect((ask({ presetId: 'coding', compare: true }) as Ranking).host).toBeNull();
  });

  test('routes of an estimate stay at the host too', () => {
    const named = listed.flatMap((modelId) => {
      const question = resolveRequest(catalog, { presetId: 'coding', modelId, host: 'bedrock' });
      const { routes, nearMisses } = adviceFor(question as ResolvedRequest);
      return [...routes, ...nearMisses].map((one) => one.modelId);
    });
    expect(named.length).toBeGreaterThan(0);
    for (const modelId of named) expect(listed).toContain(modelId);
  });

  test('works even if the default model is not sold there', () => {
    expect((ask({ presetId: 'support', host: 'vertex', compare: true }) as Ranking).ranking).toHaveLength(1);
  });
});

describe('a model that is not sold at the host is refused', () => {
  test('with the hosts that sell it', () => {
    expect(refusal({ modelId: 'gpt-5.5', host: 'vertex' })).toBe(
      'host: no price of "gpt-5.5" at "vertex" is known. Hosts that offer it: azure, bedrock; omit host for the price of its maker.',
    );
    expect(refusal({ modelId: 'grok-4.7', host: 'azure' })).toMatch(/No host is known to offer it/);
  });

  test('an unknown host with the known ones, and an unknown model as usual', () => {
    expect(refusal({ host: 'bedrok' })).toBe(
      'host must be one of azure, bedrock, groq, vertex (got "bedrok"). Did you mean "bedrock"?',
    );
    expect(refusal({ modelId: 'gpt-55', host: 'bedrock' })).toMatch(
      /^Unknown model "gpt-55"\. Did you mean "gpt-5\.5"/,
    );
  });
});

describe('offers in the catalogue', () => {
  test('are separate from the prices of a model', () => {
    const detail = modelDetailOf(catalog, catalog.find('gpt-5.5') as CatalogModel);
    expect(detail.offers.map(({ host, inputPerMTok }) => [host, inputPerMTok])).toEqual([
      ['azure', 5],
      ['bedrock', 5.5],
    ]);
    const without = catalogOf({ ...data, offers: { hosts: [], offers: [] } }, '2026-11-20');
    expect(catalog.models.map(modelOf)).toEqual(without.models.map(modelOf));
    expect(catalog.version).not.toBe(without.version);
  });

  test('are counted by host, and listed as JSON and as a table', () => {
    expect(datasetMeta(catalog).counts).toMatchObject({
      offers: 7,
      prices: catalog.models.length + 7,
      byHost: { azure: 2, bedrock: 4, vertex: 1 },
    });
    const offers = offersOf(catalog);
    expect(offers.map(({ host, modelId }) => `${host} ${modelId}`)).toEqual([
      'azure gpt-5.4-mini',
      'azure gpt-5.5',
      'bedrock claude-haiku-4-5',
      'bedrock claude-sonnet-4-6',
      'bedrock gpt-5.5',
      'bedrock gpt-oss-120b',
      'vertex gemini-3.1-pro-preview',
    ]);
    const lines = documentText['/offers.csv'](catalog).split('\r\n');
    expect(lines).toHaveLength(1 + 7 + 1);
    expect(lines[5]).toBe(
      'bedrock,Amazon Bedrock,gpt-5.5,openai,openai.gpt-5.5,5.5,33,0.55,,1000000,,2026-11-10,agreed,https://aws.amazon.com/bedrock/pricing/,models.dev genai-prices',
    );
  });

  test('are known from the day of their oldest source, and change with their dates', () => {
    const on = (day: string) => offersOf(catalogOf(data, day)).length;
    expect(on('2026-09-22')).toBe(0);
    expect(on('2026-09-23')).toBe(7);
    const changed = structuredClone(data);
    const offer = changed.offers.offers.find(({ model, host }) => model === 'gpt-5.5' && host === 'bedrock');
    const [price] = offer?.prices ?? [];
    if (price) offer?.prices.push({ ...price, from: '2026-11-15', input: 4.4 });
    const later = catalogOf(changed, '2026-11-20');
    expect(offersOf(later).find(({ host, modelId }) => host === 'bedrock' && modelId === 'gpt-5.5')).toMatchObject({
      inputPerMTok: 4.4,
      priceFrom: '2026-11-15',
    });
    expect(later.inForce.from >= '2026-11-15').toBe(true);
    expect(changesOf(later).filter(({ host }) => host !== null)).toMatchObject([
      { on: '2026-11-15', kind: 'changed', modelId: 'gpt-5.5', host: 'bedrock', before: { inputPerMTok: 5.5 } },
    ]);
    expect(documentText['/changes.atom'](later)).toContain('changes/bedrock/gpt-5.5/2026-11-15');
  });

  test('end on the day the host stops serving the model', () => {
    const ended = structuredClone(data);
    const model = ended.providers.flatMap(({ models }) => models).find(({ id }) => id === 'gemini-3.1-pro-preview');
    if (model) {
      const hosts = [{ host: 'Google Vertex AI', shutDown: '2026-11-18' }];
      const none = { deprecatedOn: null, shutDown: null, notBefore: null, successor: null, billedAs: null };
      model.lifecycle = { ...none, hosts, sources: [{ fact: 'Made up', name: 'made up', on: '2026-11-01' }] };
    }
    expect(offersOf(catalogOf(ended, '2026-11-17')).some(({ host }) => host === 'vertex')).toBe(true);
    expect(offersOf(catalogOf(ended, '2026-11-18')).some(({ host }) => host === 'vertex')).toBe(false);
  });

  test('of a model that its maker shut down are deprecated, never suggested, and say that their end is not known', () => {
    // Azure lists GPT-5.5; OpenAI's last day is made up, and none at Azure is known.
    const request = { ...plain(1, 10), modelId: 'gpt-5.5', host: 'azure' };
    const shutDownOn = (shutDown: string) => {
      const changed = structuredClone(data);
      const model = changed.providers.flatMap(({ models }) => models).find(({ id }) => id === 'gpt-5.5');
      if (model) {
        const none = { notBefore: null, successor: null, billedAs: null };
        const sources = [{ fact: 'Made up', name: 'made up', on: '2026-11-01' }];
        model.lifecycle = { deprecatedOn: '2026-11-01', shutDown, ...none, sources };
      }
      const question = resolveRequest(catalogOf(changed, '2026-11-20'), request);
      if (question instanceof ApiError) throw new Error(question.message);
      return { got: answer(question) as Estimate, model: question.model };
    };
    const after = shutDownOn('2026-11-20');
    expect(after.got.status).toBe('deprecated');
    expect(isNamed(after.model)).toBe(false);
    expect(after.got.notes.join(' ')).toMatch(/OpenAI shut it down on 2026-11-20.* not known/);
    const before = shutDownOn('2026-11-21');
    expect(before.got.status).toBe('active');
    expect(isNamed(before.model)).toBe(false);
    expect(before.got.notes.join(' ')).toMatch(/OpenAI shuts it down on 2026-11-21.* not known/);
    expect(after.got.costPerTask).toBe(before.got.costPerTask);
  });
});

test('an imported model is marked, ranked, and never suggested', () => {
  const imported = structuredClone(data);
  const provider = imported.providers.find(({ id }) => id === 'openai');
  const model = provider?.models.find(({ id }) => id === 'gpt-6-luna');
  if (!provider || !model) throw new Error('no such model');
  model.confidence = 'imported';
  const known = catalogOf(imported, '2026-11-20');
  const found = known.find('gpt-6-luna') as CatalogModel;
  expect(modelOf(found).confidence).toBe('imported');
  expect(isNamed(found)).toBe(false);
  const question = resolveRequest(known, { presetId: 'coding', compare: true });
  if (question instanceof ApiError) throw new Error(question.message);
  const row = (answer(question) as Ranking).ranking.find(({ modelId }) => modelId === 'gpt-6-luna');
  expect(row?.confidence).toBe('imported');
});
