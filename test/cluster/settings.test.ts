import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { MemoryCounter } from '../../runtime/http/callers/memory-counter.ts';
import type { Policy } from '../../runtime/http/callers/rate-limit.ts';
import { BadConfig, readConfig } from '../../runtime/node/config.ts';
import { RedisCounter, type SharedStore } from '../../runtime/node/redis/redis-counter.ts';
import { testDist } from '../support/dist.ts';
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
      expect(() => storeOf(text)).toThrow(/^RATE_LIMIT_STORE: the value came; accepted is memory, or an address/);
    },
  );
});

test('a server that counts in memory does not load the client of Redis', () => {
  const isOfRedis = (path: string) => readFileSync(join(testDist, path), 'utf8').includes('EVALSHA');
  expect(isOfRedis('server.js')).toBe(false);
  const chunks = readdirSync(join(testDist, 'lib')).map((name) => `lib/${name}`);
  const redis = chunks.filter(isOfRedis);
  expect(redis.length).toBe(1);
  const staticImports = ['server.js', ...chunks].filter((path) =>
    new RegExp(`^import [^(]*"[^"]*${redis[0]?.slice(4)}"`, 'm').test(readFileSync(join(testDist, path), 'utf8')),
  );
  expect(staticImports).toEqual([]);
});

describe('counting in Redis', () => {
  const policy: Policy = { name: 'open', limit: 2, seconds: 60 };
  const shared = { used: 7, resetSeconds: 60 };
  const told = vi.fn();
  const counterOver = async (store: SharedStore) => {
    const counter = new RedisCounter(Promise.resolve(store), new MemoryCounter(), told);
    await until(() => counter.sharing);
    return counter;
  };
  const ping = () => Promise.resolve('PONG');

  test('starts here and goes over to Redis once it answers', async () => {
    const counter = new RedisCounter(Promise.resolve({ ping, add: async () => shared }), new MemoryCounter(), told);
    expect(counter.hit('a', policy)).toMatchObject({ used: 1 });
    await until(() => counter.sharing);
    expect(await counter.hit('a', policy)).toEqual(shared);
    expect(counter.counted).toEqual({ shared: 1, local: 1 });
  });

  test('waits 50 ms for an answer, then counts here, and the next request does not wait', async () => {
    const counter = await counterOver({ ping, add: () => new Promise(() => {}) });
    expect(await counter.hit('a', policy)).toMatchObject({ used: 1 });
    expect(counter.sharing).toBe(false);
    expect(counter.hit('a', policy)).toMatchObject({ used: 2 }); // not a promise
    expect(told).toHaveBeenLastCalledWith(false, 'no answer within 50 ms');
  });

  test('counts here at once when Redis refuses, and tells the reason once', async () => {
    const counter = await counterOver({ ping, add: () => Promise.reject(new Error('LOADING')) });
    told.mockClear();
    expect(await Promise.all([counter.hit('a', policy), counter.hit('a', policy)])).toMatchObject([
      { used: 1 },
      { used: 2 },
    ]);
    expect(told.mock.calls).toEqual([[false, 'LOADING']]);
  });

  test('never shares when the client cannot be loaded, and goes on', async () => {
    const counter = new RedisCounter(Promise.reject(new Error('no such module')), new MemoryCounter(), told);
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(false, 'no such module'), 60_000);
    expect(counter.hit('a', policy)).toMatchObject({ used: 1 });
  });
});
