import { ask } from './http.ts';

/** Waits until the server reports that it is ready: it answers from the start, while it checks its files. */
export async function untilReady<Server extends { base: string }>(server: Server): Promise<Server> {
  while ((await ask(server.base, '/healthz')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
  return server;
}
