/** `node dist/server.js`: serves the `dist` it lies in. */
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { BadKeysFile } from './access.ts';
import { BadConfig, configHelp, readConfig } from './config.ts';
import { MemoryCounter } from './counter.ts';
import { Drain } from './drain.ts';
import { BrokenDist } from './load.ts';
import { createMetrics } from './metrics.ts';
import { createService } from './serve.ts';
import { State } from './state.ts';

const help = `Serves the API and the page that \`npm run build\` has made.

  node dist/server.js [--help]

Environment:
${configHelp}

Signals: SIGTERM and SIGINT stop accepting, finish what is in flight and exit 0;
SIGHUP reads dist and the keys file again, or keeps the old ones and says why.
/healthz and /metrics are not rate limited. Exit code 1: it could not start.`;

function main(): void {
  const dist = dirname(fileURLToPath(import.meta.url));
  const config = readConfig(process.env);
  const state = State.open(dist, config);
  const log = pino({ level: config.LOG_LEVEL });
  const metrics = createMetrics(() => ({
    version: state.site.catalog.version,
    asOf: state.site.catalog.asOf,
    overdue: state.overdue,
  }));
  const drain = new Drain();
  const server = createService({
    config,
    state,
    metrics,
    metricsOn: config.METRICS === 'on',
    draining: () => drain.started,
    counter: new MemoryCounter(),
    publicDir: join(dist, 'public'),
    log,
  });

  server.on('error', (error) => {
    log.fatal({ error }, 'cannot listen');
    console.error(
      `Cannot listen on ${config.HOST}:${config.PORT}: ${error.message}. Choose another with PORT and HOST.`,
    );
    process.exitCode = 1;
  });
  server.listen(config.PORT, config.HOST, () => {
    const { address, family, port } = server.address() as AddressInfo;
    const { version, asOf } = state.site.catalog;
    console.error(
      `agent-cost on http://${family === 'IPv6' ? `[${address}]` : address}:${port} (dataset ${version}, prices of ${asOf})`,
    );
    log.info({ port, datasetVersion: version, pricesAsOf: asOf }, 'listening');
  });

  state.verify().catch((error: Error) => {
    log.fatal({ reason: error.message }, 'dist is broken');
    console.error(error.message);
    process.exit(1);
  });
  process.on('SIGHUP', () => {
    state.reload().then(
      () => {
        metrics.reloaded('done');
        log.info({ datasetVersion: state.site.catalog.version, keys: state.access.keys.size }, 'reloaded');
      },
      (error: Error) => {
        metrics.reloaded('refused');
        log.error({ reason: error.message }, 'reload refused: the old data and keys go on');
      },
    );
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'draining');
      drain.start(server, config.SHUTDOWN_TIMEOUT * 1000).then((clean) => {
        log.info({ clean }, 'stopped');
        process.exit(0);
      });
    });
  }
  sayWhenOverdue(state, log);
}

/** Once a day, and at the start. */
function sayWhenOverdue(state: State, log: pino.Logger): void {
  const look = () => {
    if (state.overdue)
      log.warn({ pricesAsOf: state.site.catalog.asOf }, 'a scheduled price change has passed: build again');
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
