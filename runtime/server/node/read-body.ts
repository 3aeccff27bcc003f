/** A request body of bounded size. */
import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../../core/schemas/api-error.ts';
import { bodyTooLarge, maxBodyBytes } from '../http/limits.ts';

/**
 * How much of a body that is too large is read and discarded, in bytes. Closing the connection earlier, with bytes
 * unread, is a reset, which would take the refusal away from the client or the proxy in front.
 */
const maxDiscarded = 1024 * 1024;

/** The body, or a refusal when it is larger than `maxBodyBytes`. Rejects when the client goes away. */
export function readBody(request: IncomingMessage): Promise<Uint8Array | ApiError> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length']) > maxBodyBytes) refuse();
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxDiscarded) request.destroy();
      else if (size > maxBodyBytes) refuse();
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      // An error is expensive to make, and every request closes.
      if (!request.complete) reject(new Error('the client went away'));
    });

    function refuse(): void {
      chunks.length = 0;
      resolve(bodyTooLarge());
    }
  });
}
