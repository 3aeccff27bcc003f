/** `npm run evidence:logs`: what reports on logs claim, tried on the recorded sessions, owner by owner. */
import { catalog } from '../../support/core/catalog.ts';
import { cacheRows, lifetimeRows } from './cache-table.ts';
import { recordedSessions } from './recorded-sessions.ts';

const sessions = recordedSessions();
for (const { owner, agent, usd, pct } of cacheRows(catalog, sessions)) {
  console.log(
    owner,
    agent,
    usd.toFixed(2),
    Object.entries(pct)
      .map(([cause, share]) => `${cause} ${share.toFixed(1)}`)
      .join(' '),
  );
}
console.table(lifetimeRows(sessions));
