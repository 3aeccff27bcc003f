/** Hand-written HTTP/1.1 over a TCP socket: requests no client library would send, and answers byte by byte. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  reason: string;
  /** Name and value as received, names in lower case. */
  fields: [name: string, value: string][];
  body: Buffer;
}

export const field = ({ fields }: RawAnswer, name: string): string | undefined =>
  fields.find(([known]) => known === name)?.[1];

/** The answers in `bytes`, and what is left of an answer that is not complete. `heads`: which answers have no body. */
function readAnswers(bytes: Buffer, heads: readonly boolean[] = []): { answers: RawAnswer[]; rest: Buffer } {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (let finals = 0; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { answers, rest };
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const [, status, reason] = /^HTTP\/1\.1 (\d{3}) (.*)$/.exec(statusLine) ?? [];
    if (status === undefined) throw new Error(`Not a status line: ${JSON.stringify(statusLine)}`);
    const fields = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const hasBody = Number(status) >= 200 && status !== '204' && status !== '304' && !heads[finals];
    const framed = hasBody ? readBody(rest.subarray(end + 4), fields) : { body: Buffer.alloc(0), size: 0 };
    if (framed === null) return { answers, rest };
    answers.push({ status: Number(status), reason: reason as string, fields, body: framed.body });
    rest = rest.subarray(end + 4 + framed.size);
    if (Number(status) >= 200) finals++;
  }
}

/** The body at the start of `bytes` and the bytes it takes up, or null while it is incomplete. */
function readBody(bytes: Buffer, fields: RawAnswer['fields']): { body: Buffer; size: number } | null {
  const named = (name: string) => fields.find(([known]) => known === name)?.[1];
  if (named('transfer-encoding') === undefined) {
    const size = Number(named('content-length') ?? 0);
    return bytes.length < size ? null : { body: bytes.subarray(0, size), size };
  }
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    at = lineEnd + 2 + size + 2;
    if (bytes.length < at) return null;
    if (size === 0) return { body: Buffer.concat(chunks), size: at };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
  }
}

/** One connection on which a test controls what is sent, and when. */
export class Conversation {
  private received = Buffer.alloc(0);
  private readonly socket: Socket;
  private failure: NodeJS.ErrnoException | undefined;
  /** Resolves when the server has closed its side, or the connection is gone. */
  readonly closed: Promise<void>;
  private heard: () => void = () => {};

  constructor(
    base: string,
    private readonly heads: readonly boolean[] = [],
  ) {
    const { hostname, port } = new URL(base);
    this.socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.heard();
    });
    this.socket.on('error', (error) => {
      this.failure = error;
    });
    this.closed = new Promise((resolve) => {
      for (const event of ['end', 'close']) {
        this.socket.once(event, () => {
          resolve();
          this.heard();
        });
      }
    });
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  /** Ends the sending side; the connection still receives. */
  finish(): this {
    this.socket.end();
    return this;
  }

  /** Stops reading, so that the answers fill every buffer on the way. */
  deafen(): this {
    this.socket.pause();
    return this;
  }

  /** Tears the connection down. */
  destroy(): void {
    this.socket.destroy();
  }

  /** Tears it down with a reset, like a crashed client. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** What has been received so far: complete answers, and bytes after them. */
  get read(): { answers: RawAnswer[]; rest: Buffer } {
    return readAnswers(this.received, this.heads);
  }

  /** The error the connection ended with, such as ECONNRESET. */
  get error(): string | undefined {
    return this.failure?.code;
  }

  /** Waits until `count` answers have arrived (interim ones count) and returns all so far. */
  async answers(count: number, seconds = 60): Promise<RawAnswer[]> {
    let over = false;
    void this.closed.then(() => {
      over = true;
    });
    const deadline = Date.now() + seconds * 1000;
    for (;;) {
      const { answers } = this.read;
      if (answers.length >= count) return answers;
      if (over) throw new Error(`The server closed after ${answers.length} of ${count} answers; ${this.described}`);
      if (Date.now() > deadline)
        throw new Error(`${answers.length} of ${count} answers arrived in time; ${this.described}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.heard = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  private get described(): string {
    return `error ${this.error ?? 'none'}, received ${JSON.stringify(this.received.toString('latin1').slice(0, 2000))}`;
  }
}

/** Sends `bytes` and returns every answer up to the moment the server closes. */
export async function sendRaw(
  base: string,
  bytes: string | Uint8Array,
  { heads, seconds = 60 }: { heads?: readonly boolean[]; seconds?: number } = {},
): Promise<{ answers: RawAnswer[]; rest: Buffer; error: string | undefined; closed: boolean }> {
  const conversation = new Conversation(base, heads);
  conversation.send(bytes);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1000);
  });
  const closed = await Promise.race([conversation.closed.then(() => true), late]);
  clearTimeout(timer);
  conversation.destroy();
  return { ...conversation.read, error: conversation.error, closed };
}
