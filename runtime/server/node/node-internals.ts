/**
 * Everything that relies on what Node does not document. Prepared heads save an eighth of a GET; ticks whose shape is kept
 * save 3 % of a GET and an eighth of a 304. For the last two there is no public way.
 */
import { executionAsyncResource } from 'node:async_hooks';
import { type IncomingMessage, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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

/**
 * Sends header fields whose text is made only once: `writeHead` checks every name and value again for each answer, but a
 * published file has the same fields each time. Puts `prepared` between the status line and the fields passed to
 * `writeHead`.
 */
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

const kept: object[] = [];

/**
 * Keeps `process.nextTick` fast, which node:http calls several times for each request, by keeping one of the objects that
 * Node makes for each tick. V8 holds what it has learned of their shape by weak references: a garbage collection that
 * finds none of them alive makes it forget, and from then on the properties of every such object are added one by one in
 * V8's runtime, which is several times slower. The check of all files just after the start makes such a collection
 * likely.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}

/** The part of Node's HTTP parser that is notified of each request. */
interface Parser {
  onIncoming?: () => number;
}

/**
 * Ignores every further request of a connection, including those that Node has read already: otherwise it would make a
 * request and a response for each of them. Node has no public way to do so; if its parser is a different one, the
 * connection ends at once.
 */
export function stopReading(socket: Socket): void {
  const { parser } = socket as { parser?: Parser | null };
  if (typeof parser?.onIncoming === 'function') parser.onIncoming = () => 0;
  else socket.destroy();
}

/** The answer that is being sent on a connection. */
export const answerOn = (socket: Duplex): ServerResponse | null | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
