/** Ports for programs that cannot be given port 0, or that are started again on the same port. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Above the ports of well-known services. */
const lowest = 10_000;

/** How many ports each process of the tests tries, so that no two of a run take one for free at the same time. */
const share = 200;

let tried = process.pid;

/**
 * A free port below the ones that the system gives to outgoing connections. One of those may become the source port of a
 * connection before the program listens on it, or while the program restarts.
 */
export async function freePort(): Promise<number> {
  const shares = Math.floor((firstEphemeral() - lowest) / share);
  const own = lowest + share * (Number(process.env.VITEST_POOL_ID ?? 0) % shares);
  for (;;) {
    const port = own + (tried++ % share);
    if (await canListen(port)) return port;
  }
}

/** First port that the system gives to outgoing connections; 32768 where Linux does not report it. */
export function firstEphemeral(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
  } catch {
    return 32_768;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
