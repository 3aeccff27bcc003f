import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { start, stop } from '../hosts/programs/processes.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { freePort } from '../support/server/free-port.ts';
import { ask } from '../support/server/http.ts';
import { mixedRequests, startLoad } from '../support/server/load.ts';
import { Conversation, field } from '../support/server/raw.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { missing, programOf } from '../support/system-packages.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const halfPost =
  'POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';
const cleanly = { code: 0, signal: null };

describe('SIGTERM', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle server at once, with exit code 0', async (signal) => {
    const server = await startServer();
    server.kill(signal);
    expect(await server.exited).toEqual(cleanly);
    await until(() => server.output().includes('"clean":true'));
  });

  test('lets requests in flight finish, answers on open connections, accepts no new ones', async () => {
    const server = await untilReady(await startServer());
    const inFlight = new Conversation(server.base).send(halfPost);
    const idle = new Conversation(server.base).send(get('/api/v1/meta'));
    const watcher = new Conversation(server.base).send(get('/healthz'));
    await Promise.all([idle.answers(1), watcher.answers(1)]);
    server.kill('SIGTERM');
    await until(() => server.output().includes('draining'));

    const refused = new Conversation(server.base);
    await refused.closed;
    expect(refused.error).toBe('ECONNREFUSED');

    idle.send(get('/api/v1/meta'));
    const [, late] = await idle.answers(2);
    expect([late?.status, late && field(late, 'connection')]).toEqual([200, 'close']);
    watcher.send(get('/healthz'));
    const [, health] = await watcher.answers(2);
    expect(health?.status).toBe(503);
    expect(JSON.parse(String(health?.body))).toMatchObject({ status: 'draining', ready: false });

    inFlight.send('}');
    const [finished] = await inFlight.answers(1);
    expect([finished?.status, finished && field(finished, 'connection')]).toEqual([200, 'close']);
    expect(await server.exited).toEqual(cleanly);
    for (const conversation of [inFlight, idle, watcher, refused]) {
      expect(conversation.read.rest.length).toBe(0);
      conversation.destroy();
    }
  });

  test('waits no longer than SHUTDOWN_TIMEOUT, and still exits with 0', async () => {
    const server = await startServer({ SHUTDOWN_TIMEOUT: '1' });
    const stuck = new Conversation(server.base).send(halfPost);
    // Connections are accepted in order: once a later one is answered, this one is being read.
    await ask(server.base, '/api/v1/meta');
    server.kill('SIGTERM');
    server.kill('SIGTERM');
    expect(await server.exited).toEqual(cleanly);
    await until(() => server.output().includes('"clean":false'));
    stuck.destroy();
  });

  test('is not delayed by idle connections', async () => {
    const server = await startServer({ SHUTDOWN_TIMEOUT: '60', KEEP_ALIVE_TIMEOUT: '600' });
    const idle = Array.from({ length: 20 }, () => new Conversation(server.base).send(get('/api/v1/meta')));
    await Promise.all(idle.map((conversation) => conversation.answers(1)));
    const silent = Array.from({ length: 20 }, () => new Conversation(server.base));
    await ask(server.base, '/api/v1/meta');
    server.kill('SIGTERM');
    expect(await server.exited).toEqual(cleanly);
    for (const conversation of [...idle, ...silent]) conversation.destroy();
  });
});

const reason = missing('nginx');

/** A real nginx in front of two servers, as in the documentation. */
async function startNginx(dir: string, port: number, upstreams: readonly number[]) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(dir, 'nginx.conf'),
    `daemon off; master_process off; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')}
  upstream api {
    ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join(' ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_next_upstream error timeout http_503 non_idempotent;
    }
  }
}
`,
  );
  const { child } = start(programOf('nginx'), ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', join(dir, 'error.log')]);
  const base = `http://127.0.0.1:${port}`;
  await until(async () => (await ask(base, '/api/v1/meta').catch(() => ({ status: 0 }))).status === 200);
  return { base, stop: () => stop(child) };
}

test.skipIf(reason !== null)(
  `ten restarts of two servers behind nginx lose no request${reason ? ` (skipped: ${reason})` : ''}`,
  async () => {
    expect(execFileSync(programOf('nginx'), ['-v'], { stdio: 'pipe' }).length).toBe(0);
    const front = await freePort();
    const ports = [await freePort(), await freePort()];
    const startOne = async (port: number) => untilReady(await startServer({ PORT: String(port) }));
    const servers = new Map<number, TestServer>();
    for (const port of ports) servers.set(port, await startOne(port));
    const proxy = await startNginx(temporaryDirectory(), front, ports);
    const load = startLoad(proxy.base, mixedRequests, 8);
    for (let restart = 0; restart < 10; restart++) {
      const port = ports[restart % 2] as number;
      const server = servers.get(port) as TestServer;
      server.kill('SIGTERM');
      expect(await server.exited).toEqual(cleanly);
      servers.set(port, await startOne(port));
    }
    const { answers, statuses, errors } = await load.stop();
    await proxy.stop();
    await Promise.all([...servers.values()].map((server) => server.stop()));
    expect({ statuses: Object.keys(statuses), errors }).toEqual({ statuses: ['200'], errors: [] });
    expect(answers).toBeGreaterThan(500);
  },
);
