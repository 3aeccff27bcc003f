import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal } from '../support/server/expect-refusal.ts';
import { ask } from '../support/server/http.ts';
import { Conversation, sendRaw } from '../support/server/raw.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';

let server: TestServer;
/** A server with short timeouts. */
let hasty: TestServer;
beforeAll(async () => {
  [server, hasty] = await Promise.all([
    startServer(),
    startServer({ HEADERS_TIMEOUT: '1', REQUEST_TIMEOUT: '2', KEEP_ALIVE_TIMEOUT: '1' }),
  ]);
});
afterAll(() => Promise.all([server?.stop(), hasty?.stop()]));
afterEach(async () => {
  for (const { base } of [server, hasty]) expect((await ask(base, '/api/v1/meta')).status).toBe(200);
});

const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n`;
const postHead = (fields: string) =>
  `POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${fields}\r\n`;

/** The only answer to `bytes`; the connection is then closed, but not by a reset. */
async function only(bytes: string, base = server.base) {
  const { answers, rest, error, closed } = await sendRaw(base, bytes);
  expect({ count: answers.length, rest: rest.length, error, closed }).toEqual({
    count: 1,
    rest: 0,
    error: undefined,
    closed: true,
  });
  return answers[0] as NonNullable<(typeof answers)[0]>;
}

describe('the URL', () => {
  const ofLength = (length: number) => `/api/v1/meta?_=${'x'.repeat(length - '/api/v1/meta?_='.length)}`;
  test('may have 2048 characters', async () => {
    expect((await only(get(ofLength(2048)))).status).toBe(200);
  });
  test('may not have 2049', async () => {
    expectRefusal(await only(get(ofLength(2049))), 414, 'uri_too_long');
    expectRefusal(await only(get(`/${'%2e'.repeat(1000)}`)), 414, 'uri_too_long');
  });
  test('is refused too when it alone exceeds the limit of all header fields', async () => {
    const answer = await only(get(ofLength(20_000)));
    if (answer.status === 414) expectRefusal(answer, 414, 'uri_too_long');
    else expectRefusal(answer, 431, 'headers_too_large');
  });
});

describe('the header fields', () => {
  test('may have 7 KiB together, but not 8', async () => {
    expect((await only(get('/api/v1/meta', `X-Large: ${'x'.repeat(7 * 1024)}\r\n`))).status).toBe(200);
    expectRefusal(await only(get('/api/v1/meta', `X-Large: ${'x'.repeat(8 * 1024)}\r\n`)), 431, 'headers_too_large');
  });
  test('may have a long name, but not a longer one', async () => {
    expectRefusal(await only(get('/api/v1/meta', `${'x'.repeat(8 * 1024)}: 1\r\n`)), 431, 'headers_too_large');
  });
  test('may be 100, but not 101', async () => {
    // Host and Connection are two of them.
    const fields = (count: number) => Array.from({ length: count - 2 }, (_, i) => `X-${i}: 1\r\n`).join('');
    expect((await only(get('/api/v1/meta', fields(100)))).status).toBe(200);
    expectRefusal(await only(get('/api/v1/meta', fields(101))), 431, 'headers_too_large');
    expectRefusal(await only(get('/api/v1/meta', fields(1000))), 431, 'headers_too_large');
  });
  test('may be the same one a hundred times, but not more often', async () => {
    expect((await only(get('/api/v1/meta', 'X: 1\r\n'.repeat(98)))).status).toBe(200);
    expectRefusal(await only(get('/api/v1/meta', 'X: 1\r\n'.repeat(99))), 431, 'headers_too_large');
  });
  test('after the last chunk are bounded too', async () => {
    const trailers = `X-Trailer: ${'x'.repeat(9 * 1024)}\r\n`;
    const bytes = `${postHead('Transfer-Encoding: chunked\r\n')}2\r\n{}\r\n0\r\n${trailers}\r\n`;
    const { answers } = await sendRaw(server.base, bytes);
    expectRefusal(answers[0], 431, 'headers_too_large');
  });
});

describe('the body', () => {
  const max = 16 * 1024;
  const ofSize = (size: number) => `{}${' '.repeat(size - 2)}`;
  const chunked = (body: string, size: number) =>
    `${(body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
  const close = 'Connection: close\r\n';

  test('may have 16 KiB, but not a byte more', async () => {
    const post = (size: number) => only(postHead(`${close}Content-Length: ${size}\r\n`) + ofSize(size));
    expect((await post(max)).status).toBe(200);
    expectRefusal(await post(max + 1), 413, 'payload_too_large');
    expectRefusal(await post(500_000), 413, 'payload_too_large');
  });

  test('may have 16 KiB in chunks, but not a byte more', async () => {
    const post = (size: number, chunk: number) =>
      only(postHead(`${close}Transfer-Encoding: chunked\r\n`) + chunked(ofSize(size), chunk));
    for (const chunk of [7, 1000, 100_000]) {
      expect((await post(max, chunk)).status).toBe(200);
      expectRefusal(await post(max + 1, chunk), 413, 'payload_too_large');
    }
    expectRefusal(await post(500_000, 1000), 413, 'payload_too_large');
  });

  test('is refused for its Content-Length, before it is sent', async () => {
    const conversation = new Conversation(server.base).send(postHead(`Content-Length: ${2 ** 40}\r\n`));
    expectRefusal((await conversation.answers(1))[0], 413, 'payload_too_large');
    conversation.destroy();
  });

  test('without end is cut off', async () => {
    const conversation = new Conversation(server.base).send(postHead('Transfer-Encoding: chunked\r\n'));
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const pushing = setInterval(() => conversation.send(chunk), 1);
    await conversation.closed;
    clearInterval(pushing);
    conversation.destroy();
  });

  test('may arrive byte by byte', async () => {
    const conversation = new Conversation(server.base);
    for (const byte of `${postHead('Content-Length: 2\r\n')}{}`) {
      conversation.send(byte);
      await new Promise(setImmediate);
    }
    expect((await conversation.answers(1))[0]?.status).toBe(200);
    conversation.destroy();
  });
});

