/** One request of `node:http` and the answer to it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiError } from '../../core/schemas/api-error.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { bodyTooLarge, maxBodyBytes } from '../http/size-limits.ts';
import type { Counter } from '../rate-limit/rate-limit.ts';
import type { Config } from './config.ts';
import { writeHead } from './node-internals.ts';
import type { Health } from './observability/health.ts';
import type { Log } from './observability/log.ts';
import type { Kind, Metrics } from './observability/metrics.ts';
import { requestIdOf } from './request-id.ts';
import type { Backlog } from './sockets/backlog.ts';
import type { Connections } from './sockets/connections.ts';
import { originForm } from './sockets/malformed-requests.ts';

/** What all requests of a server share. */
export interface Service extends Health {
  config: Config;
  counter: Counter;
  metrics: Metrics;
  connections: Connections;
  backlog: Backlog;
  /** Directory of the published files. */
  publicDir: string;
  log: Log;
}

/**
 * How much of a body that is too large is read and discarded, in bytes. Closing the connection earlier, with bytes
 * unread, is a reset, which would take the refusal away from the client or the proxy in front.
 */
const maxDiscarded = 1024 * 1024;

export class Exchange {
  readonly method: string;
  /** Path and query, not decoded, without scheme and authority. */
  readonly url: string;
  private id: string | undefined;
  private readonly startedAt = performance.now();

  constructor(
    readonly service: Service,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.method = request.method ?? '';
    this.url = originForm(request.url ?? '');
  }

  /** Header fields by lower-case name. Node makes one value of those that come twice, but for Set-Cookie. */
  get headers(): Partial<Record<string, string>> {
    return this.request.headers as Partial<Record<string, string>>;
  }

  /** The id of the request, in its answer and in the log. */
  get requestId(): string {
    this.id ??= requestIdOf(this.request, this.service.config.TRUST_PROXY);
    return this.id;
  }

  /** Whether the answer waits behind another one of its connection. */
  get isQueued(): boolean {
    return this.response.socket === null;
  }

  /** The body, or a refusal when it is larger than `maxBodyBytes`. Rejects when the client goes away. */
  body(): Promise<Uint8Array | ApiError> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const refuse = () => {
        chunks.length = 0;
        resolve(bodyTooLarge());
      };
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
    });
  }

  /** Sends a whole answer; to HEAD, without its body. */
  send(kind: Kind, reply: HttpResponse): void {
    const { response, method } = this;
    this.closeIfDraining();
    writeHead(response, reply, this.requestId);
    this.count(kind, reply.status);
    response.end(method === 'HEAD' ? undefined : (reply.body ?? undefined));
  }

  /** While the server drains, every answer is the last of its connection. */
  closeIfDraining(): void {
    if (this.service.draining()) this.response.setHeader('Connection', 'close');
  }

  /** Counts an answer whose head is written. */
  count(kind: Kind, status: number): void {
    const { method, service } = this;
    const milliseconds = performance.now() - this.startedAt;
    service.metrics.answered(kind, method, status, milliseconds);
    if (!service.log.isOn('debug')) return;
    const durationMs = Math.round(1000 * milliseconds) / 1000;
    service.log.write('debug', 'answered', { requestId: this.requestId, kind, method, status, durationMs });
  }
}
