/** Describes how a carrier's answers differ from the contract, briefly enough for a table. */
import { readFileSync } from 'node:fs';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { basePath, type ContractRequest, type Expected, headersOf } from '../contract/contract-request.ts';
import { testDist } from '../support/dist.ts';
import { type Answer, ask } from '../support/server/http.ts';

/** Fields of the connection, of the serving product or of this one request, not of the answer. */
const ofTheCarrier = ['date', 'connection', 'keep-alive', 'server', 'x-request-id'];

export type Fields = Record<string, string>;

export function fieldsOf({ rawHeaders }: Answer): Fields {
  const fields: Fields = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    if (ofTheCarrier.includes(name)) continue;
    fields[name] = name in fields ? `${fields[name]} and again ${rawHeaders[i + 1]}` : (rawHeaders[i + 1] as string);
  }
  return fields;
}

const published = (file: string) => readFileSync(join(testDist, 'public', basePath, file));

/**
 * Sends a request of the list, with `{etag}` and similar placeholders replaced by what the carrier sends for a GET of
 * the path.
 */
export async function send(
  base: string,
  { method, path, headers = {}, body }: ContractRequest,
  agent: Agent,
  as = method,
): Promise<Answer> {
  const filled = { ...headers };
  for (const [name, value] of Object.entries(headers)) {
    const [placeholder, field = '', coding = 'identity'] = /\{(etag)(?::([a-z]+))?\}/.exec(value) ?? [];
    if (placeholder === undefined) continue;
    const plain = await ask(base, path, { headers: { 'Accept-Encoding': coding }, agent });
    filled[name] = value.replace(placeholder, String(plain.headers[field] ?? '"none"'));
  }
  return ask(base, path, { method: as, headers: filled, ...(body !== undefined && { body }), agent });
}

const decoded = ({ headers, body }: Answer): Buffer => {
  const coding = headers['content-encoding'];
  return coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
};

/** Every difference of one answer; [] if it follows the contract. */
export async function differencesOf(base: string, request: ContractRequest, agent: Agent): Promise<string[]> {
  let answer: Answer;
  try {
    answer = await send(base, request, agent);
  } catch {
    return ['no answer: the connection is closed'];
  }
  const { status, code, message, file } = request.expect;
  if (answer.status !== status) return [`${answer.status}, not ${status}${code === undefined ? '' : ` ${code}`}`];
  const fields = fieldsOf(answer);
  const found = fieldDifferences(fields, headersOf(request));
  const empty = status === 204 || status === 304 || status === 308 || request.method === 'HEAD';
  if (empty) return answer.body.length === 0 ? found : [...found, 'a body where there is none'];
  if (file !== undefined && !decoded(answer).equals(published(file))) found.push('other bytes');
  if (code !== undefined) found.push(...refusalDifferences(answer.text, code, message));
  if (request.method === 'GET') {
    const head = await send(base, request, agent, 'HEAD').catch(() => null);
    const same = head?.status === status && JSON.stringify(fieldsOf(head)) === JSON.stringify(fields);
    if (!same || head?.body.length !== 0) found.push('HEAD is not GET without the body');
  }
  return found;
}

function fieldDifferences(fields: Fields, expected: Record<string, Expected>): string[] {
  const found: string[] = [];
  for (const [name, value] of Object.entries(expected)) {
    const received = fields[name];
    if (value === null) {
      if (received !== undefined) found.push(`${name} is sent`);
    } else if (received === undefined) found.push(`${name} is missing`);
    else if (typeof value === 'string' ? received !== value : !value.test(received)) found.push(`${name} differs`);
  }
  for (const name of Object.keys(fields)) {
    if (name !== 'content-location' && !(name in expected)) found.push(`${name} is sent`);
  }
  return found;
}

function refusalDifferences(text: string, code: string, message: RegExp | undefined): string[] {
  let error: { code?: unknown; message?: unknown } | undefined;
  try {
    error = (JSON.parse(text) as { error?: { code?: unknown; message?: unknown } }).error;
  } catch {
    return ['the error is not JSON'];
  }
  if (error?.code !== code) return [`${String(error?.code)}, not ${code}`];
  return (message ?? /./).test(String(error.message)) ? [] : ['the message says less'];
}
