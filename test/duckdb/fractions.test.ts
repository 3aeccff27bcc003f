/** Rounding to the nano-dollar in SQL, compared with integer arithmetic. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { openDuckDb } from '../../runtime/duckdb/open-duckdb.ts';
import { fractionSql } from '../../runtime/duckdb/query-shape.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await openDuckDb();
});

/** USD per million tokens, and the price of a token in nano-dollars as a fraction, computed by hand. */
test.each([
  [0.003625, 29n, 8n],
  [0.0125, 25n, 2n],
  [0.0005, 1n, 2n],
  [0.000125, 1n, 8n],
  [0.25575, 1023n, 4n],
  [0.0028, 14n, 5n],
  [0.0001, 1n, 10n],
  [0.128001, 128_001n, 1000n],
])('$%s per million tokens: every count up to 50,000, and the last 1,000 up to 2^22', async (usd, nano, divisor) => {
  const last = 2 ** 22;
  const counts = `SELECT i AS n FROM range(50001) AS t(i) UNION ALL SELECT ${last} - i FROM range(1001) AS t(i)`;
  const rows = await connection.runAndReadAll(
    `SELECT n, ${fractionSql('n', { usd, per: 1e6 })} FROM (${counts}) ORDER BY n`,
  );
  const wrong = rows
    .getRows()
    .map(([n, got]) => [n as bigint, got as bigint] as const)
    .filter(([n, got]) => got !== (2n * n * nano + divisor) / (2n * divisor));
  expect([rows.currentRowCount, wrong.slice(0, 3)]).toEqual([51_002, []]);
});
