/** `/healthz`: for load balancers on the public port, and for operators on the port of `/metrics`. */
import { type HttpResponse, methodNotAllowed, refuse } from '../../http/http-response.ts';
import type { RedisCounter } from '../../rate-limit/redis-counter.ts';
import type { State } from '../files/state.ts';

export interface Health {
  state: State;
  /** The limit shared with other servers; null: there is none. */
  shared: RedisCounter | null;
  draining: () => boolean;
}

/**
 * 200 when ready; not ready while the files are checked after a start and while the server drains. Neither a passed
 * price change nor an unreachable Redis makes it unready.
 */
export function healthReply({ state, shared, draining }: Health, method: string): HttpResponse {
  const status = draining() ? 'draining' : state.verified ? 'ok' : 'starting';
  const health = {
    status,
    ready: status === 'ok',
    datasetVersion: state.datasetVersion,
    pricesAsOf: state.pricesAsOf,
    nextPriceChange: state.nextPriceChange,
    scheduledChangePassed: state.overdue,
    ...(shared && { rateLimit: { store: 'redis', counting: shared.sharing ? 'shared' : 'local' } }),
  };
  return operationReply(method, health.ready ? 200 : 503, 'application/json', `${JSON.stringify(health)}\n`);
}

/** An answer for operators; not cacheable. Only GET and HEAD are accepted. */
export function operationReply(method: string, status: number, type: string, text: string): HttpResponse {
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse(methodNotAllowed(method, 'GET, HEAD'), ['Allow', 'GET, HEAD']);
  }
  const body = Buffer.from(text);
  const fields = ['Content-Type', type, 'Content-Length', String(body.length)];
  return { status, headers: [...fields, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'], body };
}
