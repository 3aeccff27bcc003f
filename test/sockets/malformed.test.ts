import { afterEach, describe, expect, test } from 'vitest';
import { expectRefusal } from '../support/server/expect-refusal.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { ask } from '../support/server/http.ts';
import { Conversation, field, sendRaw } from '../support/server/raw.ts';

const server = serverForTests();

// After any test, the next client is served.
afterEach(async () => {
  expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
});

/** One refusal in the envelope, then a clean close: no reset, no further bytes. */
async function expectRefusedAndClosed(bytes: string, status = 400, code = 'invalid_request'): Promise<void> {
  const { answers, rest, error, closed } = await sendRaw(server.base, bytes);
  expectRefusal(answers[0], status, code);
  expect({ count: answers.length, rest: rest.length, error, closed }).toEqual({
    count: 1,
    rest: 0,
    error: undefined,
    closed: true,
  });
  expect(field(answers[0] as never, 'connection')).toBe('close');
}

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
const post = (fields: string, body = '') =>
  `POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${fields}\r\n${body}`;

describe('a request that is not HTTP is refused in the envelope, and the connection closed', () => {
  test.each([
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a line of text', 'hello\r\n\r\n'],
    ['a method alone', 'GET\r\n\r\n'],
    ['no target', 'GET  HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the target', get('/api/v1/me ta')],
    ['a method in lower case', 'get /api/v1/meta HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown method', 'FOO /api/v1/meta HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/1.2', 'GET /api/v1/meta HTTP/1.2\r\nHost: x\r\n\r\n'],
    ['HTTP/2.0', 'GET /api/v1/meta HTTP/2.0\r\nHost: x\r\n\r\n'],
    ['HTTPS/1.1', 'GET /api/v1/meta HTTPS/1.1\r\nHost: x\r\n\r\n'],
    ['a NUL in the target', get('/api/v1/me\0ta')],
    ['a NUL in a field', get('/api/v1/meta', 'X-Other: a\0b\r\n')],
    ['a bare CR in a field', get('/api/v1/meta', 'X-Other: a\rX-More: b\r\n')],
    ['bare LFs', 'GET /api/v1/meta HTTP/1.1\nHost: x\n\n'],
    ['a folded field', get('/api/v1/meta', 'X-Other: a\r\n b\r\n')],
    ['a space before the colon', 'GET /api/v1/meta HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a field without a name', get('/api/v1/meta', ': x\r\n')],
    ['a field without a colon', get('/api/v1/meta', 'nothing\r\n')],
    ['a name with a space', get('/api/v1/meta', 'X Other: a\r\n')],
    ['8-bit bytes in the target', get('/api/v1/models/\xe9')],
  ])('%s', (_name, bytes) => expectRefusedAndClosed(bytes));
});

