/** The Redis client; loaded only if RATE_LIMIT_STORE names a server. */
import { type CommandParser, createClient, defineScript } from '@redis/client';
import type { Count, Policy } from './rate-limit.ts';
import type { SharedStore } from './redis-counter.ts';
import { hitScript } from './sliding-window.ts';

/** Longest pause between two attempts to connect, in milliseconds. */
const reconnectEvery = 500;

const hit = defineScript({
  SCRIPT: hitScript,
  NUMBER_OF_KEYS: 1,
  IS_READ_ONLY: false,
  parseCommand(parser: CommandParser, key: string, { limit, seconds }: Policy) {
    parser.pushKey(key);
    parser.push(String(limit), String(seconds * 1000));
  },
  transformReply: ([used, resetSeconds]: [number, number]): Count => ({ used, resetSeconds }),
});

/** Connects in the background and again whenever the connection is lost. */
export function redisStore(url: string): SharedStore {
  const client = createClient({
    url,
    name: 'agent-cost',
    disableOfflineQueue: true,
    pingInterval: 1000,
    socket: {
      connectTimeout: 1000,
      // If the machine of Redis is gone, pings get no answer; without this, TCP would wait for a quarter of an hour.
      socketTimeout: 5000,
      reconnectStrategy: (retries) => Math.min(reconnectEvery, 20 * 2 ** Math.min(retries, 10)),
    },
    scripts: { hit },
  });
  let lastError = 'not connected yet';
  client.on('error', (error: Error) => {
    lastError = error.message || (error as NodeJS.ErrnoException).code || error.name;
  });
  void client.connect().catch(() => {});

  return {
    async add(key, policy) {
      if (!client.isReady) throw new Error(lastError);
      return client.hit(`agent-cost ${policy.name} ${policy.limit}/${policy.seconds}:${key}`, policy);
    },
  };
}
