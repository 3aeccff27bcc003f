/** `npm run evidence:logs`: what reports on logs claim, tried on the recorded sessions, owner by owner. */
import { catalog } from '../../support/core/catalog.ts';
import { recordedSessions } from './recorded-sessions.ts';
import { cacheTable, lifetimeTable, outputTable } from './tables.ts';

const sessions = recordedSessions();
console.log([cacheTable(catalog, sessions), lifetimeTable(sessions), outputTable(catalog, sessions)].join('\n\n'));
