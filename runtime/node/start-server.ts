/** `node dist/server.js`: serves the `dist` it lies in. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemoryCounter } from '../http/callers/memory-counter.ts';
import { BadKeysFile } from './access.ts';
import { BadConfig, type Config, configHelp, readConfig } from './config.ts';
import { Drain } from './drain.ts';
import { BrokenDist } from './files/load.ts';
import { State } from './files/state.ts';
import { Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { RedisCounter } from './redis/redis-counter.ts';
import { createService, loadComputing } from './serve.ts';

const help = `Serves the API and the page that \`npm run build\` has made.

  node dist/server.js [--help]

Environment:
${configHelp}

Signals: SIGTERM and SIGINT stop accepting, finish what is in flight and exit 0;
SIGHUP reads dist and the keys file again, or keeps the old ones and says why.
/healthz and /metrics are not rate limited. While a Redis that RATE_LIMIT_STORE names does not answer within 50 ms,
each server counts for itself; /healthz, /metrics and the log say so. Exit code 1: it could not start.`;

/** How long after the start everything waits that the first answer does not need, in milliseconds. */
const afterTheStart = 50;

function main(): void {
  const dist = dirname(fileURLToPath(import.meta.url));
  const config = readConfig(process.env);
  const state = State.open(dist, config);
  const log = new Log(config.LOG_LEVEL);
  const counter = counterFor(config, log);
  const shared = counter instanceof RedisCounter ? counter : null;
  const metrics = new Metrics(state, shared);
  const server: Server = createService({
    config,
    state,
    metrics,
    metricsOn: config.METRICS === 'on',
    draining: () => drain.started,
    counter,
    shared,
    publicDir: join(dist, 'public'),
    log,
  });
  const drain = new Drain(server);

  server.on('error', (error) => {
    console.error(
      `Cannot listen on ${config.HOST}:${config.PORT}: ${error.message}. Choose another with PORT and HOST.`,
    );
    process.exitCode = 1;
  });
  server.listen(config.PORT, config.HOST, () => {
    const { address, family, port } = server.address() as AddressInfo;
    const { datasetVersion, pricesAsOf } = state;
    setTimeout(() => {
      console.error(
        `agent-cost on http://${family === 'IPv6' ? `[${address}]` : address}:${port} (dataset ${datasetVersion}, prices of ${pricesAsOf})`,
      );
      log.write('info', 'listening', { port, datasetVersion, pricesAsOf });
      loadComputing().catch(() => {}); // the check below says which file is broken
      state.verify().then(
        () => sayWhenOverdue(state, log),
        (error: Error) => stopBroken(error, log),
      );
    }, afterTheStart);
  });

  process.on('SIGHUP', () => {
    state.reload().then(
      () => {
        metrics.reloaded('done');
        log.write('info', 'reloaded', { datasetVersion: state.datasetVersion, keys: state.access.keys.size });
      },
      (error: Error) => {
        metrics.reloaded('refused');
        log.write('error', 'reload refused: the old data and keys go on', { reason: error.message });
      },
    );
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      log.write('info', 'draining', { signal });
      const clean = await drain.start(config.SHUTDOWN_TIMEOUT * 1000);
      log.write('info', 'stopped', { clean });
      await log.written();
      process.exit(0);
    });
  }
}

/** In memory, or in Redis with its client loaded in the background. */
function counterFor({ RATE_LIMIT_STORE: url }: Config, log: Log): MemoryCounter | RedisCounter {
  const local = new MemoryCounter();
  if (url === null) return local;
  const connecting = import('./redis/redis-store.ts').then(({ redisStore }) => redisStore(url));
  return new RedisCounter(connecting, local, (sharing, reason) => {
    if (sharing) log.write('info', 'requests are counted in Redis', {});
    else log.write('error', 'Redis does not answer: each server counts for itself', { reason });
  });
}

async function stopBroken(error: Error, log: Log): Promise<void> {
  console.error(error.message);
  log.write('fatal', 'dist is broken', { reason: error.message });
  await log.written();
  process.exit(1);
}

/** Once a day, and at the start. */
function sayWhenOverdue(state: State, log: Log): void {
  const look = () => {
    if (!state.overdue) return;
    log.write('warn', 'a scheduled price change has passed: build again', { pricesAsOf: state.pricesAsOf });
  };
  look();
  setInterval(look, 24 * 60 * 60 * 1000).unref();
}

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(help);
} else {
  try {
    main();
  } catch (error) {
    const expected = error instanceof BadConfig || error instanceof BrokenDist || error instanceof BadKeysFile;
    console.error(expected ? `${error.message}\nnode dist/server.js --help tells more.` : error);
    process.exitCode = 1;
  }
}
