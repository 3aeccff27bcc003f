/** Text in a path must not become a header field, an answer or a page, on any carrier of the API. */
import { describe, expect, test } from 'vitest';
import { Conversation, type RawAnswer, sendRaw } from '../support/server/raw.ts';
import { carriers } from './carriers.ts';

/** Line ends in all spellings, each followed by a field that would not be sent otherwise. */
const injected = [
  '%0d%0aSet-Cookie:%20pwned=1',
  '%0aSet-Cookie:%20pwned=1',
  '%0dSet-Cookie:%20pwned=1',
  '%0d%0a%0d%0a%3Cscript%3Epwned%3C/script%3E',
  '%00%0d%0aSet-Cookie:%20pwned=1',
  '%250d%250aSet-Cookie:%20pwned=1',
  '%e5%98%8d%e5%98%8aSet-Cookie:%20pwned=1', // U+560D U+560A: their low bytes are CR and LF
  '\rSet-Cookie:pwned=1',
];

const places = (text: string): string[] => [
  `/api/v1/models/x${text}`,
  `/api/v1/models/x${text}/`,
  `/api/v1/models/${text}//`,
  `/api/v1/meta${text}/`,
  `/api/v1/${text}/`,
  `/api/v1/models?provider=x${text}`,
  `/api/v1/models/?tier=fast${text}`,
  `/api/v1/estimate/?${text}`,
  `/${text}/`,
  `//example.com/${text}/`,
  `/index.html${text}/`,
];

const paths = injected.flatMap(places);

/** Whether a field shows that an answer was split. */
const isForeign = ([name, value]: RawAnswer['fields'][number]): boolean =>
  name === 'set-cookie' || [...value].some((letter) => letter < ' ' || letter === '\x7f');

for (const { name, missing, start } of carriers) {
  test(`${name}: no line end in a path reaches a header field`, { timeout: 120_000 }, async (context) => {
    const reason = missing();
    if (reason) context.skip(reason);
    const base = await start();
    const wrong: string[] = [];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const fault = await faultOf(base, method, path);
        if (fault !== null) wrong.push(`${method} ${path}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

async function faultOf(base: string, method: string, path: string): Promise<string | null> {
  const length = method === 'POST' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n' : '';
  const body = method === 'POST' ? '{}' : '';
  const bytes = `${method} ${path} HTTP/1.1\r\nHost: x\r\n${length}Connection: close\r\n\r\n${body}`;
  const { answers, rest } = await sendRaw(base, bytes);
  // A host that cannot parse the request line answers in its own format, and closes.
  if (answers.length !== 1 || rest.includes('pwned')) return `${answers.length} answers`;
  const fields = answers[0]?.fields ?? [];
  if (fields.some(isForeign)) return JSON.stringify(fields);
  const to = location(answers[0]);
  return to === undefined || leadsHome(to, path) ? null : `leads to ${to}`;
}

const location = (answer: RawAnswer | undefined): string | undefined =>
  answer?.fields.find(([name]) => name === 'location')?.[1];

/** A redirect only removes slashes; it decodes nothing and leads to no other host. */
function leadsHome(to: string, path: string): boolean {
  const [way = '', query] = path.split('?');
  return to === way.replace(/\/+$/, '') + (query === undefined ? '' : `?${query}`) && !to.startsWith('//');
}

describe('a server that refuses before the rules apply', () => {
  const meta = 'GET /api/v1/meta HTTP/1.1\r\nHost: x\r\n';
  const posted = 'POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const requests: [name: string, bytes: string, status: number, code: string][] = [
    ['an unknown transfer coding', `${posted}Transfer-Encoding: xchunked\r\n\r\n`, 400, 'invalid_request'],
    ['HTTP/2.0', 'GET /api/v1/meta HTTP/2.0\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['HTTP/3.7', 'GET /api/v1/meta HTTP/3.7\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['no host', 'GET /api/v1/meta HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['two lengths', `${posted}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 'invalid_request'],
    ['a method in lower case', 'get /api/v1/meta HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['TRACE', `TRACE /api/v1/meta HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 405, 'method_not_allowed'],
    ['a field of 40 KB', `${meta}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['a URL of 40 KB', `GET /api/v1/meta?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
    ['a body of 2 MB', `${posted}Content-Length: 2000000\r\n\r\n${' '.repeat(2_000_000)}`, 413, 'payload_too_large'],
    [
      'a body of 20,000 bytes in chunks',
      `${posted}Transfer-Encoding: chunked\r\n\r\n4e20\r\n${' '.repeat(20_000)}\r\n0\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ];

  /**
   * Go's server, below Caddy, answers malformed HTTP itself, and accepts 1 MB of header fields and lower-case methods.
   */
  const reachCaddy = ['TRACE', 'a URL of 40 KB', 'a body of 2 MB', 'a body of 20,000 bytes in chunks'];

  for (const { name, missing, start } of carriers) {
    if (!name.startsWith('nginx') && !name.startsWith('Caddy')) continue;
    test(`${name}: in the envelope`, { timeout: 60_000 }, async (context) => {
      const reason = missing();
      if (reason) context.skip(reason);
      const base = await start();
      const sent = requests.filter(([what]) => name.startsWith('nginx') || reachCaddy.includes(what));
      const found: Record<string, string> = {};
      for (const [what, bytes] of sent) {
        // Some keep the connection open afterwards.
        const conversation = new Conversation(base).send(bytes);
        const [answer] = await conversation.answers(1);
        conversation.destroy();
        const text = answer?.body.toString() ?? '';
        found[what] = `${answer?.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 60)}`;
      }
      expect(found).toEqual(Object.fromEntries(sent.map(([what, , status, code]) => [what, `${status} ${code}`])));
    });
  }
});
