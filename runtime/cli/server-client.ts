/** Requests to an untrusted server: sizes, waits and the total time are bounded. */
import { setTimeout as pause } from 'node:timers/promises';
import { SnapshotProblem } from '../audit/exit-codes.ts';
import type { Watch } from '../audit/verify-snapshot.ts';

export const serverLimits = {
  answerMs: 30_000,
  /** For the download of a snapshot. */
  downloadMs: 600_000,
  totalMs: 3_600_000,
  /** The longest wait that the server may ask for, and how many in a row for one answer. */
  waitSeconds: 120,
  waits: 20,
};

export const isAddress = (where: string): boolean => /^https?:\/\//i.test(where);

export const unreachable = (message: string) => new SnapshotProblem('unreachable', message);

type Chunks = AsyncIterable<Uint8Array>;

export class ServerClient {
  private readonly base: string;
  private readonly end: number;
  private readonly closing = new AbortController();

  constructor(
    base: string,
    private readonly watch: Watch,
    private readonly limits = serverLimits,
  ) {
    this.base = base.replace(/\/+$/, '');
    this.end = performance.now() + limits.totalMs;
  }

  /** Ends all pending requests and waits. */
  close(): void {
    this.closing.abort();
  }

  /** The answer, at most `limit` bytes of it. */
  async get(path: string, limit: number): Promise<{ status: number; body: Buffer }> {
    return this.request(path, limit, this.limits.answerMs, async (chunks, status) => {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return { status, body: Buffer.concat(parts) };
    });
  }

  /** The body of an answer that must be 200. */
  async bytesAt(path: string, limit: number): Promise<Buffer> {
    const { status, body } = await this.get(path, limit);
    if (status !== 200) throw unreachable(`${this.base}${path} answers ${status}.`);
    return body;
  }

  /** Streams the body of an answer that must be 200. */
  use<T>(path: string, limit: number, take: (chunks: Chunks) => Promise<T>): Promise<T> {
    return this.request(path, limit, this.limits.downloadMs, (chunks, status) => {
      if (status !== 200) throw unreachable(`${this.base}${path} answers ${status}.`);
      return take(chunks);
    });
  }

  /** Waits when the rate limit asks for it. Follows no redirects: only the given address is checked. */
  private async request<T>(
    path: string,
    limit: number,
    answerMs: number,
    take: (chunks: Chunks, status: number) => Promise<T>,
  ): Promise<T> {
    for (let waits = 0; ; waits++) {
      const result = await this.attempt(path, limit, answerMs, take);
      if (!('waitSeconds' in result)) return result.value;
      await this.wait(path, result.waitSeconds, waits);
    }
  }

  private async attempt<T>(
    path: string,
    limit: number,
    answerMs: number,
    take: (chunks: Chunks, status: number) => Promise<T>,
  ): Promise<{ value: T } | { waitSeconds: number }> {
    const url = this.base + path;
    const key = process.env.AGENT_COST_API_KEY;
    const headers = { 'Accept-Encoding': 'identity', ...(key && { 'X-API-Key': key }) };
    // Not AbortSignal.timeout, which may be garbage-collected before it fires (Node 20).
    const own = new AbortController();
    const abort = () => own.abort();
    const ms = Math.max(1, Math.min(answerMs, this.end - performance.now()));
    const timer = setTimeout(abort, ms);
    this.closing.signal.addEventListener('abort', abort);
    try {
      this.closing.signal.throwIfAborted();
      const response = await fetchAgain(url, { headers, redirect: 'error', signal: own.signal });
      const { status } = response;
      const after = response.headers.get('retry-after');
      if (status === 429 || (status === 503 && after !== null)) return { waitSeconds: secondsIn(after) };
      return { value: await take(bounded(response, url, limit), status) };
    } catch (error) {
      if (error instanceof SnapshotProblem) throw error;
      if (own.signal.aborted) throw unreachable(`${url} did not answer completely within ${Math.ceil(ms / 1000)} s.`);
      throw unreachable(`${url} does not answer: ${causeOf(error)}.`);
    } finally {
      clearTimeout(timer);
      this.closing.signal.removeEventListener('abort', abort);
      // Stops reading a body that was not read to its end.
      own.abort();
    }
  }

  private async wait(path: string, seconds: number, waits: number): Promise<void> {
    const { waitSeconds, waits: most } = this.limits;
    const asks = `${this.base}${path}: the server asks to wait ${seconds} s`;
    if (seconds > waitSeconds) throw unreachable(`${asks}; at most ${waitSeconds} s are accepted.`);
    if (waits >= most) throw unreachable(`${asks}, after ${most} waits in a row.`);
    if (performance.now() + seconds * 1000 > this.end) {
      throw unreachable(`${asks}, longer than the check may take (--timeout).`);
    }
    this.watch(`the server asks to wait ${seconds} s`);
    await pause(seconds * 1000, undefined, { signal: this.closing.signal }).catch(() => {
      throw unreachable(`${this.base}${path} was aborted.`);
    });
  }
}

/** A server may close a kept connection at the very moment at which a request is sent on it. */
const closedConnection = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Maximum number of requests for one answer whose connection is closed before the answer. */
const attempts = 3;

async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (attempt >= attempts || code === undefined || !closedConnection.includes(code)) throw error;
    }
  }
}

async function* bounded(response: Response, url: string, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += (chunk as Uint8Array).length;
      if (bytes > limit) throw new SnapshotProblem('tooLarge', `${url} sends more than ${limit} bytes.`);
      yield chunk as Uint8Array;
    }
  } catch (error) {
    if (error instanceof SnapshotProblem) throw error;
    throw unreachable(`${url} ended in the middle of its answer: ${causeOf(error)}.`);
  }
}

/** Seconds to wait by a Retry-After header, which has seconds or a date (RFC 9110 10.2.3); at least one. */
function secondsIn(after: string | null): number {
  const seconds = after === null ? 1 : /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 1 : Math.max(1, Math.ceil(seconds));
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String(cause) : message;
}
