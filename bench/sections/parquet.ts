/** Calls in a Parquet file, priced in DuckDB; some of them are also priced one by one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Catalog, catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { literal, openDuckDb, parquetTable } from '../../runtime/duckdb/open-duckdb.ts';
import { addParquet } from '../../runtime/duckdb/parquet-totals.ts';
import type { Dimension } from '../../runtime/logs/report/log-report.ts';
import { LogReporter } from '../../runtime/logs/report/log-reporter.ts';
import { reportOf } from '../../runtime/logs/report/report-of.ts';
import { type Bench, inTurns } from '../bench.ts';
import { run } from '../program.ts';
import { quotient, type Row, row } from '../results/goals.ts';

/** Rows of a Parquet file are priced so fast that fewer of them would only measure the start. */
const timesAsMany = 10;

export async function parquetRows(bench: Bench): Promise<Row[]> {
  const dist = await bench.place.dist('shipped');
  const catalog = catalogFrom(JSON.parse(readFileSync(join(dist, 'catalog.json'), 'utf8')) as CatalogFile);
  const calls = bench.options.calls * timesAsMany;
  bench.say(`making ${calls} calls`);
  const connection = await openDuckDb();
  try {
    const path = bench.place.fresh('calls.parquet');
    await connection.run(`COPY (${syntheticCalls(catalog, calls)}) TO ${literal(path)} (FORMAT parquet)`);
    await checkTotal(bench, connection, dist, catalog, path);
    return await bothRows(bench, connection, catalog, path, calls);
  } finally {
    connection.closeSync();
  }
}

/** The result of `agent-cost report totals`. */
async function totalsOf(
  connection: DuckDBConnection,
  catalog: Catalog,
  path: string,
  by: readonly Dimension[],
): Promise<LogReporter> {
  const reporter = new LogReporter(catalog, { by, since: null, until: null, on: null, host: null });
  await addParquet(connection, [{ name: path, path }], reporter, []);
  return reporter;
}

/** Throws unless the total of some of the calls equals that of `agent-cost report`, which prices them one by one. */
async function checkTotal(bench: Bench, connection: DuckDBConnection, dist: string, catalog: Catalog, path: string) {
  const some = `(SELECT * FROM ${parquetTable([path])} LIMIT ${Math.ceil(bench.options.calls / 10)})`;
  const [lines, table] = [bench.place.fresh('calls.jsonl'), bench.place.fresh('some.parquet')];
  await connection.run(`COPY ${some} TO ${literal(lines)} (FORMAT json)`);
  await connection.run(`COPY ${some} TO ${literal(table)} (FORMAT parquet)`);
  bench.say('the same calls one by one');
  const { stdout } = await run(
    { command: process.execPath, args: [join(dist, 'cli.js'), 'report', lines, '--json'] },
    3600,
  );
  const { nanoUsd } = (JSON.parse(stdout) as { total: { nanoUsd: string } }).total;
  const total = reportOf(await totalsOf(connection, catalog, table, ['model', 'day'])).total;
  if (nanoUsd !== total.nanoUsd) throw new Error(`report adds up to ${nanoUsd} nano-dollars, DuckDB ${total.nanoUsd}`);
}

/** Calls of a few models over half a year: two of them have long-context prices, one has no price. */
function syntheticCalls(catalog: Catalog, calls: number): string {
  const wanted = [
    'claude-sonnet-4-6',
    'gpt-5.4',
    'gemini-2.5-pro',
    'gpt-4o',
    'claude-haiku-4-5',
    'gpt-5-mini',
    'deepseek-v4-pro',
  ];
  const models = [...wanted.filter((id) => catalog.find(id) !== undefined), 'my-own-model'];
  const below = (limit: number, salt: number) => `(hash(i + ${salt}) % ${limit})::BIGINT`;
  return `SELECT TIMESTAMP '2026-05-01' + to_microseconds(i * ${Math.floor(1.5e13 / calls)}) AS "at",
    [${models.map(literal).join(', ')}][1 + (hash(i) % ${models.length})::INTEGER] AS model,
    CASE WHEN i % 10 = 0 THEN 'bedrock' END AS host, ${below(20_000, 1)} AS input, ${below(250_000, 2)} AS cached_input,
    CASE WHEN i % 3 = 0 THEN ${below(8000, 3)} ELSE 0 END AS cache_write, 0::BIGINT AS cache_write_1h,
    ${below(4000, 4)} AS "output", (i % 50 = 0)::BIGINT AS searches,
    CASE WHEN i % 20 = 0 THEN 'batch' ELSE 'standard' END AS service_tier
    FROM range(${calls}) AS t(i)`;
}

/** DuckDB reads every column either way, and adds up the numbers. */
const plainSum = (path: string): string =>
  `SELECT SUM(input), SUM(cached_input), SUM(cache_write), SUM(cache_write_1h), SUM("output"), SUM(searches),
  COUNT(model), COUNT(host), COUNT(service_tier), MAX("at") FROM ${parquetTable([path])}`;

async function bothRows(
  bench: Bench,
  connection: DuckDBConnection,
  catalog: Catalog,
  path: string,
  calls: number,
): Promise<Row[]> {
  bench.say('pricing Parquet, and a plain sum over the same columns');
  const timed = (work: () => Promise<unknown>) => async () => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const sum = timed(() => connection.runAndReadAll(plainSum(path)));
  const { costs: times, control } = await inTurns(bench.options.rounds, {
    sum,
    again: sum,
    byModel: timed(() => totalsOf(connection, catalog, path, ['model'])),
    byDay: timed(() => totalsOf(connection, catalog, path, ['model', 'day'])),
  });
  type Name = keyof typeof times;
  const least = (name: Name) => `${Math.round(Math.min(...times[name]))} ms`;
  const rowOf = (id: 'parquet' | 'parquetByDay', name: Name) =>
    row(id, quotient(times.sum, times[name]), control, `${calls} calls: the sum ${least('sum')}, ours ${least(name)}`);
  return [rowOf('parquet', 'byModel'), rowOf('parquetByDay', 'byDay')];
}
