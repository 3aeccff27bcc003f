/**
 * Sends header fields whose text is made only once. `writeHead` checks every name and value again for each answer, a
 * considerable part of the time of a GET; a published file has the same fields each time.
 */
import { type IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { memoize } from '../../core/values/memoize.ts';
import { type HttpResponse, RepeatedReply } from '../http/http-response.ts';

/**
 * What node:http does inside `writeHead`, and where it keeps the head of an answer until it is sent. Neither is public.
 */
interface Internals {
  _storeHeader(this: ServerResponse, statusLine: string, fields: unknown): void;
  _header: string | null;
}

const { _storeHeader: storeHeader } = ServerResponse.prototype as unknown as Internals;

/** A response of node:http that puts `prepared` between the status line and the fields passed to `writeHead`. */
class PreparedResponse extends ServerResponse {
  /** Field lines, each with its line break. */
  prepared = '';

  _storeHeader(statusLine: string, fields: unknown): void {
    storeHeader.call(this, statusLine + this.prepared, fields);
  }
}

/** Whether this version of Node builds the head as the class expects; if not, all fields go through `writeHead`. */
function isUnderstood(): boolean {
  try {
    const probe = new PreparedResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage);
    probe.prepared = 'A: b\r\n';
    probe.writeHead(200, ['Content-Length', '0']);
    const head = (probe as unknown as Internals)._header ?? '';
    return head.startsWith('HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 0\r\n') && head.endsWith('\r\n\r\n');
  } catch {
    return false;
  }
}

/** The class of responses, for `createServer`. */
export const responseClass = (isUnderstood() ? PreparedResponse : ServerResponse) as typeof ServerResponse;

/** Writes the head of a reply. `requestId`: from `requestIdOf`, safe in a header. */
export function writeHead(response: ServerResponse, reply: HttpResponse, requestId: string): void {
  const canPrepare = response instanceof PreparedResponse;
  if (canPrepare && reply instanceof RepeatedReply) {
    response.prepared = `${linesOf(reply.common)}${linesOf(reply.own)}X-Request-Id: ${requestId}\r\n`;
    response.writeHead(reply.status, reply.ofLength as string[]); // Node has to see the length
  } else {
    if (canPrepare) response.prepared = '';
    response.writeHead(reply.status, [...reply.headers, 'X-Request-Id', requestId]);
  }
}

/** Fields as lines, each with its line break. Throws if a name or value is not allowed in a header. */
const linesOf = memoize((fields: readonly string[]): string => {
  const lines: string[] = [];
  for (let i = 0; i < fields.length; i += 2) {
    const [name = '', value = ''] = [fields[i], fields[i + 1]];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}\r\n`);
  }
  return lines.join(''); // a flat string: one built by `+=` would be flattened again for each answer
});
