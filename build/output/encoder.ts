/**
 * Compresses beside the main thread: compression takes about as long as everything else, so a second core halves a
 * build. zlib's own asynchronous functions took three times the CPU of the synchronous ones for files of 3 KB (500 to
 * 160 us), so a thread of ours calls the synchronous ones, for many contents a message.
 */
import { Worker } from 'node:worker_threads';
import { type Encodings, settings } from './encodings.ts';

/** Most contents in a message, and how many messages wait in the thread: while one reply is on its way it has the next. */
const batch = 8;
const ahead = 2;

interface Job {
  content: string | Uint8Array;
  smallest: boolean;
  resolve: (encodings: Encodings) => void;
  reject: (error: Error) => void;
}

/** What encode.mjs answers: the encodings of every content of a message, one after another in `bytes`. */
interface Reply {
  bytes: Uint8Array;
  parts: { size: number; sha256: string }[];
}

export class Encoder {
  private readonly thread = new Worker(new URL('./encode.mjs', import.meta.url), {
    workerData: settings,
    execArgv: [],
  });
  private readonly waiting: Job[] = [];
  /** The messages that are not answered, oldest first: the thread answers in order. */
  private readonly sent: Job[][] = [];
  /** Why the thread is gone; null: it is there. */
  private gone: Error | null = null;

  constructor() {
    this.thread.on('message', (reply: Reply) => this.receive(reply));
    this.thread.on('error', (error) => this.lose(error));
    this.thread.on('exit', () => this.lose(new Error('The thread that compresses has ended.')));
  }

  /**
   * gzip and Brotli of the content; rejects when the thread fails, and from then on.
   * @param smallest whether it may take long to make it smaller
   */
  encode(content: string | Uint8Array, smallest = false): Promise<Encodings> {
    const encodings = new Promise<Encodings>((resolve, reject) => {
      if (this.gone !== null) return reject(this.gone);
      this.waiting.push({ content, smallest, resolve, reject });
      this.send();
    });
    encodings.catch(() => {}); // The caller sees the error; without this, an unused promise would end the process.
    return encodings;
  }

  /** Ends the thread; what it has not answered is rejected. */
  async end(): Promise<void> {
    await this.thread.terminate();
  }

  /** Nobody waits for a thread that is gone: a promise that stays open would end the process without a word. */
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
