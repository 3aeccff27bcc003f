/** Requests that Node refuses before we see them: its empty answers get the envelope too. */
import type { Server } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../core/envelope.ts';
import { refuse } from '../http/reply.ts';

interface ParserError extends Error {
  code?: string;
}

const refusalFor = ({ code }: ParserError): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Refusal('headers_too_large', 'The header fields are larger than 8 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('request_timeout', 'The request took too long to arrive.');
  return new Refusal('invalid_request', 'This is not a well-formed HTTP/1.1 request.');
};

/** Answers malformed, slow and oversized requests, CONNECT, and expectations other than 100-continue. */
export function answerFaults(server: Server, counted: (status: number) => void): void {
  server.on('clientError', (error: ParserError, socket) => {
    // A reset connection, or one whose answer is already under way, can be told nothing.
    const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
    if (error.code === 'ECONNRESET' || !socket.writable || answering) return void socket.destroy();
    write(socket, refusalFor(error));
  });
  server.on('connect', (_request, socket) =>
    write(socket, new Refusal('method_not_allowed', 'CONNECT is not allowed here.'), [
      'Allow',
      'GET, HEAD, POST, OPTIONS',
    ]),
  );
  server.on('checkExpectation', (request, response) => {
    const { status, headers, body } = refuse(
      new Refusal('expectation_failed', 'Expect: only 100-continue is accepted.'),
      ['Connection', 'close'],
    );
    counted(status);
    response.writeHead(status, headers as string[]);
    response.end(request.method === 'HEAD' ? undefined : body);
  });

  function write(socket: Duplex, refusal: Refusal, extra: string[] = []): void {
    const { status, headers, body } = refuse(refusal, [
      ...extra,
      'Connection',
      'close',
      'Date',
      new Date().toUTCString(),
    ]);
    counted(status);
    const fields: string[] = [];
    for (let i = 0; i < headers.length; i += 2) fields.push(`${headers[i]}: ${headers[i + 1]}\r\n`);
    socket.end(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n`),
        body as Uint8Array,
      ]),
    );
  }
}
