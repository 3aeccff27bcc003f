/** Calls added up by DuckDB, compared with the report, which prices the same files call by call. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withOverlay } from '../../runtime/core/dataset/overlay-catalog.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { loadInDuckdb } from '../sql/databases.ts';
import { csvOf, nanoUsdOf, randomCalls } from '../sql/random-calls.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { madeUpCatalog } from '../support/core/made-up.ts';
import { byDuckDb, oneByOne, openConnection, writeParquet } from './two-ways.ts';

const dir = temporaryDirectory();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await openConnection();
});
afterAll(() => connection.closeSync());

let files = 0;
/** A Parquet file with the rows of a query. */
async function fileOf(select: string): Promise<string> {
  const path = join(dir, `table ${files++}.parquet`);
  await writeParquet(connection, select, path);
  return path;
}

describe('20,000 random calls', () => {
  const calls = randomCalls(catalog, 20_000, 42);
  let path: string;

  beforeAll(async () => {
    writeFileSync(join(dir, 'calls.csv'), csvOf(calls));
    await loadInDuckdb(connection, join(dir, 'calls.csv'));
    path = await fileOf("SELECT *, id % 7 AS project, ['b', 'a'][1:id % 3] AS tags FROM calls");
  });

  test('cost the same as with priceCall, and as many have no price', async () => {
    const expected = calls.map((call) => nanoUsdOf(catalog, call));
    const { total } = await byDuckDb(connection, catalog, [path]);
    expect(total.calls).toBe(calls.length);
    expect(total.nanoUsd).toBe(String(expected.reduce<bigint>((sum, nano) => sum + BigInt(nano ?? 0), 0n)));
    expect(total.unpricedCalls).toBe(expected.filter((nano) => nano === null).length);
  });

  test('also at prices of many digits, from an overlay', async () => {
    const own = withOverlay(catalog, { name: 'own', rules: [{ discountPct: 7.3 }] });
    if (own instanceof ApiError) throw new Error(own.message);
    expect(await byDuckDb(connection, own, [path])).toEqual(await oneByOne(own, [path]));
  });

  test('also under other names, together with a file of other columns, and with an ignored column', async () => {
    const renamed = await fileOf(
      `SELECT "at" AS createdAt, model AS "Model Name", host AS provider, input AS tokensIn, cached_input AS cacheRead,
       cache_write AS cache_creation_input_tokens, cache_write_1h AS "cacheWrite1h", "output" AS completion_tokens,
       searches AS web_search_requests, service_tier AS serviceTier FROM calls`,
    );
    const other = await fileOf(
      `SELECT epoch_ms("at") AS ts, model, input + cached_input + cache_write + cache_write_1h AS prompt_tokens,
       cached_input AS cached_tokens, cache_write, cache_write_1h, "output", 1 AS cached_somehow FROM calls`,
    );
    const found = await byDuckDb(connection, catalog, [renamed, other], {}, ['cached_somehow']);
    const wanted = await oneByOne(catalog, [renamed, other]);
    // The report reads every column, so it names the one that would be lost.
    expect(wanted.read.map(({ unreadColumns }) => unreadColumns)).toEqual([[], ['cached_somehow']]);
    expect(found).toEqual({ ...wanted, read: wanted.read.map((file) => ({ ...file, unreadColumns: [] })) });
    expect(found.total.calls).toBe(2 * calls.length);
  });
});

