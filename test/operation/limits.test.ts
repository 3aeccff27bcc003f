import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { runCli } from '../support/run.ts';
import { type Answer, type Ask, ask, post } from '../support/server/http.ts';
import { Conversation, sendRaw } from '../support/server/raw.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const servers: TestServer[] = [];
async function start(env: Record<string, string>): Promise<string> {
  const server = await startServer({ RATE_LIMIT: '3/60', ...env });
  servers.push(server);
  return server.base;
}
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const meta = (base: string, headers: Record<string, string> = {}) => ask(base, '/api/v1/meta', { headers });
const from = (address: string) => ({ 'X-Forwarded-For': address });

/** The statuses of `count` requests, one after another. */
async function statuses(base: string, count: number, headers: (i: number) => Record<string, string> = () => ({})) {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await meta(base, headers(i))).status);
  return found;
}

/** `t` of the field RateLimit. */
const remaining = ({ headers }: Answer) => Number(/;t=(\d+)$/.exec(String(headers.ratelimit))?.[1]);

describe('the open tier', () => {
  test('lets the whole limit through at once, then refuses with the seconds left', async () => {
    const base = await start({});
    expect(await statuses(base, 3)).toEqual([200, 200, 200]);
    const refused = await meta(base);
    expect({ status: refused.status, ...JSON.parse(refused.text) }).toEqual({
      status: 429,
      error: { code: 'rate_limited', message: expect.stringMatching(/3 requests in 60 seconds/) },
    });
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(refused.headers['ratelimit-policy']).toBe('"open";q=3;w=60');
    expect(refused.headers.ratelimit).toMatch(/^"open";r=0;t=\d+$/);
    expect(refused.headers['retry-after']).toBe(String(remaining(refused)));
    expect(remaining(refused)).toBeGreaterThan(30);
    expect(remaining(refused)).toBeLessThanOrEqual(60);
  });

  test('counts reads, refusals, HEAD, POST and the page alike', async () => {
    const kinds: [string, Ask][] = [
      ['/api/v1/models', {}],
      ['/api/v1/models', { method: 'HEAD' }],
      ['/api/v1/models', { method: 'DELETE' }],
      ['/api/v1/nope', {}],
      ['/', {}],
      ['/api/v1/models', { headers: { 'If-None-Match': '*' } }],
      ['/api/v1/estimate', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }],
      ['/api/v1/meta', { headers: { 'X-API-Key': 'wrong' } }],
    ];
    const base = await start({ RATE_LIMIT: `${kinds.length}/60` });
    for (const [path, request] of kinds) expect((await ask(base, path, request)).status, path).not.toBe(429);
    for (const [path, request] of kinds) expect((await ask(base, path, request)).status, path).toBe(429);
  });

  test('lets a caller in again after the seconds it named', async () => {
    const base = await start({ RATE_LIMIT: '2/2' });
    expect(await statuses(base, 2)).toEqual([200, 200]);
    // On a busy machine a third request may come after the window of two seconds.
    let refused = await meta(base);
    while (refused.status !== 429) refused = await meta(base);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(refused.headers['retry-after']) + 20));
    expect(await statuses(base, 1)).toEqual([200]);
  });

  test('states the limit on POST only, and counts down', async () => {
    const base = await start({ RATE_LIMIT: '5/60' });
    for (const path of ['/api/v1/meta', '/api/v1/nope']) {
      const { headers } = await ask(base, path);
      expect(headers).not.toHaveProperty('ratelimit');
      expect(headers).not.toHaveProperty('ratelimit-policy');
    }
    for (const left of [2, 1, 0]) {
      const { status, headers } = await post(base, '/api/v1/estimate', left === 1 ? '{' : '{}');
      expect(status).toBe(left === 1 ? 400 : 200);
      expect(headers['ratelimit-policy']).toBe('"open";q=5;w=60');
      expect(headers.ratelimit).toMatch(new RegExp(`^"open";r=${left};t=([1-9]|[1-5]\\d|60)$`));
      expect(headers).not.toHaveProperty('retry-after');
    }
    expect((await post(base, '/api/v1/estimate', '{}')).status).toBe(429);
  });

  test('counts preflights and refuses none: a page could not even read the 429', async () => {
    const base = await start({ RATE_LIMIT: '4/60' });
    const preflight = () => ask(base, '/api/v1/models', { method: 'OPTIONS', headers: { 'X-API-Key': 'wrong' } });
    for (let i = 0; i < 3; i++) expect((await preflight()).status).toBe(204);
    expect(await statuses(base, 2)).toEqual([200, 429]);
    expect((await preflight()).status).toBe(204);
  });

  test('closes a connection that goes on with preflights above the limit', async () => {
    const base = await start({ RATE_LIMIT: '4/60' });
    const conversation = new Conversation(base).send('OPTIONS /api/v1/models HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30));
    await conversation.closed;
    expect(conversation.read.answers.map(({ status }) => status)).toEqual(Array(14).fill(204));
  });

  test.each([
    ['a missing Host', 'GET /api/v1/meta HTTP/1.1\r\n\r\n', 400],
    ['what is no HTTP', 'garbage\r\n\r\n', 400],
    ['another expectation', 'GET /api/v1/meta HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', 417],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ])('counts requests that are refused for their form: %s', async (_what, bytes, status) => {
    const base = await start({ RATE_LIMIT: '3/60' });
    for (let i = 0; i < 2; i++) {
      expect((await sendRaw(base, bytes)).answers.map((answer) => answer.status)).toEqual([status]);
    }
    expect(await statuses(base, 2)).toEqual([200, 429]);
  });

  test('does not count health', async () => {
    const base = await start({});
    for (let i = 0; i < 5; i++) expect([200, 503]).toContain((await ask(base, '/healthz')).status);
    expect(await statuses(base, 4)).toEqual([200, 200, 200, 429]);
    expect([200, 503]).toContain((await ask(base, '/healthz')).status);
  });

  test('in report mode refuses no one and states the limit', async () => {
    const base = await start({ RATE_LIMIT_MODE: 'report' });
    expect(await statuses(base, 6)).toEqual([200, 200, 200, 200, 200, 200]);
    const { status, headers } = await post(base, '/api/v1/estimate', '{}');
    expect(status).toBe(200);
    expect(headers.ratelimit).toMatch(/^"open";r=0;t=\d+$/);
    expect(headers).not.toHaveProperty('retry-after');
  });

  test('switched off counts no one and sends no limit fields', async () => {
    const base = await start({ RATE_LIMIT: 'off' });
    const { status, headers } = await post(base, '/api/v1/estimate', '{}');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('ratelimit');
    expect(new Set(await statuses(base, 200))).toEqual(new Set([200]));
  });
});

