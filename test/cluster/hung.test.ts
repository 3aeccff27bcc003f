/** A server that hangs accepts connections and never answers. nginx must try the other one, whatever the method. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startNginx } from '../hosts/programs/nginx.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { freePort } from '../support/server/free-port.ts';
import { ask, post } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { missing } from '../support/system-packages.ts';

test('no request is lost while one of two servers hangs or while both restart in turn', async (context) => {
  const reason = missing('nginx');
  if (reason) context.skip(reason);
  const dir = temporaryDirectory();
  const ports = [await freePort(), await freePort()];
  const startOne = (port: number | undefined) => startServer({ RATE_LIMIT: 'off', PORT: String(port) });
  const servers = await Promise.all(ports.map(startOne));
  const runtimes = servers.map(({ base }) => base);
  const { base } = await startNginx(join(dir, 'nginx'), { dist: testDist, rules: 'runtimes', runtimes });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  /** Statuses of 40 reads and 40 computations at once. */
  const asked = async () => {
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        index % 2 === 0
          ? ask(base, '/api/v1/meta', { agent })
          : post(base, '/api/v1/estimate', { presetId: 'support' }, { agent }),
      ),
    );
    return [...new Set(answers.map(({ status }) => status))];
  };

  expect(await asked()).toEqual([200]);
  servers[0]?.kill('SIGSTOP');
  expect(await asked()).toEqual([200]);
  expect(await asked()).toEqual([200]); // the hanging server is now left out
  servers[0]?.kill('SIGCONT');

  // Each is down for a moment in turn: both are left out for a while, yet are tried all the same.
  for (const index of [0, 1]) {
    const server = servers[index] as (typeof servers)[number];
    server.kill('SIGKILL');
    await server.exited;
    expect(await asked()).toEqual([200]);
    servers[index] = await startOne(ports[index]);
  }
  expect(await asked()).toEqual([200]);
  agent.destroy();
  await Promise.all(servers.map((server) => server.stop()));
});