describe('a table', () => {
  // 3 x 37.5 = 112.5, halves rounded up: 113; 1 x 0.2 = 0.2: 0. And 1 x 37.5: 38; 4 x 0.2 = 0.8: 1.
  const made = madeUpCatalog([{ id: 'model', input: 0.0375, output: 0.0002, cachedInput: null }]);
  const totalOf = async (select: string) => (await byDuckDb(connection, made, [await fileOf(select)])).total;

  test('is priced row by row, halves rounded up', async () => {
    const rows = `SELECT * FROM (VALUES ('model', 3, 1), ('model', 1, 4)) AS t(model, input, "output")`;
    expect((await totalOf(rows)).nanoUsd).toBe(String(113 + 38 + 1));
  });

  test('with several calls per row is billed by the mean prompt, and counts its calls', async () => {
    const banded = madeUpCatalog([
      {
        id: 'model',
        longContext: [{ above: 100, input: 2, output: 3, cachedInput: null, cacheWrite: null }],
      } as never,
    ]);
    const path = await fileOf(
      `SELECT 'model' AS model, 10 AS requests, n AS input, 0 AS output FROM (VALUES (1000), (1001)) AS t(n)`,
    );
    // 1,000 tokens in ten calls: $1 a million; 1,001: above 100 on average, $2.
    const { total } = await byDuckDb(connection, banded, [path]);
    expect(total).toMatchObject({ calls: 20, nanoUsd: String(1000 * 1000 + 1001 * 2000) });
    expect(await oneByOne(banded, [path])).toMatchObject({ total });
  });

  test('has no price for a call that uses something without one, even if others of its group do not', async () => {
    const rows = `SELECT 'model' AS model, 1000 AS input, 0 AS "output", CASE WHEN i = 30000 THEN 1 ELSE 0 END AS cached_input FROM range(30001) t(i)`;
    // 1,000 x 37.5 = 37,500 nano-dollars each; the last one, which the first sample does not include, has no price.
    expect(await totalOf(rows)).toMatchObject({ unpricedCalls: 1, nanoUsd: String(30_000 * 37_500) });
  });

  test('names the calls without counts, file by file', async () => {
    const rows = (values: string) =>
      `SELECT 'model' AS model, * FROM (VALUES ${values}) AS t(input, "output", requests)`;
    const paths = [
      await fileOf(rows('(0, NULL, 3), (5, 1, 1)')),
      await fileOf(rows('(5, 1, 1), (0, 0, 1), (0, 0, 1)')),
    ];
    const found = await byDuckDb(connection, made, paths);
    expect(found).toEqual(await oneByOne(made, paths));
    expect(found.callsWithoutCounts).toBe(5);
    expect(found.read.map(({ withoutCounts }) => withoutCounts)).toEqual([3, 2]);
  });

  test('with rows of the same id counts only the fullest of them', async () => {
    const rows = `SELECT 'model' AS model, 1000 AS input, o AS "output", r AS request_id
      FROM (VALUES (10, 'a'), (20, 'a'), (30, 'b'), (5, NULL), (5, NULL)) AS t(o, r)`;
    expect(await totalOf(rows)).toMatchObject({ calls: 4, output: 20 + 30 + 5 + 5 });
  });

  test('may have totals with more digits than a double holds', async () => {
    const rows = `SELECT 'model' AS model, 4000000 AS input, 0 AS "output" FROM range(100000)`;
    // 4,000,000 x 37.5 = 150,000,000 nano-dollars a row; 100,000 rows are $15,000.
    expect(await totalOf(rows)).toMatchObject({ nanoUsd: String(150_000_000n * 100_000n), usd: 15_000 });
    // 10^13 tokens in one row: $375,000.
    const large = `SELECT 'model' AS model, 10000000000000 AS input, 0 AS "output"`;
    expect(await totalOf(large)).toMatchObject({ usd: 375_000 });
  });
});

describe('nothing is lost silently', () => {
  const refusal = async (select: string, ignore: string[] = []) => {
    const path = await fileOf(select);
    return byDuckDb(connection, catalog, [path], {}, ignore).then(
      () => 'added up',
      (error: Error) => error.message.replace(`${path} `, ''),
    );
  };
  const row = `SELECT 'gpt-4o' AS model, 10 AS input, 5 AS "output"`;

  test.each([
    ['cached_inputs', /like tokens, calls or money and would be lost: "cached_inputs"\. Did you mean "cached_input"\?/],
    ['cacheHitTokens', /"cacheHitTokens"\. .* docs\/runs\.md lists .* To leave it out: --ignore "cacheHitTokens"$/],
    ['input_cost', /"input_cost"/],
    ['price', /"price"/],
  ])('an unknown column %s is refused', async (name, says) => {
    expect(await refusal(`${row}, 3 AS "${name}"`)).toMatch(says);
    expect(await refusal(`${row}, 3 AS "${name}"`, [name])).toBe('added up');
  });

  test.each(['latency_ms', 'total_tokens', 'max_tokens', 'prompt_id', 'temperature', 'tokens_per_second'])(
    'a column %s is not a separate count',
    async (name) => {
      expect(await refusal(`${row}, 3 AS "${name}"`)).toBe('added up');
    },
  );

  test('a text column of such a name is not one either', async () => {
    expect(await refusal(`${row}, 'o200k' AS tokenizer, 'Say hello' AS prompt`)).toBe('added up');
  });

  test('two columns that mean the same are refused', async () => {
    expect(await refusal(`${row}, 3 AS cached_input, 3 AS cached_tokens`)).toBe(
      'cannot be added up: "cached_input", "cached_tokens" mean the same, and only one can be read. To leave it out: --ignore "cached_tokens"',
    );
  });

  test('a missing column is named, with its accepted names', async () => {
    expect(await refusal(`SELECT 'gpt-4o' AS modle, 1 AS input_tokens`)).toBe(
      'cannot be added up: it has no column for the model ("model", "model_name", "model_id", "model_slug"), nor for the output ("output", "output_tokens", "completion_tokens", "tokens_out", "tokens_completion", "out_tokens"). Its columns are "modle", "input_tokens"',
    );
  });

  test('a log of another format is refused in favour of agent-cost report', async () => {
    expect(
      await refusal(`${row}, 'x' AS request_id, 'acompletion' AS call_type, 0.1 AS spend, 1 AS prompt_tokens`),
    ).toMatch(/litellm.*agent-cost report/);
  });
});
