import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDay } from '../support/core/catalog.ts';
import {
  idsOf,
  type RawPrice,
  rawModels,
  rawOffers,
  rawPresets,
  rawProviders,
  rawShutDown,
  rawTiers,
  testDays,
} from '../support/core/raw-data.ts';
import { ask } from '../support/server/http.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const get = async (path: string) => {
  const { status, text, headers } = await ask(server.base, `/api/v1${path}`);
  return { status, headers, ...JSON.parse(text) };
};
const idsFrom = async (path: string): Promise<string[]> =>
  (await get(path)).data.map(({ id }: { id: string }) => id).sort();

describe('/meta', () => {
  test('counts the entries of the data files', async () => {
    const { counts } = (await get('/meta')).data;
    expect(counts).toEqual({
      providers: rawProviders.length,
      models: rawModels.length,
      shutDown: rawShutDown.length,
      presets: rawPresets.length,
      offers: rawOffers.length,
      prices: rawModels.length + rawOffers.length,
      byHost: { azure: 2, bedrock: 4, groq: 0, vertex: 1 },
      byTier: Object.fromEntries(rawTiers.map((tier) => [tier, idsOf(undefined, tier).length])),
      byProvider: Object.fromEntries(rawProviders.map(({ id }) => [id, idsOf(id).length])),
    });
    expect(counts.models).toBeGreaterThanOrEqual(100);
  });

  test('states the day, the unit and the next change', async () => {
    expect((await get('/meta')).data).toMatchObject({
      apiVersion: 'v1',
      currency: 'USD',
      priceUnit: 'USD per 1,000,000 tokens',
      pricesAsOf: testDays.from,
      costModelVersion: expect.any(Number),
      nextPriceChange: { on: '2026-12-01', models: ['gemini-4-argon'] },
    });
  });

  test('dates every answer by the prices in force: oldest verification, newest change', async () => {
    const inForce = rawModels.map(
      ({ prices }) => prices.filter(({ from }) => from === null || from <= testDay).at(-1) as RawPrice,
    );
    const { meta } = await get('/models');
    // The oldest date on which a price was last verified on a page of its provider.
    const own = rawModels.flatMap(({ provider, prices }) => {
      const price = prices.filter(({ from }) => from === null || from <= testDay).at(-1) as RawPrice;
      const domains = rawProviders.find(({ id }) => id === provider)?.domains as string[];
      const isOwn = (url = 'https://none.invalid') =>
        domains.some((domain) => `.${new URL(url).hostname}`.endsWith(`.${domain}`));
      const days = (price.sources as { url?: string; on: string }[])
        .filter(({ url }) => isOwn(url))
        .map(({ on }) => on);
      return days.sort().slice(-1);
    });
    expect(meta.pricesVerified).toBe(own.sort()[0]);
    expect(meta.seenAtProvider.models).toBe(own.length);
    expect(meta.pricesUpdated).toBe(
      inForce
        .map(({ from }) => from ?? '')
        .sort()
        .at(-1),
    );
    expect(meta.pricesInForce).toEqual(testDays);
    expect(meta.datasetVersion).toMatch(new RegExp(`^${testDays.from}-[0-9a-f]{8}$`));
    expect((await get('/meta')).data.datasetVersion).toBe(meta.datasetVersion);
  });
});

test('/providers lists each provider with its number of models', async () => {
  const { data } = await get('/providers');
  const counted = data.map(({ id, modelCount }: { id: string; modelCount: number }) => [id, modelCount]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(rawProviders.map(({ id }) => [id, idsOf(id).length])));
  for (const { id, name, pricingUrl, caching } of rawProviders) {
    expect(data).toContainEqual(expect.objectContaining({ id, name, pricingUrl, caching }));
  }
});

test('/presets lists the presets of the data file', async () => {
  expect((await get('/presets')).data).toMatchObject(rawPresets);
});

