import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { runCli, runServer } from '../support/run.ts';
import { ask } from '../support/server/http.ts';
import { mixedRequests, startLoad } from '../support/server/load.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';

const dir = temporaryDirectory();
const newFile = (name: string) => join(dir, `${name}.json`);
const add = (file: string, id: string, ...more: string[]) => runCli('keys', 'add', id, '--file', file, ...more);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const answerWith = (base: string, key?: string) =>
  ask(base, '/api/v1/meta', key === undefined ? {} : { headers: { 'X-API-Key': key } });
const statusWith = async (base: string, key?: string) => (await answerWith(base, key)).status;

describe('agent-cost keys', () => {
  test('add prints the key once and keeps only its hash', async () => {
    const file = newFile('add');
    const { code, stdout, stderr } = await add(file, 'acme', '--plan', 'pro', '--limit', '600/60');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ac_[\w-]{43}\n$/);
    const key = stdout.trim();
    expect(stderr).not.toContain(key);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(3));
    expect(JSON.parse(text)).toEqual({
      plans: { pro: { limit: 600, seconds: 60 } },
      keys: [{ id: 'acme', plan: 'pro', sha256: sha256(key), createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
    });
    expect(statSync(file).mode & 0o077).toBe(0);
    const listed = await runCli('keys', 'list', '--file', file);
    expect(listed.stdout).toMatch(/^acme {2}pro \(600\/60\) {2}/);
    expect(listed.stdout + listed.stderr).not.toContain(key);
  });

  test('add makes another key every time, also for a plan that is there', async () => {
    const file = newFile('several');
    const first = await add(file, 'one', '--plan', 'pro', '--limit', '600/60');
    const second = await add(file, 'two', '--plan', 'pro', '--json');
    expect(JSON.parse(second.stdout)).toEqual({ id: 'two', plan: 'pro', key: expect.stringMatching(/^ac_/) });
    expect(JSON.parse(second.stdout).key).not.toBe(first.stdout.trim());
    const { stdout } = await runCli('keys', 'list', '--json', '--file', file);
    expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual(['one', 'two']);
  });

  test('remove takes a key away, and only that', async () => {
    const file = newFile('remove');
    await add(file, 'one', '--plan', 'pro', '--limit', '600/60');
    await add(file, 'two', '--plan', 'pro');
    expect((await runCli('keys', 'remove', 'one', '--file', file)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).keys.map(({ id }: { id: string }) => id)).toEqual(['two']);
  });

  test.each([
    ['an id that is taken', ['taken', '--plan', 'pro'], /already/],
    ['a new plan without a limit', ['new', '--plan', 'other'], /--limit/],
    ['an id with a space', ['a b', '--plan', 'pro'], /letters/],
    ['an id that is too long', ['x'.repeat(65), '--plan', 'pro'], /64/],
    ['a limit that is none', ['new', '--plan', 'pro', '--limit', '0/60'], /REQUESTS\/SECONDS/],
    ['no plan', ['new'], /--plan/],
  ])('add refuses %s, prints no key and leaves the file as it was', async (_name, [id = '', ...more], message) => {
    const file = newFile('refused');
    await add(file, 'taken', '--plan', 'pro', '--limit', '600/60');
    const before = readFileSync(file, 'utf8');
    const { code, stdout, stderr } = await add(file, id, ...more);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('refuses a file it cannot use, and does not overwrite it', async () => {
    for (const text of ['', '{', '[]', '{"plans":{},"keys":[{"id":"x"}]}']) {
      const file = newFile('broken');
      writeFileSync(file, text);
      for (const args of [['add', 'x', '--plan', 'p', '--limit', '1/1'], ['list'], ['remove', 'x']]) {
        const { code, stderr } = await runCli('keys', ...args, '--file', file);
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(file) });
      }
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    const { code, stderr } = await runCli('keys', 'remove', 'nobody', '--file', newFile('add'));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('nobody') });
  });
});

