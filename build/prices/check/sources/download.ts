/** Downloads one text within limits. Anything but a complete, successful answer is an error with its reason. */

export interface Limits {
  milliseconds: number;
  bytes: number;
}

const limits: Limits = { milliseconds: 30_000, bytes: 20_000_000 };

export class DownloadError extends Error {
  override name = 'DownloadError';
}

/** Some sites answer clients without a user agent with an error page. */
const headers = { 'user-agent': 'agent-cost-prices-check', accept: 'text/html, text/markdown, application/json;q=0.9' };

export async function download(url: string, { milliseconds, bytes }: Limits = limits): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(milliseconds) });
    if (!answer.ok) throw new DownloadError(`it answered ${answer.status} ${answer.statusText}`.trim());
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > bytes) throw new DownloadError(`it is longer than ${bytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError(reasonOf(error, milliseconds));
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') throw new DownloadError('it is empty');
  return text;
}

function reasonOf(error: unknown, milliseconds: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no complete answer within ${milliseconds / 1000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
