/**
 * The workers of a test run share the builds, each made when the first of them asks for it: a worker connects and says
 * which it needs, and the connection ends when that is there.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { runScript } from './build.ts';
import type { SharedBuild } from './test-folders.ts';

/** The variable of the environment with the port to connect to. */
const variable = 'AGENT_COST_BUILD_SERVER';

/** Lets the workers that are started from now on wait for a build. Returns how to stop that. */
export async function serveBuild(): Promise<() => void> {
  const building = new Map<string, ReturnType<typeof runScript>>();
  const server = createServer(async (socket) => {
    const which = String((await once(socket, 'data'))[0]);
    const build = building.get(which) ?? runScript(join(import.meta.dirname, 'build-once.ts'), [which]);
    building.set(which, build);
    const { code, stderr } = await build;
    socket.end(code === 0 ? '' : `There is no build to test: ${stderr}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env[variable] = String((server.address() as AddressInfo).port);
  return () => server.close();
}

/** Waits until there is this build; null: nobody makes one for this process. Throws if the build failed. */
export function waitForBuild(which: SharedBuild): Promise<void> | null {
  const port = process.env[variable];
  return port === undefined ? null : built(Number(port), which);
}

async function built(port: number, which: SharedBuild): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(which);
  let problem = '';
  socket.on('data', (chunk) => {
    problem += chunk;
  });
  await once(socket, 'close');
  if (problem !== '') throw new Error(problem);
}
