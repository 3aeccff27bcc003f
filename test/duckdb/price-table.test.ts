/** Calls priced by DuckDB in groups, against `priceCall` for each of them. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lineRate, roundedRest } from '../../runtime/duckdb/line-rate.ts';
import { type CallGroup, priceTable } from '../../runtime/duckdb/price-table.ts';
import { loadInDuckdb } from '../sql/databases.ts';
import { csvOf, nanoUsdOf, randomCalls } from '../sql/random-calls.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { madeUpCatalog } from '../support/core/made-up.ts';

const dir = temporaryDirectory();
let connection: DuckDBConnection;

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => {
  connection.closeSync();
  rmSync(dir, { recursive: true });
});

describe('100,000 random calls in a Parquet file', () => {
  const calls = randomCalls(catalog, 100_000, 42);
  const expected = calls.map((call) => nanoUsdOf(catalog, call));
  let groups: CallGroup[];

  beforeAll(async () => {
    writeFileSync(join(dir, 'calls.csv'), csvOf(calls));
    await loadInDuckdb(connection, join(dir, 'calls.csv'));
    await connection.run(`COPY calls TO '${join(dir, 'calls.parquet')}' (FORMAT parquet)`);
    groups = await priceTable(connection, catalog, `read_parquet('${join(dir, 'calls.parquet')}')`);
  });

  test('cost what priceCall says, to the nano-dollar, and as many have no price', () => {
    expect(groups.reduce((sum, { calls: count }) => sum + count, 0)).toBe(calls.length);
    expect(groups.reduce((sum, { nanoUsd }) => sum + (nanoUsd ?? 0n), 0n)).toBe(
      expected.reduce<bigint>((sum, nano) => sum + BigInt(nano ?? 0), 0n),
    );
    const unpriced = groups.filter(({ nanoUsd }) => nanoUsd === null).reduce((sum, group) => sum + group.calls, 0);
    expect(unpriced).toBe(expected.filter((nano) => nano === null).length);
  });

  test('and so does each model on each day, at each host and level of service', () => {
    const sumBy = <T>(rows: readonly T[], keyOf: (row: T) => string, nanoOf: (row: T, index: number) => bigint) => {
      const sums = new Map<string, bigint>();
      for (const [index, row] of rows.entries())
        sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + nanoOf(row, index));
      return [...sums].sort();
    };
    const found = sumBy(
      groups,
      ({ model, host, serviceTier, day }) => JSON.stringify([model, host, serviceTier, day]),
      ({ nanoUsd }) => nanoUsd ?? 0n,
    );
    const wanted = sumBy(
      calls,
      ({ model, host, service_tier, at }) => JSON.stringify([model, host, service_tier, at?.slice(0, 10) ?? null]),
      (_, index) => BigInt(expected[index] ?? 0),
    );
    expect(found).toEqual(wanted);
  });
});

describe('a table', () => {
  const made = madeUpCatalog([{ id: 'model', input: 0.0375, output: 0.0002, cachedInput: null }]);
  const priced = async (rows: string) =>
    (await priceTable(connection, made, `(${rows})`)).map(({ nanoUsd }) => nanoUsd);

  test('may lack every column but model, input and output', async () => {
    // 3 x 37.5 = 112.5, a half upwards: 113; 1 x 0.2 = 0.2: 0. And 1 x 37.5: 38; 4 x 0.2 = 0.8: 1.
    expect(
      await priced(`SELECT * FROM (VALUES ('model', 3, 1), ('model', 1, 4)) AS t(model, input, "output")`),
    ).toEqual([113n + 38n + 1n]);
  });

  test('without one of them is refused by its name', async () => {
    await expect(priced(`SELECT 'model' AS model, 1 AS prompt`)).rejects.toThrow(
      'The calls have no column input, output; their columns are model, prompt.',
    );
  });

  test('has its time in milliseconds, as a time, or as a time with a zone, always in UTC', async () => {
    const day = async (at: string) =>
      (await priceTable(connection, made, `(SELECT 'model' AS model, 1 AS input, 1 AS "output", ${at} AS "at")`))[0]
        ?.day;
    // 2026-11-21T23:30:00Z
    expect(await day('1795303800000')).toBe('2026-11-21');
    expect(await day(`TIMESTAMP '2026-11-21 23:30:00'`)).toBe('2026-11-21');
    expect(await day(`'2026-11-22 01:30:00+02'::TIMESTAMPTZ`)).toBe('2026-11-21');
    expect(await day('NULL::TIMESTAMP')).toBe(null);
    await expect(day(`'yesterday'`)).rejects.toThrow('The column at must be a time or milliseconds since 1970');
  });

  test('has no price where a call uses what has none, though others of its group do not', async () => {
    const rows = `SELECT 'model' AS model, 1000 AS input, 0 AS "output", CASE WHEN i = 30000 THEN 1 ELSE 0 END AS cached_input FROM range(30001) t(i)`;
    // 1,000 x 37.5 = 37,500 nano-dollars each; the last one, which the first look does not see, has no price.
    expect((await priced(rows)).sort()).toEqual([30_000n * 37_500n, null]);
  });
});

describe('a rate', () => {
  test('is whole nano-dollars and a rest, in lowest terms', () => {
    expect(lineRate(3, 3)).toEqual({ whole: 3000n, rest: 0n, divisor: 1n });
    expect(lineRate(0.0375, 3)).toEqual({ whole: 37n, rest: 1n, divisor: 2n });
    expect(lineRate(0.0002, 3)).toEqual({ whole: 0n, rest: 1n, divisor: 5n });
    expect(lineRate(0.000000625, 3)).toEqual({ whole: 0n, rest: 1n, divisor: 1600n });
    expect(lineRate(10, 6)).toEqual({ whole: 10_000_000n, rest: 0n, divisor: 1n });
  });

  test.each([
    [1n, 2n],
    [5n, 8n],
    [1n, 5n],
    [624n, 625n],
  ])('of %s/%s is rounded half upwards for every count', async (rest, divisor) => {
    const sql = `SELECT list(${roundedRest('i', { rest, divisor })} ORDER BY i) FROM range(2000) t(i)`;
    const [row] = await (await connection.runAndReadAll(sql)).getRowsJson();
    const wanted = Array.from({ length: 2000 }, (_, i) => String((2n * BigInt(i) * rest + divisor) / (2n * divisor)));
    expect(row?.[0]).toEqual(wanted);
  });
});
