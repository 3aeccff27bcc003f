/** The Redis client; loaded only if RATE_LIMIT_STORE names a server. */
import { type CommandParser, createClient, defineScript } from '@redis/client';
import type { Count, Policy } from './rate-limit.ts';
import type { SharedStore } from './redis-counter.ts';
import { hitScript } from './sliding-window.ts';

/** Longest pause between two attempts to connect, in milliseconds. */
const reconnectEvery = 500;

/** Most bytes that Redis may send between two answers to a ping, which are a second apart: some 70,000 counts. */
const maxUnanswered = 1024 * 1024;

const hit = defineScript({
  SCRIPT: hitScript,
  NUMBER_OF_KEYS: 1,
  IS_READ_ONLY: false,
  parseCommand(parser: CommandParser, key: string, { limit, seconds }: Policy) {
    parser.pushKey(key);
    parser.push(String(limit), String(seconds * 1000));
  },
  transformReply: ([used, resetSeconds]: [number, number]): Count => {
    if (Number.isSafeInteger(used) && Number.isSafeInteger(resetSeconds)) return { used, resetSeconds };
    throw new Error('Redis sent something else than a count');
  },
});

/** Connects in the background and again whenever the connection is lost. */
export function redisStore(url: string): SharedStore {
  let lastError = 'not connected yet';
  let current = connected();

  function connected() {
    const client = clientFor(url);
    client.on('error', (error: Error) => {
      lastError = error.message || (error as NodeJS.ErrnoException).code || error.name;
    });
    boundReplies(client, () => {
      lastError = `Redis sent more than ${maxUnanswered} bytes in a second`;
      setTimeout(() => {
        current = connected();
      }, reconnectEvery).unref();
    });
    void client.connect().catch(() => {});
    return client;
  }

  return {
    async add(key, policy) {
      if (!current.isReady) throw new Error(lastError);
      return current.hit(`agent-cost ${policy.name} ${policy.limit}/${policy.seconds}:${key}`, policy);
    },
  };
}

const clientFor = (url: string) =>
  createClient({
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

/**
 * Ends a client whose server sends more than `maxUnanswered` bytes without answering a ping, and calls `ended`: the client
 * itself has no limit, and keeps what it has of an answer until the rest arrives. What it receives can be seen only on
 * its socket, which it hands out by a method that its documentation does not name.
 */
function boundReplies(client: ReturnType<typeof clientFor>, ended: () => void): void {
  let unanswered = 0;
  const socket = client._ejectSocket();
  client._insertSocket(socket);
  socket.on('data', (chunk: Uint8Array) => {
    unanswered += chunk.length;
    if (unanswered <= maxUnanswered || !client.isOpen) return;
    client.destroy();
    ended();
  });
  client.on('ping-interval', () => {
    unanswered = 0;
  });
}
