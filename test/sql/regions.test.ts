/** Places in SQL: names that carry one, and a column of regions, priced as by `priceCall`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { nameRows } from '../../runtime/exports/sql/names.ts';
import { scriptText } from '../../runtime/exports/sql/script.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { shippedCatalog, shippedData } from '../support/core/shipped-data.ts';
import { type Database, duckdb } from './databases.ts';
import { csvOf, type LoggedCall, nanoUsdOf, randomCalls } from './random-calls.ts';

/** The current data, since the frozen ones have no places; without the names of sellers' lists, which SQL does not have. */
const { named: _, ...offers } = shippedData().offers;
const catalog = shippedCatalog({ ...shippedData(), offers });
const placed = nameRows(catalog).filter(({ region }) => region !== '');

// Half of the calls have a name with a place, and none of them a tier in its name, which no list has.
const calls: LoggedCall[] = randomCalls(catalog, 12_000, 27).map((call) =>
  call.id % 2 === 0 ? call : { ...call, model: (placed[call.id % placed.length] as { name: string }).name, host: null },
);
const regions = [
  null,
  'us',
  'EU',
  'jp',
  'regional',
  'global',
  'us-east-1',
  'sa-east-1',
  'swedencentral',
  'data residency',
  'mars',
];
const regionOf = ({ id }: LoggedCall): string | null => regions[(id >> 1) % regions.length] ?? null;

let database: Database;
beforeAll(async () => {
  database = await duckdb();
  const csv = join(temporaryDirectory(), 'calls.csv');
  writeFileSync(csv, csvOf(calls));
  await database.load(csv);
}, 60_000);
afterAll(() => database?.end());

async function wrongOf(columns: { region?: string }, expected: (call: LoggedCall) => number | null) {
  await database.run(scriptText(catalog, 'duckdb', { table: 'calls', columns }).text);
  const rows = await database.query('SELECT id, nano_usd FROM agent_cost_calls ORDER BY id');
  expect(rows.length).toBe(calls.length);
  return rows.flatMap(([, nano], index) => {
    const call = calls[index] as LoggedCall;
    const usd = expected(call);
    return (nano === '' ? null : Number(nano)) === usd ? [] : [{ ...call, region: regionOf(call), nano, usd }];
  });
}

test('the names cover zones, single regions and the global profile', () => {
  const found = new Set(placed.map(({ region }) => region));
  for (const place of ['us', 'eu', 'jp', 'au', 'in', 'apac', 'us-gov', 'regional', 'global'])
    expect(found).toContain(place);
});

test('a name with a place is billed at the price there', async () => {
  const wrong = await wrongOf({}, (call) => nanoUsdOf(catalog, call));
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(wrong.length).toBe(0);
  // The price of the place is not the global one: $3.30 and $3.00 for a million tokens.
  const usd = (model: string) => priceCall(catalog, { model, input: 1e6 }).usd;
  expect([usd('us.anthropic.claude-sonnet-4-6'), usd('global.anthropic.claude-sonnet-4-6')]).toEqual([3.3, 3]);
});

test('a column of regions goes before the name, in any case; no place has no price', async () => {
  const cases = regions.map((region, n) => `WHEN ${n} THEN ${region === null ? 'NULL' : `'${region}'`}`).join(' ');
  const wrong = await wrongOf({ region: `CASE (id // 2) % ${regions.length} ${cases} END` }, (call) =>
    nanoUsdOf(catalog, call, regionOf(call)),
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(wrong.length).toBe(0);
});
