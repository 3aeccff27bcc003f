/** `node:http` around the platform-free answers: a request from top to bottom. */
import { createServer, type Server } from 'node:http';
import { ApiError } from '../../core/schemas/api-error.ts';
import { admissionOf, keyCount, openLimit } from '../auth/auth.ts';
import { type HttpResponse, refuse } from '../http/http-response.ts';
import { fileOfPage, isPage, tooManyPath } from '../http/pages.ts';
import { answerTo, inWords } from '../http/respond.ts';
import { maxBodyBytes, maxHeaderBytes, maxHeaderFields } from '../http/size-limits.ts';
import { countRequest, limitHeaders, type Tally, tooMany } from '../rate-limit/rate-limit.ts';
import type { Config } from './config.ts';
import { Exchange, type Service } from './exchange.ts';
import { isDownload } from './files/download-names.ts';
import { CorruptBuildError } from './files/open-build.ts';
import { type LateModules, lateModules, loaded } from './late-modules.ts';
import { responseClass } from './node-internals.ts';
import { healthReply } from './observability/health.ts';
import { clientAddress, networkOfPeer } from './sockets/client-address.ts';
import { answerFaults, refusalOfForm } from './sockets/malformed-requests.ts';

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
    server.on(event, (request, response) => receive(new Exchange(service, request, response)));
  }
  answerFaults(server, backlog, (status, { remoteAddress = '' }) => {
    metrics.answered('api', 'other', status);
    // Whom a proxy speaks for is not known: what Node cannot parse has no fields.
    if (!service.config.TRUST_PROXY(remoteAddress, 0)) countRefused(service, networkOfPeer(remoteAddress));
  });
}

/** Every step answers at once where possible: a promise for every request would cost more than the answer. */
type Done = Promise<void> | void;

/** Makes room for an answer that has to wait for others, and answers what fails. */
function receive(exchange: Exchange): void {
  const { service, request, response } = exchange;
  try {
    const crowded = exchange.isQueued ? service.backlog.enter(request.socket, response) : null;
    if (crowded === 'ignore') return;
    if (crowded) exchange.send('api', crowded);
    else admit(exchange)?.catch((error) => fail(exchange, error));
  } catch (error) {
    fail(exchange, error);
  }
}

/** Refuses what is malformed, checks the key, and counts the request. */
function admit(exchange: Exchange): Done {
  const { service, request, method, headers } = exchange;
  const malformed = refusalOfForm(request);
  if (malformed) {
    countRefused(service, clientAddress(request, service.config.TRUST_PROXY));
    return exchange.send('api', refuse(malformed, ['Connection', 'close']));
  }
  if (exchange.url === '/healthz') return exchange.send('operation', healthReply(service, method));
  const address = clientAddress(request, service.config.TRUST_PROXY);
  const { refusal, counted } = admissionOf(service.state.access, method, headers, address);
  if (counted === null) return answer(exchange, refusal, null);
  const tally = countRequest(service.counter, counted);
  return tally instanceof Promise
    ? tally.then((known) => answer(exchange, refusal, known))
    : answer(exchange, refusal, tally);
}

/** Counts a request that is refused for its form, and that ends its connection. */
function countRefused({ state, counter }: Service, address: string): void {
  const counted = openLimit(state.access, address);
  if (counted !== null) void countRequest(counter, counted);
}

/** Answers a request above the limit, with a wrong key, for a download, a page or the API. */
function answer(exchange: Exchange, refusal: ApiError | null, tally: Tally | null): Done {
  const { service, request, response, method, url, headers } = exchange;
  const over = tally && service.config.RATE_LIMIT_MODE === 'enforce' ? tooMany(tally) : null;
  if (over) {
    if (service.connections.isTooOften(request.socket)) response.setHeader('Connection', 'close');
    // A page whose preflight fails could not even read its 429.
    if (method !== 'OPTIONS') return exchange.send('api', overInWords(exchange, over));
  }
  // Never on an answer that a cache may keep.
  const limits = tally && method === 'POST' ? limitHeaders(tally) : [];
  if (refusal) return exchange.send('api', refuse(refusal, limits));
  if (isDownload(service.publicDir, url)) return lateModules().then(({ sendDownload }) => sendDownload(exchange));
  const asked = { method, url, headers, caching: service.state.freshness.current() };
  let reply: ReturnType<typeof answerTo>;
  try {
    reply = answerTo(service.state.site, asked, limits);
  } catch (error) {
    if (!(error instanceof CorruptBuildError)) throw error;
    return recovered(service, () => answerTo(service.state.site, asked, limits), error).then((reply) =>
      deliver(exchange, reply),
    );
  }
  return reply === 'compute' ? compute(exchange, limits) : deliver(exchange, reply);
}

