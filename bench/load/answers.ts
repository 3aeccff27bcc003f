/** Sends one request and keeps the whole answer, so that a ceiling can replay it. */
import { Agent, request } from 'node:http';

export interface Ask {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  /** Name, value, name, value ... without the fields that node:http adds itself. */
  headers: string[];
  body: Buffer;
  /** Seconds that the server keeps an idle connection, from its Keep-Alive field. */
  keepAlive: number;
}

export const get = (path: string, headers: Record<string, string> = {}): Ask => ({ method: 'GET', path, headers });

export const post = (path: string, body: string): Ask => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) },
  body,
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export function askOnce(port: number, { method, path, headers, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: 30_000 }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: withoutOwn(answer.rawHeaders),
          body: Buffer.concat(chunks),
          keepAlive: Number(/timeout=(\d+)/.exec(String(answer.headers['keep-alive']))?.[1] ?? 5),
        }),
      );
    });
    asked.on('timeout', () => asked.destroy(new Error(`${method} ${path}: no answer within 30 seconds`)));
    asked.on('error', reject);
    asked.end(body);
  });
}

const own = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

const withoutOwn = (raw: readonly string[]): string[] =>
  raw.filter((_, index) => !own.includes((raw[index - (index % 2)] as string).toLowerCase()));

export const field = ({ headers }: Answer, name: string): string | undefined =>
  headers.find((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name.toLowerCase());

/** The answer as JSON, for the programs in bench/peers that replay it. */
export const recorded = (answer: Answer): string => JSON.stringify({ ...answer, body: answer.body.toString('base64') });

/** The answer without its request id, which is always different. */
const withoutId = (answer: Answer): Answer => ({
  ...answer,
  headers: answer.headers.filter((_, i) => answer.headers[i - (i % 2)]?.toLowerCase() !== 'x-request-id'),
});

/** Throws unless both answers have the same status, fields and bytes: a ratio must not compare different work. */
export function mustBeSame(what: string, a: Answer, b: Answer): void {
  if (recorded(withoutId(a)) === recorded(withoutId(b))) return;
  throw new Error(`${what}: the answers differ: ${summary(a)} and ${summary(b)}`);
}

const summary = ({ status, headers, body, keepAlive }: Answer): string =>
  JSON.stringify({ status, headers, keepAlive, bytes: body.length, start: body.toString('utf8', 0, 200) });
