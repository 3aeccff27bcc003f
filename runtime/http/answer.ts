/** A request in, a reply out. Platform-free: Node, the worker and the tests all come through here. */
import { answerBytes } from '../core/answer-text.ts';
import { Refusal } from '../core/envelope.ts';
import { describeAll } from '../core/problems.ts';
import { inOneOrder, questionOf } from '../core/request.ts';
import { basePath, type Route, routes } from '../core/routes.ts';
import type { EstimateRequest } from '../core/schemas.ts';
import { quote } from '../core/wording.ts';
import { readObject, refusalOfType } from './body.ts';
import { isFresh } from './conditional.ts';
import { everyAnswer, preflight } from './headers.ts';
import { encodingFor } from './negotiate.ts';
import { json, type Reply, refuse, withoutBody } from './reply.ts';
import { PublishedFile, type Site } from './site.ts';

export interface Request {
  method: string;
  /** Path and query as they came. */
  url: string;
  /** Header fields by lower-case name. */
  headers: Partial<Record<string, string>>;
}

/** Longest URL, in characters. */
const maxUrl = 2048;

/** What answers a URL: a published file, or a reply that is ready; `computes` where a POST is answered too. */
type Target = { computes: boolean } & ({ file: PublishedFile } | { reply: Reply; isRoute: boolean });

/**
 * Answers everything but the body of a POST: returns 'compute' when the caller should read the body (at most
 * `maxBody` bytes) and hand it to `computed`. `extra` are header names and values for the refusal of a POST.
 */
export function answerTo(site: Site, request: Request, extra: readonly string[] = []): Reply | 'compute' {
  const { method, url } = request;
  if (url.length > maxUrl) {
    return refuse(new Refusal('uri_too_long', `The URL has ${url.length} characters; accepted are ${maxUrl}.`));
  }
  if (method === 'GET') return get(site, request);
  if (method === 'HEAD') return withoutBody(get(site, request));
  if (method === 'OPTIONS' && url === '*') return options('GET, HEAD, POST, OPTIONS', []);
  const target = find(site, url);
  if ('reply' in target && (!target.isRoute || target.reply.status === 308)) return target.reply;
  const allow = target.computes ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
  const acceptPost = target.computes ? ['Accept-Post', 'application/json'] : [];
  if (method === 'OPTIONS') return options(allow, acceptPost);
  if (method !== 'POST' || !target.computes) {
    const refusal = new Refusal('method_not_allowed', `${method} is not allowed here; accepted are ${allow}.`);
    return refuse(refusal, ['Allow', allow]);
  }
  if (url.includes('?')) {
    const message = 'POST takes no query parameters; send the fields in the JSON body.';
    return refuse(new Refusal('invalid_request', message), extra);
  }
  const wrongType = refusalOfType(request.headers['content-type'], request.headers['content-encoding']);
  return wrongType ? refuse(wrongType, [...acceptPost, ...extra]) : 'compute';
}

const options = (allow: string, extra: readonly string[]): Reply => ({
  status: 204,
  headers: [...preflight(allow), ...extra],
  body: null,
});

/** The answer to a POST with this body. `extra` are header names and values, such as RateLimit. */
export function computed(site: Site, body: Uint8Array, extra: readonly string[] = []): Reply {
  const answer = estimateFor(site, body);
  if (answer instanceof Refusal) return refuse(answer, extra);
  return json(200, answer, ['Cache-Control', 'no-store', ...extra]);
}

function estimateFor(site: Site, body: Uint8Array): Uint8Array | Refusal {
  const value = readObject(body);
  if (value instanceof Refusal) return value;
  const request = inOneOrder(value);
  if (!site.isEstimateRequest(request)) {
    return new Refusal('invalid_request', describeAll(site.isEstimateRequest.errors ?? []));
  }
  const question = questionOf(site.catalog, request as EstimateRequest);
  return question instanceof Refusal ? question : answerBytes(site.catalog, question);
}

function get(site: Site, request: Request): Reply {
  const known = site.fileFor(request.url);
  if (known !== undefined) return send(site, known, request);
  const target = find(site, request.url);
  if ('reply' in target) return target.reply;
  site.remember(request.url, target.file);
  return send(site, target.file, request);
}

/** A published file in the encoding asked for, or 304. */
function send(site: Site, file: PublishedFile, { headers }: Request): Reply {
  const { etag, body, ok, notModified } = file.in(encodingFor(headers['accept-encoding']));
  if (isFresh(headers['if-none-match'], headers['if-modified-since'], etag, site.lastModified)) {
    return { status: 304, headers: notModified, body: null };
  }
  return { status: 200, headers: ok, body };
}

/** What a URL means that is not simply the path of a file. */
function find(site: Site, url: string): Target {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const query = question < 0 ? '' : url.slice(question + 1);
  const matched = routesByPath.get(path) ?? site.file(path === '/' ? '/index.html' : path) ?? match(path);
  if (matched instanceof PublishedFile) return { file: matched, computes: false };
  if (matched === null) return { reply: refuse(noSuchPath(path)), computes: false, isRoute: false };
  if (matched instanceof Refusal) return { reply: refuse(matched), computes: false, isRoute: true };
  const { route, id } = matched;
  const computes = route.body !== undefined;
  if (path.endsWith('/')) {
    const location = path.replace(/\/+$/, '') + url.slice(path.length);
    return {
      reply: { status: 308, headers: [...everyAnswer, 'Location', location, 'Content-Length', '0'], body: null },
      computes,
      isRoute: true,
    };
  }
  const located = route.locate(site.catalog, id, query);
  if (located instanceof Refusal) return { reply: refuse(located), computes, isRoute: true };
  const file = site.file(`${basePath}/${located}`);
  if (file === undefined) throw new Error(`${located} was not published`);
  return { file, computes };
}

/** A route and its decoded path parameter ('' where it has none). */
interface Match {
  route: Route;
  id: string;
}

/** The routes without a path parameter, by path. */
const routesByPath: ReadonlyMap<string, Match> = new Map(
  routes.filter(({ path }) => !path.includes('{')).map((route) => [basePath + route.path, { route, id: '' }]),
);

/** The route of a path, null, or a refusal of broken encoding. */
function match(path: string): Match | Refusal | null {
  if (!path.startsWith(`${basePath}/`)) return null;
  const [first = '', second, ...rest] = path
    .slice(basePath.length + 1)
    .replace(/\/+$/, '')
    .split('/');
  if (rest.length > 0) return null;
  const route = routes.find((route) => route.path === (second === undefined ? `/${first}` : `/${first}/{id}`));
  if (!route) return null;
  try {
    return { route, id: decodeURIComponent(second ?? '') };
  } catch {
    return new Refusal('invalid_request', `path: ${quote(path)} is not valid percent-encoding.`);
  }
}

const noSuchPath = (path: string): Refusal =>
  new Refusal(
    'not_found',
    `No such path: ${quote(path)}. Paths start with ${basePath}/: ${routes.map(({ path }) => path).join(', ')}.`,
  );
