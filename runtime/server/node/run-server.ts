/** Starts, reloads and stops the server. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { keyCount } from '../auth/auth.ts';
import { MemoryCounter } from '../rate-limit/memory-counter.ts';
import { RedisCounter } from '../rate-limit/redis-counter.ts';
import { BadKeysFile } from './access.ts';
import { BadConfig, type Config, configHelp, metricsPortOf, readConfig } from './config.ts';
import type { Service } from './exchange.ts';
import { CorruptBuildError } from './files/open-build.ts';
import { State } from './files/state.ts';
import { lateModules } from './late-modules.ts';
import { keepTickShape } from './node-internals.ts';
import { createAdminServer } from './observability/admin-server.ts';
import { Log } from './observability/log.ts';
import { Metrics } from './observability/metrics.ts';
import { createListener, serve } from './serve.ts';
import { Backlog } from './sockets/backlog.ts';
import { Connections } from './sockets/connections.ts';
import { Drain } from './sockets/drain.ts';
import { type InheritedSocket, inheritedSocket } from './sockets/inherited-socket.ts';

const help = `Serves the API and the page that \`npm run build\` has made.

  node dist/server.js [--help]

Environment:
${configHelp}

A socket of systemd (LISTEN_FDS) takes the place of PORT and HOST: deploy/agent-cost.socket.
Signals: SIGTERM and SIGINT stop accepting, finish requests in flight and exit 0;
SIGHUP reads dist and the keys file again, or keeps the old ones and logs the reason.
/healthz is on PORT and on METRICS_PORT, /metrics on METRICS_PORT alone; neither is rate limited. While a Redis
that RATE_LIMIT_STORE names does not answer within 50 ms, each server counts for itself; /healthz, /metrics and the
log report it. Exit code 1: the server could not start.`;

/** How long everything that the first answer does not need waits after the start, in milliseconds. */
const afterTheStart = 50;

/** Most connections until everything is loaded, so that descriptors are left for loading it. */
const connectionsAtFirst = 256;

/** Descriptors that are not for connections: the pack, downloads, Redis, METRICS_PORT. */
const otherDescriptors = 128;

/** What a signal currently does. The handlers themselves stay: without one, a signal would end the process. */
export interface Signals {
  reload: () => void;
  stop: (signal: string) => void;
}

/** `dist`: the folder of the build. Ends the process if it cannot start. */
export async function runServer(dist: string, signals: Signals): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === '--help' || argument === '-h') {
    console.log(help);
    return;
  }
  try {
    if (argument !== undefined) throw new BadConfig(unknownArgument(argument, process.argv[3]));
    await start(dist, readConfig(process.env), socketFor(process.env), signals);
  } catch (error) {
    const isExpected = error instanceof BadConfig || error instanceof CorruptBuildError || error instanceof BadKeysFile;
    fail(isExpected ? `${error.message}\nRun node dist/server.js --help for all settings.` : error);
  }
}

/** Settings are environment variables: the message shows how to write this one. */
function unknownArgument(argument: string, next: string | undefined): string {
  const [, name, value = next] = /^--?([\w-]+)(?:=(.*))?$/.exec(argument) ?? [];
  const variable = name?.toUpperCase().replaceAll('-', '_');
  const isKnown = variable !== undefined && configHelp.includes(`  ${variable} `);
  const example = isKnown ? `${variable}=${value ?? '...'}` : 'PORT=8831';
  return `Unknown argument ${JSON.stringify(argument)}. Settings are environment variables: ${example} node dist/server.js`;
}

function socketFor(env: NodeJS.ProcessEnv): InheritedSocket | null {
  try {
    return inheritedSocket(env, process.pid);
  } catch (error) {
    throw new BadConfig((error as Error).message);
  }
}

async function start(dist: string, config: Config, socket: InheritedSocket | null, signals: Signals): Promise<void> {
  keepTickShape();
  const state = await State.open(dist, config);
  const log = new Log(config.LOG_LEVEL);
  const metrics = new Metrics();
  const counter = counterFor(config, log);
  const shared = counter instanceof RedisCounter ? counter : null;
  const server = createListener(config);
  const connections = new Connections(server, config, (refused) =>
    log.write('warn', 'connections are refused: too many from one address, or in all', refused),
  );
  connections.limit = Math.min(config.MAX_CONNECTIONS, connectionsAtFirst);
  const drain = new Drain(server, connections);
  const draining = () => drain.started;
  const backlog = new Backlog();
  const publicDir = join(dist, 'public');
  const service: Service = { config, state, metrics, draining, counter, shared, connections, backlog, publicDir, log };
  serve(server, service);
  const door = createAdminServer(service);

  signals.reload = () => reload(service);
  signals.stop = async (signal) => {
    log.write('info', 'draining', { signal });
    door.close();
    const clean = await drain.start(config.SHUTDOWN_TIMEOUT * 1000);
    log.write('info', 'stopped', { clean });
    await log.written();
    process.exit(0);
  };
  if (process.env.npm_lifecycle_event === 'start') stopWithParent(signals);
  const where = socket ?? { port: config.PORT, host: config.HOST };
  listen(server, where, 'PORT and HOST', () => {
    setTimeout(() => afterStart(service, server, door), afterTheStart);
  });
}

