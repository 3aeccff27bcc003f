/** Limits connections so that no address keeps the others out and idle connections give way to new ones. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { siteOf } from '../../rate-limit/rate-limit.ts';
import type { Config } from '../config.ts';
import { networkOfPeer, trustNobody } from './client-address.ts';

/** A connection without traffic for this long may be closed in favour of a new one, in milliseconds. */
const quiet = 1000;

/** How often quiet connections are looked for, in milliseconds. */
const lookEvery = 500;

/** The networks of a /48 may together hold this many times the connections of one /64. */
const networksPerSite = 4;

/** How many requests above the limit are refused on one connection before it is closed. */
const refusalsPerConnection = 10;

/** How often refused connections are logged, in milliseconds. */
const reportEvery = 60_000;

interface TrackedConnection {
  socket: Socket;
  /** The sets that contain it. */
  groups: readonly Set<TrackedConnection>[];
  /** Bytes in both directions at the last look. */
  bytes: number;
  /** When they last changed, as of `performance.now()`. */
  movedAt: number;
  /** Its requests above the limit. */
  refusals: number;
}

export class Connections {
  /** Connections closed at once, by the limit that was reached. */
  readonly refused = { address: 0, server: 0 };
  /** Idle connections that were closed in favour of new ones. */
  gaveWay = 0;
  /** Most connections at once. */
  limit: number;
  private readonly held = new Map<Socket, TrackedConnection>();
  private readonly all = new Set<TrackedConnection>();
  private readonly groups = new Map<string, Set<TrackedConnection>>();
  private reportedAt = Number.NEGATIVE_INFINITY;

  /** `report` is called from time to time while connections are refused. */
  constructor(
    server: Server,
    private readonly config: Config,
    private readonly report: (refused: { address: number; server: number }) => void,
  ) {
    this.limit = config.MAX_CONNECTIONS;
    server.on('connection', (socket) => this.take(socket));
    setInterval(() => this.look(), lookEvery).unref();
  }

  get count(): number {
    return this.all.size;
  }

  /** All open connections. */
  sockets(): IterableIterator<Socket> {
    return this.held.keys();
  }

  /** Counts a request above the limit; returns whether to close its connection, never for proxies of TRUST_PROXY. */
  isTooOften(socket: Socket): boolean {
    const held = this.held.get(socket);
    if (held === undefined || held.groups.length === 1) return false;
    held.refusals++;
    return held.refusals >= refusalsPerConnection;
  }

  private take(socket: Socket): void {
    const names = this.groupsOf(socket.remoteAddress ?? '');
    const isFull = names.some(({ name, limit }) => this.isFull(this.groups.get(name), limit));
    if (isFull || this.isFull(this.all, this.limit)) {
      this.refuse(socket, isFull ? 'address' : 'server');
      return;
    }
    const groups = [this.all, ...names.map(({ name }) => this.group(name))];
    const held = { socket, groups, bytes: 0, movedAt: performance.now(), refusals: 0 };
    this.held.set(socket, held);
    for (const group of groups) group.add(held);
    socket.once('close', () => this.forget(held, names));
  }

  /** What a connection counts against besides the total: nothing for a proxy, which carries many clients. */
  private groupsOf(peer: string): { name: string; limit: number }[] {
    const { TRUST_PROXY: trust, MAX_CONNECTIONS_PER_ADDRESS: limit } = this.config;
    if (trust !== trustNobody && trust(peer, 0)) return [];
    const network = networkOfPeer(peer);
    const site = siteOf(network);
    return [{ name: network, limit }, ...(site === null ? [] : [{ name: site, limit: networksPerSite * limit }])];
  }

  private group(name: string): Set<TrackedConnection> {
    let group = this.groups.get(name);
    if (group === undefined) {
      group = new Set();
      this.groups.set(name, group);
    }
    return group;
  }

  private forget(held: TrackedConnection, names: readonly { name: string }[]): void {
    this.held.delete(held.socket);
    for (const group of held.groups) group.delete(held);
    for (const { name } of names) if (this.groups.get(name)?.size === 0) this.groups.delete(name);
  }

  /** Whether a group has no room, not even after closing an idle connection of it. */
  private isFull(group: ReadonlySet<TrackedConnection> | undefined, limit: number): boolean {
    return group !== undefined && group.size >= limit && !this.makeRoom(group);
  }

  /** Closes the connection that has been quiet for longest. Returns false if all are busy. */
  private makeRoom(group: ReadonlySet<TrackedConnection>): boolean {
    let longest: TrackedConnection | undefined;
    for (const held of group) {
      if (!held.socket.destroyed && held.movedAt < (longest?.movedAt ?? Number.POSITIVE_INFINITY)) longest = held;
    }
    if (longest === undefined || performance.now() - longest.movedAt < quiet) return false;
    // It may have moved since it was last looked at.
    if (longest.bytes !== bytesOf(longest.socket)) return false;
    this.gaveWay++;
    longest.socket.destroy();
    // Its `close` event comes later; until then it would still be counted.
    for (const held of longest.groups) held.delete(longest);
    return true;
  }

  private refuse(socket: Socket, whose: 'address' | 'server'): void {
    socket.destroy();
    this.refused[whose]++;
    if (performance.now() - this.reportedAt < reportEvery) return;
    this.reportedAt = performance.now();
    this.report({ ...this.refused });
  }

  /**
   * Notes which connections are active, and sets a time limit on those whose answer waits for its client. (If set for
   * every connection in advance, Node would set it twice for every request.)
   */
  private look(): void {
    const now = performance.now();
    for (const held of this.all) {
      const { socket } = held;
      if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(this.config.SEND_TIMEOUT * 1000);
      const bytes = bytesOf(socket);
      if (bytes === held.bytes) continue;
      held.bytes = bytes;
      held.movedAt = now;
    }
  }
}

const bytesOf = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;