describe('X-Forwarded-For', () => {
  const all = [200, 200, 200, 429, 429];

  test('by default is trusted from no one: another address in every request gains nothing', async () => {
    const base = await start({});
    expect(await statuses(base, 5, (i) => ({ ...from(`203.0.113.${i}`), Forwarded: `for=203.0.113.${i}` }))).toEqual(
      all,
    );
  });

  test('is the only field, even behind a proxy: others gain nothing', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    const fields = (i: number) => ({
      'X-Real-IP': `203.0.113.${i}`,
      'CF-Connecting-IP': `203.0.113.${i}`,
      'True-Client-IP': `203.0.113.${i}`,
      Forwarded: `for=203.0.113.${i}`,
    });
    expect(await statuses(base, 5, fields)).toEqual(all);
  });

  test('with one proxy: the last address counts, not what the client wrote before it', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    expect(await statuses(base, 5, (i) => from(`198.51.100.${i}, 203.0.113.1`))).toEqual(all);
    expect(await statuses(base, 1, () => from('203.0.113.2'))).toEqual([200]);
  });

  test('with two proxies: the last address but one counts', async () => {
    const base = await start({ TRUST_PROXY: '2' });
    expect(await statuses(base, 5, (i) => from(`198.51.100.${i}, 203.0.113.1, 10.0.0.${i}`))).toEqual(all);
    expect(await statuses(base, 1, () => from('203.0.113.2, 10.0.0.1'))).toEqual([200]);
  });

  test('with ranges: the last address outside them counts', async () => {
    const base = await start({ TRUST_PROXY: '127.0.0.0/8, 10.0.0.0/8, 2001:db8:aa::/48' });
    const spoofed = (i: number) => from(`198.51.100.${i}, 203.0.113.1, 10.9.8.${i}, 2001:db8:aa::${i}`);
    expect(await statuses(base, 5, spoofed)).toEqual(all);
    expect(await statuses(base, 1, () => from('203.0.113.2, 10.0.0.1'))).toEqual([200]);
  });

  test('from a peer outside the ranges is not trusted', async () => {
    const base = await start({ TRUST_PROXY: '10.0.0.0/8' });
    expect(await statuses(base, 5, (i) => from(`203.0.113.${i}`))).toEqual(all);
  });

  test('without an address from a trusted proxy: the proxy itself is counted', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    expect(await statuses(base, 5)).toEqual(all);
  });

  test('with a malformed address: it does not count as a separate caller', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    const rubbish = ['unknown', '_hidden', 'x'.repeat(500), '999.1.1.1', '1.2.3', '::g', '"', '1'];
    const found = await statuses(base, rubbish.length, (i) => from(rubbish[i] as string));
    expect(found.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
  });
});

