/** Start, reload and stop at any moment, also when something is missing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { copyDist, testDist } from '../support/dist.ts';
import { runServer } from '../support/run.ts';
import { ask, post } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const started = new Set<ReturnType<typeof spawn>>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** A server from the moment its process exists. */
function spawnServer() {
  const env = { ...process.env, PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [join(testDist, 'server.cjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  return { child, pid: child.pid as number, output: () => printed, exited: once(child, 'exit') };
}

/** Whether a process handles SIGHUP (signal 1) itself: not before Node runs our first line. */
function catchesHangup(pid: number): boolean {
  const caught = /^SigCgt:\s+([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return BigInt(`0x${caught}`) % 2n === 1n;
}

// STARTS=1000 runs more.
const starts = Number(process.env.STARTS ?? 12);
const patience = 300_000 + starts * 10_000;

describe.skipIf(notLinux !== null)(`signals ${notLinux ?? ''}`, () => {
  test('are handled before anything else is loaded', () => {
    const code = readFileSync(join(testDist, 'server.cjs'), 'utf8');
    expect(code.match(/\brequire\(/g)).toHaveLength(1);
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT']) {
      const handled = code.indexOf(`process.on("${signal}"`);
      expect(handled, signal).toBeGreaterThan(-1);
      expect(handled, signal).toBeLessThan(code.indexOf('require('));
    }
  });

  test(
    'SIGHUP at any moment after the start does not end the server',
    async () => {
      for (let i = 0; i < starts; i++) {
        const { child, pid, output, exited } = spawnServer();
        await until(() => catchesHangup(pid), 60);
        const end = Date.now() + (300 * i) / starts;
        do {
          child.kill('SIGHUP');
          await new Promise((resolve) => setTimeout(resolve, (60 * i) / starts));
        } while (Date.now() < end || !output().includes('agent-cost on'));
        child.kill('SIGHUP');
        await until(() => /"reloaded"/.test(output()), 60);
        expect(output()).not.toMatch(/dist is broken|refused|EBADF/);
        child.kill('SIGTERM');
        expect(await exited).toEqual([0, null]);
      }
    },
    patience,
  );

  test(
    'SIGTERM at any moment after the start ends it with 0',
    async () => {
      for (let i = 0; i < starts; i++) {
        const { child, pid, exited } = spawnServer();
        await until(() => catchesHangup(pid), 60);
        await new Promise((resolve) => setTimeout(resolve, (200 * i) / starts));
        child.kill('SIGHUP');
        child.kill('SIGTERM');
        expect(await exited).toEqual([0, null]);
      }
    },
    patience,
  );
});

describe('arguments', () => {
  test.each([
    [['--port', '8831'], '"--port"', 'PORT=8831 node dist/server.js'],
    [['--rate-limit=off'], '"--rate-limit=off"', 'RATE_LIMIT=off node dist/server.js'],
    [['8831'], '"8831"', 'PORT=8831 node dist/server.js'],
    [['--verbose'], '"--verbose"', 'PORT=8831 node dist/server.js'],
  ])('the arguments %j are refused, with the correct form', async (args, shown, example) => {
    const { code, stdout, stderr } = await runServer({}, testDist, ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Unknown argument ${shown}`);
    expect(stderr).toContain(example);
  });
});

describe('a Redis that does not answer', () => {
  const unreachable = { RATE_LIMIT_STORE: 'redis://127.0.0.1:1' };

  test('does not keep alive a server that cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runServer({ ...unreachable, PORT: String(port) });
    other.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`Cannot listen on 127.0.0.1:${port}`),
    });
  });

  test('is logged once, with the reason', async () => {
    let attempts = 0;
    const redis = createServer((socket) => {
      attempts++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(redis, 'listening');
    const { port } = redis.address() as { port: number };
    const server = await startServer({ RATE_LIMIT_STORE: `redis://127.0.0.1:${port}` });
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('Redis'));
    await until(() => lines().length > 0);
    const failed = attempts;
    await until(() => attempts >= failed + 4);
    // Which of the two the system tells depends on whether the answer of the other end had been read.
    expect(lines()).toEqual([expect.stringMatching(/closed|ECONNRESET/i)]);
    await server.stop();
    redis.close();
  });
});

describe('code loaded after the start', () => {
  test('is available when dist/lib is replaced', async () => {
    const dist = copyDist(join(temporaryDirectory(), 'dist'));
    const server = await untilReady(await startServer({}, dist));
    rmSync(join(dist, 'lib'), { recursive: true });
    expect((await ask(server.metrics, '/metrics')).status).toBe(200);
    expect((await post(server.base, '/api/v1/estimate', '{}')).status).toBe(200);
    server.kill('SIGHUP'); // this dist is broken, which is logged
    await until(() => server.output().includes('reload refused'));
    expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
    await server.stop();
  });

  test('and a body that comes while the build is exchanged is answered by the next one', async () => {
    const server = await startServer(); // not asked for its health, which would read the catalog
    const { hostname, port } = new URL(server.base);
    const client = connect({ host: hostname, port: Number(port) });
    let answer = '';
    client.on('data', (bytes) => (answer += bytes));
    const head = ['POST /api/v1/estimate HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 2'];
    client.write(`${head.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n{`);
    await until(() => answer.startsWith('HTTP/1.1 100'));
    server.kill('SIGHUP');
    await until(() => server.output().includes('"reloaded"'));
    client.write('}');
    await until(() => /HTTP\/1\.1 [2-5]/.test(answer));
    expect(answer).toMatch(/HTTP\/1\.1 200 OK/);
    expect(server.output()).not.toContain('a request failed');
    client.destroy();
    await server.stop();
  });

  test.skipIf(notLinux !== null)(`and connections leave descriptors for each other ${notLinux ?? ''}`, async () => {
    const env = { ...process.env, PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off' };
    const program = `ulimit -n 200 && exec '${process.execPath}' '${join(testDist, 'server.cjs')}'`;
    const child = spawn('sh', ['-c', program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    started.add(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    await until(() => printed.includes('/metrics\n'), 60);
    const [, base = '', metrics = ''] = /on (http:\S+) .*metrics on (http:\S+)\/metrics/.exec(printed) ?? [];
    await untilReady({ base });
    const sockets = Array.from({ length: 300 }, (_, i) =>
      connect({ host: '127.0.0.1', port: Number(new URL(base).port), localAddress: `127.2.0.${1 + (i % 250)}` }).on(
        'error',
        () => {},
      ),
    );
    await until(() => printed.includes('connections are refused'));
    for (let i = 0; i < 10; i++) {
      const { status, text } = await ask(metrics, '/metrics');
      expect([status, text]).toEqual([200, expect.stringContaining('process_open_fds')]);
    }
    expect(printed).toContain('the limit of open files is too low');
    for (const socket of sockets) socket.destroy();
    await until(async () => (await post(base, '/api/v1/estimate', '{}').catch(() => null))?.status === 200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
