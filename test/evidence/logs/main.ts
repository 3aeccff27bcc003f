/** `npm run evidence:logs`: what reports on logs claim, tried on recorded sessions and on dollars that others logged. */
import { catalog } from '../../support/core/catalog.ts';
import { shippedCatalog } from '../../support/core/shipped-data.ts';
import { loggedRows } from './logged-dollars.ts';
import { otherListRows } from './other-lists.ts';
import { recordedSessions } from './recorded-sessions.ts';
import { cacheTable, halvesText, lifetimeTable, outputTable, sameDollarsTable } from './tables.ts';

const sessions = recordedSessions();
const shipped = shippedCatalog();
const tables = [
  cacheTable({ ...catalog, evidence: shipped.evidence }, sessions),
  lifetimeTable(sessions),
  outputTable(catalog, sessions),
  sameDollarsTable(loggedRows(shipped)),
  sameDollarsTable(otherListRows(shipped, sessions)),
];
console.log(tables.join('\n\n'));
console.log(`\n${halvesText(shipped, sessions)}`);
