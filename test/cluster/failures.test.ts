/**
 * Two servers behind nginx share one limit in a real Redis. Under load, one server is killed, Redis is stopped and
 * frozen, and all come back: no wrong answer, the limit holds while Redis is up, and everything recovers automatically.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNginx } from '../hosts/programs/nginx.ts';
import { stop } from '../hosts/programs/processes.ts';
import { type Redis, startRedis } from '../hosts/programs/redis.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { freePort } from '../support/server/free-port.ts';
import { freshMetrics } from '../support/server/fresh-metrics.ts';
import { ask, post } from '../support/server/http.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { smallDist } from '../support/small-dist.ts';
import { missing } from '../support/system-packages.ts';
import { buildOf, expectedOf, questions } from './datasets.ts';
import { type Load, startLoad } from './load.ts';

const key = 'ac_the-key-of-the-load';
const withKey = { 'X-API-Key': key };
const storedKey = {
  id: 'load',
  plan: 'large',
  sha256: createHash('sha256').update(key).digest('hex'),
  createdOn: '2026-01-01',
};

const reason = missing('nginx') ?? missing('redis');
const limit = 200;
/** Longer than any of the tests, so that a window never ends within one. */
const seconds = 300;

describe.skipIf(reason !== null)(`two servers, nginx and Redis ${reason ?? ''}`, () => {
  const dir = temporaryDirectory();
  let redis: Redis;
  let base: string;
  const servers: TestServer[] = [];
  let ports: number[];
  const startOne = (index: number) =>
    startServer(
      {
        PORT: String(ports[index]),
        RATE_LIMIT: `${limit}/${seconds}`,
        RATE_LIMIT_STORE: redis.url,
        TRUST_PROXY: '1',
        KEYS_FILE: join(dir, 'keys.json'),
      },
      smallDist,
    );

  beforeAll(async () => {
    const plans = { large: { limit: 100_000_000, seconds } };
    writeFileSync(join(dir, 'keys.json'), JSON.stringify({ plans, keys: [storedKey] }));
    redis = await startRedis(join(dir, 'redis'));
    ports = [await freePort(), await freePort()];
    servers.push(await startOne(0), await startOne(1));
    const runtimes = servers.map(({ base }) => base);
    ({ base } = await startNginx(join(dir, 'nginx'), { dist: smallDist, rules: 'runtimes', runtimes }));
    await everyoneCounts('shared');
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const health = async ({ base }: TestServer) => JSON.parse((await ask(base, '/healthz')).text);
  const everyoneCounts = (where: 'shared' | 'local') =>
    until(async () => (await Promise.all(servers.map(health))).every(({ rateLimit }) => rateLimit.counting === where));
  const metric = async (server: TestServer, name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await freshMetrics(server.metrics))?.[1]);

  let callers = 0;
  /** Requests that the running servers have counted locally, because Redis did not answer within 50 ms. */
  async function countedAlone(): Promise<number> {
    const name = 'agent_cost_rate_limit_counted_total\\{where="local"\\}';
    const counts = servers.map((server) => metric(server, name).catch(() => 0));
    return (await Promise.all(counts)).reduce((sum, count) => sum + (count || 0), 0);
  }

  /**
   * One limit for all servers. On a busy machine Redis may be late, and each request counted locally may exceed the
   * limit by one.
   */
  async function expectOneLimit(): Promise<void> {
    const before = await countedAlone();
    const accepted = await letIn(2 * limit);
    const alone = (await countedAlone()) - before;
    expect(accepted).toBeGreaterThanOrEqual(0.9 * limit);
    expect(accepted).toBeLessThanOrEqual(1.1 * limit + alone);
  }

  /** How many of `count` requests from one new address are let in; all must be answered with 200 or 429. */
  async function letIn(count: number): Promise<number> {
    callers++;
    const agent = new Agent({ keepAlive: true, maxSockets: 32, localAddress: `127.0.1.${callers}` });
    const statuses = await Promise.all(
      Array.from({ length: count }, async () => (await ask(base, '/api/v1/meta', { agent })).status),
    );
    agent.destroy();
    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    return statuses.filter((status) => status === 200).length;
  }

  /** Load from a caller that is far from its limit. */
  function load(): Load {
    const builds = { only: expectedOf(smallDist) };
    const asked = questions().map((question) => ({ ...question, headers: { ...question.headers, ...withKey } }));
    return startLoad(base, asked, (question, answer) =>
      buildOf(question as ReturnType<typeof questions>[number], answer, builds) === null
        ? `${answer.status} ${answer.text.slice(0, 200)}`
        : null,
    );
  }
  async function finished(running: Load): Promise<void> {
    await until(() => running.answered() > 500);
    await running.stop();
    console.error(`${running.answered()} answers`);
    expect(running.wrong).toEqual([]);
  }

  const while_ = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  test('both servers share the limit', async () => {
    await expectOneLimit();
    await everyoneCounts('shared');
    // On a busy machine Redis may be late again, and a server counts alone for a moment.
    const shared = (server: TestServer) => metric(server, 'agent_cost_rate_limit_shared');
    await until(async () => (await Promise.all(servers.map(shared))).every((value) => value === 1));
  });

  test('the limit holds under load from others', async () => {
    const others = load();
    await while_(500);
    await expectOneLimit();
    await finished(others);
  });

  test('kill -9 of one server loses no request, and it rejoins when it is back', async () => {
    const running = load();
    await while_(500);
    servers[0]?.kill('SIGKILL');
    await servers[0]?.exited;
    await while_(1500);
    await expectOneLimit();
    servers[0] = await startOne(0);
    await everyoneCounts('shared');
    const answered = 'agent_cost_answers_total\\{kind="api",method="GET",status="200"\\}';
    const again = servers[0];
    await until(async () => (await metric(again, answered)) > 0);
    await finished(running);
  });

  test('without Redis each server counts for itself and logs it; once Redis is back they share again', async () => {
    const running = load();
    await stop(redis.child, 'SIGKILL');
    await everyoneCounts('local');
    const alone = await letIn(4 * limit);
    for (const server of servers) {
      expect(await metric(server, 'agent_cost_rate_limit_shared')).toBe(0);
      expect(await health(server)).toMatchObject({ ready: true, rateLimit: { store: 'redis', counting: 'local' } });
    }
    redis = await startRedis(join(dir, 'redis-again'), redis.port);
    await everyoneCounts('shared');
    await expectOneLimit();
    await finished(running);
    expect(alone).toBe(2 * limit); // the whole limit, twice
    await until(() => servers[1]?.output().includes('each server counts for itself') === true);
  });

  test('a hanging Redis delays at most a few requests, by 50 ms each; then no request waits for it', async () => {
    redis.child.kill('SIGSTOP');
    for (const _ of servers) await ask(base, '/api/v1/meta', { headers: withKey });
    await everyoneCounts('local');
    for (let i = 0; i < 100; i++) expect((await ask(base, '/api/v1/meta', { headers: withKey })).status).toBe(200);
    // A request waits for Redis only while counting is shared.
    for (const server of servers) expect((await health(server)).rateLimit.counting).toBe('local');
    redis.child.kill('SIGCONT');
    await everyoneCounts('shared');
  });

  test('no request is lost while one server hangs or is killed in turn: nginx tries the other, whatever the method', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    /** Statuses of 40 reads and 40 computations at once. */
    const asked = async () => {
      const answers = await Promise.all(
        Array.from({ length: 80 }, (_, index) =>
          index % 2 === 0
            ? ask(base, '/api/v1/meta', { agent, headers: withKey })
            : post(base, '/api/v1/estimate', { presetId: 'support' }, { agent, headers: withKey }),
        ),
      );
      return [...new Set(answers.map(({ status }) => status))];
    };
    expect(await asked()).toEqual([200]);
    servers[0]?.kill('SIGSTOP');
    try {
      expect(await asked()).toEqual([200]);
      expect(await asked()).toEqual([200]); // the hanging server is now left out
    } finally {
      servers[0]?.kill('SIGCONT');
    }
    // Each is down for a moment in turn: both are left out for a while, yet are tried all the same.
    for (const index of [0, 1]) {
      const server = servers[index] as TestServer;
      server.kill('SIGKILL');
      await server.exited;
      expect(await asked()).toEqual([200]);
      servers[index] = await startOne(index);
    }
    expect(await asked()).toEqual([200]);
    agent.destroy();
    await everyoneCounts('shared');
  });

  test('restarting both, one after the other, loses no request', async () => {
    const running = load();
    for (const index of [0, 1]) {
      await while_(300);
      const server = servers[index] as TestServer;
      server.kill('SIGTERM');
      await server.exited;
      servers[index] = await startOne(index);
      await until(async () => (await health(servers[index] as TestServer)).ready);
      await while_(1200); // the other one answers meanwhile
    }
    await finished(running);
  });
});
