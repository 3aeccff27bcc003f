/** The fuzzer's input: requests of the contract, requests combined from their parts, mutations of both, and noise. */
import { estimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import { basePath, type ContractRequest } from '../contract/contract-request.ts';
import { requests } from '../contract/requests.ts';
import { strangeNames, strangeValues } from '../support/strange-names.ts';
import type { Random } from './random.ts';

const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'CONNECT'];
const oddMethods = ['get', 'FOO', 'PRI', 'M-SEARCH', 'QUERY', 'PROPFIND', 'GE T', '', 'G\0ET', 'SOURCE'];

const paths = [...new Set(requests.map(({ path }) => path)), '/', '/index.html', '/healthz', '/metrics', '*', ''];
/** Names as strangers give them, as they stand between the quotes of JSON. */
const strange = strangeNames.map((name) => JSON.stringify(name).slice(1, -1));
const pieces = [
  ...[
    '/',
    '//',
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '%00',
    '%',
    '%zz',
    '%ff',
    '%c3%a9',
    '?',
    '&',
    '=',
    '#',
    ';',
    '+',
    ':',
    '@',
  ],
  ...['models', 'meta', 'estimate', 'compare', 'presetId=coding', 'modelId=', 'tier=fast', 'provider=openai'],
  ...[...strange, '.json', '.json.gz', 'http://x', 'http://[', 'x'.repeat(100), 'x'.repeat(2000), '\\'],
];
const fields = [
  ...[
    'Host: x',
    'Host:',
    'Host: a b',
    'Host : x',
    'Connection: close',
    'Connection: keep-alive',
    'Connection: upgrade',
  ],
  ...[
    'Upgrade: h2c',
    'Upgrade: websocket',
    'Expect: 100-continue',
    'Expect: x',
    'Transfer-Encoding: chunked',
    'TE: trailers',
  ],
  ...['Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: identity', 'Content-Length: 0', 'Content-Length: 2'],
  ...[
    'Content-Length: -1',
    'Content-Length: 99999',
    'Content-Length: 16385',
    'Content-Length: 1e3',
    'Content-Length: 2, 2',
  ],
  ...['Content-Type: application/json', 'Content-Type: text/plain', 'Content-Type: application/json; charset=utf-16'],
  ...['Content-Encoding: gzip', 'Accept-Encoding: br', 'Accept-Encoding: gzip;q=0.5, *;q=0', 'Accept-Encoding: ;q=,,*'],
  ...[
    'If-None-Match: *',
    'If-None-Match: W/"a", "b',
    'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT',
    'Range: bytes=0-1',
  ],
  ...['If-Modified-Since: x', 'If-Range: "a"', 'Range: bytes=9-1,,-', 'If-Match: "a"', 'If-Unmodified-Since: x'],
  ...[
    'X-API-Key: wrong',
    'X-API-Key:',
    'X-RapidAPI-Proxy-Secret: wrong',
    'X-Forwarded-For: 1.2.3.4, ::1, x',
    'Origin: null',
  ],
  ...[
    ' folded',
    'no colon',
    ': no name',
    'X-Nul: \0',
    'X-8-bit: \xff\xfe',
    'X-Cr: a\rb',
    `X-Long: ${'x'.repeat(3000)}`,
  ],
];
const numbers = [
  '0',
  '-0',
  '1',
  '5',
  '1.5',
  '-1',
  '1e999',
  '-1e999',
  '5e-324',
  '1e308',
  '100',
  '1e9',
  '1000000001',
  '9'.repeat(30),
];
const names = Object.keys(estimateRequest.properties);
const presets = ['coding', 'support', 'rag', 'voice', 'research'];
const texts = [...presets, 'nope', '\\"', 'low', 'max', '5m', '1h', ...strange];

function json(random: Random, depth = 0): string {
  switch (random.below(depth > 3 ? 4 : 7)) {
    case 0:
      return random.pick(numbers);
    case 1:
      return `"${random.pick(texts)}"`;
    case 2:
      return random.pick(['true', 'false', 'null']);
    case 3:
      return String(random.below(120));
    case 4:
      return `[${random.several(4, () => json(random, depth + 1)).join(',')}]`;
    default:
      return `{${random.several(5, () => `"${random.pick([...names, ...strange])}":${json(random, depth + 1)}`).join(',')}}`;
  }
}

