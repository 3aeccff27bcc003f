/** `node:http` around the platform-free answers. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Refusal } from '../core/envelope.ts';
import { answerTo, computed } from '../http/answer.ts';
import { type Caller, callerOf, openLimit } from '../http/callers.ts';
import { type Count, type Counter, isOver, limitHeaders } from '../http/limits.ts';
import { type Reply, refuse, withoutBody } from '../http/reply.ts';
import { clientAddress } from './address.ts';
import type { Config } from './config.ts';
import { answerFaults } from './faults.ts';
import type { Log } from './log.ts';
import type { Kind } from './metrics.ts';
import { isOperation, type Operation, sendOperation } from './operation.ts';
import { isPage, sendPage } from './pages.ts';
import { readBody } from './read-body.ts';

/** Most header fields a request may have. */
const maxHeaders = 100;

export interface Service extends Operation {
  config: Config;
  counter: Counter;
  /** Directory of the published files. */
  publicDir: string;
  log: Log;
}

export function createService(service: Service): Server {
  const { config, metrics } = service;
  const server = createServer(
    {
      maxHeaderSize: 8 * 1024,
      headersTimeout: config.HEADERS_TIMEOUT * 1000,
      requestTimeout: config.REQUEST_TIMEOUT * 1000,
      keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT * 1000,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false, // its answer is empty; ours is in `refusalOfForm`
    },
    (request, response) => answerSafely(service, request, response),
  );
  server.maxConnections = config.MAX_CONNECTIONS;
  server.maxHeadersCount = maxHeaders + 1;
  server.on('checkContinue', (request, response) => answerSafely(service, request, response));
  answerFaults(server, (status) => metrics.answered('api', 'other', status));
  return server;
}

async function answerSafely(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answer(service, request, response);
  } catch (error) {
    if (request.destroyed && !request.complete) return; // the client went away
    const requestId = randomUUID();
    service.log.write('error', 'a request failed', { requestId, method: request.method, err: error });
    if (response.headersSent) response.destroy();
    else
      send(
        service,
        'api',
        request,
        response,
        refuse(new Refusal('internal', `Something failed on our side; it is logged as ${requestId}.`)),
      );
  }
}

function answer(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> | void {
  const { method = '' } = request;
  const url = originForm(request.url ?? '');
  if (isOperation(url)) {
    return sendOperation(service, url, method, response).then(() =>
      done(service, 'operation', request, response.statusCode),
    );
  }
  const malformed = refusalOfForm(request);
  if (malformed) return send(service, 'api', request, response, refuse(malformed, ['Connection', 'close']));

  const { access } = service.state;
  const address = clientAddress(request, service.config.TRUST_PROXY);
  // A preflight cannot carry a key.
  const caller =
    method === 'OPTIONS'
      ? { counted: openLimit(access, address) }
      : callerOf(access, request.headers as Headers, address);
  // A wrong key is counted like a call without one, so that keys cannot be guessed at full speed.
  const counted = caller instanceof Refusal ? openLimit(access, address) : caller.counted;
  if (counted === null) return admitted(service, request, response, url, caller, null, null);
  const count = service.counter.hit(counted.key, counted.policy);
  return count instanceof Promise
    ? count.then((known) => admitted(service, request, response, url, caller, counted, known))
    : admitted(service, request, response, url, caller, counted, count);
}

type Headers = Partial<Record<string, string>>;

function admitted(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  caller: Caller | Refusal,
  counted: Caller['counted'],
  count: Count | null,
): Promise<void> | void {
  const fields = counted && count ? limitHeaders(counted.policy, count) : [];
  if (counted && count && isOver(counted.policy, count) && service.config.RATE_LIMIT_MODE === 'enforce') {
    const { limit, seconds } = counted.policy;
    const refusal = new Refusal(
      'rate_limited',
      `More than ${limit} requests in ${seconds} seconds; wait ${count.resetSeconds} seconds.`,
    );
    return send(
      service,
      'api',
      request,
      response,
      refuse(refusal, [...fields, 'Retry-After', String(count.resetSeconds)]),
    );
  }
  if (caller instanceof Refusal) return send(service, 'api', request, response, refuse(caller));
  if (isPage(url) && (request.method === 'GET' || request.method === 'HEAD')) {
    return sendPage(service, request, response).then(() => done(service, 'page', request, response.statusCode));
  }
  const { site } = service.state;
  const reply = answerTo(site, { method: request.method ?? '', url, headers: request.headers as Headers });
  if (reply !== 'compute') return send(service, 'api', request, response, reply);
  if (request.headers.expect !== undefined) response.writeContinue();
  return readBody(request).then((body) =>
    send(
      service,
      'api',
      request,
      response,
      body instanceof Refusal ? refuse(body, ['Connection', 'close']) : computed(site, body, fields),
    ),
  );
}

/** What no route should have to look at: too many header fields, or HTTP/1.1 without a Host. */
function refusalOfForm({ rawHeaders, headers, httpVersion }: IncomingMessage): Refusal | null {
  if (rawHeaders.length > 2 * maxHeaders)
    return new Refusal('headers_too_large', `More than ${maxHeaders} header fields came.`);
  if (headers.host === undefined && httpVersion === '1.1')
    return new Refusal('invalid_request', 'Host: the header field is missing.');
  return null;
}

/** A request target without scheme and authority (RFC 9112 3.2.2: a server accepts the absolute form). */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';

function send(service: Service, kind: Kind, request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status, headers, body } = request.method === 'HEAD' ? withoutBody(reply) : reply;
  if (service.draining()) response.setHeader('Connection', 'close');
  response.writeHead(status, headers as string[]);
  response.end(body ?? undefined);
  done(service, kind, request, status);
}

function done({ metrics, log }: Service, kind: Kind, { method = '' }: IncomingMessage, status: number): void {
  metrics.answered(kind, method, status);
  if (log.isOn('debug')) log.write('debug', 'answered', { requestId: randomUUID(), kind, method, status });
}
