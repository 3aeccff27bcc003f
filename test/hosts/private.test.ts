/** Behind a cache, answers for a key are only for its holder, and the cache refuses as the server does. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorkerd, workerdMissing } from '../edge/workerd.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { freePort } from '../support/server/free-port.ts';
import { ask, post } from '../support/server/http.ts';
import { sendRaw } from '../support/server/raw.ts';
import { startServer } from '../support/server/server.ts';
import { missing, programOf } from '../support/system-packages.ts';
import { startNginx } from './programs/nginx.ts';
import { listening, type Program, start } from './programs/processes.ts';

async function startVarnish(dir: string, dist: string, runtime: string): Promise<Program & { base: string }> {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const rules = readFileSync(join(dist, 'hosts/varnish/agent-cost.vcl'), 'utf8').replace(
    '.port = "8787"',
    `.port = "${new URL(runtime).port}"`,
  );
  writeFileSync(join(dir, 'agent-cost.vcl'), rules);
  // No jail: it needs root. No extra listener for administration.
  const program = start(programOf('varnish'), [
    ...['-F', '-j', 'none', '-n', join(dir, 'varnish'), '-a', `127.0.0.1:${port}`],
    ...['-f', join(dir, 'agent-cost.vcl'), '-s', 'malloc,16m', '-T', 'none'],
  ]);
  await listening(port, program);
  return { ...program, base: `http://127.0.0.1:${port}` };
}

const key = 'ac_the-key-of-a-customer';
const keys = JSON.stringify({
  plans: { pro: { limit: 10_000, seconds: 60 } },
  keys: [
    { id: 'customer', plan: 'pro', sha256: createHash('sha256').update(key).digest('hex'), createdOn: '2026-01-01' },
  ],
});

/** A server that answers no one without a key. */
async function closedServer() {
  const file = join(temporaryDirectory(), 'keys.json');
  writeFileSync(file, keys);
  return startServer({ OPEN_TIER: 'off', KEYS_FILE: file, TRUST_PROXY: '1' });
}

/** Every way to ask for a read, with the key and then without it: the second must not get what the first got. */
async function expectNothingShared(base: string): Promise<void> {
  for (const path of [
    '/meta',
    '/models',
    '/models?tier=fast',
    '/models.json',
    '/estimate?presetId=rag',
    '/openapi.json',
  ]) {
    for (let round = 0; round < 2; round++) {
      const headers = { 'X-API-Key': key };
      const mine = await ask(base, `/api/v1${path}`, { headers });
      const theirs = await ask(base, `/api/v1${path}`);
      expect({ path, mine: mine.status, theirs: theirs.status }).toEqual({ path, mine: 200, theirs: 401 });
      expect(JSON.parse(theirs.text).error.code).toBe('missing_api_key');
      expect(theirs.headers['cache-control']).toBe('no-store');
    }
  }
}

test('nginx in front of servers that require a key', async (context) => {
  const reason = missing('nginx');
  if (reason) context.skip(reason);
  const server = await closedServer();
  const runtimes = [server.base];
  const { base } = await startNginx(temporaryDirectory(), { dist: testDist, rules: 'runtimes', runtimes });
  await expectNothingShared(base);
  await server.stop();
});

test('Varnish in front of servers that require a key', async (context) => {
  const reason = missing('varnish');
  if (reason) context.skip(reason);
  const server = await closedServer();
  const { base } = await startVarnish(temporaryDirectory(), testDist, server.base);
  await expectNothingShared(base);
  await server.stop();
});

test('the worker, when it answers all paths', async (context) => {
  const reason = workerdMissing();
  if (reason) context.skip(reason);
  const { base } = await startWorkerd(temporaryDirectory(), testDist, { OPEN_TIER: 'off', KEYS: keys });
  await expectNothingShared(base);
});

test('Varnish caches public answers, refuses large bodies itself, and answers in the envelope', async (context) => {
  const reason = missing('varnish');
  if (reason) context.skip(reason);
  const server = await startServer();
  const { base } = await startVarnish(temporaryDirectory(), testDist, server.base);

  const [first, second] = [await ask(base, '/api/v1/models?tier=fast'), await ask(base, '/api/v1/models?tier=fast')];
  expect(second.text).toBe(first.text);
  // For an answer from the cache, Varnish names two transactions: this one, and the one that fetched it.
  expect([first, second].map(({ headers }) => String(headers['x-varnish']).split(' ').length)).toEqual([1, 2]);

  const codeOf = async (body: string) => {
    const { status, text } = await post(base, '/api/v1/estimate', body);
    return [status, JSON.parse(text).error?.code];
  };
  expect(await codeOf(`{}${' '.repeat(16_382)}`)).toEqual([200, undefined]);
  expect(await codeOf(`{}${' '.repeat(16_383)}`)).toEqual([413, 'payload_too_large']);
  expect(await codeOf(`{}${' '.repeat(2_000_000)}`)).toEqual([413, 'payload_too_large']);
  const head = 'POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const chunk = `4e20\r\n${' '.repeat(20_000)}\r\n0\r\n\r\n`;
  const { answers } = await sendRaw(base, `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`);
  // In chunks the length is not known in advance: the server refuses it, or closes first, which makes it unavailable.
  expect(answers[0]?.body.toString()).toMatch(/^\{"error":\{"code":"(?:payload_too_large|unavailable)"/);
  expect((await ask(base, '/healthz')).status).toBe(404);

  await server.stop();
  const gone = await ask(base, '/api/v1/presets');
  expect({ status: gone.status, code: JSON.parse(gone.text).error.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(gone.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect((await ask(base, '/api/v1/models?tier=fast')).text).toBe(first.text);
});
