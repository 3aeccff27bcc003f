/**
 * `node dist/server.js`, or sooner `server.cjs`: serves the `dist` it is in. Imports nothing before the signal handlers
 * are set: by default, each of these signals would end the process, SIGHUP too.
 */
import type { Signals } from './run-server.ts';

const signals: Signals = {
  reload: () => {}, // dist is about to be read anyway
  stop: () => process.exit(0), // nothing was accepted yet
};
process.on('SIGHUP', () => signals.reload());
process.on('SIGTERM', () => signals.stop('SIGTERM'));
process.on('SIGINT', () => signals.stop('SIGINT'));

import('./run-server.ts').then(({ runServer }) => runServer(import.meta.dirname, signals));
