/** A request body of bounded size. */
import type { ApiError } from '../../core/schemas/api-error.ts';
import { bodyTooLarge, maxBodyBytes } from '../http/limits.ts';

export async function readBody(request: Request): Promise<Uint8Array | ApiError> {
  if (Number(request.headers.get('content-length')) > maxBodyBytes) return bodyTooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    size += value.length;
    if (size > maxBodyBytes) {
      await reader?.cancel();
      return bodyTooLarge();
    }
    chunks.push(value);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}
