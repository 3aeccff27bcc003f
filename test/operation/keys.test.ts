import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { smallDisk } from '../support/full-disk.ts';
import { runCli, runServer, startCli } from '../support/run.ts';
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

  test('add makes another key every time, also for an existing plan', async () => {
    const file = newFile('several');
    const first = await add(file, 'one', '--plan', 'pro', '--limit', '600/60');
    const second = await add(file, 'two', '--plan', 'pro', '--json');
    expect(JSON.parse(second.stdout)).toEqual({ id: 'two', plan: 'pro', key: expect.stringMatching(/^ac_/) });
    expect(JSON.parse(second.stdout).key).not.toBe(first.stdout.trim());
    const { stdout } = await runCli('keys', 'list', '--json', '--file', file);
    expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual(['one', 'two']);
  });

  test('remove deletes a key, and only that one', async () => {
    const file = newFile('remove');
    await add(file, 'one', '--plan', 'pro', '--limit', '600/60');
    await add(file, 'two', '--plan', 'pro');
    expect((await runCli('keys', 'remove', 'one', '--file', file)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).keys.map(({ id }: { id: string }) => id)).toEqual(['two']);
  });

  test.each([
    ['an id in use', ['taken', '--plan', 'pro'], /already/],
    ['a new plan without a limit', ['new', '--plan', 'other'], /--limit/],
    [
      'another limit for a plan with keys',
      ['new', '--plan', 'pro', '--limit', '9/9'],
      /600\/60.*keys plan pro --limit 9\/9/s,
    ],
    ['a plan with a line break', ['new', '--plan', 'a\nb', '--limit', '9/9'], /letters/],
    ['a plan with a quotation mark', ['new', '--plan', 'a"b', '--limit', '9/9'], /letters/],
    ['a plan named like an inherited property, with no limit', ['new', '--plan', 'constructor'], /is new/],
    ['an expiry in the past', ['new', '--plan', 'pro', '--expires', '2020-01-01'], /It must be in the future\./],
    ['an expiry on a day that does not exist', ['new', '--plan', 'pro', '--expires', '2099-02-30'], /no such day/],
    ['a malformed expiry', ['new', '--plan', 'pro', '--expires', 'soon'], /7d, 12h or 30m/],
    ['an id with a space', ['a b', '--plan', 'pro'], /letters/],
    ['an id that is too long', ['x'.repeat(65), '--plan', 'pro'], /64/],
    ['a malformed limit', ['new', '--plan', 'pro', '--limit', '0/60'], /REQUESTS\/SECONDS/],
    ['neither a plan nor a limit', ['new'], /--plan/],
  ])('add refuses %s, prints no key and leaves the file unchanged', async (_name, [id = '', ...more], message) => {
    const file = newFile('refused');
    await add(file, 'taken', '--plan', 'pro', '--limit', '600/60');
    const before = readFileSync(file, 'utf8');
    const { code, stdout, stderr } = await add(file, id, ...more);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
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
    const nowhere = await add(join(dir, 'nowhere/keys.json'), 'x', '--plan', 'p', '--limit', '1/1');
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining(`--file: ${dir}/nowhere/keys.json`) });
    for (const command of ['remove', 'rotate']) {
      const { code, stderr } = await runCli('keys', command, 'nobody', '--file', newFile('add'));
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('nobody') });
    }
  });
});

test('on a full disk the option and the file are named, and nothing is left', async (context) => {
  const disk = smallDisk();
  if ('missing' in disk) return context.skip(disk.missing);
  const file = join(disk.dir, 'keys.json');
  writeFileSync(join(disk.dir, 'filler'), Buffer.alloc(64 * 1024));
  const { code, stdout, stderr } = await add(file, 'acme', '--plan', 'pro', '--limit', '600/60');
  expect({ code, stdout }).toEqual({ code: 74, stdout: '' });
  for (const word of [`--file: ${file}`, 'ENOSPC']) expect(stderr).toContain(word);
  expect(readdirSync(disk.dir)).toEqual(['filler']);
});

