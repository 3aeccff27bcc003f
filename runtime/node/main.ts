/** `node dist/server.js`: serves the `dist` it lies in. */
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadKeysFile } from './access.ts';
import { BadConfig, configHelp, readConfig } from './config.ts';
import { MemoryCounter } from './counter.ts';
import { Drain } from './drain.ts';
import { BrokenDist } from './load.ts';
import { Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { createService } from './serve.ts';
import { State } from './state.ts';

const help = `Serves the API and the page that \`npm run build\` has made.

  node dist/server.js [--help]

Environment:
${configHelp}

Signals: SIGTERM and SIGINT stop accepting, finish what is in flight and exit 0;
SIGHUP reads dist and the keys file again, or keeps the old ones and says why.
/healthz and /metrics are not rate limited. Exit code 1: it could not start.`;

/** How long after the start everything waits that the first answer does not need, in milliseconds. */
const afterTheStart = 50;

function main(): void {
  const dist = dirname(fileURLToPath(import.meta.url));
  const config = readConfig(process.env);
  const state = State.open(dist, config);
  const log = new Log(config.LOG_LEVEL);
  const metrics = new Metrics(state);
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
    setTimeout(() => {
      log.write('info', 'listening', { port, datasetVersion: version, pricesAsOf: asOf });
      sayWhenOverdue(state, log);
      state.verify().catch((error: Error) => stopBroken(error, log));
    }, afterTheStart);
  });

  process.on('SIGHUP', () => {
    state.reload().then(
      () => {
        metrics.reloaded('done');
        log.write('info', 'reloaded', { datasetVersion: state.site.catalog.version, keys: state.access.keys.size });
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
      const clean = await drain.start(server, config.SHUTDOWN_TIMEOUT * 1000);
      log.write('info', 'stopped', { clean });
      await log.written();
      process.exit(0);
    });
  }
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
    log.write('warn', 'a scheduled price change has passed: build again', { pricesAsOf: state.site.catalog.asOf });
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
