/** `/healthz` and `/metrics`, for those who run the service. Neither is rate limited or cached. */
import type { ServerResponse } from 'node:http';
import { Refusal } from '../core/api/envelope.ts';
import { nextPriceChange } from '../core/api/models.ts';
import type { State } from './files/state.ts';
import type { Metrics } from './metrics.ts';
import type { RedisCounter } from './redis/redis-counter.ts';

export interface Operation {
  state: State;
  metrics: Metrics;
  metricsOn: boolean;
  /** The limit shared with other servers; null: there is none. */
  shared: RedisCounter | null;
  draining: () => boolean;
}

export const isOperation = (url: string): boolean => url === '/healthz' || url === '/metrics';

export async function sendOperation(
  operation: Operation,
  url: string,
  method: string,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') {
    const refusal = new Refusal('method_not_allowed', `${method} is not allowed here; accepted are GET, HEAD.`);
    return end(response, 405, 'application/json', refusal.toJson(), { Allow: 'GET, HEAD' });
  }
  if (url === '/healthz') {
    const found = health(operation);
    return end(response, found.ready ? 200 : 503, 'application/json', `${JSON.stringify(found)}\n`);
  }
  if (!operation.metricsOn) {
    return end(response, 404, 'application/json', new Refusal('not_found', 'METRICS is off here.').toJson());
  }
  const { text, contentType } = await operation.metrics.scrape();
  end(response, 200, contentType, text);
}

/**
 * Ready, or not while the files are checked after a start and while the server drains. A passed price
 * change does not make it unready, nor does a Redis that is gone.
 */
function health({ state, shared, draining }: Operation) {
  const { catalog } = state.site;
  const status = draining() ? 'draining' : state.verified ? 'ok' : 'starting';
  return {
    status,
    ready: status === 'ok',
    datasetVersion: state.datasetVersion,
    pricesAsOf: state.pricesAsOf,
    nextPriceChange: nextPriceChange(catalog),
    scheduledChangePassed: state.overdue,
    ...(shared && { rateLimit: { store: 'redis', counting: shared.sharing ? 'shared' : 'local' } }),
  };
}

function end(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  extra: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...extra,
  });
  response.end(text);
}
