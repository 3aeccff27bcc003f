/** `node:http` around the platform-free answers. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Refusal } from '../core/api/envelope.ts';
import { admissionOf, type Caller } from '../http/callers/callers.ts';
import { type Count, type Counter, limitHeaders, tooMany } from '../http/callers/rate-limit.ts';
import { isPage } from '../http/pages.ts';
import { maxBody } from '../http/post/json-body.ts';
import { type Reply, refuse, withoutBody } from '../http/reply.ts';
import { answerTo } from '../http/respond.ts';
import { clientAddress } from './client-address.ts';
import type { Config } from './config.ts';
import { answerFaults } from './faults.ts';
import { isDownload, sendDownload } from './files/downloads.ts';
import type { Log } from './log.ts';
import type { Kind } from './metrics.ts';
import { isOperation, type Operation, sendOperation } from './operation.ts';
import { readBody } from './read-body.ts';
import { maxHeaders, originForm, refusalOfForm } from './request-line.ts';

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
      headersTimeout: Math.min(config.HEADERS_TIMEOUT, config.REQUEST_TIMEOUT) * 1000,
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

/** Answers at once wherever nothing has to be waited for: a promise for every request would cost more than the answer. */
function answerSafely(service: Service, request: IncomingMessage, response: ServerResponse): void {
  try {
    answer(service, request, response)?.catch((error) => failed(service, request, response, error));
  } catch (error) {
    failed(service, request, response, error);
  }
}

function failed(service: Service, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (request.destroyed && !request.complete) return; // the client went away
  const requestId = randomUUID();
  service.log.write('error', 'a request failed', { requestId, method: request.method, err: error });
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const refusal = new Refusal('internal', `Something failed on our side; it is logged as ${requestId}.`);
  send(service, 'api', request, response, refuse(refusal));
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
  const { refusal, counted } = admissionOf(access, method, request.headers as Headers, address);
  if (counted === null) return admitted(service, request, response, url, refusal, null, null);
  const count = service.counter.hit(counted.key, counted.policy);
  return count instanceof Promise
    ? count.then((known) => admitted(service, request, response, url, refusal, counted, known))
    : admitted(service, request, response, url, refusal, counted, count);
}

type Headers = Partial<Record<string, string>>;

function admitted(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  refusal: Refusal | null,
  counted: Caller['counted'],
  count: Count | null,
): Promise<void> | void {
  const over = counted && count && service.config.RATE_LIMIT_MODE === 'enforce' ? tooMany(counted.policy, count) : null;
  if (over) return send(service, 'api', request, response, over);
  // Never on an answer that a cache may keep.
  const fields = counted && count && request.method === 'POST' ? limitHeaders(counted.policy, count) : [];
  if (refusal) return send(service, 'api', request, response, refuse(refusal, fields));
  if (isDownload(service.publicDir, url)) {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const { publicDir } = service;
      return sendDownload(publicDir, request, response).then(() => done(service, 'page', request, response.statusCode));
    }
    const refusal = new Refusal('method_not_allowed', `${request.method} is not allowed here; accepted are GET, HEAD.`);
    return send(service, 'api', request, response, refuse(refusal, ['Allow', 'GET, HEAD']));
  }
  const { site } = service.state;
  const asked = { method: request.method ?? '', url, headers: request.headers as Headers };
  const reply = answerTo(site, asked, fields);
  if (reply !== 'compute') return send(service, isPage(url) ? 'page' : 'api', request, response, reply);
  if (response.socket && mayContinue(request)) response.writeContinue();
  const answerWith = ({ computed }: Computing, body: Uint8Array | Refusal) => {
    const reply = body instanceof Refusal ? refuse(body, fields) : computed(site, body, fields);
    send(service, 'api', request, response, reply);
  };
  const body = readBody(request);
  if (computing) return body.then((bytes) => answerWith(computing as Computing, bytes));
  return Promise.all([loadComputing(), body]).then(([loaded, bytes]) => answerWith(loaded, bytes));
}

type Computing = typeof import('../http/post/post-answer.ts');

let computing: Computing | undefined;

/**
 * Loads what POST needs: soon after the start, for the next build may bring another, but not before the first answer,
 * which is a file.
 */
export async function loadComputing(): Promise<Computing> {
  computing ??= await import('../http/post/post-answer.ts');
  return computing;
}

/**
 * Whether the client waits to be told to send its body, and should be. HTTP/1.0 knows no 100. (A response without its
 * socket waits for one before it: Node would write its 100 after its head.)
 */
const mayContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersion === '1.1' && !(Number(headers['content-length']) > maxBody);

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
