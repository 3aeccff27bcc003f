import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { ask } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { notLinux } from '../support/system-packages.ts';

const heapMiB = 48;

const residentBytes = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Sends `count` requests, each from another address and pipelined on one connection; resolves to their statuses. */
function fromManyAddresses(base: string, from: number, count: number, addressOf: (i: number) => string) {
  return new Promise<Map<string, number>>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect({ host: hostname, port: Number(port) });
    const statuses = new Map<string, number>();
    const batch = 100;
    let sent = 0;
    let answered = 0;
    let tail = '';
    const more = () => {
      let bytes = '';
      for (let i = 0; i < batch && sent < count; i++, sent++) {
        bytes += `HEAD /api/v1/meta HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${addressOf(from + sent)}\r\n\r\n`;
      }
      socket.write(bytes);
    };
    socket.on('data', (chunk) => {
      const text = tail + chunk.toString('latin1');
      const end = text.lastIndexOf('\r\n\r\n') + 4;
      tail = end < 4 ? text : text.slice(end);
      for (const [, status = ''] of text.slice(0, end < 4 ? 0 : end).matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        answered++;
      }
      if (answered === count) {
        socket.destroy();
        resolve(statuses);
      } else if (answered === sent) more();
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error(`closed after ${answered} of ${count} answers`)));
    more();
  });
}

// MILLION=1 runs it with a million.
const addresses = process.env.MILLION === '1' ? 1_000_000 : 200_000;

test.skipIf(notLinux !== null).each([
  ['IPv4 addresses', (i: number) => `${10 + (i >> 24)}.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`, addresses],
  ['IPv6 networks', (i: number) => `2001:db8:${(i >> 16).toString(16)}:${(i & 0xffff).toString(16)}::1`, addresses / 4],
  ['malformed addresses', (i: number) => `${i}-${'x'.repeat(3000)}`, addresses / 10],
])(`a crowd of %s is remembered in bounded memory ${notLinux ?? ''}`, async (what, addressOf, count) => {
  // A heap that cannot grow: a list of callers without a bound would end the server.
  const NODE_OPTIONS = `--max-old-space-size=${heapMiB}`;
  const server = await untilReady(await startServer({ RATE_LIMIT: '120/60', TRUST_PROXY: '1', NODE_OPTIONS }));
  // Warm-up: every path has run and the heap has its working size.
  await fromManyAddresses(server.base, 0, 5000, () => '203.0.113.1');
  const before = residentBytes(server.pid);
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentBytes(server.pid));
  }, 50);
  const connections = 4;
  const share = count / connections;
  const found = await Promise.all(
    Array.from({ length: connections }, (_, i) => fromManyAddresses(server.base, i * share, share, addressOf)),
  );
  clearInterval(watching);
  const answered = found.flatMap((statuses) => [...statuses.values()]).reduce((sum, n) => sum + n, 0);
  const grown = (peak - before) / 2 ** 20;
  console.log(
    `${answered} ${what}: ${(before / 2 ** 20).toFixed(0)} MiB at the start, at most ${grown.toFixed(0)} more`,
  );
  expect(answered).toBe(count);
  for (const statuses of found) {
    expect([...statuses.keys()].filter((status) => status !== '200' && status !== '429')).toEqual([]);
  }
  // Outside the heap there is a table of fixed size, and memory that the kernel and the collector have not yet freed.
  expect(grown).toBeLessThan(3 * heapMiB);
  expect((await ask(server.base, '/healthz')).status).toBe(200);
  await server.stop();
});
