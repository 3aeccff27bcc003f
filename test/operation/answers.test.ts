/** What a running server's answers state about themselves: who may cache them, their request id, and their tag. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { ask, post } from '../support/server/http.ts';
import { sendRaw } from '../support/server/raw.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';

const servers: TestServer[] = [];
async function start(env: Record<string, string> = {}, dist = testDist): Promise<TestServer> {
  const server = await startServer(env, dist);
  servers.push(server);
  return server;
}
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const dir = temporaryDirectory();
const key = 'ac_a-key-of-this-test';
const keysFile = join(dir, 'keys.json');
writeFileSync(
  keysFile,
  JSON.stringify({
    plans: { 'pro.1': { limit: 1000, seconds: 60 } },
    keys: [{ id: 'a', plan: 'pro.1', sha256: createHash('sha256').update(key).digest('hex'), createdOn: '2026-01-01' }],
  }),
);

describe('when every call needs a key', () => {
  test('no answer may be kept by a shared cache, not even a 304 or the page', async () => {
    const { base } = await start({ OPEN_TIER: 'off', KEYS_FILE: keysFile });
    const headers = { 'X-API-Key': key };
    for (const path of ['/api/v1/meta', '/api/v1/models?tier=fast', '/api/v1/models.csv', '/']) {
      const answer = await ask(base, path, { headers });
      const again = await ask(base, path, { headers: { ...headers, 'If-None-Match': String(answer.headers.etag) } });
      expect([answer.status, again.status], path).toEqual([200, 304]);
      for (const { headers } of [answer, again]) {
        expect(headers['cache-control'], path).toMatch(/^private, max-age=\d+$/);
        expect(headers['cdn-cache-control']).toBe('no-store');
        expect(headers.vary).toMatch(/x-api-key/i);
      }
    }
    const refused = await ask(base, '/api/v1/meta');
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('ApiKey realm="agent-cost", header="X-API-Key"');
    expect(refused.headers['cache-control']).toBe('no-store');
  });
});

describe('after a rollback', () => {
  test('a client that saw the build in between gets the older content, not 304', async () => {
    const dist = join(dir, 'dist');
    cpSync(testDist, dist, { recursive: true });
    const server = await untilReady(await start({}, dist));
    const path = '/api/v1/meta';
    const first = await ask(server.base, path);
    expect(first.headers).not.toHaveProperty('last-modified');
    expect((await ask(server.base, '/')).headers).not.toHaveProperty('last-modified');
    for (const date of [String(first.headers.date), 'Fri, 01 Jan 2100 00:00:00 GMT']) {
      const since = await ask(server.base, path, { headers: { 'If-Modified-Since': date } });
      expect([since.status, since.text === first.text]).toEqual([200, true]);
    }
    const other = await ask(server.base, path, { headers: { 'If-None-Match': '"the-build-in-between"' } });
    expect(other.status).toBe(200);
  });
});

describe('the id of a request', () => {
  const id = ({ headers }: { headers: Record<string, unknown> }) => String(headers['x-request-id']);

  test('is on every answer, and no two have the same', async () => {
    const { base } = await untilReady(await start({ RATE_LIMIT: '10/60' }));
    const answers = [
      await ask(base, '/api/v1/meta'),
      await ask(base, '/api/v1/meta', { headers: { 'If-None-Match': '*' } }),
      await ask(base, '/api/v1/meta', { method: 'HEAD' }),
      await ask(base, '/api/v1/meta', { method: 'OPTIONS' }),
      await ask(base, '/api/v1/meta/'),
      await ask(base, '/api/v1/nope'),
      await ask(base, '/healthz'),
      await ask(base, '/'),
      await post(base, '/api/v1/estimate', {}),
      await post(base, '/api/v1/estimate', '{'),
      await ask(base, '/api/v1/meta', { headers: { 'X-API-Key': 'wrong' } }),
      await ask(base, '/api/v1/meta'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 204, 308, 404, 200, 200, 200, 400, 401, 429]);
    const ids = answers.map(id);
    for (const one of ids) expect(one).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
    expect(new Set(ids).size).toBe(ids.length);
    const malformed = await sendRaw(base, 'GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n');
    const [field] = malformed.answers.flatMap(({ fields }) => fields.filter(([name]) => name === 'x-request-id'));
    expect(field?.[1]).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  });

  test('is taken only from a trusted proxy, if it is short and safe', async () => {
    const trusting = await start({ TRUST_PROXY: '127.0.0.0/8' });
    const distrusting = await start();
    const sent = async ({ base }: TestServer, requestId: string) =>
      id(await ask(base, '/api/v1/meta', { headers: { 'X-Request-Id': requestId } }));
    expect(await sent(trusting, 'edge-7.2_A')).toBe('edge-7.2_A');
    expect(await sent(trusting, 'x'.repeat(64))).toBe('x'.repeat(64));
    for (const unsafe of ['', ' ', 'x'.repeat(65), 'a b', 'a"b', 'é', '{}', 'a,b']) {
      expect(await sent(trusting, unsafe), unsafe).toMatch(/^[0-9a-f]{12}-/);
    }
    expect(await sent(distrusting, 'edge-7.2_A')).toMatch(/^[0-9a-f]{12}-/);
  });

  test('is in the log line of a failed request', async () => {
    const dist = join(dir, 'broken');
    cpSync(testDist, dist, { recursive: true });
    const server = await untilReady(await start({ TRUST_PROXY: '1' }, dist));
    mkdirSync(join(dist, 'snapshot'), { recursive: true });
    writeFileSync(join(dist, 'snapshot/snapshots.json'), '{}');
    const { status, text } = await ask(server.base, '/snapshot/snapshots.json', {
      headers: { 'X-Request-Id': 'my-id' },
    });
    expect({ status, code: JSON.parse(text).error.code }).toEqual({ status: 503, code: 'unavailable' });
    await until(() => server.output().includes('"requestId":"my-id"'));
  });
});
