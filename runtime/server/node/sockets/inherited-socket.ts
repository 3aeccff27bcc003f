/** A listening socket that outlives this process: systemd holds it and passes it on, as sd_listen_fds(3) describes. */

/** The first descriptor after standard input, output and error. */
const firstDescriptor = 3;

/**
 * Connections that may wait in the kernel while no process accepts them (at most net.core.somaxconn). Node's own default
 * of 511 is for a server that is always there.
 */
const waitingDuringARestart = 4096;

/** For `server.listen`. */
export interface InheritedSocket {
  fd: number;
  backlog: number;
}

/**
 * The socket passed to this process, or null if there is none. Throws when there are several: one carries the API, and
 * METRICS_PORT is opened here.
 * @param pid of this process; the variables of a parent that were not meant for it are ignored
 */
export function inheritedSocket({ LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv, pid: number): InheritedSocket | null {
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(pid)) return null;
  if (LISTEN_FDS !== '1') throw new Error(`LISTEN_FDS must be 1, for the socket of the API (got ${LISTEN_FDS}).`);
  return { fd: firstDescriptor, backlog: waitingDuringARestart };
}
