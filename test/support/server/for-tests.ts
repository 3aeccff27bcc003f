/** A server for all tests of a file, or of a `describe`. */
import { afterAll, beforeAll } from 'vitest';
import { untilReady } from './ready.ts';
import { startServer, type TestServer } from './server.ts';

/** Starts before the tests and is ready for them; stops after them. Its fields can be read once they run. */
export function serverForTests(env?: Record<string, string>, dist?: string): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await untilReady(await startServer(env, dist)));
  });
  afterAll(() => server.stop?.());
  return server;
}
