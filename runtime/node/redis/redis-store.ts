/** The client and the limiter; loaded only where RATE_LIMIT_STORE names a Redis. */
import { createClient } from '@redis/client';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Count, Policy } from '../../http/callers/rate-limit.ts';
import type { SharedStore } from './redis-counter.ts';

/** Longest pause between two attempts to connect, in milliseconds. */
const reconnectEvery = 500;

/** Connects in the background and again whenever the connection is lost. A window is a key that expires with it. */
export function redisStore(url: string): SharedStore {
  const client = createClient({
    url,
    name: 'agent-cost',
    disableOfflineQueue: true,
    pingInterval: 1000,
    socket: {
      connectTimeout: 1000,
      // A Redis whose machine is gone answers no ping; without this TCP would wait for a quarter of an hour.
      socketTimeout: 5000,
      reconnectStrategy: (retries) => Math.min(reconnectEvery, 20 * 2 ** Math.min(retries, 10)),
    },
  });
  client.on('error', () => {}); // what it means for a request is told by that request
  void client.connect().catch(() => {});

  const limiters = new Map<string, RateLimiterRedis>();
  function limiterFor({ name, limit, seconds }: Policy): RateLimiterRedis {
    const id = `${name} ${limit}/${seconds}`;
    let limiter = limiters.get(id);
    if (limiter === undefined) {
      limiter = new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `agent-cost ${id}`,
        points: limit,
        duration: seconds,
      });
      limiters.set(id, limiter);
    }
    return limiter;
  }

  return {
    ping: () => client.ping(),
    async add(key, policy) {
      try {
        return countOf(await limiterFor(policy).consume(key));
      } catch (refused) {
        if (refused instanceof Error) throw refused;
        return countOf(refused as RateLimiterRes); // above the limit
      }
    },
  };
}

const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
  used: consumedPoints,
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});
