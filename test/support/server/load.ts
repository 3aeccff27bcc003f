/** A small load: a few keep-alive connections, each sending its next request as soon as it gets an answer. */
import { Agent } from 'node:http';
import { type Ask, ask } from './http.ts';

export interface LoadResult {
  answers: number;
  /** How many answers had each status. */
  statuses: Record<number, number>;
  /** Requests without an answer: the connection was refused, reset, or closed before it. */
  errors: string[];
}

/** Starts sending `requests`, one after another on each of `connections`; ends when `stop` is called. */
export function startLoad(base: string, requests: readonly (Ask & { path: string })[], connections = 10) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const result: LoadResult = { answers: 0, statuses: {}, errors: [] };
  let stopped = false;
  const client = async (first: number) => {
    for (let i = first; !stopped; i++) {
      const { path, ...rest } = requests[i % requests.length] as Ask & { path: string };
      try {
        const { status } = await ask(base, path, { ...rest, agent });
        result.answers++;
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      } catch (error) {
        result.errors.push((error as NodeJS.ErrnoException).code ?? String(error));
      }
    }
  };
  const clients = Array.from({ length: connections }, (_, index) => client(index));
  return {
    result,
    async stop(): Promise<LoadResult> {
      stopped = true;
      await Promise.all(clients);
      agent.destroy();
      return result;
    },
  };
}

/** Reads, refusals and computed answers. */
export const mixedRequests: readonly (Ask & { path: string })[] = [
  { path: '/api/v1/meta' },
  { path: '/api/v1/models', headers: { 'Accept-Encoding': 'br' } },
  { path: '/api/v1/estimate?presetId=rag' },
  {
    path: '/api/v1/estimate',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"presetId":"support","handoffs":3}',
  },
  { path: '/' },
];