describe('several commands at once', () => {
  test('lose no change of another', async () => {
    const file = newFile('at-once');
    await add(file, 'first', '--plan', 'pro', '--limit', '600/60');
    const ids = Array.from({ length: 12 }, (_, i) => `key-${i}`);
    const made = await Promise.all(ids.map((id) => startCli('keys', 'add', id, '--file', file, '--plan', 'pro')));
    expect(made.map(({ code, stderr }) => ({ code, stderr: code === 0 ? '' : stderr }))).toEqual(
      ids.map(() => ({ code: 0, stderr: '' })),
    );
    const kept = JSON.parse(readFileSync(file, 'utf8')).keys as { id: string; sha256: string }[];
    expect(kept.map(({ id }) => id).sort()).toEqual(['first', ...ids].sort());
    for (const [index, { stdout }] of made.entries()) {
      expect(kept.find(({ id }) => id === ids[index])?.sha256).toBe(sha256(stdout.trim()));
    }
    expect(readdirSync(dir).filter((name) => name.startsWith('at-once'))).toEqual(['at-once.json']);
  });

  test('take over a lock that nobody released for two seconds', async () => {
    const file = newFile('locked');
    await add(file, 'first', '--plan', 'pro', '--limit', '600/60');
    writeFileSync(`${file}.lock`, '');
    expect((await add(file, 'second', '--plan', 'pro')).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).keys).toHaveLength(2);
  });

  test('change the target of a link, not the link', async () => {
    const file = newFile('behind');
    const link = newFile('link');
    symlinkSync(file, link);
    await add(file, 'one', '--limit', '600/60');
    expect((await add(link, 'two', '--limit', '600/60')).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8')).keys).toHaveLength(2);
  });
});

describe('limits', () => {
  test('of a single key change no plan; those of a plan are changed by its name', async () => {
    const file = newFile('limits');
    await add(file, 'one', '--plan', 'pro', '--limit', '600/60');
    expect((await add(file, 'two', '--limit', '5/60')).code).toBe(0);
    expect((await add(file, 'three', '--plan', 'pro', '--limit', '600/60')).code).toBe(0);
    const { plans, keys } = JSON.parse(readFileSync(file, 'utf8'));
    expect(plans).toEqual({ pro: { limit: 600, seconds: 60 } });
    expect(keys).toMatchObject([{ plan: 'pro' }, { limit: { limit: 5, seconds: 60 } }, { plan: 'pro' }]);
    expect(keys[1]).not.toHaveProperty('plan');
    const changed = await runCli('keys', 'plan', 'pro', '--limit', '900/60', '--file', file);
    expect(changed).toMatchObject({ code: 0, stderr: expect.stringContaining('900/60 and 2 keys') });
    const { stdout } = await runCli('keys', 'list', '--file', file);
    expect(stdout).toMatch(/^one {2}pro \(900\/60\) .*\ntwo {2}its own \(5\/60\) .*\nthree {2}pro \(900\/60\)/);
  });

  test('of a single key are enforced', async () => {
    const file = newFile('own-limit');
    const key = (await add(file, 'one', '--limit', '2/60')).stdout.trim();
    const server = await startServer({ KEYS_FILE: file });
    expect([await statusWith(server.base, key), await statusWith(server.base, key)]).toEqual([200, 200]);
    const refused = await answerWith(server.base, key);
    expect(refused.status).toBe(429);
    expect(refused.headers['ratelimit-policy']).toBe('"key";q=2;w=60');
    await server.stop();
  });
});

