/** `node:http` around the platform-free answers. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ApiError } from '../../core/schemas/api-error.ts';
import { admissionOf, type Caller } from '../auth/auth.ts';
import { type Count, type Counter, limitHeaders, tooMany } from '../auth/rate-limit.ts';
import { type HttpResponse, methodNotAllowed, refuse } from '../http/http-response.ts';
import { maxBodyBytes, maxHeaderBytes, maxHeaderFields } from '../http/limits.ts';
import { isPage } from '../http/pages.ts';
import { answerTo } from '../http/respond.ts';
import type { Config } from './config.ts';
import { isDownload, openDownload, sendContent, unsoundReply } from './files/downloads.ts';
import { CorruptBuildError } from './files/load.ts';
import { lateParts, loaded } from './lazy-load.ts';
import { type Health, healthReply } from './observability/health.ts';
import type { Log } from './observability/log.ts';
import type { Kind, Metrics } from './observability/metrics.ts';
import { responseClass, writeHead } from './prepared-response.ts';
import { readBody } from './read-body.ts';
import { requestIdOf } from './request-id.ts';
import type { Backlog } from './sockets/backlog.ts';
import { clientAddress, siteOf } from './sockets/client-address.ts';
import type { Connections } from './sockets/connections.ts';
import { answerFaults } from './sockets/faults.ts';
import { originForm, refusalOfForm } from './sockets/request-line.ts';

export interface Service extends Health {
  config: Config;
  counter: Counter;
  metrics: Metrics;
  connections: Connections;
  backlog: Backlog;
  /** Directory of the published files. */
  publicDir: string;
  log: Log;
}

/** A server that does not answer yet; see `serve`. */
export function createListener(config: Config): Server {
  const server = createServer({
    ServerResponse: responseClass,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: Math.min(config.HEADERS_TIMEOUT, config.REQUEST_TIMEOUT) * 1000,
    requestTimeout: config.REQUEST_TIMEOUT * 1000,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT * 1000,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false, // Node's answer is empty; ours is in `refusalOfForm`
  });
  server.maxHeadersCount = maxHeaderFields + 1;
  return server;
}

/** Lets the server answer. */
export function serve(server: Server, service: Service): void {
  const { metrics, backlog } = service;
  for (const event of ['request', 'checkContinue'] as const) {
    server.on(event, (request, response) => answerSafely(service, request, response));
  }
  answerFaults(server, backlog, (status) => metrics.answered('api', 'other', status));
}

/** Answers synchronously where possible: a promise for every request would cost more than the answer. */
function answerSafely(service: Service, request: IncomingMessage, response: ServerResponse): void {
  try {
    const crowded = response.socket === null ? service.backlog.enter(request.socket, response) : null;
    if (crowded === 'ignore') return;
    if (crowded) send(service, 'api', request, response, crowded);
    else answer(service, request, response)?.catch((error) => failed(service, request, response, error));
  } catch (error) {
    failed(service, request, response, error);
  }
}

function failed(service: Service, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (request.destroyed && !request.complete) return; // the client went away
  const requestId = requestIdOf(request, service.config.TRUST_PROXY);
  service.log.write('error', 'a request failed', { requestId, method: request.method, err: error });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal = new ApiError('internal', `Something failed on our side; it is logged as ${requestId}.`);
  const known = error instanceof CorruptBuildError ? notNow() : unsoundReply(error);
  send(service, 'api', request, response, known ?? refuse(refusal), requestId);
}

function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> | void {
  const { method = '' } = request;
  const url = originForm(request.url ?? '');
  const malformed = refusalOfForm(request);
  if (malformed) return send(service, 'api', request, response, refuse(malformed, ['Connection', 'close']));
  if (url === '/healthz') return send(service, 'operation', request, response, healthReply(service, method));

  const { access } = service.state;
  const address = clientAddress(request, service.config.TRUST_PROXY);
  const { refusal, counted } = admissionOf(access, method, request.headers as Headers, address);
  if (counted === null) return admitted(service, request, response, url, refusal, null, null);
  const site = counted.key === address && address.endsWith('/64') ? siteOf(address) : null;
  if (site !== null) {
    return countTwice(service.counter, counted, site).then(({ counted, count }) =>
      admitted(service, request, response, url, refusal, counted, count),
    );
  }
  const count = service.counter.hit(counted.key, counted.policy);
  return count instanceof Promise
    ? count.then((known) => admitted(service, request, response, url, refusal, counted, known))
    : admitted(service, request, response, url, refusal, counted, count);
}

/** The networks of a /48 together have this many times the limit of one /64: its owner has 65,536 of them. */
const networksPerSite = 16;

type Counted = NonNullable<Caller['counted']>;

/** Counts a request of the open tier for its /64 and its /48; returns the exhausted limit, or else that of the /64. */
async function countTwice(counter: Counter, network: Counted, site: string) {
  const { name, limit, seconds } = network.policy;
  const ofSite = { key: site, policy: { name: `${name}-48`, limit: networksPerSite * limit, seconds } };
  const count = await counter.hit(network.key, network.policy);
  if (count.used > limit) return { counted: network, count };
  const countOfSite = await counter.hit(ofSite.key, ofSite.policy);
  const isUsedUp = countOfSite.used > ofSite.policy.limit;
  return isUsedUp ? { counted: ofSite, count: countOfSite } : { counted: network, count };
}