/** An object that is often a valid estimate request. */
function estimateBody(random: Random): string {
  const value = (name: string): string => {
    if (random.chance(0.05)) return json(random);
    if (random.chance(0.05)) return JSON.stringify(random.pick(strangeValues));
    if (name === 'presetId') return `"${random.pick(presets)}"`;
    if (name === 'modelId') return `"${random.pick(['claude-sonnet-4-6', 'nope', 'gpt-5'])}"`;
    if (name === 'region')
      return `"${random.pick(['global', 'us', 'jp', 'EU', 'us-east-1', 'data residency', 'mars'])}"`;
    const schema: { type?: string | readonly string[]; enum?: readonly unknown[] } =
      lookUp(estimateRequest.properties, name) ?? {};
    if (schema.enum !== undefined) return JSON.stringify(random.pick(schema.enum));
    return schema.type === 'boolean' ? random.pick(['true', 'false']) : random.pick(numbers.slice(0, 5));
  };
  const chosen = new Set(random.several(8, () => random.pick(random.chance(0.02) ? strange : names)));
  return `{${[...chosen].map((name) => `"${name}":${value(name)}`).join(',')}}`;
}

function chunked(random: Random, body: string): string {
  let text = '';
  for (let at = 0; at < body.length; ) {
    const chunk = body.slice(at, at + 1 + random.below(200));
    text += `${chunk.length.toString(16)}${random.chance(0.1) ? ';x=y' : ''}\r\n${chunk}\r\n`;
    at += chunk.length;
  }
  return `${text}0\r\n${random.chance(0.1) ? 'X-Trailer: 1\r\n' : ''}\r\n`;
}

function written({
  method,
  path,
  headers = {},
  body,
}: Pick<ContractRequest, 'method' | 'path' | 'headers' | 'body'>): string {
  const bytes = body === undefined ? '' : Buffer.from(body).toString('latin1');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `Content-Length: ${bytes.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}${length}\r\n${bytes}`;
}

function madeUp(random: Random): string {
  const method = random.chance(0.05) ? random.pick(oddMethods) : random.pick(methods);
  const path =
    method === 'POST' && random.chance(0.8)
      ? `${basePath}/${random.pick(['estimate', 'advice'])}`
      : random.chance(0.6)
        ? random.pick(paths)
        : `${basePath}/${random.several(5, () => random.pick(pieces)).join('')}`;
  const extra = random.several(4, () => random.pick(fields));
  const own = random.chance(0.95) ? ['Host: x', ...extra] : extra;
  let body = '';
  if (method === 'POST' || random.chance(0.05)) {
    if (random.chance(0.9)) own.push('Content-Type: application/json');
    const plain = random.chance(0.8)
      ? estimateBody(random)
      : random.chance(0.9)
        ? json(random)
        : random.bytes(random.below(20_000));
    if (random.chance(0.7)) own.push(`Content-Length: ${plain.length}`);
    else own.push('Transfer-Encoding: chunked');
    body = own.at(-1)?.startsWith('Transfer') ? chunked(random, plain) : plain;
  }
  const version = random.chance(0.97)
    ? 'HTTP/1.1'
    : random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'http/1.1', '']);
  return `${method} ${path} ${version}\r\n${own.map((line) => `${line}\r\n`).join('')}\r\n${body}`;
}

function mutated(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const span = 1 + random.below(random.chance(0.8) ? 4 : 400);
  switch (random.below(9)) {
    case 0:
      return text.slice(0, at) + random.bytes(1 + random.below(3)) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + span);
    case 2:
      return text.slice(0, at) + text.slice(at, at + span).repeat(2) + text.slice(at + span);
    case 3:
      return (
        text.slice(0, at) +
        String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << random.below(8))) +
        text.slice(at + 1)
      );
    case 4:
      return text.slice(0, at);
    case 5:
      return text.slice(0, at) + random.pick(pieces) + text.slice(at);
    case 6:
      return text.replace('\r\n', `\r\n${random.pick(fields)}\r\n`);
    case 7:
      return text.replaceAll(/\d+/g, (digits) => (random.chance(0.2) ? random.pick(numbers) : digits));
    default:
      return (
        text.slice(0, at) +
        random.pick(['\r\n', '\n', '\r', '\0', '\r\n\r\n', ' ', '\t', '"', '{', ':', ',']) +
        text.slice(at)
      );
  }
}

/** The bytes of one connection, as Latin-1. */
export function makeCase(random: Random): string {
  const one = (): string => {
    if (random.chance(0.02)) return random.bytes(1 + random.below(300));
    let text = random.chance(0.5) ? written(random.pick(requests)) : madeUp(random);
    if (random.chance(0.6)) for (let i = random.below(4); i >= 0; i--) text = mutated(random, text);
    return text;
  };
  return random.chance(0.85) ? one() : Array.from({ length: 2 + random.below(4) }, one).join('');
}
