/** Turns a request into a reply. Platform-free: shared by Node, the worker and the tests. */

import { hasIgnored, readQuery } from '../../api/query.ts';
import type { Route } from '../../api/routes/route-definition.ts';
import { basePath, routes } from '../../api/routes.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { didYouMean, quote } from '../../core/values/did-you-mean.ts';
import { outcomeOf } from './conditional.ts';
import type { CachingFields } from './freshness.ts';
import { everyAnswer, preflight } from './headers.ts';
import { type HttpResponse, methodNotAllowed, refuse } from './http-response.ts';
import { refusalOfType } from './json-body.ts';
import { encodingFor } from './negotiate.ts';
import { contentTypeOf, fileOfPage, isPage, notFoundPath, pageFields, wantsPage, withoutSlashes } from './pages.ts';
import type { PublishedFile, Site } from './site.ts';
import { maxUrlLength, urlTooLong } from './size-limits.ts';

export interface Request {
  method: string;
  /** Path and query, not decoded. */
  url: string;
  /** Header fields by lower-case name. */
  headers: Partial<Record<string, string>>;
  /** The caching fields of answers that may be kept. */
  caching: CachingFields;
}

/** A route, its path parameter, not decoded ('' if it has none), and the query. */
interface Match {
  route: Route;
  id: string;
  query: string;
}

/**
 * Answers every request except a POST to be computed: for that it returns 'compute', and the caller reads the body (at
 * most `maxBodyBytes`) and passes it to `computed`. Of an answer to HEAD, the caller leaves out the body. `extra` are
 * header names and values for the refusal of a POST.
 */
export function answerTo(site: Site, request: Request, extra: readonly string[] = []): HttpResponse | 'compute' {
  const { method, url } = request;
  if (url.length > maxUrlLength) return refuse(urlTooLong(url.length));
  if (method === 'GET' || method === 'HEAD') return get(site, request);
  if (method === 'OPTIONS' && url === '*') return options('GET, HEAD, POST, OPTIONS', []);
  const target = named(site, url);
  if ('status' in target) return target;
  const computes = 'route' in target && target.route.operations.post !== undefined;
  const allow = computes ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
  const acceptPost = computes ? ['Accept-Post', 'application/json'] : [];
  if (method === 'OPTIONS') return options(allow, acceptPost);
  if (method !== 'POST' || !computes) return refuse(methodNotAllowed(method, allow), ['Allow', allow]);
  if (url.includes('?')) {
    const message = 'POST takes no query parameters; send the fields in the JSON body.';
    return refuse(new ApiError('invalid_request', message), extra);
  }
  const wrongType = refusalOfType(request.headers['content-type'], request.headers['content-encoding']);
  return wrongType ? refuse(wrongType, [...acceptPost, ...extra]) : 'compute';
}

const options = (allow: string, extra: readonly string[]): HttpResponse => ({
  status: 204,
  headers: [...preflight(allow), ...extra],
  body: null,
});

function get(site: Site, request: Request): HttpResponse {
  const known = site.fileFor(request.url);
  if (known !== undefined) return send(known, request);
  const target = named(site, request.url);
  if ('status' in target) return target.status === 404 ? notFound(site, request, target) : target;
  if (!('route' in target)) {
    const refusal = refusalOfQuery(queryOf(request.url));
    return refusal === null || isPage(request.url) ? send(target, request) : refuse(refusal);
  }
  const file = located(site, target);
  if (file instanceof ApiError) return refuse(file);
  if (!hasIgnored(target.query)) site.remember(request.url, file);
  return send(file, request);
}

/** The answer for a path that does not exist: a page for a browser, `refusal` for every other client. */
const notFound = (site: Site, { url, headers }: Request, refusal: HttpResponse): HttpResponse =>
  inWords(site, url, headers.accept, refusal, notFoundPath);

