/** Dollars that other programs recorded or would record for real calls, against the prices of this repository. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedCatalog } from '../../support/core/shipped-data.ts';
import { loggedRows } from './logged-dollars.ts';
import { otherListRows } from './other-lists.ts';
import { recordedSessions } from './recorded-sessions.ts';
import { sameDollarsTable } from './tables.ts';

const catalog = shippedCatalog();
const logged = loggedRows(catalog);
const lists = otherListRows(catalog, recordedSessions());
const documented = readFileSync('docs/runs.md', 'utf8');

test('docs/runs.md has both tables as npm run evidence:logs prints them', () => {
  expect(documented).toContain(sameDollarsTable(logged));
  expect(documented).toContain(sameDollarsTable(lists));
});

test('every call that is counted in full has the same dollars to 0.1 %', () => {
  const bySource = Object.fromEntries(logged.map((row) => [row.source, row]));
  for (const source of ['claude-code', 'mini-swe-agent', 'pi']) {
    expect([source, bySource[source]?.same]).toEqual([source, bySource[source]?.calls]);
  }
});

test('of answers by way of OpenRouter, those without a fee, a cut or a cheaper host are the same at the host that served them', () => {
  const row = logged.find(({ source }) => source === 'openrouter');
  const calls = [...(row?.others.values() ?? [])].reduce((sum, { calls }) => sum + calls, 0);
  expect([row?.calls, (row?.same ?? 0) + calls]).toEqual([711, 711]);
  expect(row?.same).toBeGreaterThan(340);
});

test('no difference is left without a cause', () => {
  for (const { source, others } of [...logged, ...lists]) {
    expect([source, others.has('other price')]).toEqual([source, false]);
  }
});

test('a list has the same dollars for 99 % of the recorded calls', () => {
  for (const { source, calls, same } of lists) expect([source, same / calls > 0.99]).toEqual([source, true]);
});