describe('time', () => {
  const slow = (begin: string, more: string) => async () => {
    const conversation = new Conversation(hasty.base).send(begin);
    // One more byte now and then gains no time.
    const dripping = setInterval(() => conversation.send(more), 300);
    const [answer] = await conversation.answers(1);
    clearInterval(dripping);
    expectRefusal(answer, 408, 'request_timeout');
    await conversation.closed;
    expect(conversation.error).toBeUndefined();
    conversation.destroy();
  };
  test.concurrent('a request line that does not end', slow('GET /', 'x'));
  test.concurrent('header fields that do not end', slow('GET /api/v1/meta HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x'));
  test.concurrent('an endless series of header fields', slow('GET /api/v1/meta HTTP/1.1\r\nHost: x\r\n', 'X: 1\r\n'));
  test.concurrent('a body that does not arrive', slow(postHead('Content-Length: 100\r\n'), ''));
  test.concurrent('a body that drips', slow(postHead('Content-Length: 10000\r\n'), ' '));
  test.concurrent('chunks that drip', slow(postHead('Transfer-Encoding: chunked\r\n'), '1\r\n \r\n'));

  test.concurrent('a connection that sends nothing is closed', async () => {
    const conversation = new Conversation(hasty.base);
    await conversation.closed;
    expect(conversation.error).toBeUndefined();
    conversation.destroy();
  });

  test.concurrent('an idle connection is closed after its timeout, without an answer', async () => {
    const conversation = new Conversation(hasty.base).send('GET /api/v1/meta HTTP/1.1\r\nHost: x\r\n\r\n');
    await conversation.answers(1);
    await conversation.closed;
    expect(conversation.read.answers).toHaveLength(1);
    expect(conversation.error).toBeUndefined();
    conversation.destroy();
  });
});

describe('connections', () => {
  test('beyond MAX_CONNECTIONS are closed while the existing ones are busy', async () => {
    const small = await startServer({ MAX_CONNECTIONS: '3' });
    const request = 'GET /api/v1/meta HTTP/1.1\r\nHost: x\r\n\r\n';
    let stopped = false;
    /** Sends a request as soon as the last is answered; an idle connection would give way. */
    const atWork = async () => {
      const conversation = new Conversation(small.base);
      let count = 0;
      while (!stopped) {
        conversation.send(request);
        count++;
        if (!(await conversation.answers(count).catch(() => null))) break;
      }
      conversation.destroy();
    };
    const keepOn = async () => {
      while (!stopped) await atWork();
    };
    const working = Array.from({ length: 3 }, keepOn);
    await until(async () => {
      const surplus = new Conversation(small.base).send(request);
      const answer = surplus.answers(1).catch(() => null);
      const wasRefused = (await answer) === null;
      surplus.destroy();
      return wasRefused;
    });
    stopped = true;
    await Promise.all(working);
    await until(async () => (await ask(small.base, '/api/v1/meta').catch(() => null))?.status === 200);
    await small.stop();
  });
});
