/** A prepared head equals the head that node:http makes from the same fields, for every kind of request. */
import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { type HttpResponse, RepeatedReply } from '../../runtime/server/http/http-response.ts';
import { responseClass, writeHead } from '../../runtime/server/node/node-internals.ts';

const common = ['X-A', '1', 'Link', '</b>; rel="c"'];
const own = ['Vary', 'Accept-Encoding, X-API-Key'];
const whole = new RepeatedReply(200, common, own, Buffer.from('{"a":1}'));
const unchanged = new RepeatedReply(304, common, own, null);

/** `/304` is answered with a 304, `/last` on a connection that is closed after it. */
async function serverOf(kind: typeof ServerResponse): Promise<number> {
  const server = createServer({ ServerResponse: kind, keepAliveTimeout: 4000 }, ({ url, method }, response) => {
    const reply: HttpResponse = url === '/304' ? unchanged : whole;
    if (url === '/last') response.setHeader('Connection', 'close');
    writeHead(response, reply, 'id-7');
    response.end(method === 'HEAD' ? undefined : (reply.body ?? undefined));
  });
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  afterAll(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** All bytes a connection returns for `requests`, with the lines of each head sorted and without the date's value. */
async function answersTo(port: number, requests: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${requests}GET /last HTTP/1.1\r\nHost: a\r\n\r\n`, 'latin1');
  const all = await text(socket);
  return all
    .replaceAll(/^Date: .*$/gm, 'Date: now\r')
    .split('\r\n\r\n')
    .map((head) => head.split('\r\n').sort().join('\n'))
    .join('\n\n');
}

const request = (method: string, url: string, version = '1.1', more = '') =>
  `${method} ${url} HTTP/${version}\r\nHost: a\r\n${more}\r\n`;

const cases = {
  'a GET': request('GET', '/'),
  'a 304': request('GET', '/304'),
  'a HEAD': request('HEAD', '/') + request('HEAD', '/304'),
  'many in one packet': (request('GET', '/') + request('GET', '/304')).repeat(20),
  'HTTP/1.0': request('GET', '/', '1.0'),
  'HTTP/1.0 that keeps the connection': request('GET', '/', '1.0', 'Connection: keep-alive\r\n'),
  'HTTP/1.0 and a 304': request('GET', '/304', '1.0', 'Connection: keep-alive\r\n'),
  'a connection to be closed': request('GET', '/', '1.1', 'Connection: close\r\n'),
  'a body that waits for a 100': request('POST', '/', '1.1', 'Expect: 100-continue\r\nContent-Length: 3\r\n'),
};

describe('prepared and plain heads are equal', async () => {
  const [prepared, plain] = await Promise.all([responseClass, ServerResponse].map(serverOf));
  test.each(Object.entries(cases))('%s', async (_, requests) => {
    const [ours, node] = await Promise.all([prepared, plain].map((port) => answersTo(port as number, requests)));
    expect(ours).toContain('X-Request-Id: id-7');
    expect(ours).toBe(node);
  });
});

test('this version of Node builds heads as expected, so prepared heads are used', () => {
  expect(responseClass).not.toBe(ServerResponse);
});

test.each([
  ['X-A', 'b\r\nX-C: d'],
  ['X-A', 'b\n'],
  ['X A', 'b'],
  ['X-A\r\n', 'b'],
])('a field that could end its line is refused: %j: %j', (name, value) => {
  const response = new responseClass({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as never);
  expect(() => writeHead(response, new RepeatedReply(200, common, [name, value], null), 'id')).toThrow(
    /Invalid character|valid HTTP token/,
  );
});

test('a refusal in place of a head that could not be written has none of its fields', () => {
  const response = new responseClass({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as never);
  expect(() => writeHead(response, new RepeatedReply(99, ['ETag', '"old"'], [], null), 'id-1')).toThrow(/status code/);
  writeHead(response, { status: 500, headers: ['Cache-Control', 'no-store'], body: null }, 'id-2');
  const { _header: head } = response as unknown as { _header: string };
  expect(head).toMatch(/^HTTP\/1.1 500 .*\r\nCache-Control: no-store\r\nX-Request-Id: id-2\r\n/);
  expect(head).not.toContain('old');
});
