/** The address of a Redis, and when a server counts in it, in its own memory instead, and in both never. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadConfig, readConfig } from '../../runtime/server/node/config.ts';
import { MemoryCounter } from '../../runtime/server/rate-limit/memory-counter.ts';
import type { Count, Policy } from '../../runtime/server/rate-limit/rate-limit.ts';
import { RedisCounter, type SharedStore } from '../../runtime/server/rate-limit/redis-counter.ts';
import { testDist } from '../support/dist.ts';
import { firstEphemeral, freePort } from '../support/server/free-port.ts';
import { until } from '../support/server/until.ts';

describe('RATE_LIMIT_STORE', () => {
  const storeOf = (text: string) => readConfig({ RATE_LIMIT_STORE: text }).RATE_LIMIT_STORE;

  test('is memory or the address of a Redis', () => {
    expect(readConfig({}).RATE_LIMIT_STORE).toBeNull();
    expect(storeOf('memory')).toBeNull();
    expect(storeOf('redis://127.0.0.1:6379')).toBe('redis://127.0.0.1:6379');
    expect(storeOf('rediss://user:secret@redis.example:6380/1')).toBe('rediss://user:secret@redis.example:6380/1');
  });

  test.each(['', 'redis', 'http://127.0.0.1', 'redis://:the-password@[', 'Redis://x'])(
    'refuses %s, and does not repeat it',
    (text) => {
      expect(() => storeOf(text)).toThrow(BadConfig);
      expect(() => storeOf(text)).toThrow(
        /^RATE_LIMIT_STORE must be memory, or an address such as \S+ \(got (a value that is not shown|an empty value)\)/,
      );
    },
  );
});

test('a server that counts in memory does not load the Redis client', () => {
  const isOfRedis = (path: string) => readFileSync(join(testDist, path), 'utf8').includes('EVALSHA');
  expect(isOfRedis('server.cjs')).toBe(false);
  const chunks = readdirSync(join(testDist, 'lib')).map((name) => `lib/${name}`);
  const redis = chunks.filter(isOfRedis);
  expect(redis.length).toBe(1);
  const staticImports = ['server.cjs', ...chunks].filter((path) =>
    new RegExp(`(?<!\\()\\brequire\\("[^"]*${redis[0]?.slice(4)}"`).test(readFileSync(join(testDist, path), 'utf8')),
  );
  expect(staticImports).toEqual([]);
});

describe('counting in Redis', () => {
  const policy: Policy = { name: 'open', limit: 2, seconds: 60 };
  const shared = { used: 7, resetSeconds: 60 };
  let reported = vi.fn();
  beforeEach(() => {
    reported = vi.fn();
  });
  /** A Redis that counts trials, and answers a caller's request like this. */
  const storeThat = (answers: () => Promise<Count>): SharedStore => ({
    add: (key) => (key === 'trial' ? Promise.resolve(shared) : answers()),
  });
  const counterOver = async (store: SharedStore) => {
    const counter = new RedisCounter(Promise.resolve(store), new MemoryCounter(), reported);
    await until(() => counter.sharing);
    return counter;
  };

  test('starts locally and switches to Redis once it answers', async () => {
    const counter = new RedisCounter(Promise.resolve({ add: async () => shared }), new MemoryCounter(), reported);
    expect(counter.hit('a', policy)).toMatchObject({ used: 1 });
    await until(() => counter.sharing);
    expect(await counter.hit('a', policy)).toEqual(shared);
    expect(counter.counted).toEqual({ shared: 1, local: 1 });
    expect(reported.mock.calls).toEqual([[true, '']]);
  });

  test('waits 50 ms for an answer, then counts locally, and the next request does not wait', async () => {
    const counter = await counterOver(storeThat(() => new Promise(() => {})));
    expect(await counter.hit('a', policy)).toMatchObject({ used: 1 });
    expect(counter.sharing).toBe(false);
    expect(counter.hit('a', policy)).toMatchObject({ used: 2 }); // not a promise
    expect(reported).toHaveBeenLastCalledWith(false, 'no answer within 50 ms');
  });

  test('counts locally at once when Redis refuses, and reports the reason once', async () => {
    const counter = await counterOver(storeThat(() => Promise.reject(new Error('LOADING'))));
    reported.mockClear();
    expect(await Promise.all([counter.hit('a', policy), counter.hit('a', policy)])).toMatchObject([
      { used: 1 },
      { used: 2 },
    ]);
    expect(reported.mock.calls).toEqual([[false, 'LOADING']]);
  });

  describe('with a fake clock', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });
    const counterAt = async (add: SharedStore['add']) => {
      const counter = new RedisCounter(Promise.resolve({ add }), new MemoryCounter(), reported);
      await vi.advanceTimersByTimeAsync(0);
      return counter;
    };

    test('does not share while Redis accepts no writes, and reports it once', async () => {
      const add = vi.fn(() => Promise.reject(new Error('READONLY')));
      const counter = await counterAt(add);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(counter.sharing).toBe(false);
      expect(reported.mock.calls).toEqual([[false, 'READONLY']]);
      // Tried at 0, 250, 750, 1750, 3750, 7750 ms and every 4 seconds from there.
      expect(add.mock.calls.length).toBe(6 + 13);
    });

    test('switches less and less often when trials succeed but every request fails', async () => {
      const counter = await counterAt(storeThat(() => Promise.reject(new Error('OOM'))).add);
      const asking = setInterval(() => counter.hit('a', policy), 10);
      await vi.advanceTimersByTimeAsync(60_000);
      clearInterval(asking);
      // Shared and stopped again after 0, 250, 750, 1750, 3750, 7750 ms and every 4 seconds: at most 20 times in a minute.
      expect(reported.mock.calls.length).toBeLessThanOrEqual(2 * (19 + 1));
      expect(reported.mock.calls.length).toBeGreaterThan(2);
    });

    test('soon tries Redis again after a minute without a fault', async () => {
      let works = false;
      const answers = () => (works ? Promise.resolve(shared) : Promise.reject(new Error('LOADING')));
      const counter = await counterAt(answers);
      await vi.advanceTimersByTimeAsync(30_000);
      works = true;
      await vi.advanceTimersByTimeAsync(4000);
      expect(counter.sharing).toBe(true);
      await vi.advanceTimersByTimeAsync(60_000);
      works = false;
      await counter.hit('a', policy);
      expect(counter.sharing).toBe(false);
      works = true;
      await vi.advanceTimersByTimeAsync(250);
      expect(counter.sharing).toBe(true);
    });

    test('reports once, a second after the start, that Redis never answered', async () => {
      await counterAt(() => new Promise(() => {}));
      await vi.advanceTimersByTimeAsync(999);
      expect(reported).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(reported.mock.calls).toEqual([[false, expect.any(String)]]);
    });
  });

  test('never shares when the client cannot be loaded, and keeps counting', async () => {
    const counter = new RedisCounter(Promise.reject(new Error('no such module')), new MemoryCounter(), reported);
    await vi.waitFor(() => expect(reported).toHaveBeenLastCalledWith(false, 'no such module'), 60_000);
    expect(counter.hit('a', policy)).toMatchObject({ used: 1 });
  });
});

// A server that restarts must find its port free: the system must not have given it to a connection meanwhile.
test('a port for a restart is none of those that outgoing connections get', async () => {
  for (let i = 0; i < 20; i++) expect(await freePort()).toBeLessThan(firstEphemeral());
});
