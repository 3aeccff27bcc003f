import { describe, expect, test } from 'vitest';
import { ask } from '../support/server/http.ts';
import { Conversation, field } from '../support/server/raw.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';

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
