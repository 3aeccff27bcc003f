/** Adds up hundreds of millions of calls in Parquet files: the totals of `report`, computed by DuckDB. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { unknownName } from '../core/values/did-you-mean.ts';
import { type CallRecord, noUse } from '../logs/call-record.ts';
import { isObject } from '../logs/fields/values.ts';
import { parseJson } from '../logs/input/json-values.ts';
import { openCalls } from '../logs/open-calls.ts';
import { callsOfValues } from '../logs/read-calls.ts';
import { newReading, type ReadReport, reportOf } from '../logs/read-report.ts';
import type { LogReporter } from '../logs/report/log-reporter.ts';
import { parquetTable } from './open-duckdb.ts';
import { type PricedGroup, priceGroups } from './price-groups.ts';
import {
  type CallColumns,
  callColumnsOf,
  callParts,
  checkTable,
  describe,
  type GroupName,
  UnfitTable,
  uncountedSql,
} from './table-columns.ts';

export interface ParquetFile {
  name: string;
  path: string;
}

interface Table {
  types: Map<string, string>;
  files: (ParquetFile & { report: ReadReport; number: number; rows: number })[];
}

/**
 * Adds the calls of Parquet files to a reporter, as if each file was read separately; tasks, sessions and logged
 * dollars are left out.
 *
 *     const connection = await openDuckDb();
 *     const reporter = new LogReporter(catalog, { by: ['day'], since: null, until: null, on: null, host: null });
 *     await addParquet(connection, [{ name: 'calls', path: 'calls.parquet' }], reporter, []);
 *     reportOf(reporter).total;
 *
 * @param ignore names of columns not to read
 * @returns how each file was read, in order
 * @throws UnfitTable if a file is not a table of calls, or has columns that would be lost
 */
export async function addParquet(
  connection: DuckDBConnection,
  files: readonly ParquetFile[],
  reporter: LogReporter,
  ignore: readonly string[],
): Promise<ReadReport[]> {
  const reading = newReading();
  const groups = groupNames.filter((name) => reporter.options.by.some((by) => by === (name === 'tags' ? 'tag' : name)));
  for (const { types, files: same } of await tablesOf(connection, files, (name) => reportOf(reading, name), ignore)) {
    const columns = callColumnsOf(types, groups);
    const all = parquetTable(same.map(({ path }) => path));
    const isSimple = await simpleRows(connection, all, columns);
    const rowsInSql = `(SELECT * FROM ${all} WHERE ${isSimple})`;
    const priced = await priceGroups({ connection, rows: rowsInSql, columns }, reporter);
    for (const group of priced) addGroup(reporter, group);
    const rows = rowsIn(same);
    let read = rowsIn(priced);
    const isAllSimple = read === rows;
    const isAllCounted = priced.every(({ record }) => callParts.some((part) => record[part] > 0));
    for (const file of same) {
      file.report.records += file.rows;
      if (!isAllCounted) file.report.withoutCounts += await callsWithoutCounts(connection, file, isSimple, columns);
      if (!isAllSimple) read += await addOddRows(connection, file, reading, isSimple, ignore, reporter);
    }
    if (read !== rows) throw new Error('DuckDB did not read every row exactly once');
  }
  return reading.files;
}

const rowsIn = (parts: readonly { rows: number }[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

const groupNames: readonly GroupName[] = ['project', 'tags'];

async function tablesOf(
  connection: DuckDBConnection,
  files: readonly ParquetFile[],
  open: (name: string) => ReadReport,
  ignore: readonly string[],
): Promise<Table[]> {
  const tables = new Map<string, Table>();
  const names = new Set<string>();
  for (const [index, { name, path }] of files.entries()) {
    try {
      const table = parquetTable([path]);
      const types = await describe(connection, table);
      for (const name of types.keys()) names.add(name);
      for (const one of ignore) types.delete(one);
      const report = open(name);
      const key = JSON.stringify([...types]);
      const [row] = await rowsOf(connection, `SELECT COUNT(*) FROM ${table}`);
      const rows = Number(row?.[0]);
      if (rows > 0) report.format = 'plain';
      const known = tables.get(key) ?? { types, files: [] };
      if (known.files.length === 0) checkTable(types, await firstRow(connection, table, ignore));
      known.files.push({ name, path, report, number: index + 1, rows });
      tables.set(key, known);
    } catch (error) {
      const [why] = (error as Error).message.split('\n');
      throw new UnfitTable(`${name} cannot be ${error instanceof UnfitTable ? 'added up' : 'read'}: ${why}`);
    }
  }
  for (const name of ignore) {
    if (!names.has(name)) throw new UnfitTable(`--ignore: ${unknownName('column', name, [...names])}`);
  }
  return [...tables.values()];
}

const rowsOf = async (connection: DuckDBConnection, sql: string) => (await connection.runAndReadAll(sql)).getRows();

async function firstRow(connection: DuckDBConnection, table: string, ignore: readonly string[]) {
  const [row] = await rowsOf(connection, `SELECT to_json(t)::VARCHAR FROM ${table} AS t LIMIT 1`);
  const value = row === undefined ? null : parseJson(String(row[0]));
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !ignore.includes(name)));
}