describe('keys that expire', () => {
  const changed = (file: string, change: (text: string) => string) =>
    writeFileSync(file, change(readFileSync(file, 'utf8')));

  test('add takes a day or a duration, and list shows the expiry', async () => {
    const file = newFile('expires');
    await add(file, 'day', '--limit', '9/9', '--expires', '2099-02-28');
    const before = Date.now();
    await add(file, 'hours', '--limit', '9/9', '--expires', '12h');
    const [day, hours] = JSON.parse(readFileSync(file, 'utf8')).keys;
    expect(day.expiresAt).toBe('2099-02-28T00:00:00Z');
    const ahead = Date.parse(hours.expiresAt) - before;
    expect(ahead).toBeGreaterThanOrEqual(12 * 3600_000 - 1000);
    expect(ahead).toBeLessThan(13 * 3600_000);
    expect((await runCli('keys', 'list', '--file', file)).stdout).toContain('expires 2099-02-28T00:00:00Z');
  });

  test('a rotated key has two secrets and one limit until the overlap ends', async () => {
    const file = newFile('rotated');
    const old = (await add(file, 'one', '--limit', '4/60')).stdout.trim();
    const rotated = await runCli('keys', 'rotate', 'one', '--file', file, '--json');
    const { key: next, previousExpiresAt } = JSON.parse(rotated.stdout);
    expect(next).toMatch(/^ac_[\w-]{43}$/);
    expect(Date.parse(previousExpiresAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000);
    const kept = JSON.parse(readFileSync(file, 'utf8')).keys[0];
    expect(kept).toMatchObject({ sha256: sha256(next), previous: [{ sha256: sha256(old) }] });

    const server = await startServer({ KEYS_FILE: file });
    for (const key of [old, next, old, next]) expect(await statusWith(server.base, key)).toBe(200);
    expect(await statusWith(server.base, old)).toBe(429);
    expect(await statusWith(server.base, next)).toBe(429);

    changed(file, (text) => text.replace(previousExpiresAt, '2026-01-02T03:04:05Z'));
    server.kill('SIGHUP');
    await until(async () => (await statusWith(server.base, old)) === 401);
    const refused = await answerWith(server.base, old);
    expect(JSON.parse(refused.text)).toEqual({
      error: { code: 'invalid_api_key', message: 'X-API-Key: the key expired on 2026-01-02T03:04:05Z.' },
    });
    await server.stop();

    // The next rotation drops expired secrets and keeps the others.
    await runCli('keys', 'rotate', 'one', '--file', file);
    const [only] = JSON.parse(readFileSync(file, 'utf8')).keys;
    expect(only.previous).toMatchObject([{ sha256: sha256(next) }]);
  });

  test('a secret is refused from the moment it expires, without a reload', async () => {
    const file = newFile('ends');
    const key = (await add(file, 'one', '--limit', '1000/60')).stdout.trim();
    const end = new Date(Date.now() + 4000).toISOString().replace(/\.\d+Z/, 'Z');
    changed(file, (text) => text.replace('"createdOn"', `"expiresAt": "${end}", "createdOn"`));
    const server = await startServer({ KEYS_FILE: file });
    await until(async () => (await statusWith(server.base, key)) === 401);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(end));
    await server.stop();
  });

  const rotate = async (file: string, ...more: string[]) =>
    JSON.parse((await runCli('keys', 'rotate', 'one', '--file', file, '--json', ...more)).stdout);
  const listed = async (file: string) => JSON.parse((await runCli('keys', 'list', '--file', file, '--json')).stdout)[0];

  test('without an overlap every earlier secret ends, also one that an earlier rotation let live longer', async () => {
    const file = newFile('leaked');
    const oldest = (await add(file, 'one', '--limit', '1000/60')).stdout.trim();
    const { key: middle } = await rotate(file, '--overlap', '90d');
    const { key: newest, previousExpiresAt } = await rotate(file, '--overlap', '0d');
    expect(previousExpiresAt).toBeUndefined();
    expect(readFileSync(file, 'utf8')).not.toContain(sha256(oldest));
    expect(await listed(file)).not.toHaveProperty('previousExpiresAt');
    const server = await startServer({ KEYS_FILE: file });
    const statuses = [];
    for (const key of [oldest, middle, newest]) statuses.push(await statusWith(server.base, key));
    expect(statuses).toEqual([401, 401, 200]);
    await server.stop();
  });

  test('an overlap holds for every earlier secret, and none outlasts the key', async () => {
    const file = newFile('overlap');
    await add(file, 'one', '--limit', '9/9', '--expires', '2d');
    const { expiresAt } = await listed(file);
    expect(await rotate(file, '--overlap', '90d')).toMatchObject({ previousExpiresAt: expiresAt });
    expect(await listed(file)).toMatchObject({ expiresAt, previousExpiresAt: expiresAt });
    const { previousExpiresAt } = await rotate(file, '--overlap', '1h');
    expect(Date.parse(previousExpiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000);
    const ends = JSON.parse(readFileSync(file, 'utf8')).keys[0].previous.map(
      (of: { expiresAt: string }) => of.expiresAt,
    );
    expect(ends).toEqual([previousExpiresAt, previousExpiresAt]);
    // A new expiry before the end of the overlap is the end of the key, so of the earlier secrets too.
    const { expiresAt: sooner } = (await rotate(file, '--expires', '30m', '--overlap', '1h')) && (await listed(file));
    expect(await listed(file)).toMatchObject({ previousExpiresAt: sooner });
  });

  test('list shows the latest end of a secret that is still valid, wherever it stands in the file', async () => {
    const file = newFile('latest');
    const secrets = ['current', 'a', 'b', 'c'].map(sha256);
    const ends = ['2099-03-01T00:00:00Z', '2099-02-01T00:00:00Z', '2020-01-01T00:00:00Z'];
    const key = { id: 'one', limit: { limit: 9, seconds: 9 }, sha256: secrets[0], createdOn: '2026-01-01' };
    const previous = ends.map((expiresAt, index) => ({ sha256: secrets[index + 1], expiresAt }));
    const saved = (of: object) => writeFileSync(file, JSON.stringify({ plans: {}, keys: [{ ...key, ...of }] }));
    saved({ previous });
    expect(await listed(file)).toMatchObject({ previousExpiresAt: ends[0] });
    expect((await runCli('keys', 'list', '--file', file)).stdout).toContain(`until ${ends[0]}`);
    saved({ previous: previous.slice(2) });
    expect(await listed(file)).not.toHaveProperty('previousExpiresAt');
    saved({ previous, expiresAt: '2099-02-15T00:00:00Z' });
    expect(await listed(file)).toMatchObject({ previousExpiresAt: '2099-02-15T00:00:00Z' });
  });

  test('the expiry of a key ends its earlier secrets too', async () => {
    const file = newFile('ended-by-hand');
    const old = (await add(file, 'one', '--limit', '1000/60')).stdout.trim();
    const { key: next } = await rotate(file, '--overlap', '90d');
    changed(file, (text) => text.replace('"createdOn"', '"expiresAt": "2026-01-01T00:00:00Z", "createdOn"'));
    const server = await startServer({ KEYS_FILE: file });
    expect([await statusWith(server.base, old), await statusWith(server.base, next)]).toEqual([401, 401]);
    await server.stop();
  });

  test('a removed key takes its earlier secrets with it, and the log of a reload counts keys, not secrets', async () => {
    const file = newFile('removed');
    const old = (await add(file, 'one', '--limit', '1000/60')).stdout.trim();
    await add(file, 'two', '--limit', '1000/60');
    const { key: next } = await rotate(file);
    const server = await startServer({ KEYS_FILE: file });
    const counts = () =>
      server
        .output()
        .split('\n')
        .flatMap((line) => (line.includes('"reloaded"') ? JSON.parse(line).keys : []));
    server.kill('SIGHUP');
    await until(() => counts().length === 1);
    expect([await statusWith(server.base, old), await statusWith(server.base, next)]).toEqual([200, 200]);
    await runCli('keys', 'remove', 'one', '--file', file);
    server.kill('SIGHUP');
    await until(() => counts().length === 2);
    expect(counts()).toEqual([2, 1]);
    expect([await statusWith(server.base, old), await statusWith(server.base, next)]).toEqual([401, 401]);
    await server.stop();
  });

  test('help says how long the usual overlap is in days', async () => {
    const { stdout } = await runCli('keys', 'rotate', '--help');
    expect(stdout).toMatch(/7 days/);
    expect(stdout).not.toMatch(/\d{6}/);
  });

  test('an expired key is rotated only with a new expiry', async () => {
    const file = newFile('ended');
    await add(file, 'one', '--limit', '9/9', '--expires', '2d');
    changed(file, (text) => text.replace(/"expiresAt": ".*?"/, '"expiresAt": "2026-01-01T00:00:00Z"'));
    const refused = await runCli('keys', 'rotate', 'one', '--file', file);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--expires') });
    expect((await runCli('keys', 'rotate', 'one', '--expires', '30d', '--file', file)).code).toBe(0);
    const [key] = JSON.parse(readFileSync(file, 'utf8')).keys;
    expect(Date.parse(key.expiresAt)).toBeGreaterThan(Date.now());
    expect(key).not.toHaveProperty('previous');
  });
});

test.each([
  ['a plan with a line break', { plans: { 'a\nb': { limit: 1, seconds: 1 } }, keys: [] }, /plans/],
  ['a plan named like an inherited property', { plans: {}, keys: [{ plan: 'constructor' }] }, /key k0 a plan/],
  ['a key with a plan and a limit', { plans: {}, keys: [{ plan: 'p', limit: { limit: 1, seconds: 1 } }] }, /either/],
  ['a key without a limit', { plans: {}, keys: [{}] }, /either a plan or a limit/],
  [
    'an expiry on a day that does not exist',
    { plans: {}, keys: [{ limit: { limit: 1, seconds: 1 }, expiresAt: '2027-13-01T00:00:00Z' }] },
    /day/,
  ],
  ['one id twice', { plans: {}, keys: [0, 0].map(() => ({ id: 'x', limit: { limit: 1, seconds: 1 } })) }, /called x/],
])('a keys file with %s is refused with the reason', async (_name, { plans, keys }, message) => {
  const file = newFile('wrong');
  const full = keys.map((key, i) => ({ id: `k${i}`, sha256: sha256(`${i}`), createdOn: '2026-01-01', ...key }));
  writeFileSync(file, JSON.stringify({ plans, keys: full }));
  const { code, stderr } = await runServer({ KEYS_FILE: file });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
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

  test('accepts the key and refuses others, in the open tier too', async () => {
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

  test('answers nothing before it has checked the key', async () => {
    for (const path of ['/api/v1/nope', '/api/v1/models/', '/', '/api/v1/models?tier=x']) {
      expect((await ask(server.base, path, { headers: { 'X-API-Key': 'wrong' } })).status, path).toBe(401);
    }
    const conditional = { 'X-API-Key': 'wrong', 'If-None-Match': '*' };
    expect((await ask(server.base, '/api/v1/meta', { headers: conditional })).status).toBe(401);
  });

  test('adds and drops keys on SIGHUP, and loses no request under load', async () => {
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

  test('refuses a broken keys file on SIGHUP, and keeps the old keys', async () => {
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
    const { text } = await ask(server.metrics, '/metrics');
    expect(text).toMatch(new RegExp(`^agent_cost_reloads_total\\{outcome="refused"\\} ${broken.length}$`, 'm'));
  });
});

test('with the open tier off every call needs a key, except preflights, health and metrics', async () => {
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