/**
 * A signal to `npm start` ends npm and the shell between npm and this process but does not reach this process: so it
 * stops when its parent is no longer the one it had at the start.
 */
function stopWithParent(signals: Signals): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    signals.stop('end of npm start');
  }, 500);
  watch.unref();
}

/** Everything the first answer does not wait for; the server stops if a part of it is missing or changed. */
async function afterStart(service: Service, server: Server, door: Server): Promise<void> {
  const { config, state, log, metrics, connections } = service;
  const { datasetVersion, pricesAsOf } = state;
  try {
    const { keepYoungSmall } = await lateModules();
    // Before prom-client and pino, whose code would let it grow: 1.4 MB for good.
    keepYoungSmall();
    await metrics.open(service);
    await log.open();
  } catch (error) {
    return fail(`The program was changed while it was starting (${(error as Error).message}): start it again.`);
  }
  connections.limit = connectionLimit(config, log);
  const { port } = server.address() as AddressInfo;
  const greet = () => {
    const where = door.listening ? `; metrics on ${addressOf(door)}/metrics` : '';
    console.error(`agent-cost on ${addressOf(server)} (dataset ${datasetVersion}, prices of ${pricesAsOf})${where}`);
    log.write('info', 'listening', { port, datasetVersion, pricesAsOf });
  };
  const metricsPort = metricsPortOf(config);
  if (metricsPort === null || service.draining()) greet();
  else listen(door, { port: metricsPort, host: config.METRICS_HOST }, 'METRICS_PORT and METRICS_HOST', greet);
  try {
    await state.verify();
    warnWhenOverdue(state, log);
  } catch (error) {
    log.write('fatal', 'dist is broken', { reason: (error as Error).message });
    await log.written();
    fail((error as Error).message);
  }
}

/**
 * Most connections that wait to be accepted: as many as the system allows. With Node's 511, a crowd that arrives at once
 * makes the system drop the first packet of everybody else, who tries again after a second.
 */
const backlog = 65_535;

/** Listens, or ends the process with the reason; later faults of the socket only affect the connections concerned. */
function listen(
  server: Server,
  where: { port: number; host: string } | InheritedSocket,
  settings: string,
  then: () => void,
): void {
  const cannot = (message: string) =>
    fail(
      'fd' in where
        ? `Cannot listen on the socket that LISTEN_FDS announces: ${message}.`
        : `Cannot listen on ${where.host}:${where.port}: ${message}. Set ${settings} to other values.`,
    );
  const failed = ({ message }: Error) => cannot(message);
  server.once('error', failed);
  server.listen({ ...where, backlog }, () => {
    if (!(server.address() as Partial<AddressInfo> | null)?.port) cannot('it must be of TCP, not a path');
    server.off('error', failed);
    server.on('error', () => {}); // a connection could not be accepted
    then();
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function reload({ state, metrics, log }: Service): void {
  state.reload().then(
    () => {
      metrics.reloaded('done');
      log.write('info', 'reloaded', { datasetVersion: state.datasetVersion, keys: keyCount(state.access) });
    },
    (error: Error) => {
      metrics.reloaded('refused');
      log.write('error', 'reload refused: the old data and keys stay in use', { reason: error.message });
    },
  );
}

/** The configured limit, or what descriptors allow: one connection too many, and every opening of a file would fail. */
function connectionLimit({ MAX_CONNECTIONS }: Config, log: Log): number {
  const allowed = openFilesAllowed() - otherDescriptors;
  if (MAX_CONNECTIONS <= allowed) return MAX_CONNECTIONS;
  const limit = Math.max(1, allowed);
  log.write('warn', 'fewer connections than MAX_CONNECTIONS: the limit of open files is too low', { limit });
  return limit;
}

/** The soft limit of this process, which Node raises to the hard one; unlimited if the system does not report it. */
function openFilesAllowed(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Counts in memory, or in Redis with its client loaded in the background. */
function counterFor({ RATE_LIMIT_STORE: url }: Config, log: Log): MemoryCounter | RedisCounter {
  const local = new MemoryCounter();
  if (url === null) return local;
  const connecting = import('../rate-limit/redis-client.ts').then(({ redisStore }) => redisStore(url));
  return new RedisCounter(connecting, local, (sharing, reason) => {
    if (sharing) log.write('info', 'requests are counted in Redis', {});
    else log.write('error', 'Redis does not answer: each server counts for itself', { reason });
  });
}

/** Warns at the start and once a day. */
function warnWhenOverdue(state: State, log: Log): void {
  const look = () => {
    if (!state.overdue) return;
    log.write('warn', 'a scheduled change has passed: build again', { pricesAsOf: state.pricesAsOf });
  };
  look();
  setInterval(look, 24 * 60 * 60 * 1000).unref();
}

/** Ends the process without waiting for anything else. */
function fail(reason: unknown): never {
  console.error(reason);
  process.exit(1);
}
