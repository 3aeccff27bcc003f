/** The operators' port: `/metrics` and `/healthz`, separate from what public callers can exhaust. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../../core/schemas/api-error.ts';
import { type HttpResponse, refuse, withoutBody } from '../../http/http-response.ts';
import { maxHeaderBytes } from '../../http/size-limits.ts';
import { newRequestId } from '../request-id.ts';
import { Backlog } from '../sockets/backlog.ts';
import { answerFaults, originForm, refusalOfForm } from '../sockets/malformed-requests.ts';
import { type Health, healthReply, operationReply } from './health.ts';
import type { Metrics } from './metrics.ts';

/** Enough for several scrapers and probes. */
const maxConnections = 64;

/** Time for a whole request to arrive, and for its answer to be read, in milliseconds. */
const patience = 10_000;

export function createAdminServer(service: Health & { metrics: Metrics }): Server {
  const { metrics } = service;
  const backlog = new Backlog();
  const server = createServer(
    { maxHeaderSize: maxHeaderBytes, requestTimeout: patience, headersTimeout: patience, requireHostHeader: false },
    async (request, response) => {
      const startedAt = performance.now();
      const crowded = response.socket === null ? backlog.enter(request.socket, response) : null;
      if (crowded === 'ignore') return;
      const reply = crowded ?? (await replyTo(service, request));
      const { status, headers, body } = request.method === 'HEAD' ? withoutBody(reply) : reply;
      if (service.draining()) response.setHeader('Connection', 'close');
      response.writeHead(status, headers.concat('X-Request-Id', newRequestId()));
      response.end(body ?? undefined);
      metrics.answered('operation', request.method ?? '', status, performance.now() - startedAt);
    },
  );
  alwaysLetIn(server);
  server.timeout = patience;
  answerFaults(server, backlog, (status) => metrics.answered('operation', 'other', status));
  return server;
}

/** At `maxConnections` the connection whose last request is oldest gives way: no crowd on this port keeps a scraper out. */
function alwaysLetIn(server: Server): void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    const [oldest] = open;
    if (oldest && open.size >= maxConnections) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket); // moves it to the end
  });
}

async function replyTo(service: Health & { metrics: Metrics }, request: IncomingMessage): Promise<HttpResponse> {
  const malformed = refusalOfForm(request);
  if (malformed) return refuse(malformed, ['Connection', 'close']);
  const { method = '' } = request;
  const [path] = originForm(request.url ?? '').split('?', 1);
  if (path === '/healthz') return healthReply(service, method);
  if (path !== '/metrics') {
    return refuse(new ApiError('not_found', 'This port has /metrics and /healthz only; the API is on PORT.'));
  }
  try {
    const { text, contentType } = await service.metrics.scrape();
    return operationReply(method, 200, contentType, text);
  } catch (error) {
    return refuse(new ApiError('unavailable', `No metrics now: ${(error as Error).message}.`), ['Retry-After', '1']);
  }
}