describe('spellings of one address', () => {
  test('IPv6 is counted by /64', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    const spellings = [
      '2001:db8:0:1::1',
      '2001:db8:0:1:ffff:ffff:ffff:ffff',
      '2001:0DB8:0000:0001::2',
      '2001:db8:0:1:0:0:1.2.3.4',
    ];
    expect(await statuses(base, 4, (i) => from(spellings[i] as string))).toEqual([200, 200, 200, 429]);
    expect(await statuses(base, 1, () => from('2001:db8:0:2::1'))).toEqual([200]);
  });

  test('IPv4 written as IPv6 is that IPv4 address', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    const spellings = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'];
    expect(await statuses(base, 4, (i) => from(spellings[i] as string))).toEqual([200, 200, 200, 429]);
    expect(await statuses(base, 1, () => from('::ffff:203.0.113.8'))).toEqual([200]);
  });
});

describe('the networks of one /48', () => {
  test('get at most sixteen limits, with a new /64 for each request', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    const found = await statuses(base, 60, (i) => from(`2001:db8:7:${i.toString(16)}::1`));
    expect(found).toEqual([...Array(16 * 3).fill(200), ...Array(60 - 16 * 3).fill(429)]);
    const { headers } = await meta(base, from('2001:db8:7:ffff::1'));
    expect(headers['ratelimit-policy']).toBe('"open-48";q=48;w=60');
    expect(await statuses(base, 1, () => from('2001:db8:8::1'))).toEqual([200]);
  });

  test('are not charged for what one /64 is refused', async () => {
    const base = await start({ TRUST_PROXY: '1' });
    await statuses(base, 60, () => from('2001:db8:7:1::1'));
    expect(await statuses(base, 1, () => from('2001:db8:7:2::1'))).toEqual([200]);
  });
});