describe('/models', () => {
  test('lists every model', async () => {
    expect(await idsFrom('/models')).toEqual(idsOf());
  });

  test('with a tier lists exactly the models of that tier', async () => {
    for (const tier of rawTiers) expect(await idsFrom(`/models?tier=${tier}`)).toEqual(idsOf(undefined, tier));
  });

  test('with a provider lists exactly its models, and with a tier too, in either order', async () => {
    for (const { id } of rawProviders) {
      expect(await idsFrom(`/models?provider=${id}`)).toEqual(idsOf(id));
      for (const tier of rawTiers) {
        expect(await idsFrom(`/models?provider=${id}&tier=${tier}`)).toEqual(idsOf(id, tier));
        expect(await idsFrom(`/models?tier=${tier}&provider=${id}`)).toEqual(idsOf(id, tier));
      }
    }
  });

  test.each(['?provider=acme', '?provider=', '?provider=OpenAI', '?provider=acme&tier=mid', '?provider=constructor'])(
    '%s matches nothing: an empty list',
    async (query) => {
      const { status, data, headers } = await get(`/models${query}`);
      expect({ status, data }).toEqual({ status: 200, data: [] });
      const twin = headers['content-location'] as string;
      expect((await ask(server.base, twin)).status).toBe(200);
    },
  );

  test('names the path twin of a filter, which has the same bytes', async () => {
    for (const query of ['provider=openai', 'tier=mid', 'provider=openai&tier=mid', 'provider=cohere&tier=fast']) {
      const answer = await ask(server.base, `/api/v1/models?${query}`);
      const twin = await ask(server.base, answer.headers['content-location'] as string);
      expect(twin.text).toBe(answer.text);
    }
  });

  test.each(['medium', '', 'MID', 'mid,fast', 'constructor'])(
    'with the tier "%s" is 400 and names the three tiers',
    async (tier) => {
      const { status, error } = await get(`/models?tier=${tier}`);
      expect(status).toBe(400);
      expect(error.code).toBe('invalid_request');
      expect(error.message).toContain(`Unknown tier "${tier}".`);
      for (const name of rawTiers) expect(error.message).toContain(name);
    },
  );

  test('with an unknown provider and an unknown tier is 400', async () => {
    expect((await get('/models?provider=acme&tier=medium')).status).toBe(400);
  });

  test.each(['tier=mid&tier=mid', 'tier=mid&tier=fast', 'provider=xai&provider=openai', 'provider=&provider='])(
    'with a repeated filter, %s, is 400',
    async (query) => {
      const { status, error } = await get(`/models?${query}`);
      expect(status).toBe(400);
      expect(error.code).toBe('invalid_request');
      expect(error.message).toMatch(new RegExp(`^${query.split('=')[0]} must not be given more than once`));
    },
  );

  test('ignores _ and utm_*, and refuses other parameters it does not know', async () => {
    expect(await idsFrom('/models?_=5&tier=mid&utm_source=x')).toEqual(idsOf(undefined, 'mid'));
    const { status, error } = await get('/models?limit=5&tier=mid');
    expect(status).toBe(400);
    expect(error.message).toMatch(/"limit".*provider, tier/);
  });
});

describe('an unknown model', () => {
  test.each([
    ['claude-sonet-4-6', 'claude-sonnet-4-6'],
    ['gpt-4.l', 'gpt-4.1'],
    ['gemini-4-argonn', 'gemini-4-argon'],
  ])('%s is 404 on /models/{id} and 400 on /estimate, with the nearest name %s', async (typed, meant) => {
    const byPath = await get(`/models/${typed}`);
    expect(byPath).toMatchObject({ status: 404, error: { code: 'model_not_found' } });
    const byQuery = await get(`/estimate?modelId=${typed}`);
    expect(byQuery).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    const posted = await ask(server.base, '/api/v1/estimate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ modelId: typed }),
    });
    expect(posted.status).toBe(400);
    expect(JSON.parse(posted.text).error).toEqual(byQuery.error);
    expect(byQuery.error.message).toMatch(/^Unknown model "/);
    for (const { message } of [byPath.error, byQuery.error]) {
      expect(message).toContain(`"${typed}"`);
      expect(message).toContain(`Did you mean "${meant}"?`);
      expect(message).toContain('/models');
    }
  });

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '..',
    'by-provider',
    'none',
    '%00',
    '%2e%2e%2fmeta',
  ])('%s, a name with a special meaning, is 404', async (id) => {
    const { status, error } = await get(`/models/${id}`);
    expect(status).toBe(404);
    expect(error.code).toMatch(/^(model_)?not_found$/);
  });

  test('is refused with compare too', async () => {
    expect((await get('/estimate?compare=true&modelId=gpt-99')).status).toBe(400);
  });
});