type Headers = Partial<Record<string, string>>;

function admitted(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  refusal: ApiError | null,
  counted: Caller['counted'],
  count: Count | null,
): Promise<void> | void {
  const over = counted && count && service.config.RATE_LIMIT_MODE === 'enforce' ? tooMany(counted.policy, count) : null;
  if (over) {
    if (service.connections.isTooOften(request.socket)) response.setHeader('Connection', 'close');
    return send(service, 'api', request, response, over);
  }
  // Never on an answer that a cache may keep.
  const fields = counted && count && request.method === 'POST' ? limitHeaders(counted.policy, count) : [];
  if (refusal) return send(service, 'api', request, response, refuse(refusal, fields));
  if (isDownload(service.publicDir, url)) {
    if (request.method === 'GET' || request.method === 'HEAD') {
      return download(service, request, response, url);
    }
    const refusal = methodNotAllowed(request.method ?? '', 'GET, HEAD');
    return send(service, 'api', request, response, refuse(refusal, ['Allow', 'GET, HEAD']));
  }
  const { site } = service.state;
  const caching = service.state.freshness.current();
  const asked = { method: request.method ?? '', url, headers: request.headers as Headers, caching };
  let reply: ReturnType<typeof answerTo>;
  try {
    reply = answerTo(site, asked, fields);
  } catch (error) {
    if (!(error instanceof CorruptBuildError)) throw error;
    return recovered(service, asked, fields, error).then((reply) => send(service, 'api', request, response, reply));
  }
  if (reply !== 'compute') return send(service, isPage(url) ? 'page' : 'api', request, response, reply);
  if (response.socket && mayContinue(request)) response.writeContinue();
  const answerWith = ({ computed }: LateParts, body: Uint8Array | ApiError) => {
    const reply = body instanceof ApiError ? refuse(body, fields) : computed(site, body, fields);
    sendComputed(service, request, response, reply);
  };
  const body = readBody(request);
  if (loaded) return body.then((bytes) => answerWith(loaded as LateParts, bytes));
  return Promise.all([lateParts(), body]).then(([parts, bytes]) => answerWith(parts, bytes));
}

type LateParts = Awaited<ReturnType<typeof lateParts>>;

/** A computed answer takes up memory until the client has read it. */
function sendComputed(service: Service, request: IncomingMessage, response: ServerResponse, reply: HttpResponse): void {
  const { backlog } = service;
  const { socket } = request;
  const bytes = reply.body?.length ?? 0;
  const crowded = response.socket === null ? backlog.crowdedOut(socket, bytes) : null;
  send(service, 'api', request, response, crowded ?? reply);
  if (!response.writableFinished) backlog.hold(socket, response, bytes);
}

/** The answer from the build that was copied over the served one, as soon as that build is complete. */
async function recovered(
  service: Service,
  asked: Parameters<typeof answerTo>[1],
  fields: readonly string[],
  { message }: CorruptBuildError,
): Promise<HttpResponse> {
  const { state, log } = service;
  const isFirst = !state.isRecovering;
  if (isFirst) {
    const advice = 'dist was changed while it was served: put a new build next to it and rename it, as the build does';
    log.write('error', advice, { reason: message });
  }
  if (!(await state.recover())) return notNow();
  if (isFirst) log.write('info', 'reloaded', { datasetVersion: state.datasetVersion, keys: state.access.keys.size });
  try {
    const reply = answerTo(state.site, asked, fields);
    return reply === 'compute' ? notNow() : reply;
  } catch (error) {
    if (error instanceof CorruptBuildError) return notNow();
    throw error;
  }
}

const notNow = (): HttpResponse =>
  refuse(new ApiError('unavailable', 'The files are being replaced; try again in a moment.'), ['Retry-After', '1']);

/**
 * Whether the client waits for a 100 before it sends its body, and should get one. HTTP/1.0 has no 100. (A response
 * without its socket waits for an earlier one: Node would write its 100 after its head.)
 */
const mayContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersion === '1.1' && !(Number(headers['content-length']) > maxBodyBytes);

/** Waits for its turn on the connection, so that a queue of requests does not open a file for each. */
async function download(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<void> {
  if (response.socket === null) await once(response, 'socket');
  const { reply, content } = await openDownload(service.publicDir, url, request, service.state.freshness.current());
  if (content === null) return send(service, 'page', request, response, reply);
  begin(service, 'page', request, response, reply, requestIdOf(request, service.config.TRUST_PROXY));
  await sendContent(content, response);
}

function send(
  service: Service,
  kind: Kind,
  request: IncomingMessage,
  response: ServerResponse,
  reply: HttpResponse,
  requestId = requestIdOf(request, service.config.TRUST_PROXY),
): void {
  begin(service, kind, request, response, reply, requestId);
  response.end(request.method === 'HEAD' ? undefined : (reply.body ?? undefined));
}

/** Writes the head of an answer, and counts it. */
function begin(
  service: Service,
  kind: Kind,
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  reply: HttpResponse,
  requestId: string,
): void {
  if (service.draining()) response.setHeader('Connection', 'close');
  writeHead(response, reply, requestId);
  const { metrics, log } = service;
  const { status } = reply;
  metrics.answered(kind, method, status);
  if (log.isOn('debug')) log.write('debug', 'answered', { requestId, kind, method, status });
}
