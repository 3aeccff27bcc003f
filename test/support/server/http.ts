/** Requests over a real socket, sent exactly as written: fetch would tidy up paths, headers and bodies. */
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Name, value, name, value ... as received. */
  rawHeaders: string[];
  body: Buffer;
  text: string;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  agent?: Agent;
}

export function ask(base: string, path: string, { method = 'GET', headers = {}, body, agent }: Ask = {}) {
  const { hostname, port } = new URL(base);
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, ...(agent && { agent }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const all = Buffer.concat(chunks);
        const { statusCode: status = 0, headers, rawHeaders } = response;
        resolve({ status, headers, rawHeaders, body: all, text: all.toString('utf8') });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A POST of JSON; a string is sent unchanged. */
export const post = (base: string, path: string, body: unknown, { headers = {}, ...rest }: Ask = {}) =>
  ask(base, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...rest,
  });
