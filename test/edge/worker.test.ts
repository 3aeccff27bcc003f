/** The worker in real workerd: the same answers as the server, byte for byte. */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkOf } from '../../runtime/server/rate-limit/rate-limit.ts';
import type { ContractRequest } from '../contract/contract-request.ts';
import { requests } from '../contract/requests.ts';
import { carriers } from '../hosts/carriers.ts';
import { fieldsOf, send } from '../hosts/differences.ts';
import { stop } from '../hosts/programs/processes.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { ask, post } from '../support/server/http.ts';
import { until } from '../support/server/until.ts';
import { startWorkerd, workerdMissing } from './workerd.ts';

const reason = workerdMissing();
const code = readFileSync(join(testDist, 'worker.js'), 'utf8');

describe.skipIf(reason !== null)(`the worker in workerd ${reason ?? ''}`, () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let server: string;
  let worker: string;
  beforeAll(async () => {
    const start = (name: string) => carriers.find((carrier) => carrier.name === name)?.start() as Promise<string>;
    [server, worker] = await Promise.all([start('server'), start('worker')]);
  });
  afterAll(() => agent.destroy());

  /** The answer without the remaining limit, which depends on earlier requests. */
  const comparable = async (base: string, request: ContractRequest) => {
    const answer = await send(base, request, agent);
    const fields = fieldsOf(answer);
    if (fields.ratelimit) fields.ratelimit = fields.ratelimit.replace(/;r=\d+;t=\d+$/, '');
    return { status: answer.status, fields, body: answer.body.toString('base64') };
  };

  // workerd answers unknown methods itself, and drops header fields without a value.
  const itsOwn = ['M-SEARCH /meta is refused', 'POST an empty type is refused'];
  const same = requests.filter(({ name }) => !itsOwn.includes(name));
  test.each(same.map((request) => [request.name, request] as const))('like the server: %s', async (_name, request) => {
    expect(await comparable(worker, request)).toEqual(await comparable(server, request));
  });

  test('sends the page with its policy', async () => {
    const page = await ask(worker, '/');
    expect(page.status).toBe(200);
    expect(page.text).toBe(readFileSync(join(testDist, 'public/index.html'), 'utf8'));
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('limits requests, and sends the limit fields', async () => {
    const { base, child } = await startWorkerd(temporaryDirectory(), testDist, { RATE_LIMIT: '3/60' });
    const ask3 = () => post(base, '/api/v1/estimate', {});
    expect([(await ask3()).status, (await ask3()).status, (await ask3()).status]).toEqual([200, 200, 200]);
    const refused = await ask3();
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text).error.code).toBe('rate_limited');
    expect(refused.headers).toMatchObject({ 'ratelimit-policy': '"open";q=3;w=60' });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    await stop(child);
  });

  test('with an invalid setting answers 500 without revealing it', async () => {
    const { base, child, output } = await startWorkerd(temporaryDirectory(), testDist, { RATE_LIMIT: 'plenty' });
    const answer = await ask(base, '/api/v1/meta');
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text).error.code).toBe('internal');
    expect(answer.text).not.toContain('RATE_LIMIT');
    await until(() => output().includes('RATE_LIMIT must be'));
    await stop(child);
  });

  test('answers a POST as its first request', async () => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const started = performance.now();
      const { base, child } = await startWorkerd(temporaryDirectory(), testDist);
      expect((await post(base, '/api/v1/estimate', { presetId: 'support' })).status).toBe(200);
      times.push(performance.now() - started);
      await stop(child);
    }
    times.sort((a, b) => a - b);
    console.error(`worker: start to first POST answered, median of 5: ${times[2]?.toFixed(0)} ms`);
  });
});

describe('worker.js', () => {
  test('is small enough for a platform with a limit of 1 MB compressed', () => {
    const compressed = gzipSync(code, { level: 9 }).length;
    console.error(`worker.js: ${code.length} bytes, ${compressed} compressed`);
    expect(compressed).toBeLessThan(1_000_000);
  });

  test('generates no code at run time and uses no Node APIs', () => {
    expect(code).not.toMatch(/\beval\s*\(|\bnew Function\b|\bFunction\(/);
    expect(code).not.toMatch(/\bimport\s*[({*"']|(?<!['"])\brequire\(/);
    expect(code).not.toMatch(/\b(?:process|Buffer|__dirname|setImmediate)\b\s*[.([]/);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, counted) => {
  expect(networkOf(address)).toBe(counted);
});
