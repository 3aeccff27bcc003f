/**
 * The load: wrk, or the loop in bench/peers where wrk is missing. Both send raw requests built here. And one request whose
 * whole answer is kept, so that a ceiling can replay it.
 */
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Tools } from '../machine.ts';
import { pinned, run } from '../program.ts';

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

export interface Load {
  asks: readonly Ask[];
  connections: number;
  /** What replaces the marker in each request, always a new value; if absent, the asks are sent in turn unchanged. */
  fill?: 'number' | 'address';
}

/** The placeholder in a path or field for a value that makes each request unique. */
export const marker = '{n}';

export interface Sent {
  requests: number;
  seconds: number;
  /** Answers with a status other than 2xx and 3xx, and broken connections. */
  failures: number;
}

export const rawRequest = ({ method, path, headers, body = '' }: Ask): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

export class Generator {
  /** Counts every request that may have been sent, so that a new value is still new in the next slice. */
  private first = 0;

  constructor(
    private readonly tools: Tools,
    private readonly core: number,
    private readonly dir: string,
  ) {}

  /** Sends load to the server on `port` for `seconds`. */
  async send(load: Load, port: number, seconds: number): Promise<Sent> {
    const sent = await (this.tools.wrk ? this.wrk(load, port, seconds) : this.loop(load, port, seconds));
    this.first += sent.requests + load.connections;
    if (sent.requests === 0) throw new Error(`no answer on port ${port} to ${load.asks[0]?.path}`);
    return sent;
  }

  private async wrk(load: Load, port: number, seconds: number): Promise<Sent> {
    const script = join(this.dir, 'load.lua');
    writeFileSync(script, luaScript(load, this.first));
    const args = ['-t1', `-c${load.connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script];
    const command = { command: this.tools.wrk as string, args: [...args, `http://127.0.0.1:${port}/`] };
    return readWrk((await run(pinned(command, this.tools, this.core), seconds + 60)).stdout);
  }

  private async loop(load: Load, port: number, seconds: number): Promise<Sent> {
    const file = join(this.dir, 'load.json');
    const { connections, fill } = load;
    const requests = load.asks.map((ask) => rawRequest(ask).split(marker));
    writeFileSync(file, JSON.stringify({ requests, connections, fill, port, seconds, first: this.first }));
    const command = { command: process.execPath, args: [join(import.meta.dirname, '../peers/loop.mjs'), file] };
    return JSON.parse((await run(pinned(command, this.tools, this.core), seconds + 60)).stdout) as Sent;
  }
}

/** A wrk script that sends the requests in turn. JSON strings of ASCII text are also Lua strings. */
export function luaScript({ asks, fill }: Load, first: number): string {
  const requests = asks.map((ask) => rawRequest(ask).split(marker));
  const list = (part: number) => `{${requests.map((parts) => JSON.stringify(parts[part] ?? '')).join(',')}}`;
  const filled = {
    none: '""',
    number: 'string.format("%d", n)',
    address: 'string.format("10.%d.%d.%d", math.floor(n / 65536) % 256, math.floor(n / 256) % 256, n % 256)',
  }[fill ?? 'none'];
  const request = fill ? `before[k] .. ${filled} .. after[k]` : 'before[k]';
  return `local before = ${list(0)}
local after = ${list(1)}
local n = ${first}
function request()
  n = n + 1
  local k = n % #before + 1
  return ${request}
end
`;
}

export function readWrk(output: string): Sent {
  const [, requests, amount, unit] = /(\d+) requests in ([\d.]+)(ms|s|m)/.exec(output) ?? [];
  if (requests === undefined) throw new Error(`the output of wrk cannot be read:\n${output}`);
  const seconds = Number(amount) * { ms: 0.001, s: 1, m: 60 }[unit as 'ms' | 's' | 'm'];
  const wrong = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  const broken = [...(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? [])].slice(
    1,
  );
  return { requests: Number(requests), seconds, failures: broken.reduce((sum, count) => sum + Number(count), wrong) };
}
