import { readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { expectRefusal } from '../support/server/expect-refusal.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { ask } from '../support/server/http.ts';
import { Conversation, field, type RawAnswer, sendRaw } from '../support/server/raw.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';

const server = serverForTests();
afterEach(async () => {
  expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
});

const head = (method: string, path: string, fields = '') => `${method} ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
const post = (body: string, fields = '') =>
  `${head('POST', '/api/v1/estimate', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${fields}`)}${body}`;
const statuses = (answers: readonly RawAnswer[]) => answers.map(({ status }) => status);

test('pipelined requests are answered in order', async () => {
  const kinds: [bytes: string, status: number, isHead: boolean, sign: string][] = [
    [head('GET', '/api/v1/meta'), 200, false, '"apiVersion"'],
    [post('{"presetId":"rag"}'), 200, false, '"presetId":"rag"'],
    [head('HEAD', '/api/v1/models'), 200, true, ''],
    [head('GET', '/api/v1/nope'), 404, false, 'not_found'],
    [post('{"presetId":"voice","compare":true}'), 200, false, '"presetId":"voice"'],
    [head('DELETE', '/api/v1/models'), 405, false, 'method_not_allowed'],
    [post('{'), 400, false, 'invalid_json'],
    [head('OPTIONS', '/api/v1/models'), 204, false, ''],
    [head('GET', '/api/v1/models/'), 308, false, ''],
    [head('GET', '/'), 200, false, '<!DOCTYPE html>'],
    [head('GET', '/healthz'), 200, false, '"status"'],
    [head('GET', '/api/v1/estimate?presetId=support'), 200, false, '"presetId":"support"'],
  ];
  const all = Array.from({ length: 10 }, () => kinds).flat();
  const conversation = new Conversation(
    server.base,
    all.map(([, , isHead]) => isHead),
  );
  conversation.send(all.map(([bytes]) => bytes).join(''));
  const answers = await conversation.answers(all.length, 20);
  conversation.destroy();
  expect(statuses(answers)).toEqual(all.map(([, status]) => status));
  answers.forEach(({ body }, index) => {
    expect(body.toString()).toContain(all[index]?.[3]);
  });
});

test('a malformed request after good ones does not change or cut off their answers', async () => {
  for (const good of [
    head('GET', '/api/v1/meta'),
    head('GET', '/api/v1/estimate?compare=true'),
    post('{}'),
    head('GET', '/'),
  ]) {
    for (const count of [1, 3]) {
      const { answers, rest, error } = await sendRaw(server.base, `${good.repeat(count)}garbage\r\n\r\n`);
      expect(statuses(answers).slice(0, count), good.split('\r\n')[0]).toEqual(Array(count).fill(200));
      expect(
        statuses(answers)
          .slice(count)
          .filter((status) => status !== 400),
      ).toEqual([]);
      expect({ rest: rest.length, error }).toEqual({ rest: 0, error: undefined });
    }
  }
});

test('a connection can be reused after refusals', async () => {
  const conversation = new Conversation(server.base);
  const refused = [
    head('GET', '/nope'),
    head('PUT', '/api/v1/meta'),
    post('{'),
    post('{"x":1}'),
    head('GET', '/api/v1/models/nope'),
  ];
  for (const [index, bytes] of refused.entries()) {
    conversation.send(bytes);
    const answers = await conversation.answers(2 * index + 1);
    expect(answers.at(-1)?.status).toBeGreaterThanOrEqual(400);
    expect(field(answers.at(-1) as RawAnswer, 'connection')).toBe('keep-alive');
    conversation.send(head('GET', '/api/v1/meta'));
    expect((await conversation.answers(2 * index + 2)).at(-1)?.status).toBe(200);
  }
  conversation.destroy();
});

test('an unexpected body is skipped, and the connection reused', async () => {
  const conversation = new Conversation(server.base);
  const body = 'x'.repeat(5000);
  conversation.send(
    `${head('PUT', '/api/v1/meta', `Content-Length: ${body.length}\r\n`)}${body}${head('GET', '/api/v1/meta')}`,
  );
  expect(statuses(await conversation.answers(2))).toEqual([405, 200]);
  conversation.send(
    `${head('GET', '/api/v1/meta', 'Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n0\r\n\r\n${head('GET', '/nope')}`,
  );
  expect(statuses(await conversation.answers(4))).toEqual([405, 200, 200, 404]);
  conversation.destroy();
});

test('Connection: close is honoured', async () => {
  const { answers, closed, error } = await sendRaw(server.base, head('GET', '/api/v1/meta', 'Connection: close\r\n'));
  expect(statuses(answers)).toEqual([200]);
  expect({ closed, error }).toEqual({ closed: true, error: undefined });
});

test('blank lines before a request are skipped', async () => {
  const conversation = new Conversation(server.base).send(`\r\n\r\n${head('GET', '/api/v1/meta')}`);
  expect(statuses(await conversation.answers(1))).toEqual([200]);
  conversation.destroy();
});

test('a client that has closed its sending side still gets its answer', async () => {
  for (const bytes of [head('GET', '/api/v1/models'), post('{"compare":true}'), head('GET', '/')]) {
    const conversation = new Conversation(server.base).send(bytes).finish();
    expect(statuses(await conversation.answers(1))).toEqual([200]);
    await conversation.closed;
    expect(conversation.error).toBeUndefined();
    conversation.destroy();
  }
});

test('a client that closes its sending side within a request gets an error or nothing', async () => {
  for (const bytes of ['GET /api/v1/me', head('GET', '/').slice(0, -2), `${post('{}').slice(0, -1)}`]) {
    const conversation = new Conversation(server.base).send(bytes).finish();
    await conversation.closed;
    const { answers, rest } = conversation.read;
    if (answers.length > 0) expectRefusal(answers[0], 400, 'invalid_request');
    expect(rest.length).toBe(0);
    conversation.destroy();
  }
});

test('clients that go away within a request or before the answer do no harm', async () => {
  for (let round = 0; round < 20; round++) {
    for (const bytes of [
      'GET /',
      head('GET', '/api/v1/models').repeat(20),
      post('{"compare":true}'),
      post('{}').slice(0, -1),
      head('GET', '/'),
    ]) {
      const conversation = new Conversation(server.base).send(bytes);
      await new Promise((resolve) => setTimeout(resolve, round % 3));
      conversation.destroy();
    }
  }
  expect((await ask(server.base, '/healthz')).status).toBe(200);
  const { text } = await ask(server.metrics, '/metrics');
  expect(text).not.toMatch(/^agent_cost_answers_total\{kind="(api|page)",.*status="5\d\d"\} [1-9]/m);
  expect(server.output()).not.toContain('a request failed');
});

test('CONNECT, alone or after other requests, and clients that reset the connection do no harm', async () => {
  const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n';
  const before = [
    '',
    head('GET', '/api/v1/meta'),
    head('GET', '/api/v1/meta', 'Connection: close\r\n'),
    head('GET', '/', 'Expect: x\r\n'),
    post('{}'),
    tunnel,
  ];
  for (let round = 0; round < 20; round++) {
    for (const bytes of before) {
      const conversation = new Conversation(server.base).send(bytes + tunnel);
      await new Promise((resolve) => setTimeout(resolve, round % 3));
      conversation.reset();
    }
  }
});

test('a refused client that keeps its side open does not keep the connection open', async () => {
  const hasty = await startServer({ HEADERS_TIMEOUT: '1', REQUEST_TIMEOUT: '1' });
  const descriptors = () => readdirSync(`/proc/${hasty.pid}/fd`).length;
  const before = descriptors();
  const half = ['', 'GET /', 'garbage\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n', post('{}').slice(0, -1)];
  const held = half.flatMap((bytes) => Array.from({ length: 10 }, () => new Conversation(hasty.base).send(bytes)));
  await Promise.all(held.map(({ closed }) => closed));
  await until(() => descriptors() <= before + 5, 15);
  for (const conversation of held) conversation.destroy();
  await hasty.stop();
});

test('clients that go away before they have received the page leave no file open', async () => {
  const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;
  const before = descriptors();
  for (const bytes of [head('GET', '/'), head('HEAD', '/'), head('GET', '/').repeat(20)]) {
    for (let i = 0; i < 20; i++) {
      const conversation = new Conversation(server.base).send(bytes);
      await new Promise((resolve) => setTimeout(resolve, i % 4));
      conversation.destroy();
    }
  }
  await until(() => descriptors() <= before + 5);
});

test('a client that reads nothing does not keep others waiting', async () => {
  const deaf = new Conversation(server.base).deafen().send(head('GET', '/api/v1/models').repeat(500));
  for (let i = 0; i < 20; i++) expect((await ask(server.base, '/api/v1/models')).status).toBe(200);
  deaf.destroy();
});
