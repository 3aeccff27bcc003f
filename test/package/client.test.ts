/** The client of the package against the real server. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testDist } from '../support/dist.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { startServer } from '../support/server/server.ts';
import { installed, pack, typeCheck } from './packed.ts';

const dir = installed(pack());
const { ApiError, createClient }: typeof import('../../runtime/library/client.ts') = await import(
  join(dir, 'node_modules/agent-cost/dist/client.js')
);
const published = (path: string) => JSON.parse(readFileSync(join(testDist, 'public/api/v1', path), 'utf8'));

describe('every operation', () => {
  const server = serverForTests();
  const client = () => createClient({ baseUrl: `${server.base}/` });

  test('of the OpenAPI document that answers JSON of ours is a method', () => {
    // The price maps have the shapes of other tools, which read them themselves.
    const own = Object.entries(published('openapi.json').paths as Record<string, object>).filter(
      ([path]) => !path.startsWith('/exports/'),
    );
    const operations = own.flatMap(([, item]) =>
      Object.values(item).flatMap(({ operationId, responses }) =>
        responses['200'].content['application/json'] === undefined ? [] : [operationId as string],
      ),
    );
    expect(operations.sort()).toEqual(Object.keys(client()).sort());
  });

  test('returns the published answer', async () => {
    const ask = client();
    expect(await ask.getMeta()).toEqual(published('meta.json'));
    expect(await ask.listProviders()).toEqual(published('providers.json'));
    expect(await ask.listModels()).toEqual(published('models.json'));
    expect(await ask.listModels({ provider: 'openai', tier: 'fast' })).toEqual(
      published('models/by-provider/openai/by-tier/fast.json'),
    );
    expect(await ask.getModel({ id: 'gpt-4o' })).toEqual(published('models/gpt-4o.json'));
    expect(await ask.listOffers()).toEqual(published('offers.json'));
    expect(await ask.listPlans()).toEqual(published('plans.json'));
    expect(await ask.getPlan({ id: 'claude-pro' })).toEqual(published('plans/claude-pro.json'));
    expect(await ask.listPresets()).toEqual(published('presets.json'));
    expect(await ask.getEstimate({ presetId: 'rag', modelId: 'gpt-4o' })).toEqual(
      published('estimate/rag/gpt-4o.json'),
    );
    expect(await ask.postEstimate({ presetId: 'rag', modelId: 'gpt-4o' })).toEqual(
      published('estimate/rag/gpt-4o.json'),
    );
    const { data } = await ask.postEstimate({ presetId: 'rag', compare: true });
    expect(data.ranking).toEqual(published('estimate/compare/rag.json').data.ranking);
    expect(await ask.listMeasuredBoards()).toEqual(published('measured.json'));
    expect(await ask.getMeasuredBoard({ id: 'deepswe' })).toEqual(published('measured/deepswe.json'));
    expect(await ask.listChanges()).toEqual(published('changes.json'));
  });

  test('rejects with the code and the message of the API', async () => {
    const refused = await client()
      .getModel({ id: 'gpt-5.44' })
      .catch((error) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringContaining('gpt-5.4'),
    });
    const wrong = client().postEstimate({ retryRatePct: 101 });
    await expect(wrong).rejects.toThrow('retryRatePct must be between 0 and 100 (got 101).');
    const keyed = createClient({ baseUrl: server.base, apiKey: 'ac_wrong' }).getMeta();
    await expect(keyed).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  });
});

describe('when the server asks to retry later', () => {
  test('it waits for Retry-After and gets its answer', async () => {
    const server = await startServer({ RATE_LIMIT: '2/2' });
    const statuses: number[] = [];
    const client = createClient({
      baseUrl: server.base,
      retries: 10,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        statuses.push(response.status);
        return response;
      },
    });
    try {
      for (let i = 0; i < 6; i++) expect((await client.getMeta()).data.apiVersion).toBe('v1');
      expect(statuses.filter((status) => status === 200)).toHaveLength(6);
      expect(statuses).toContain(429);
    } finally {
      await server.stop();
    }
  });

  /** A server that answers with these statuses, each with this Retry-After, and then with success; 0 closes the connection. */
  async function answering(statuses: number[], retryAfter: string | null) {
    const left = [...statuses];
    const server = createServer((_request, response) => {
      const status = left.shift() ?? 200;
      if (status === 0) return response.destroy();
      if (status !== 200 && retryAfter !== null) response.setHeader('Retry-After', retryAfter);
      const error = { code: 'unavailable', message: 'Come back later.' };
      return response.writeHead(status).end(JSON.stringify(status === 200 ? { data: 'here', meta: {} } : { error }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { baseUrl, left, close: () => server.close() };
  }

  test.each([
    ['seconds', '0'],
    ['a date', new Date(0).toUTCString()],
  ])('503 with %s is retried', async (_form, retryAfter) => {
    const server = await answering([503, 429, 503], retryAfter);
    expect((await createClient(server).getMeta()).data).toBe('here');
    server.close();
  });

  test('a connection that ends without an answer is retried, and the last one is the error', async () => {
    const server = await answering([0, 503], '0');
    expect((await createClient(server).getMeta()).data).toBe('here');
    server.close();
    const gone = await answering([0, 0, 0], null);
    await expect(createClient({ ...gone, retries: 1 }).getMeta()).rejects.toThrow('fetch failed');
    expect(gone.left).toHaveLength(1);
    gone.close();
  });

  test('it gives up after the retries, and at once if the wait would be too long', async () => {
    const often = await answering([503, 503, 503, 503], '0');
    await expect(createClient({ ...often, retries: 2 }).getMeta()).rejects.toMatchObject({ status: 503 });
    expect(often.left).toHaveLength(1);
    often.close();
    const long = await answering([429, 429], '3600');
    await expect(createClient(long).getMeta()).rejects.toMatchObject({ retryAfterSeconds: 3600, code: 'unavailable' });
    expect(long.left).toHaveLength(1);
    long.close();
  });

  test('a signal aborts the wait', async () => {
    const server = await answering([503], '50');
    const controller = new AbortController();
    const waiting = createClient({ ...server, signal: controller.signal }).getMeta();
    while (server.left.length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow();
    server.close();
  });

  test('other refusals are not retried', async () => {
    const server = await answering([500, 200], '0');
    await expect(createClient(server).getMeta()).rejects.toMatchObject({ status: 500, message: 'Come back later.' });
    expect(server.left).toHaveLength(1);
    server.close();
  });
});

test('its types distinguish an estimate from a ranking', () => {
  writeFileSync(join(dir, 'signal.d.ts'), 'declare class AbortSignal {}\n');
  writeFileSync(
    join(dir, 'client.ts'),
    `import { createClient, type Estimate, type Ranking } from 'agent-cost/client';
const client = createClient({ baseUrl: 'http://127.0.0.1' });
export const one: Promise<{ data: Estimate }> = client.postEstimate({ presetId: 'rag' });
export const all: Promise<{ data: Ranking }> = client.postEstimate({ presetId: 'rag', compare: true });
// @ts-expect-error a ranking is no estimate
export const wrong: Promise<{ data: Estimate }> = client.postEstimate({ compare: true });
// @ts-expect-error no such tier
client.listModels({ tier: 'slow' });
`,
  );
  typeCheck(dir, 'client.ts', 'signal.d.ts');
});