/** A refusal as a page for a browser that wants one outside the API. `fields`: names and values of the refusal to keep. */
export function inWords(
  site: Site,
  url: string,
  accept: string | undefined,
  refusal: HttpResponse,
  path: string,
  fields: readonly string[] = [],
): HttpResponse {
  const page = wantsPage(url, accept) ? site.file(path) : undefined;
  if (page === undefined) return refusal;
  const { body } = page.in('identity');
  const ofBody = ['Content-Type', contentTypeOf(path), 'Content-Length', String(body.length)];
  return { status: refusal.status, headers: [...pageFields, ...ofBody, 'Cache-Control', 'no-store', ...fields], body };
}

/** For files and routes that take no query parameters; a page may be linked with any. */
function refusalOfQuery(query: string): ApiError | null {
  const none = query === '' ? null : readQuery(query, []);
  return none instanceof ApiError ? none : null;
}

/** The part of a URL after the question mark; '' if there is none. */
function queryOf(url: string): string {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question + 1);
}

/** A published file in the encoding asked for, or the 304 or 412 that a condition of the request calls for. */
function send(file: PublishedFile, { headers, caching }: Request): HttpResponse {
  const representation = file.in(encodingFor(headers['accept-encoding']));
  const { etag } = representation;
  const outcome = outcomeOf(headers, etag);
  if (outcome === 'send') return representation.ok(caching);
  if (outcome === 'not modified') return representation.notModified(caching);
  return refuse(new ApiError('precondition_failed', `If-Match must name the current tag, ${etag}.`));
}

/** What a URL names: a file, a route or, if neither, the answer to send. */
function named(site: Site, url: string): PublishedFile | Match | HttpResponse {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const query = queryOf(url);
  const plain = routesByPath.get(path);
  if (plain !== undefined) return { route: plain, id: '', query };
  const file = site.file(fileOfPage(path));
  if (file !== undefined) return file;
  const match = routeWithId(path);
  if (match !== null && !path.endsWith('/')) return { ...match, query };
  const bare = match === null ? withoutSlashes(path) : path.replace(/\/+$/, '');
  if (bare === null) return refuse(noSuchPath(path));
  // RFC 3986: what a client sent raw, such as a quotation mark, is no part of an address.
  const location = (bare + url.slice(path.length)).replace(/[^!#-;=?-[\]_a-z~]/g, encodeURIComponent);
  return { status: 308, headers: [...everyAnswer, 'Location', location, 'Content-Length', '0'], body: null };
}

/** The routes without a path parameter, by path. */
const routesByPath: ReadonlyMap<string, Route> = new Map(
  routes.filter(({ path }) => !path.includes('{')).map((route) => [basePath + route.path, route]),
);

/** The route of a path that has a parameter or ends with slashes, or null. */
function routeWithId(path: string): Omit<Match, 'query'> | null {
  if (!path.startsWith(`${basePath}/`)) return null;
  const [first = '', id, ...rest] = path
    .slice(basePath.length + 1)
    .replace(/\/+$/, '')
    .split('/');
  if (rest.length > 0) return null;
  const route = routes.find((route) => route.path === (id === undefined ? `/${first}` : `/${first}/{id}`));
  return route ? { route, id: id ?? '' } : null;
}

/** The file that answers a GET of a route. */
function located(site: Site, { route, id, query }: Match): PublishedFile | ApiError {
  let decoded = id;
  if (id.includes('%')) {
    try {
      decoded = decodeURIComponent(id);
    } catch {
      return new ApiError('invalid_request', `path: ${quote(id)} is not valid percent-encoding.`);
    }
  }
  const takesQuery = route.parameters.some((parameter) => parameter.in === 'query');
  const path = (takesQuery ? null : refusalOfQuery(query)) ?? route.locate(site.catalog, decoded, query);
  if (path instanceof ApiError) return path;
  const file = site.file(`${basePath}/${path}`);
  if (file === undefined) throw new Error(`${path} was not published`);
  return file;
}

/** The paths of the routes up to their parameter, each once. */
const beginnings = new Set(routes.map(({ path }) => basePath + path.replace(/\/\{.*/, '')));

function noSuchPath(path: string): ApiError {
  const hint = didYouMean(path.split('/').slice(0, 4).join('/'), beginnings);
  const known = routes.map(({ path }) => path).join(', ');
  return new ApiError('not_found', `No such path: ${quote(path)}.${hint} Paths start with ${basePath}/: ${known}.`);
}
