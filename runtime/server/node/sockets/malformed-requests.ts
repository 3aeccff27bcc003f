/**
 * Requests that HTTP does not allow: those that Node accepts and we refuse before any route is looked up, and those that
 * Node refuses before we see them, whose empty answers get the envelope too.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../../core/schemas/api-error.ts';
import { quote } from '../../../core/values/did-you-mean.ts';
import { refuse } from '../../http/http-response.ts';
import { headersTooLarge, maxHeaderFields, tooManyHeaders } from '../../http/size-limits.ts';
import { answerOn } from '../node-internals.ts';
import { newRequestId } from '../request-id.ts';
import type { Backlog } from './backlog.ts';

/** A refusal of a malformed request, or null. */
export function refusalOfForm({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | null {
  if (rawHeaders.length > 2 * maxHeaderFields) return tooManyHeaders();
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return new ApiError('invalid_request', `The version must be HTTP/1.1 or HTTP/1.0 (got HTTP/${httpVersion}).`);
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return new ApiError('invalid_request', `Transfer-Encoding must be chunked (got ${quote(coding)}).`);
  }
  if (headers.host === undefined) {
    return httpVersion === '1.0' ? null : new ApiError('invalid_request', 'The Host header field is missing.');
  }
  // Node keeps the first of several; two servers could differ about which (RFC 9112 3.2).
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return new ApiError('invalid_request', 'The Host header field must not be sent more than once.');
  if (!/^[\w.~!$&'()*+,;=%:[\]-]*$/.test(headers.host)) {
    return new ApiError('invalid_request', `Host must be a host name or an address (got ${quote(headers.host)}).`);
  }
  return null;
}

/** A request target without scheme and authority (a server must accept the absolute form, RFC 9112 3.2.2). */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';

interface ParserError extends Error {
  code?: string;
}

/** How long a refused client may keep its side of the connection open, in milliseconds. */
const patience = 1000;

/** The code of Node's error for a request that does not arrive in time. */
const tooSlow = 'ERR_HTTP_REQUEST_TIMEOUT';

/** How much is done before waiting requests get their turn. */
const perTurn = 50;

/** Does things a few at a time: Node finds all requests that are too slow at once, and a crowd of them has thousands. */
class Turns {
  private waiting: (() => void)[] = [];

  add(action: () => void): void {
    if (this.waiting.push(action) === 1) setImmediate(() => this.next());
  }

  private next(): void {
    for (const action of this.waiting.splice(0, perTurn)) action();
    if (this.waiting.length > 0) setImmediate(() => this.next());
  }
}

const refusalFor = ({ code }: ParserError): ApiError => {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === tooSlow) return new ApiError('request_timeout', 'The request took too long to arrive.');
  return new ApiError('invalid_request', 'This is not a well-formed HTTP/1.1 request.');
};

/**
 * Answers malformed, slow and oversized requests, CONNECT, and expectations other than 100-continue. `refused` is called
 * for each, with the connection it came on.
 */
export function answerFaults(
  server: Server,
  backlog: Backlog,
  refused: (status: number, socket: Socket) => void,
): void {
  const inTurn = new Turns();
  server.on('clientError', (error: ParserError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const answer = () => afterAnswers(socket, () => write(socket, refusalFor(error)));
    if (error.code === tooSlow) inTurn.add(answer);
    else answer();
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}); // Node no longer listens for errors of this socket
    const refusal = new ApiError('method_not_allowed', 'CONNECT is not allowed here.');
    afterAnswers(socket, () => write(socket, refusal, ['Allow', 'GET, HEAD, POST, OPTIONS']));
  });
  server.on('checkExpectation', (request, response) => {
    const crowded = response.socket === null ? backlog.enter(request.socket, response) : null;
    if (crowded === 'ignore') return;
    const refusal = new ApiError('expectation_failed', 'Expect: only 100-continue is accepted.');
    const { status, headers, body } = crowded ?? refuse(refusal, ['Connection', 'close']);
    refused(status, request.socket);
    response.writeHead(status, headers.concat('X-Request-Id', newRequestId()));
    response.end(request.method === 'HEAD' ? undefined : body);
  });

  function write(socket: Duplex, refusal: ApiError, extra: string[] = []): void {
    if (!socket.writable) return void socket.destroy();
    const closing = ['Connection', 'close', 'Date', new Date().toUTCString(), 'X-Request-Id', newRequestId()];
    const { status, headers, body } = refuse(refusal, [...extra, ...closing]);
    refused(status, socket as Socket);
    const fields: string[] = [];
    for (let i = 0; i < headers.length; i += 2) fields.push(`${headers[i]}: ${headers[i + 1]}\r\n`);
    const head = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n`);
    socket.end(Buffer.concat([head, body as Uint8Array]));
    setTimeout(() => socket.destroy(), patience).unref();
  }
}

/** Calls `then` when the complete requests before the malformed one have been answered. */
function afterAnswers(socket: Duplex, then: () => void): void {
  const pending = answerOn(socket);
  if (pending?.req.complete) pending.once('finish', () => setImmediate(afterAnswers, socket, then));
  else if (pending?.headersSent) socket.destroy();
  else then();
}
