/** Requests that Node refuses before we see them: its empty answers get the envelope too. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../../core/schemas/api-error.ts';
import { refuse } from '../../http/http-response.ts';
import { headersTooLarge } from '../../http/limits.ts';
import { newRequestId } from '../request-id.ts';
import type { Backlog } from './backlog.ts';

interface ParserError extends Error {
  code?: string;
}

/** How long a refused client may keep its side of the connection open, in milliseconds. */
const patience = 1000;

const refusalFor = ({ code }: ParserError): ApiError => {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('request_timeout', 'The request took too long to arrive.');
  return new ApiError('invalid_request', 'This is not a well-formed HTTP/1.1 request.');
};

/** Answers malformed, slow and oversized requests, CONNECT, and expectations other than 100-continue. */
export function answerFaults(server: Server, backlog: Backlog, counted: (status: number) => void): void {
  server.on('clientError', (error: ParserError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    afterAnswers(socket, () => write(socket, refusalFor(error)));
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
    counted(status);
    response.writeHead(status, headers.concat('X-Request-Id', newRequestId()));
    response.end(request.method === 'HEAD' ? undefined : body);
  });

  function write(socket: Duplex, refusal: ApiError, extra: string[] = []): void {
    if (!socket.writable) return void socket.destroy();
    const closing = ['Connection', 'close', 'Date', new Date().toUTCString(), 'X-Request-Id', newRequestId()];
    const { status, headers, body } = refuse(refusal, [...extra, ...closing]);
    counted(status);
    const fields: string[] = [];
    for (let i = 0; i < headers.length; i += 2) fields.push(`${headers[i]}: ${headers[i + 1]}\r\n`);
    const head = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n`);
    socket.end(Buffer.concat([head, body as Uint8Array]));
    setTimeout(() => socket.destroy(), patience).unref();
  }
}

/** Calls `then` when the complete requests before the malformed one have been answered. */
function afterAnswers(socket: Duplex, then: () => void): void {
  const pending = (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
  if (pending?.req.complete) pending.once('finish', () => setImmediate(afterAnswers, socket, then));
  else if (pending?.headersSent) socket.destroy();
  else then();
}