/**
 * The condition for rows that SQL can price: rows with a repeated id go to the reader of plain tables, which keeps one.
 * Not wrapped in IS TRUE, because DuckDB would then not use the statistics of the file.
 */
async function simpleRows(connection: DuckDBConnection, table: string, { id, isSimple }: CallColumns): Promise<string> {
  if (id === null) return isSimple;
  const repeated = `SELECT ${id} FROM ${table} WHERE ${id} IS NOT NULL GROUP BY ${id} HAVING COUNT(*) > 1`;
  const [some] = await rowsOf(connection, `${repeated} LIMIT 1`);
  const isAlone = some === undefined ? '' : ` AND (${id} IS NULL OR ${id} NOT IN (${repeated}))`;
  return `${isSimple}${isAlone}`;
}

/** The calls of a file that SQL priced and that have no counts. */
async function callsWithoutCounts(
  connection: DuckDBConnection,
  { path }: ParquetFile,
  isSimple: string,
  { calls, counts }: CallColumns,
): Promise<number> {
  const where = `${isSimple} AND ${uncountedSql((part) => counts[part])}`;
  const sum = `SELECT COALESCE(SUM(${calls ?? '1'}), 0) FROM ${parquetTable([path])} WHERE ${where}`;
  const [row] = await rowsOf(connection, sum);
  return Number(row?.[0]);
}

/** A sum of nano-dollars is passed on in two parts: the remainder modulo this unit, and the number of units. */
const unit = 2n ** 50n;

function addGroup(reporter: LogReporter, { record, lastAt, nanoUsd }: PricedGroup): void {
  const add = (some: CallRecord, units: bigint, nanoPerUnit: bigint) =>
    reporter.addPriced(some, (price) => {
      price.isPriced = nanoUsd !== null;
      price.units = Number(units);
      price.nanoPerUnit = Number(nanoPerUnit);
    });
  const nano = nanoUsd ?? 0n;
  add(record, nano % unit, 1n);
  if (nano >= unit || lastAt !== record.at) add({ ...record, at: lastAt, calls: 0, ...noUse }, nano / unit, unit);
}

/** Passes the rows that SQL cannot price to the reader of plain tables, one by one. Resolves to their number. */
async function addOddRows(
  connection: DuckDBConnection,
  { path, number, report }: Table['files'][number],
  reading: Parameters<typeof openCalls>[0],
  isSimple: string,
  ignore: readonly string[],
  reporter: LogReporter,
): Promise<number> {
  let count = 0;
  const open = openCalls(reading, report, (call) => reporter.add([{ ...call, ...leftOut }]));
  const calls = callsOfValues(report, number, open.take);
  const table = parquetTable([path], ', file_row_number=true');
  const rows = await connection.stream(
    `SELECT file_row_number, to_json(t)::VARCHAR FROM ${table} AS t WHERE (${isSimple}) IS NOT TRUE`,
  );
  for (let chunk = await rows.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
    const [lines = [], texts = []] = chunk.getColumns();
    report.records -= lines.length;
    count += lines.length;
    for (const [index, text] of texts.entries()) {
      const value = parseJson(String(text));
      if (!isObject(value)) throw new Error('DuckDB did not return a row as JSON');
      const wanted = Object.entries(value).filter(([name]) => !ignore.includes(name));
      calls.value(Object.fromEntries(wanted), Number(lines[index]) + 1);
    }
  }
  open.end();
  return count;
}

/** Fields that the totals do not have, also not for these calls. */
const leftOut = { session: null, task: null, usd: null, solved: null, retried: false } as const;
