/** A few addresses that do not read their answers, or hold many connections: all other clients are still answered. */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { freshMetrics } from '../support/server/fresh-metrics.ts';
import { ask } from '../support/server/http.ts';
import { Conversation, field, type RawAnswer } from '../support/server/raw.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost:\r\n${fields}\r\n`;
const post = (body: string) =>
  `POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const compare = post('{"presetId":"coding","compare":true}');

const servers: TestServer[] = [];
const start = async (env: Record<string, string> = {}) => {
  const server = await untilReady(await startServer(env));
  servers.push(server);
  return server;
};
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A connection from 127.1.A.B that sends but never reads. */
function deaf(base: string, address: number, bytes: string): void {
  const localAddress = `127.1.${address >> 8}.${address & 255 || 1}`;
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(base).port), localAddress });
  sockets.push(socket);
  socket.on('error', () => {}); // the server may close it
  socket.pause();
  socket.write(bytes);
}

/** A request on its own connection, from 127.0.0.1. */
const askOnNewConnection = (base: string, path: string) => ask(base, path, { agent: new Agent() });

/** The current value of a metric. */
async function metric({ metrics }: TestServer, name: string): Promise<number> {
  const line = (await freshMetrics(metrics)).split('\n').find((line) => line.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

const residentMiB = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe.skipIf(notLinux !== null)(`answers that are not read ${notLinux ?? ''}`, () => {
  // Enough to make a server that queued them all ten times as large.
  test.each([
    ['GETs, 2,600 on each connection', 400, get('/').repeat(2600)],
    ['compares, 120 on each connection', 300, compare.repeat(120)],
    ['requests with an expectation', 400, get('/', 'Expect: x\r\n').repeat(1500)],
    ['requests without a route, then a malformed one', 400, `${get('/api/v1/nope').repeat(1500)}garbage\r\n\r\n`],
    ['requests with large header fields', 400, get('/', `X-Large: ${'x'.repeat(7000)}\r\n`).repeat(50)],
  ])('take bounded memory: %s', async (_what, connections, bytes) => {
    const server = await start();
    for (let i = 0; i < 200; i++) await ask(server.base, '/'); // the heap has its working size
    const idle = residentMiB(server.pid);
    let peak = idle;
    for (let i = 0; i < connections; i++) {
      deaf(server.base, i, bytes);
      if (i % 20 === 0) expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
      peak = Math.max(peak, residentMiB(server.pid));
    }
    for (let i = 0; i < 20; i++) {
      expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
      peak = Math.max(peak, residentMiB(server.pid));
    }
    expect(peak).toBeLessThan(2 * idle + 64);
  });

  test('on one connection: 129 are sent, then a refusal that closes it', async () => {
    const server = await start();
    const conversation = new Conversation(server.base).send(get('/api/v1/meta').repeat(1000));
    await conversation.closed;
    const { answers, rest } = conversation.read;
    expect(rest.length).toBe(0);
    // One is being sent, 128 are queued behind it.
    expect(answers.map(({ status }) => status)).toEqual([...Array(129).fill(200), 429]);
    const last = answers.at(-1) as RawAnswer;
    expect([field(last, 'connection'), field(last, 'retry-after')]).toEqual(['close', '1']);
    expect(JSON.parse(String(last.body))).toEqual({
      error: { code: 'rate_limited', message: expect.stringContaining('connection') },
    });
    expect(await metric(server, 'agent_cost_connections_closed_total{reason="backlog"}')).toBe(1);
    conversation.destroy();
  });

  test('are dropped when the client reads nothing for SEND_TIMEOUT seconds', async () => {
    const server = await start({ SEND_TIMEOUT: '1', KEEP_ALIVE_TIMEOUT: '600' });
    for (let i = 0; i < 5; i++) deaf(server.base, i, get('/api/v1/estimate?compare=true').repeat(1000));
    await until(async () => (await metric(server, 'agent_cost_connections')) <= 1, 30);
  });

  test('to pipelined requests are all sent if they are read, however many there are', async () => {
    const server = await start();
    const conversation = new Conversation(server.base);
    for (let batch = 1; batch <= 20; batch++) {
      conversation.send(get('/api/v1/meta').repeat(100));
      await conversation.answers(100 * batch);
    }
    expect(new Set(conversation.read.answers.map(({ status }) => status))).toEqual(new Set([200]));
    conversation.destroy();
  });

  test('on the port of /metrics are limited too', async () => {
    const server = await start();
    const idle = residentMiB(server.pid);
    for (let i = 0; i < 60; i++) deaf(server.metrics, 0, get('/healthz').repeat(2600));
    for (let i = 0; i < 20; i++) expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
    expect(residentMiB(server.pid)).toBeLessThan(2 * idle + 64);
  });
});

describe.skipIf(notLinux !== null)(`many connections ${notLinux ?? ''}`, () => {
  const hold = (base: string, count: number, address: number) => {
    for (let i = 0; i < count; i++) deaf(base, address, '');
  };

  test('of one address leave room for other addresses, health and metrics', async () => {
    const server = await start({ MAX_CONNECTIONS: '60', MAX_CONNECTIONS_PER_ADDRESS: '50' });
    hold(server.base, 200, 7);
    await until(async () => (await metric(server, 'agent_cost_connections_closed_total{reason="address_limit"}')) > 0);
    for (let i = 0; i < 20; i++) {
      expect((await askOnNewConnection(server.base, '/api/v1/meta')).status).toBe(200);
      expect((await askOnNewConnection(server.base, '/healthz')).status).toBe(200);
      expect((await askOnNewConnection(server.metrics, '/healthz')).status).toBe(200);
    }
    await until(() => server.output().includes('connections are refused'));
  });

  test('that are idle give way to a new one', async () => {
    const server = await start({ MAX_CONNECTIONS: '20', HEADERS_TIMEOUT: '600', REQUEST_TIMEOUT: '600' });
    for (let address = 0; address < 20; address++) hold(server.base, 1, address);
    await until(async () => (await askOnNewConnection(server.base, '/api/v1/meta').catch(() => null))?.status === 200);
    expect(await metric(server, 'agent_cost_connections_closed_total{reason="idle"}')).toBeGreaterThan(0);
  });

  test('of one address give way to another, busy as they are, and not to the same address', async () => {
    const server = await start({ MAX_CONNECTIONS: '20', MAX_CONNECTIONS_PER_ADDRESS: '20' });
    for (let i = 0; i < 20; i++) deaf(server.base, 7, 'GET /api/v1/meta HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const sending = setInterval(() => {
      for (const socket of sockets) socket.write('x');
    }, 50);
    await until(async () => (await metric(server, 'agent_cost_connections')) === 20);
    for (let i = 0; i < 10; i++) {
      expect((await askOnNewConnection(server.base, '/api/v1/meta')).status).toBe(200);
    }
    clearInterval(sending);
    const closed = (reason: string) => metric(server, `agent_cost_connections_closed_total{reason="${reason}"}`);
    expect([await closed('idle'), await closed('address_limit')]).toEqual([0, 0]);
    const evicted = await closed('largest_holder');
    expect(evicted).toBeGreaterThan(0);
    hold(server.base, 30, 7);
    await until(async () => (await closed('address_limit')) > 0 || (await closed('server_limit')) > 0);
    expect(await closed('largest_holder')).toBe(evicted);
  });

  test('on the port of /metrics do not keep a scraper out', async () => {
    const server = await start();
    for (let i = 0; i < 1500; i++) deaf(server.metrics, i % 10, 'GET /metrics HTTP/1.1\r\nHost: x\r\n');
    for (let i = 0; i < 20; i++) expect((await askOnNewConnection(server.metrics, '/metrics')).status).toBe(200);
  });

  test('of a trusted proxy are limited only by MAX_CONNECTIONS', async () => {
    const server = await start({ MAX_CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: '1' });
    hold(server.base, 40, 7);
    await until(async () => (await metric(server, 'agent_cost_connections')) >= 40);
    expect(await metric(server, 'agent_cost_connections_closed_total{reason="address_limit"}')).toBe(0);
  });
});

test('a health check must be well-formed, like any request', async () => {
  const server = await start();
  for (const base of [server.base, server.metrics]) {
    expect((await ask(base, '/healthz', { headers: { Host: 'a b' } })).status).toBe(400);
  }
});
