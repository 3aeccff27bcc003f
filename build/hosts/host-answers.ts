/** Header fields and refusals of every host, from the modules that the server uses. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from '../../runtime/api/routes/documents.ts';
import { basePath } from '../../runtime/api/routes.ts';
import { ApiError, statusOf } from '../../runtime/core/schemas/api-error.ts';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import { everyAnswer, preflight } from '../../runtime/server/http/headers.ts';
import { cleanAddresses, pageFolders } from '../../runtime/server/http/pages.ts';
import { bodyTooLarge, headersTooLarge, urlTooLong } from '../../runtime/server/http/size-limits.ts';
import type { HostRoute } from './query-rules.ts';

/** Name, value, name, value ... as pairs. */
function pairs(fields: readonly string[]): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (let i = 0; i < fields.length; i += 2) list.push([fields[i] as string, fields[i + 1] as string]);
  return list;
}

export const everyField = pairs(everyAnswer);

export const allowOf = ({ computes }: { computes: boolean }): string =>
  computes ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';

/** The fields of the answer to OPTIONS that are not on every answer. */
export const preflightFields = (allow: string): [string, string][] => [
  ...pairs(preflight(allow)).slice(everyField.length),
  ...(allow.includes('POST') ? ([['Accept-Post', 'application/json']] as [string, string][]) : []),
];

/** Content type of a document that is not JSON, by file name. */
export const documentTypes: readonly [file: string, type: string][] = documents
  .filter(({ contentType }) => contentType !== 'application/json')
  .map(({ path, contentType }) => [path.slice(1), contentType]);

/** Refusals that a host sends knowing only the status. */
export const hostRefusals = (routes: readonly HostRoute[]): Record<number, ApiError> => ({
  400: new ApiError('invalid_request', 'The request is not well-formed: the path or the query cannot be read.'),
  404: new ApiError(
    'not_found',
    `No such path. Paths start with ${basePath}/: ${routes.map(({ path }) => path).join(', ')}.`,
  ),
  405: new ApiError('method_not_allowed', 'The method is not allowed here; the Allow field lists those that are.'),
  408: new ApiError('request_timeout', 'The request took too long to arrive.'),
  413: bodyTooLarge(),
  414: urlTooLong(),
  431: headersTooLarge(),
  500: new ApiError('internal', 'Something failed on our side.'),
  503: new ApiError('unavailable', 'No runtime can answer now.'),
});

/** The JSON of a refusal, without the line end. */
export const bodyOf = (refusal: ApiError): string => refusal.toJson().trimEnd();

export const refusalOf = (code: ApiError['code'], routes: readonly HostRoute[]): ApiError =>
  hostRefusals(routes)[statusOf[code]] as ApiError;

export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const anyName = '[!-.0->@-~]+';

/** A pattern for the paths of routes and pages as received in a request line, still encoded: printable characters only. */
export const rawPaths = (routes: readonly HostRoute[]): string =>
  `(?:${[
    ...routes.map(({ path }) => escapeRegExp(basePath + path).replace(/\\\{\w+\\\}/g, anyName)),
    ...cleanAddresses.map(escapeRegExp),
    ...pageFolders.map((folder) => escapeRegExp(folder) + anyName),
  ].join('|')})`;

/** A file in the host's own language, from `build/hosts/templates/`; `@NAME@` in it stands for a value. */
export const templateWith = (file: string, values: Record<string, string> = {}): string =>
  readFileSync(join(import.meta.dirname, 'templates', file), 'utf8').replace(/@([A-Z_\d]+)@/g, (_, name: string) => {
    const value = lookUp(values, name);
    if (value === undefined) throw new Error(`${file}: nothing stands for @${name}@.`);
    return value;
  });
