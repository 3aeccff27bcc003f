/** The id of a request in its answer and in the log. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Trust } from './sockets/client-address.ts';

/** Unique to this process. */
const start = randomBytes(6).toString('hex');
let count = 0;

/** An id that no other request has; a counter is nearly free. */
export const newRequestId = (): string => `${start}-${(count++).toString(36)}`;

/** Text that is safe in headers and logs unescaped. */
const safe = /^[A-Za-z0-9._-]{1,64}$/;

/** The id that a trusted proxy gave the request, or a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trust: Trust): string {
  const sent = headers['x-request-id'] as string | undefined;
  return sent !== undefined && safe.test(sent) && trust(socket.remoteAddress ?? '', 0) ? sent : newRequestId();
}
