/** A Redis that is broken or taken over, and sends without an end: the server counts for itself and keeps its memory. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ask } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const residentMiB = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const size = 500 * 1024 * 1024;
const block = Buffer.alloc(64 * 1024, ':1\r\n');

/** A Redis that greets and counts as a real one does, and from its third count on answers with `head` and 500 MiB. */
async function startHugeRedis(head: string) {
  const state = { sent: 0, connections: 0, url: '' };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    state.connections++;
    socket.on('error', () => {}); // dropped by the server under test
    socket.on('close', () => sockets.delete(socket));
    let counts = 0;
    let flooding = false;
    const flood = () => {
      while (state.sent < size && !socket.destroyed) {
        state.sent += block.length;
        if (!socket.write(block)) return;
      }
    };
    socket.on('drain', () => {
      if (flooding) flood();
    });
    socket.on('data', (bytes) => {
      // A command is an array of strings; its name is the first.
      for (const [, name] of bytes.toString('latin1').matchAll(/(?:^|\r\n)\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n/g)) {
        if (flooding) return;
        if (/^eval/i.test(name ?? '')) {
          if (++counts < 3) socket.write('*2\r\n:1\r\n:60\r\n');
          else {
            flooding = true;
            socket.write(head);
            flood();
          }
        } else socket.write(/^hello$/i.test(name ?? '') ? '%1\r\n+proto\r\n:3\r\n' : '+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return state;
}

test.skipIf(notLinux !== null).each([
  ['one string of 500 MiB', `$${size}\r\n`],
  ['a list of a hundred million numbers', '*100000000\r\n'],
  ['a line without an end', '+'],
  ['numbers that nobody asked for', ''],
])(`Redis sends %s: dropped, and counted locally ${notLinux ?? ''}`, async (_what, head) => {
  const redis = await startHugeRedis(head);
  const server = await untilReady(await startServer({ RATE_LIMIT: '100000/60', RATE_LIMIT_STORE: redis.url }));
  closers.push(() => void server.stop());
  await until(() => server.output().includes('counted in Redis'), 20);
  for (let i = 0; i < 50; i++) await ask(server.base, '/api/v1/meta');
  const before = residentMiB(server.pid);
  let peak = before;
  await until(async () => {
    expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
    peak = Math.max(peak, residentMiB(server.pid));
    return redis.connections >= 3;
  }, 30);
  expect(server.output()).toContain('counts for itself');
  // What the kernel took off its hands, and no more.
  expect(redis.sent).toBeLessThan(100 * 1024 * 1024);
  expect(peak - before).toBeLessThan(96);
});
