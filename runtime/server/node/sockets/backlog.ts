/**
 * Answers that are not read: a client may pipeline requests without reading, so what waits is limited for each
 * connection and for all together. (Node stops reading a connection whose answers wait, but only after all requests in
 * the bytes it has read, some 3,000 in 64 KiB.)
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../../core/schemas/api-error.ts';
import { type HttpResponse, refuse } from '../../http/http-response.ts';
import { stopReading } from '../node-internals.ts';

/** Most answers that wait behind another on one connection, and on all together: a few kilobytes each. */
const perConnection = 128;
const altogether = 4096;

/** Most bytes of computed answers that wait on one connection, and on all together. (Published files are in memory once.) */
const bytesPerConnection = 512 * 1024;
const bytesAltogether = 32 * 1024 * 1024;

interface Waiting {
  answers: number;
  bytes: number;
  /** Whether everything else the client has sent is ignored. */
  isCutOff: boolean;
}

/** Answers a request that had no room; its connection is closed after it, and later requests on it are not answered. */
const refusal = (): HttpResponse =>
  refuse(
    new ApiError(
      'rate_limited',
      'Too many answers wait on this connection: read them, and send the requests that follow on another one.',
    ),
    ['Retry-After', '1', 'Connection', 'close'],
  );

export class Backlog {
  /** Connections that exceeded the room for waiting answers. */
  overfull = 0;
  private answers = 0;
  private bytes = 0;
  /** The connection that has waited longest comes first. */
  private readonly waiting = new Map<Socket, Waiting>();

  /**
   * Makes room for an answer that waits behind another of its connection (its response has no socket yet). Returns a
   * refusal to send in its place, or `ignore` when the connection is about to be closed.
   */
  enter(socket: Socket, response: ServerResponse): HttpResponse | 'ignore' | null {
    const waiting = this.of(socket);
    if (waiting.isCutOff || socket.destroyed) return 'ignore';
    if (waiting.answers >= perConnection || this.answers >= altogether || waiting.bytes >= bytesPerConnection) {
      return this.cutOff(socket, waiting);
    }
    this.count(socket, waiting, response, 1, 0);
    return null;
  }

  /** The refusal to send in place of a computed answer of `bytes` that would wait too; null: there is room. */
  crowdedOut(socket: Socket, bytes: number): HttpResponse | null {
    const waiting = this.of(socket);
    return waiting.bytes + bytes > bytesPerConnection ? this.cutOff(socket, waiting) : null;
  }

  /** Counts a sent computed answer until the client has read it; closes the slowest connections above the limit. */
  hold(socket: Socket, response: ServerResponse, bytes: number): void {
    this.count(socket, this.of(socket), response, 0, bytes);
    for (const [slowest, { bytes }] of this.waiting) {
      if (this.bytes <= bytesAltogether) return;
      if (bytes === 0) continue;
      this.overfull++;
      this.forget(slowest);
      slowest.destroy();
    }
  }

  private of(socket: Socket): Waiting {
    let waiting = this.waiting.get(socket);
    if (waiting === undefined) {
      waiting = { answers: 0, bytes: 0, isCutOff: false };
      this.waiting.set(socket, waiting);
      socket.once('close', () => this.forget(socket));
    }
    return waiting;
  }

  private count(socket: Socket, waiting: Waiting, response: ServerResponse, answers: number, bytes: number): void {
    if (waiting.answers === 0 && waiting.bytes === 0) {
      this.waiting.delete(socket);
      this.waiting.set(socket, waiting); // moves it to the end
    }
    waiting.answers += answers;
    waiting.bytes += bytes;
    this.answers += answers;
    this.bytes += bytes;
    response.once('finish', () => {
      if (this.waiting.get(socket) !== waiting) return; // closed meanwhile
      waiting.answers -= answers;
      waiting.bytes -= bytes;
      this.answers -= answers;
      this.bytes -= bytes;
    });
  }

  private cutOff(socket: Socket, waiting: Waiting): HttpResponse {
    if (!waiting.isCutOff) {
      this.overfull++;
      waiting.isCutOff = true;
      stopReading(socket);
    }
    return refusal();
  }

  private forget(socket: Socket): void {
    const waiting = this.waiting.get(socket);
    if (waiting === undefined) return;
    this.answers -= waiting.answers;
    this.bytes -= waiting.bytes;
    this.waiting.delete(socket);
  }
}
