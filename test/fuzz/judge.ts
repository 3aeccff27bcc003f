/** Whether the contract allows an answer, whatever was sent. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAjv } from '../../build/data/ajv.ts';
import { type ErrorCode, statusOf } from '../../runtime/core/schemas/api-error.ts';
import { cleanAddresses, pageFolders } from '../../runtime/server/http/pages.ts';
import { basePath } from '../contract/contract-request.ts';
import { sha256 } from '../support/build.ts';
import type { RawAnswer } from '../support/server/raw.ts';

/** Codes a working server never sends to a caller without a key and without a limit. */
const never: readonly ErrorCode[] = ['missing_api_key', 'rate_limited', 'internal', 'unavailable'];

/** The error codes of each status. */
const codes = new Map<number, ErrorCode[]>();
for (const [code, status] of Object.entries(statusOf) as [ErrorCode, number][]) {
  if (!never.includes(code)) codes.set(status, [...(codes.get(status) ?? []), code]);
}

/** Splits `bytes` into answers. Which request was a HEAD is unknown: its answer has a Content-Length and no body. */
export function splitAnswers(bytes: Buffer): { answers: RawAnswer[]; rest: Buffer } {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const [, status, reason = ''] = /^HTTP\/1\.1 (\d{3}) (.*)$/.exec(statusLine) ?? [];
    if (status === undefined) break;
    const fields = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const after = rest.subarray(end + 4);
    const length = Number(fields.find(([name]) => name === 'content-length')?.[1] ?? 0);
    const bodyless =
      ['100', '204', '304'].includes(status) || after.length === 0 || after.subarray(0, 9).equals(nextAnswer);
    if (!bodyless && after.length < length) break;
    const size = bodyless ? 0 : length;
    answers.push({ status: Number(status), reason, fields, body: after.subarray(0, size) });
    rest = after.subarray(size);
  }
  return { answers, rest };
}
const nextAnswer = Buffer.from('HTTP/1.1 ');

/** Makes the judge of a server's answers from its `dist`: it returns what is wrong, or null. */
export function judgeFor(dist: string): (answer: RawAnswer) => string | null {
  const api = join(dist, 'public', basePath);
  const known = new Set(
    readdirSync(join(dist, 'public'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => sha256(readFileSync(join(entry.parentPath, entry.name)))),
  );
  const ajv = newAjv({ allErrors: false });
  const schema = (name: string) => ajv.compile(JSON.parse(readFileSync(join(api, `schemas/${name}.json`), 'utf8')));
  const [isEstimate, isAdvice, isError] = [schema('estimate'), schema('advice'), schema('error')];

  return ({ status, fields, body }) => {
    const field = (name: string) => fields.find(([other]) => other === name)?.[1];
    const names = fields.map(([name]) => name);
    if (status === 100) return null;
    if (new Set(names).size !== names.length) return `a repeated field: ${names}`;
    if (field('x-content-type-options') !== 'nosniff') return 'nosniff is missing';
    if (field('transfer-encoding') !== undefined) return 'no exact length';
    if (status === 204 || status === 304)
      return field('content-length') === undefined ? null : 'a length without a body';
    if (field('content-length') === undefined) return 'no length';
    if (status === 308) {
      const location = field('location') ?? '';
      const [path = ''] = location.split('?', 1);
      const isKnown =
        path.startsWith(`${basePath}/`) ||
        cleanAddresses.includes(path) ||
        pageFolders.some((folder) => path.startsWith(folder));
      return isKnown && !path.endsWith('/') ? null : `a redirect to ${location}`;
    }
    const type = field('content-type');
    if (status === 200) {
      if (body.length === 0 || known.has(sha256(body))) return null;
      if (type?.startsWith('text/plain; version=0.0.4')) return null;
      if (type !== 'application/json') return `a 200 of type ${type} that was not published`;
      const value = JSON.parse(body.toString('utf8'));
      if (value.status === 'ok' && typeof value.ready === 'boolean') return null;
      // Both are POST, and which request an answer is to is unknown.
      if (isEstimate(value) || isAdvice(value)) return null;
      return `neither an estimate nor advice: ${JSON.stringify([isEstimate, isAdvice].map(({ errors }) => errors?.[0]))}`;
    }
    const accepted = codes.get(status);
    if (accepted === undefined) return 'a status that is not documented';
    if (type !== 'application/json') return `a refusal of type ${type}`;
    if (field('cache-control') !== 'no-store') return 'a refusal that may be stored';
    if (body.length === 0) return null; // HEAD
    if (body.length > 4000) return `a refusal of ${body.length} bytes`;
    const value = JSON.parse(body.toString('utf8')) as { error: { code: ErrorCode } };
    if (isError(value) !== true || Object.keys(value).length !== 1) return 'not the error envelope';
    return accepted.includes(value.error.code) ? null : `code ${value.error.code} with status ${status}`;
  };
}