/** A 429, for a browser as a page that says how long to wait. */
function overInWords({ service, method, url, headers }: Exchange, over: HttpResponse): HttpResponse {
  if (method !== 'GET' && method !== 'HEAD') return over;
  const at = over.headers.indexOf('Retry-After');
  return inWords(service.state.site, url, headers.accept, over, tooManyPath, over.headers.slice(at, at + 2));
}

/** Sends an answer from memory: serve-handler sends the site's files, since the project is made of it. */
function deliver(exchange: Exchange, reply: HttpResponse): Done {
  const kind = isPage(exchange.url) ? 'page' : 'api';
  if (kind === 'api' || reply.status !== 200 || reply.body === null) return exchange.send(kind, reply);
  const { headers, body } = reply;
  return lateModules().then(({ sendFile, contentOf }) =>
    sendFile(exchange, fileOfPage(exchange.url), headers, contentOf(body)),
  );
}

/** Answers a POST to be computed, as soon as its body has arrived. */
function compute(exchange: Exchange, limits: readonly string[]): Promise<void> {
  const { service, response } = exchange;
  if (!exchange.isQueued && mayContinue(exchange)) response.writeContinue();
  // By the build of the moment: one that was closed while the body came could not read its catalog any more.
  const answerWith = ({ computed, letYoungGrow }: LateModules, body: Uint8Array | ApiError) => {
    letYoungGrow();
    const { site } = service.state;
    sendComputed(
      exchange,
      body instanceof ApiError ? refuse(body, limits) : computed(site, exchange.url, body, limits),
    );
  };
  const body = exchange.body();
  if (loaded) return body.then((bytes) => answerWith(loaded as LateModules, bytes));
  return Promise.all([lateModules(), body]).then(([modules, bytes]) => answerWith(modules, bytes));
}

/**
 * Whether the client waits for a 100 before it sends its body, and should get one. HTTP/1.0 has no 100. (A response
 * without its socket waits for an earlier one: Node would write its 100 after its head.)
 */
const mayContinue = ({ headers, request: { httpVersion } }: Exchange): boolean =>
  headers.expect !== undefined && httpVersion === '1.1' && !(Number(headers['content-length']) > maxBodyBytes);

/** A computed answer takes up memory until the client has read it. */
function sendComputed(exchange: Exchange, reply: HttpResponse): void {
  const { backlog } = exchange.service;
  const { response } = exchange;
  const { socket } = exchange.request;
  const bytes = reply.body?.length ?? 0;
  const crowded = exchange.isQueued ? backlog.crowdedOut(socket, bytes) : null;
  exchange.send('api', crowded ?? reply);
  if (!response.writableFinished) backlog.hold(socket, response, bytes);
}

/** The answer from the build that was copied over the served one, as soon as that build is complete. */
async function recovered(
  { state, log }: Service,
  again: () => ReturnType<typeof answerTo>,
  { message }: CorruptBuildError,
): Promise<HttpResponse> {
  const isFirst = !state.isRecovering;
  if (isFirst) {
    const advice = 'dist was changed while it was served: put a new build next to it and rename it, as the build does';
    log.write('error', advice, { reason: message });
  }
  if (!(await state.recover())) return notNow();
  if (isFirst) log.write('info', 'reloaded', { datasetVersion: state.datasetVersion, keys: keyCount(state.access) });
  try {
    const reply = again();
    return reply === 'compute' ? notNow() : reply;
  } catch (error) {
    if (error instanceof CorruptBuildError) return notNow();
    throw error;
  }
}

const notNow = (): HttpResponse =>
  refuse(new ApiError('unavailable', 'The files are being replaced; try again in a moment.'), ['Retry-After', '1']);

/** Answers a request whose answer failed, and logs why. */
function fail(exchange: Exchange, error: unknown): void {
  const { service, request, response, method, requestId } = exchange;
  if (request.destroyed && !request.complete) return; // the client went away
  service.log.write('error', 'a request failed', { requestId, method, err: error });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal = new ApiError('internal', `Something failed on our side; it is logged as ${requestId}.`);
  const known = error instanceof CorruptBuildError ? notNow() : loaded?.unsoundReply(error);
  exchange.send('api', known ?? refuse(refusal));
}