describe('a server with keys', () => {
  const file = newFile('served');
  let server: TestServer;
  let key: string;
  beforeAll(async () => {
    key = (await add(file, 'first', '--plan', 'pro', '--limit', '100000/60')).stdout.trim();
    server = await untilReady(await startServer({ KEYS_FILE: file }));
  });
  afterAll(() => server?.stop());

  test('lets in the key and refuses others, in the open tier too', async () => {
    expect(await statusWith(server.base, key)).toBe(200);
    expect(await statusWith(server.base)).toBe(200);
    const wrong = [`${key}x`, key.slice(0, -1), key.toUpperCase(), ` ${key}, ${key}`, sha256(key), 'first', '', '*'];
    for (const candidate of wrong) {
      const { status, text } = await answerWith(server.base, candidate);
      expect({ status, json: JSON.parse(text) }, candidate).toEqual({
        status: 401,
        json: { error: { code: 'invalid_api_key', message: expect.stringMatching(/^X-API-Key/) } },
      });
    }
  });

  test('does not answer anything before it has looked at the key', async () => {
    for (const path of ['/api/v1/nope', '/api/v1/models/', '/', '/api/v1/models?tier=x']) {
      expect((await ask(server.base, path, { headers: { 'X-API-Key': 'wrong' } })).status, path).toBe(401);
    }
    const conditional = { 'X-API-Key': 'wrong', 'If-None-Match': '*' };
    expect((await ask(server.base, '/api/v1/meta', { headers: conditional })).status).toBe(401);
  });

  test('takes up and drops keys on SIGHUP, and loses no request under load', async () => {
    const load = startLoad(
      server.base,
      mixedRequests.flatMap((request) => [request, { ...request, headers: { ...request.headers, 'X-API-Key': key } }]),
    );
    for (let round = 0; round < 10; round++) {
      const { stdout } = await add(file, `round-${round}`, '--plan', 'pro');
      const added = stdout.trim();
      expect(await statusWith(server.base, added)).toBe(401);
      server.kill('SIGHUP');
      await until(async () => (await statusWith(server.base, added)) === 200);
      if (round % 5 === 4) {
        await runCli('keys', 'remove', `round-${round}`, '--file', file);
        server.kill('SIGHUP');
        await until(async () => (await statusWith(server.base, added)) === 401);
      }
    }
    const { answers, statuses, errors } = await load.stop();
    expect({ statuses: Object.keys(statuses), errors }).toEqual({ statuses: ['200'], errors: [] });
    expect(answers).toBeGreaterThan(100);
  });

  test('refuses a broken keys file on SIGHUP, and the old keys go on', async () => {
    const good = readFileSync(file, 'utf8');
    const refused = () => server.output().split('"reload refused').length - 1;
    const broken = [
      good.slice(0, -10),
      '',
      '[]',
      '{"plans":{},"keys":[]}x',
      JSON.stringify({ plans: {}, keys: JSON.parse(good).keys }),
      good.replace('"limit": 100000', '"limit": 0'),
      good.replace('"sha256"', '"sha1"'),
    ];
    for (const [index, text] of broken.entries()) {
      writeFileSync(file, text);
      server.kill('SIGHUP');
      await until(() => refused() === index + 1);
      expect(await statusWith(server.base, key)).toBe(200);
    }
    expect(server.output()).toContain('served.json');
    expect(server.output()).not.toContain(JSON.parse(good).keys[0].sha256);
    writeFileSync(file, good);
    server.kill('SIGHUP');
    await until(() => server.output().includes('"reloaded"'));
    expect(await statusWith(server.base, key)).toBe(200);
    const { text } = await ask(server.base, '/metrics');
    expect(text).toMatch(new RegExp(`^agent_cost_reloads_total\\{outcome="refused"\\} ${broken.length}$`, 'm'));
  });
});

test('with the open tier off every call needs a key, but for preflights, health and metrics', async () => {
  const file = newFile('closed');
  const key = (await add(file, 'one', '--plan', 'pro', '--limit', '100/60')).stdout.trim();
  const server = await untilReady(
    await startServer({ KEYS_FILE: file, OPEN_TIER: 'off', RAPIDAPI_PROXY_SECRETS: 'long-enough' }),
  );
  for (const [path, method] of [
    ['/api/v1/meta', 'GET'],
    ['/api/v1/meta', 'DELETE'],
    ['/api/v1/nope', 'GET'],
    ['/api/v1/estimate', 'POST'],
  ] as const) {
    const { status, text } = await ask(server.base, path, { method });
    expect({ status, json: JSON.parse(text) }).toEqual({
      status: 401,
      json: { error: { code: 'missing_api_key', message: expect.stringContaining('X-API-Key') } },
    });
  }
  expect((await ask(server.base, '/api/v1/meta', { method: 'OPTIONS' })).status).toBe(204);
  expect((await ask(server.base, '/healthz')).status).toBe(200);
  expect(await statusWith(server.base, key)).toBe(200);
  expect(await statusWith(server.base, 'wrong')).toBe(401);
  const market = { headers: { 'X-RapidAPI-Proxy-Secret': 'long-enough', 'X-RapidAPI-User': 'u' } };
  expect((await ask(server.base, '/api/v1/meta', market)).status).toBe(200);
  await server.stop();
});

test('a server does not start with a keys file it cannot use, and names it', async () => {
  const file = newFile('unusable');
  const nowhere = join(dir, 'nowhere.json');
  writeFileSync(file, '{"plans":{},"keys":[{"id":"a","plan":"b"}]}');
  for (const path of [file, nowhere, dir]) {
    const { code, stderr } = await runServer({ KEYS_FILE: path });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(path) });
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});
