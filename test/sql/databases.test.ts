/**
 * The output of `agent-cost price sql`, run by real databases on random calls, and compared with `priceCall` and the report:
 * 100,000 calls, or as many as AGENT_COST_SQL_CALLS says.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dialectNames } from '../../runtime/exports/sql/dialects.ts';
import { scriptText } from '../../runtime/exports/sql/script.ts';
import { LogReporter } from '../../runtime/logs/report/log-reporter.ts';
import { reportOf } from '../../runtime/logs/report/report-of.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { missing, type SystemProgram } from '../support/system-packages.ts';
import { clickhouse, type Database, duckdb, mariadb, postgres, sqlite } from './databases.ts';
import { csvOf, type LoggedCall, nanoUsdOf, randomCalls, recordOf } from './random-calls.ts';

// A million calls take SQLite and MariaDB minutes.
if (process.env.AGENT_COST_SQL_CALLS !== undefined) vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 });

const calls = randomCalls(catalog, Number(process.env.AGENT_COST_SQL_CALLS ?? 100_000));
const expected = calls.map((call) => nanoUsdOf(catalog, call));
const total = expected.reduce<bigint>((sum, nano) => sum + BigInt(nano ?? 0), 0n);
const unpriced = expected.filter((nano) => nano === null).length;

const csv = join(temporaryDirectory(), 'calls.csv');
beforeAll(() => writeFileSync(csv, csvOf(calls)));

/** The total of the report when each row sums up so many calls. */
function reported(callsIn: (call: LoggedCall) => number) {
  const reporter = new LogReporter(catalog, { by: [], since: null, until: null, on: null, host: null });
  reporter.add(calls.map((call) => ({ ...recordOf(call), calls: callsIn(call) })));
  return reportOf(reporter).total;
}
const single = reported(() => 1);
const summed = reported(({ id }) => (id % 3) + 1);

test('the random calls cover their cases', () => {
  const priced = calls.filter((_, index) => expected[index] !== null);
  expect(unpriced).toBeGreaterThan(10_000);
  expect(priced.length).toBeGreaterThan(20_000);
  for (const tier of ['batch', 'flex', 'priority']) {
    expect(
      priced.some((call) => call.service_tier === tier),
      tier,
    ).toBe(true);
  }
  expect(new Set(expected).size).toBeGreaterThan(20_000);
});

const databases: [name: string, programs: SystemProgram[], open: () => Promise<Database>][] = [
  ['DuckDB', [], duckdb],
  ['PostgreSQL', ['postgres'], postgres],
  ['ClickHouse', ['clickhouse-server', 'clickhouse-client'], clickhouse],
  ['SQLite', ['sqlite3'], sqlite],
  ['MariaDB', ['mariadb'], mariadb],
];

describe.each(databases)('%s', (_, programs, open) => {
  const reason = programs.map(missing).find((one) => one !== null) ?? null;
  let database: Database;

  beforeAll(async () => {
    if (reason !== null) return;
    database = await open();
    await database.load(csv);
    await database.run(scriptText(catalog, database.dialect, { table: 'calls', columns: {} }).text);
  });
  afterAll(async () => {
    await database?.end();
  });

  test.skipIf(reason !== null)(`prices every call like priceCall${reason === null ? '' : `: ${reason}`}`, async () => {
    const rows = await database.query('SELECT id, nano_usd FROM agent_cost_calls ORDER BY id');
    expect(rows.length).toBe(calls.length);
    const wrong = rows.flatMap(([, nano], index) =>
      (nano === '' ? null : Number(nano)) === expected[index]
        ? []
        : [{ ...calls[index], nano, expected: expected[index] }],
    );
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(wrong.length).toBe(0);
  });

  test.skipIf(reason !== null)(`adds up the calls, and counts those without a price ${reason ?? ''}`, async () => {
    const [row] = await database.query(
      'SELECT SUM(calls), SUM(unpriced_calls), SUM(total_nano_usd), SUM(total_usd) FROM agent_cost_bill',
    );
    expect(row?.slice(0, 3)).toEqual([String(calls.length), String(unpriced), String(total)]);
    expect(row?.slice(0, 3)).toEqual([String(single.calls), String(single.unpricedCalls), single.nanoUsd]);
    // SQLite has no decimals: its dollars are floating point.
    if (database.dialect === 'sqlite') expect(Number(row?.[3])).toBeCloseTo(Number(total) / 1e9, 5);
    else expect(Number(row?.[3])).toBe(Number(total) / 1e9);
  });

  test.skipIf(reason !== null)(
    `bills rows of several calls by their mean prompt, like the report ${reason ?? ''}`,
    async () => {
      const columns = { calls: 'id % 3 + 1' };
      await database.run(scriptText(catalog, database.dialect, { table: 'calls', columns }).text);
      const [row] = await database.query(
        'SELECT SUM(calls), SUM(unpriced_calls), SUM(total_nano_usd) FROM agent_cost_bill',
      );
      expect(row).toEqual([String(summed.calls), String(summed.unpricedCalls), summed.nanoUsd]);
    },
  );
});

test.each(dialectNames)('every statement in the script for %s starts with a known keyword', (dialect) => {
  const { text, unknown } = scriptText(catalog, dialect, { table: 'calls', columns: {} });
  expect(unknown).toEqual([]);
  const statements = text.split(';\n').map((statement) => statement.replace(/^(--.*\n|GO\n)+/, ''));
  for (const statement of statements.slice(0, -1)) expect(statement).toMatch(/^(DROP|CREATE|INSERT INTO) /);
});