describe('addresses with a port, quotes or brackets', () => {
  test.each([
    ['IPv4', ['203.0.113.7', '203.0.113.7:5678', '"203.0.113.7:80"', '"203.0.113.7"'], '203.0.113.8:5678'],
    ['IPv6', ['2001:db8::1', '[2001:db8::1]:443', '"[2001:db8::1]:80"', '[2001:db8::1]'], '[2001:db8:1::1]:443'],
  ])('%s: count as the address itself', async (_what, spellings, other) => {
    const base = await start({ TRUST_PROXY: '1' });
    expect(await statuses(base, 4, (i) => from(spellings[i] as string))).toEqual([200, 200, 200, 429]);
    expect(await statuses(base, 1, () => from(other))).toEqual([200]);
  });

  test('are recognised when the proxies are ranges', async () => {
    const base = await start({ TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8,2001:db8:aa::/48' });
    const hops = (i: number) => from(`203.0.113.${i}:1, 10.0.0.1:8080, "[2001:db8:aa::1]:443"`);
    expect(await statuses(base, 4, hops)).toEqual([200, 200, 200, 200]);
  });
});

describe('a connection that keeps asking above the limit', () => {
  const connectionOf = async (base: string, headers = {}) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const closed: number[] = [];
    for (let i = 1; i <= 3 + 12; i++) {
      const { headers: answered } = await ask(base, '/api/v1/meta', { agent, headers });
      if (answered.connection === 'close') closed.push(i);
    }
    agent.destroy();
    return closed;
  };

  test('is closed with the tenth refusal', async () => {
    expect(await connectionOf(await start({}))).toEqual([13]);
  });

  test('stays open if it belongs to a proxy', async () => {
    expect(await connectionOf(await start({ TRUST_PROXY: '1' }), from('203.0.113.1'))).toEqual([]);
  });
});

describe('keys', () => {
  const dir = temporaryDirectory();

  test('have their own limit, which no address shares', async () => {
    const file = join(dir, 'keys.json');
    const made = async (id: string, ...limit: string[]) =>
      (await runCli('keys', 'add', id, '--plan', 'pro', ...limit, '--file', file)).stdout.trim();
    const keys = [await made('one', '--limit', '5/60'), await made('two')];
    const base = await start({ KEYS_FILE: file, TRUST_PROXY: '1' });
    expect(await statuses(base, 4)).toEqual([200, 200, 200, 429]);
    for (const key of keys) {
      const withKey = (i: number) => ({ 'X-API-Key': key, ...from(`203.0.113.${i}`) });
      expect(await statuses(base, 6, withKey)).toEqual([200, 200, 200, 200, 200, 429]);
      const { headers } = await meta(base, withKey(0));
      expect(headers['ratelimit-policy']).toBe('"pro";q=5;w=60');
    }
  });

  test('cannot be guessed faster than the limit of the open tier', async () => {
    const base = await start({});
    expect(await statuses(base, 5, (i) => ({ 'X-API-Key': `guess-${i}` }))).toEqual([401, 401, 401, 429, 429]);
  });

  test('are limited even if the limit of the open tier is off', async () => {
    const file = join(dir, 'more.json');
    const { stdout } = await runCli('keys', 'add', 'one', '--plan', 'small', '--limit', '2/60', '--file', file);
    const base = await start({ KEYS_FILE: file, RATE_LIMIT: 'off' });
    expect(await statuses(base, 3, () => ({ 'X-API-Key': stdout.trim() }))).toEqual([200, 200, 429]);
  });
});

describe('the marketplace', () => {
  const dir = temporaryDirectory();
  const [old, next] = ['an-old-proxy-secret', 'the-next-proxy-secret'];

  test('is recognised by either of its two secrets, and is not limited here', async () => {
    const base = await start({ RAPIDAPI_PROXY_SECRETS: `${old},${next}` });
    for (const secret of [old, next]) {
      const fields = { 'X-RapidAPI-Proxy-Secret': secret, 'X-RapidAPI-User': 'u', 'X-RapidAPI-Subscription': 'BASIC' };
      expect(new Set(await statuses(base, 6, () => fields))).toEqual(new Set([200]));
    }
    expect(await statuses(base, 4)).toEqual([200, 200, 200, 429]);
  });

  test.each([
    ['a wrong one', 'wrong-secret'],
    ['an empty one', ''],
    ['both at once', `${old},${next}`],
    ['a prefix of one', old.slice(0, -1)],
    ['one and more', `${old}x`],
    ['one in capitals', old.toUpperCase()],
  ])('%s is refused', async (_name, secret) => {
    const base = await start({ RAPIDAPI_PROXY_SECRETS: `${old},${next}` });
    const { status, text } = await meta(base, { 'X-RapidAPI-Proxy-Secret': secret });
    expect({ status, code: JSON.parse(text).error.code }).toEqual({ status: 401, code: 'invalid_api_key' });
    expect(text).not.toContain(old);
  });

  test('a secret is refused when none is configured', async () => {
    const base = await start({});
    for (const secret of ['', 'undefined', 'null']) {
      expect((await meta(base, { 'X-RapidAPI-Proxy-Secret': secret })).status).toBe(401);
    }
  });

  test('without the secret its other fields gain nothing', async () => {
    const base = await start({ RAPIDAPI_PROXY_SECRETS: old });
    const fields = (i: number) => ({
      'X-RapidAPI-User': `user-${i}`,
      'X-RapidAPI-Subscription': 'MEGA',
      'X-RapidAPI-Key': `${i}`,
    });
    expect(await statuses(base, 5, fields)).toEqual([200, 200, 200, 429, 429]);
  });

  test('a wrong secret is refused even with a good key', async () => {
    const file = join(dir, 'keys.json');
    const { stdout } = await runCli('keys', 'add', 'one', '--plan', 'p', '--limit', '9/9', '--file', file);
    const base = await start({ KEYS_FILE: file, RAPIDAPI_PROXY_SECRETS: old });
    const key = { 'X-API-Key': stdout.trim() };
    expect((await meta(base, key)).status).toBe(200);
    expect((await meta(base, { ...key, 'X-RapidAPI-Proxy-Secret': 'wrong' })).status).toBe(401);
  });
});
