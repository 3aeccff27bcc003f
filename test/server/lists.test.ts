import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idsOf, rawProviders, rawTiers } from '../support/core/raw-data.ts';
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

test('/providers lists each provider with its number of models', async () => {
  const { data } = await get('/providers');
  const counted = data.map(({ id, modelCount }: { id: string; modelCount: number }) => [id, modelCount]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(rawProviders.map(({ id }) => [id, idsOf(id).length])));
  for (const { id, name, pricingUrl, caching } of rawProviders) {
    expect(data).toContainEqual(expect.objectContaining({ id, name, pricingUrl, caching }));
  }
});

test('/models lists every model, and with a provider and a tier those of both', async () => {
  expect(await idsFrom('/models')).toEqual(idsOf());
  for (const { id } of rawProviders) {
    for (const tier of rawTiers) {
      expect(await idsFrom(`/models?provider=${id}&tier=${tier}`)).toEqual(idsOf(id, tier));
    }
  }
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
});
