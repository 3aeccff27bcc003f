/**
 * The workers of a test run share one build, made when the first of them asks for it: each connects, and the
 * connection ends when there is a build.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { runScript } from './build.ts';

/** The variable of the environment with the port to connect to. */
const variable = 'AGENT_COST_BUILD_SERVER';

/** Lets the workers that are started from now on wait for a build. Returns how to stop that. */
export async function serveBuild(): Promise<() => void> {
  let building: ReturnType<typeof runScript> | undefined;
  const server = createServer(async (socket) => {
    building ??= runScript(join(import.meta.dirname, 'build-once.ts'));
    const { code, stderr } = await building;
    socket.end(code === 0 ? '' : `There is no build to test: ${stderr}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env[variable] = String((server.address() as AddressInfo).port);
  return () => server.close();
}

/** Waits until there is a build; null: nobody makes one for this process. Throws if the build failed. */
export function waitForBuild(): Promise<void> | null {
  const port = process.env[variable];
  return port === undefined ? null : built(Number(port));
}

async function built(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let problem = '';
  socket.on('data', (chunk) => {
    problem += chunk;
  });
  await once(socket, 'close');
  if (problem !== '') throw new Error(problem);
}
