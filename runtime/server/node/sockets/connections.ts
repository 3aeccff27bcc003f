/** Limits connections so that no addresses keep the others out, and idle connections give way to new ones. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { siteOf } from '../../rate-limit/rate-limit.ts';
import type { Config } from '../config.ts';
import { BySize } from './by-size.ts';
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
  /** The sets that contain it: all, and those of its network and its site, unless its peer is a proxy of TRUST_PROXY. */
  groups: readonly Group[];
  /** Bytes in both directions at the last look. */
  bytes: number;
  /** When they last changed, as of `performance.now()`. */
  movedAt: number;
  /** Bytes sent to the client at the last look. */
  sent: number;
  /** When they last changed, or the connection began. */
  answeredAt: number;
  /** Its requests above the limit. */
  refusals: number;
}

type Group = Set<TrackedConnection>;

export class Connections {
  /** Connections closed at once, by the limit that was reached. */
  readonly refused = { address: 0, server: 0 };
  /** Idle connections that were closed in favour of new ones. */
  gaveWay = 0;
  /** Most connections at once. */
  limit: number;
  /** Connections closed, busy or not, because their address held most when another had no room. */
  evicted = 0;
  private readonly held = new Map<Socket, TrackedConnection>();
  private readonly all: Group = new Set();
  private readonly groups = new Map<string, Group>();
  /** The outermost group of each client: its address, or the /48 of its IPv6 address. */
  private readonly holders = new BySize<TrackedConnection>();
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
    const own = names.map(({ name }) => this.groups.get(name));
    const isFull = names.some(({ limit }, index) => this.isFull(own[index], limit));
    if (isFull || (this.all.size >= this.limit && !this.makeRoomFor(own.at(-1)))) {
      this.refuse(socket, isFull ? 'address' : 'server');
      return;
    }
    const groups = [this.all, ...names.map(({ name }) => this.group(name))];
    const now = performance.now();
    const held = { socket, groups, bytes: 0, movedAt: now, sent: 0, answeredAt: now, refusals: 0 };
    this.held.set(socket, held);
    this.enter(held);
    socket.once('close', () => {
      this.held.delete(socket);
      this.leave(held);
      for (const { name } of names) if (this.groups.get(name)?.size === 0) this.groups.delete(name);
    });
  }

  /** What a connection counts against besides the total: nothing for a proxy, which carries many clients. */
  private groupsOf(peer: string): { name: string; limit: number }[] {
    const { TRUST_PROXY: trust, MAX_CONNECTIONS_PER_ADDRESS: limit } = this.config;
    if (trust !== trustNobody && trust(peer, 0)) return [];
    const network = networkOfPeer(peer);
    const site = siteOf(network);
    return [{ name: network, limit }, ...(site === null ? [] : [{ name: site, limit: networksPerSite * limit }])];
  }

  private group(name: string): Group {
    let group = this.groups.get(name);
    if (group === undefined) {
      group = new Set();
      this.groups.set(name, group);
    }
    return group;
  }

  private enter(held: TrackedConnection): void {
    const holder = holderOf(held);
    for (const group of held.groups) if (group !== holder) group.add(held);
    if (holder) this.holders.add(holder, held);
  }

  private leave(held: TrackedConnection): void {
    const holder = holderOf(held);
    for (const group of held.groups) if (group !== holder) group.delete(held);
    if (holder) this.holders.delete(holder, held);
  }

  /** Whether a group has no room, not even after closing an idle connection of it. */
  private isFull(group: Group | undefined, limit: number): boolean {
    return group !== undefined && group.size >= limit && !this.closeQuiet(group, () => true);
  }

  /**
   * Makes room at the limit of all connections, for a client with the connections `own`. The address that holds most
   * gives up one, whatever it sends: by sending slowly it could hold them for ever. If it holds hardly more than the
   * newcomer, only a quiet connection gives way, never one of a client with fewer than the newcomer has.
   */
  private makeRoomFor(own: Group | undefined): boolean {
    const count = own?.size ?? 0;
    const { largest } = this.holders;
    if (largest !== undefined && largest.size > count + 1) {
      let longest: TrackedConnection | undefined;
      for (const held of largest)
        if (held.answeredAt < (longest?.answeredAt ?? Number.POSITIVE_INFINITY)) longest = held;
      this.evicted++;
      this.close(longest as TrackedConnection);
      return true;
    }
    return this.closeQuiet(this.all, (held) => {
      const holder = holderOf(held);
      return holder === own || (holder?.size ?? 1) > count;
    });
  }

  /** Closes the connection that has been quiet for longest, of those that `may` be. Returns false if all are busy. */
  private closeQuiet(group: Group, may: (held: TrackedConnection) => boolean): boolean {
    let longest: TrackedConnection | undefined;
    for (const held of group) {
      if (held.movedAt < (longest?.movedAt ?? Number.POSITIVE_INFINITY) && may(held)) longest = held;
    }
    if (longest === undefined || performance.now() - longest.movedAt < quiet) return false;
    // It may have moved since it was last looked at.
    if (longest.bytes !== bytesOf(longest.socket)) return false;
    this.gaveWay++;
    this.close(longest);
    return true;
  }

  /** Its `close` event comes later; until then it would still be counted. */
  private close(held: TrackedConnection): void {
    held.socket.destroy();
    this.leave(held);
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
      const sent = socket.bytesWritten;
      if (sent === held.sent) continue;
      held.sent = sent;
      held.answeredAt = now;
    }
  }
}

/** The outermost group of a client's connection; undefined for a proxy of TRUST_PROXY. */
const holderOf = ({ groups }: TrackedConnection): Group | undefined => (groups.length > 1 ? groups.at(-1) : undefined);

const bytesOf = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;