describe('a request whose length two servers could read differently is refused', () => {
  test.each([
    ['Content-Length and Transfer-Encoding', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
    ['Transfer-Encoding and Content-Length', post('Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '0\r\n\r\n')],
    ['two different Content-Lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}x')],
    ['twice the same Content-Length', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}')],
    ['a list as Content-Length', post('Content-Length: 2, 2\r\n', '{}')],
    ['a negative Content-Length', post('Content-Length: -2\r\n', '{}')],
    ['a Content-Length with a plus', post('Content-Length: +2\r\n', '{}')],
    ['a hexadecimal Content-Length', post('Content-Length: 0x2\r\n', '{}')],
    ['an empty Content-Length', post('Content-Length:\r\n', '{}')],
    ['a Content-Length beyond 64 bits', post('Content-Length: 99999999999999999999999\r\n', '{}')],
    [
      'Transfer-Encoding: chunked twice',
      post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    ],
    ['Transfer-Encoding: chunked, chunked', post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n')],
    ['Transfer-Encoding: chunked, identity', post('Transfer-Encoding: chunked, identity\r\n', '{}')],
    ['Transfer-Encoding: identity', post('Transfer-Encoding: identity\r\n', '{}')],
    ['Transfer-Encoding: xchunked', post('Transfer-Encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n')],
    ['Transfer-Encoding: gzip, chunked', post('Transfer-Encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n')],
    ['Transfer-Encoding with a tab in it', post('Transfer-Encoding: \x0bchunked\r\n', '2\r\n{}\r\n0\r\n\r\n')],
    ['Transfer-Encoding with a space before the colon', post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n')],
    ['a chunk size that is not a number', post('Transfer-Encoding: chunked\r\n', 'x\r\n{}\r\n0\r\n\r\n')],
    ['a negative chunk size', post('Transfer-Encoding: chunked\r\n', '-2\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size beyond 64 bits', post('Transfer-Encoding: chunked\r\n', '11111111111111112\r\n{}\r\n0\r\n\r\n')],
    ['a chunk longer than its declared size', post('Transfer-Encoding: chunked\r\n', '2\r\n{}{}\r\n0\r\n\r\n')],
    ['chunks with bare LFs', post('Transfer-Encoding: chunked\r\n', '2\n{}\n0\n\n')],
  ])('%s', (_name, bytes) => expectRefusedAndClosed(bytes));

  test('a request hidden in the body of another is never answered', async () => {
    const hidden = 'GET /api/v1/presets HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const bytes of [
      post(`Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${hidden}`),
      post(`Content-Length: 2\r\nContent-Length: ${hidden.length}\r\n`, `{}${hidden}`),
      post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${hidden}`),
      get('/api/v1/meta', `Content-Length: ${hidden.length}\r\nContent-Length: 0\r\n`) + hidden,
    ]) {
      const { answers } = await sendRaw(server.base, bytes);
      expect(answers.map(({ status }) => status)).toEqual([400]);
    }
  });

  test('a body on GET, and on a refused method, is read as a body and never as a request', async () => {
    const hidden = 'GET /api/v1/presets HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'TRACE']) {
      const conversation = new Conversation(server.base);
      conversation.send(
        `${method} /api/v1/meta HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}${get('/api/v1/nope')}`,
      );
      const answers = await conversation.answers(2);
      conversation.destroy();
      expect(answers).toHaveLength(2);
      expect(answers[1]?.status).toBe(404);
    }
  });
});

describe('Host', () => {
  test('an HTTP/1.1 request without one is refused', () => expectRefusedAndClosed('GET /api/v1/meta HTTP/1.1\r\n\r\n'));
  test('two are refused', () => expectRefusedAndClosed('GET /api/v1/meta HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'));
  test('an invalid one is refused', () => expectRefusedAndClosed('GET /api/v1/meta HTTP/1.1\r\nHost: a b/c\r\n\r\n'));
  test('an empty one is accepted', async () => {
    const { answers } = await sendRaw(server.base, 'GET /api/v1/meta HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n');
    expect(answers[0]?.status).toBe(200);
  });
  test('is not needed in HTTP/1.0, and the connection is closed after the answer', async () => {
    const { answers, closed, error } = await sendRaw(server.base, 'GET /api/v1/meta HTTP/1.0\r\n\r\n');
    expect(answers[0]?.status).toBe(200);
    expect({ closed, error }).toEqual({ closed: true, error: undefined });
  });
});

/** Sends one request and closes the client's side. */
async function answerTo(bytes: string) {
  const conversation = new Conversation(server.base).send(bytes);
  const [answer] = await conversation.answers(1);
  conversation.destroy();
  return answer as NonNullable<typeof answer>;
}

describe('targets', () => {
  test.each([
    ['/%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
    ['/../../etc/passwd'],
    ['/api/v1/../../manifest.json'],
    ['/api/v1/%2e%2e/%2e%2e/manifest.json'],
    ['/api/v1/..%5c..%5cmanifest.json'],
    ['/public/api/v1/meta.json'],
    ['/server.js'],
    ['/server.cjs'],
    ['//example.com/api/v1/meta'],
    ['/\\example.com'],
    ['/api/v1/meta%00'],
    ['/api/v1/meta.json%00.html'],
    ['/api/v1/meta;x=1'],
    ['/.env'],
    ['/.git/config'],
    ['/index.html%2f..%2fserver.js'],
    ['*'],
    ['meta'],
    ['ftp://x/api/v1/meta'],
    ['http:/api/v1/meta'],
  ])('GET %s finds nothing', async (target) => {
    const answer = await answerTo(get(target));
    if (answer.status === 400) expectRefusal(answer, 400, 'invalid_request');
    else expectRefusal(answer, 404, 'not_found');
  });

  test('a redirect contains only text from the path, and leads nowhere else', async () => {
    const split = await answerTo(get('/api/v1/models/a%0d%0aX-Injected:%201/'));
    expect(split.status).toBe(308);
    expect(field(split, 'x-injected')).toBeUndefined();
    for (const target of ['//example.com/', '/\\example.com/', '/api/v1//example.com/', 'http://example.com//a/']) {
      expect((await answerTo(get(target))).status, target).toBe(404);
    }
    const absolute = await answerTo(get('http://example.com/api/v1/models/'));
    expect([absolute.status, field(absolute, 'location')]).toEqual([308, '/api/v1/models']);
  });

  test('the absolute form is answered like the path it names', async () => {
    const plain = await answerTo(get('/api/v1/meta'));
    for (const prefix of [
      'http://example.com',
      'https://example.com:8443',
      'HTTP://EXAMPLE.COM',
      'http://a:b@[::1]:1',
    ]) {
      const absolute = await answerTo(get(`${prefix}/api/v1/meta`));
      expect([absolute.status, absolute.body.toString()], prefix).toEqual([200, plain.body.toString()]);
    }
  });

  test('the page in absolute form gets the page or a refusal, whatever the authority', async () => {
    const page = await answerTo(get('/'));
    expect(page.status).toBe(200);
    for (const target of [
      'http://x',
      'http://x/',
      'http://x?a',
      'http://[/',
      'http://x:99999/',
      'http://%zz/',
      'http:///',
    ]) {
      const answer = await answerTo(get(target));
      if (answer.status === 200) expect(answer.body.equals(page.body), target).toBe(true);
      else expectRefusal(answer, answer.status, answer.status === 404 ? 'not_found' : 'invalid_request');
    }
  });
});

describe('methods and fields with a special meaning', () => {
  test('OPTIONS * is answered', async () => {
    const answer = await answerTo('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer.status).toBe(204);
    expect(field(answer, 'allow')).toContain('GET');
  });

  test('CONNECT is refused with a list of accepted methods', async () => {
    const { answers, closed, error } = await sendRaw(
      server.base,
      'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    expectRefusal(answers[0], 405, 'method_not_allowed');
    expect(field(answers[0] as never, 'allow')).toContain('GET');
    expect({ closed, error }).toEqual({ closed: true, error: undefined });
  });

  test('TRACE echoes nothing', async () => {
    const answer = await answerTo('TRACE /api/v1/meta HTTP/1.1\r\nHost: x\r\nCookie: secret=1\r\n\r\n');
    expectRefusal(answer, 405, 'method_not_allowed');
    expect(answer.body.toString()).not.toContain('secret');
  });

  test.each(['websocket', 'h2c', 'TLS/1.0'])('Upgrade: %s is ignored', async (protocol) => {
    const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
    const answer = await answerTo(get('/api/v1/meta', upgrade));
    expect(answer.status).toBe(200);
    expect(field(answer, 'upgrade')).toBeUndefined();
    expect((await answerTo(post(`${upgrade}Content-Length: 2\r\n`, '{}'))).status).toBe(200);
  });

  test('a method override is ignored', async () => {
    const answer = await answerTo(get('/api/v1/meta', 'X-HTTP-Method-Override: DELETE\r\n'));
    expect(answer.status).toBe(200);
  });

  test('Expect: 100-continue gets a 100, and then the answer', async () => {
    const conversation = new Conversation(server.base).send(post('Expect: 100-continue\r\nContent-Length: 2\r\n'));
    expect((await conversation.answers(1)).map(({ status }) => status)).toEqual([100]);
    conversation.send('{}');
    expect((await conversation.answers(2)).map(({ status }) => status)).toEqual([100, 200]);
    conversation.destroy();
  });

  test.each([
    ['a body that is too large', 'Content-Length: 16385\r\n', 413, 'payload_too_large'],
    ['a type that is not accepted', 'Content-Type: text/plain\r\nContent-Length: 2\r\n', 415, 'unsupported_media_type'],
  ])('Expect: 100-continue with %s is refused without a 100', async (_name, fields, status, code) => {
    const type = fields.includes('Content-Type') ? '' : 'Content-Type: application/json\r\n';
    const conversation = new Conversation(server.base).send(
      `POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\n${type}Expect: 100-continue\r\n${fields}\r\n`,
    );
    expectRefusal((await conversation.answers(1))[0], status, code);
    conversation.destroy();
  });

  test('HTTP/1.0 has no 100, so none is sent', async () => {
    const { answers } = await sendRaw(
      server.base,
      'POST /api/v1/estimate HTTP/1.0\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  test('another expectation is refused', async () => {
    for (const request of [
      get('/api/v1/meta', 'Expect: a-miracle\r\n'),
      post('Expect: 200-ok\r\nContent-Length: 2\r\n', '{}'),
    ]) {
      const { answers, closed, error } = await sendRaw(server.base, request);
      expectRefusal(answers[0], 417, 'expectation_failed');
      expect({ count: answers.length, closed, error }).toEqual({ count: 1, closed: true, error: undefined });
    }
  });
});
