/** Stopping without losing a request. */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Connections } from './connections.ts';

/**
 * How long an idle connection may still send a request, in milliseconds. Closing it at once would race with a request
 * already on its way; if answered within this time, it gets `Connection: close` instead.
 */
const grace = 1000;

export class Drain {
  started = false;

  constructor(
    private readonly server: Server,
    private readonly connections: Connections,
  ) {}

  /**
   * Stops accepting, lets requests in flight finish, closes idle connections after the grace, and everything after
   * `deadline` milliseconds. Resolves to whether nothing had to be cut off. Every answer meanwhile closes its
   * connection. A second call changes nothing and never resolves.
   */
  start(deadline: number): Promise<boolean> {
    if (this.started) return new Promise(() => {});
    this.started = true;
    return new Promise((resolve) => {
      let clean = true;
      // http.Server.close would close idle connections at once.
      NetServer.prototype.close.call(this.server, () => resolve(clean));
      setTimeout(() => setInterval(() => this.closeIdle(), 50).unref(), Math.min(grace, deadline)).unref();
      setTimeout(() => {
        clean = false;
        this.server.closeAllConnections();
        for (const socket of this.connections.sockets()) socket.destroy();
      }, deadline).unref();
    });
  }

  private closeIdle(): void {
    this.server.closeIdleConnections();
    // Node does not consider a connection that has never sent a byte idle.
    for (const socket of this.connections.sockets()) if (socket.bytesRead === 0) socket.destroy();
  }
}
