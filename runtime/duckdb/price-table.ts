/**
 * Prices a table of calls in DuckDB, without a join: calls are grouped by what decides on their price, and each group is
 * billed at its rates.
 *
 * Each line of each call is rounded to the nano-dollar, so a sum of lines is not a sum of tokens times a rate. But at a
 * rate of whole nano-dollars for a token it is; and the few other rates are summed line by line, rounded as `priceRecord`
 * does. So the sum is that of `priceRecord` over the calls. Which price holds is for the tariffs of the report to say.
 */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Catalog } from '../core/dataset/catalog.ts';
import { isResolved, resolve } from '../core/dataset/resolve.ts';
import { type CallRecord, callOf } from '../runs/call-record.ts';
import { hostOf } from '../runs/fields/hosts.ts';
import { serviceTierOf } from '../runs/fields/service-tiers.ts';
import { tagsOf } from '../runs/fields/tags.ts';
import { textIn } from '../runs/fields/values.ts';
import type { RecordTariff } from '../runs/report/record-tariffs.ts';
import { type Asked, fractionSql, QueryShape, rateOf } from './query-shape.ts';
import { type CallColumns, callParts, none } from './table-columns.ts';

/** Calls on the same terms, of one day and in one band of prompts. */
export interface CallGroup {
  /** Their sums, as the record of a log that adds up many calls; `at` is the start of their day. */
  record: CallRecord;
  /** How many rows of the table they are. */
  rows: number;
  /** Whole nano-dollars; null: these calls have no price. */
  nanoUsd: bigint | null;
}

/** Whose prices hold, and what a record is billed at. */
export interface Tariffs {
  catalog: Catalog;
  tariffOf(record: CallRecord): RecordTariff;
}

type Row = Record<string, DuckDBValue>;

/** So many rows are looked at first: what they do not show costs a second pass. */
const sample = 20_000;

/**
 * The calls of a table in groups, each with its price.
 * @param rows a table or subquery of SQL, of which `columns` can read every row
 */
export async function priceTable(
  connection: DuckDBConnection,
  rows: string,
  columns: CallColumns,
  tariffs: Tariffs,
): Promise<CallGroup[]> {
  const calls = `(SELECT ${innerColumns(columns)} FROM ${rows})`;
  const asking = async (table: string, asked: Asked) =>
    (await connection.runAndReadAll(queryOf(table, columns, asked))).getRowObjects();
  const shape = new QueryShape();
  for (const row of await asking(`(SELECT * FROM ${calls} LIMIT ${sample})`, shape.asked())) {
    const record = recordIn(row);
    for (const at of new Set([record.at, ...priceChanges(tariffs.catalog, record)])) {
      shape.add(tariffs.tariffOf({ ...record, at }), usedIn(record));
    }
  }
  for (;;) {
    const { size } = shape;
    const asked = shape.asked();
    const groups = (await asking(calls, asked)).map((row) => ({ row, record: recordIn(row) }));
    for (const { record } of groups) shape.add(tariffs.tariffOf(record), usedIn(record));
    if (shape.size > size) continue;
    return groups.map(({ row, record }) => ({
      record,
      rows: Number(row.rows),
      nanoUsd: nanoUsdOf(row, record, tariffs.tariffOf(record), shape, asked),
    }));
  }
}

function innerColumns({ names, day, calls, counts }: CallColumns): string {
  const columns = [...names, ['day', day], ...Object.entries(counts), ...(calls === null ? [] : [['calls', calls]])];
  return columns.map(([name, sql]) => `${sql} AS "${name}"`).join(', ');
}

/** A row for each group: its names, day, thresholds exceeded and parts used, then counts and sums. */
function queryOf(
  table: string,
  { names, calls, counts }: CallColumns,
  { thresholds, fractions, lacking }: Asked,
): string {
  const prompt = '("input" + "cachedInput" + "cacheWrite" + "cacheWrite1h")';
  // Of several calls the mean.
  const length = calls === null ? prompt : `${prompt}::DOUBLE / "calls"`;
  const columns = [
    ...names.map(([name]) => `"${name}"`),
    '"day"',
    `${thresholds.map((above) => `(${length} > ${above})::INTEGER`).join(' + ') || '0'} AS "exceeded"`,
    ...lacking.map((part) => `"${part}" > 0 AS "uses ${part}"`),
    'COUNT(*) AS "rows"',
    `${calls === null ? 'COUNT(*)' : 'SUM("calls")'} AS "calls"`,
    ...Object.entries(counts).flatMap(([part, sql]) => (sql === none ? [] : `SUM("${part}") AS "${part}"`)),
    ...fractions.map((one, index) => `SUM(${fractionSql(`"${one.part}"`, one)}) AS "fraction ${index}"`),
  ];
  return `SELECT ${columns.join(', ')} FROM ${table} GROUP BY ALL ORDER BY "day", "rows" DESC`;
}

function recordIn(row: Row): CallRecord {
  const count = (name: string) => Number(row[name] ?? 0);
  const record = callOf(String(row.model), {
    input: count('input'),
    cachedInput: count('cachedInput'),
    cacheWrite: count('cacheWrite'),
    cacheWrite1h: count('cacheWrite1h'),
    output: count('output'),
    reasoning: count('reasoning'),
  });
  return {
    ...record,
    at: row.day === null ? null : Date.parse(String(row.day)),
    calls: count('calls'),
    searches: count('searches'),
    host: hostOf(textIn(row, 'host')),
    serviceTier: serviceTierOf(textIn(row, 'serviceTier')),
    region: textIn(row, 'region'),
    project: textIn(row, 'project'),
    tags: tagsOf(row.tags),
  };
}

const usedIn = (record: CallRecord) => callParts.filter((part) => record[part] > 0);

/** The days on which a price of the model that a record names begins, in milliseconds since 1970. */
function priceChanges(catalog: Catalog, { model }: CallRecord): number[] {
  const found = resolve(catalog, model);
  return isResolved(found)
    ? found.model.facts.prices.flatMap(({ from }) => (from === null ? [] : Date.parse(from)))
    : [];
}

/** What the calls of a group cost in whole nano-dollars; null where they use a part without a price. */
function nanoUsdOf(
  row: Row,
  record: CallRecord,
  tariff: RecordTariff,
  shape: QueryShape,
  { thresholds, fractions }: Asked,
): bigint | null {
  if (!tariff.isPriced) return null;
  const exceeded = Number(row.exceeded);
  const prompt = exceeded === 0 ? 0 : (thresholds[exceeded - 1] as number) + 1;
  let total = 0n;
  for (const part of usedIn(record)) {
    const rate = rateOf(tariff, part, prompt);
    if (Number.isNaN(rate.usd)) return null;
    const whole = shape.wholeNano(rate);
    if (whole !== null) total += (row[part] as bigint) * whole;
    else {
      const at = fractions.findIndex((one) => one.part === part && one.usd === rate.usd && one.per === rate.per);
      total += row[`fraction ${at}`] as bigint;
    }
  }
  return total;
}
