/** How published files are compressed and hashed. */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** `smallest` is for files loaded on a first visit: it compresses best, but is far slower. */
export const settings = {
  gzipLevel: 9,
  brotli: { quality: 9, window: 16 },
  smallest: { quality: 11, window: 22 },
};

/**
 * Everything other than the content that determines its encodings. It includes the architecture, because zlib searches
 * for matches differently on each.
 */
export const compressor = JSON.stringify([
  ...[settings, process.version, process.versions.zlib, process.versions.brotli, process.arch],
]);

/** A content with its SHA-256 in hex. */
export interface Hashed {
  content: Uint8Array;
  sha256: string;
}

export const hashed = (content: Uint8Array): Hashed => ({
  content,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** gzip and Brotli of a text. */
export type Encodings = readonly [gzip: Hashed, brotli: Hashed];

/** Maximum contents per message, and messages in flight: the thread always has the next one at hand. */
const batch = 8;
const ahead = 2;

interface Job {
  content: string | Uint8Array;
  smallest: boolean;
  resolve: (encodings: Encodings) => void;
  reject: (error: Error) => void;
}

/** The reply of encode.mjs: the encodings of every content of a message, concatenated in `bytes`. */
interface Reply {
  bytes: Uint8Array;
  parts: { size: number; sha256: string }[];
}

/**
 * Compresses in a second thread: compression takes about as long as the rest of a build. zlib's asynchronous functions
 * cost several times the CPU time of the synchronous ones for small files, so a worker calls the synchronous ones, with
 * many contents per message.
 */
export class Encoder {
  private readonly thread = new Worker(new URL('./encode.mjs', import.meta.url), {
    workerData: settings,
    execArgv: [],
  });
  private readonly waiting: Job[] = [];
  /** Messages without a reply yet, oldest first: the thread replies in order. */
  private readonly sent: Job[][] = [];
  /** Why the thread has ended; null: it is running. */
  private gone: Error | null = null;

  constructor() {
    this.thread.on('message', (reply: Reply) => this.receive(reply));
    this.thread.on('error', (error) => this.lose(error));
    this.thread.on('exit', () => this.lose(new Error('The thread that compresses has ended.')));
  }

  /**
   * gzip and Brotli of the content. Rejects if the thread fails or has ended.
   * @param smallest whether to spend more time for a smaller result
   */
  encode(content: string | Uint8Array, smallest = false): Promise<Encodings> {
    const encodings = new Promise<Encodings>((resolve, reject) => {
      if (this.gone !== null) return reject(this.gone);
      this.waiting.push({ content, smallest, resolve, reject });
      this.send();
    });
    encodings.catch(() => {}); // The caller sees the error; without this, an unhandled rejection would end the process.
    return encodings;
  }

  /** Ends the thread and rejects everything still pending. */
  async end(): Promise<void> {
    await this.thread.terminate();
  }

  /** Rejects everything pending: a promise left unsettled would let the process end without an error. */
  private lose(error: Error): void {
    this.gone ??= error;
    for (const { reject } of [...this.sent.flat(), ...this.waiting]) reject(this.gone);
  }

  private send(): void {
    while (this.sent.length < ahead && this.waiting.length > 0) {
      const jobs = this.waiting.splice(0, batch);
      this.sent.push(jobs);
      this.thread.postMessage(jobs.map(({ content, smallest }) => ({ content, smallest })));
    }
  }

  private receive({ bytes, parts }: Reply): void {
    let at = 0;
    const hashed = parts.map(({ size, sha256 }) => {
      at += size;
      return { content: bytes.subarray(at - size, at), sha256 };
    });
    const jobs = this.sent.shift() ?? [];
    this.send();
    for (const [index, { resolve }] of jobs.entries()) resolve(hashed.slice(2 * index, 2 * index + 2) as never);
  }
}
