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
import { type CallRecord, callOf } from '../runs/call-record.ts';
import { hostOf } from '../runs/fields/hosts.ts';
import { serviceTierOf } from '../runs/fields/service-tiers.ts';
import { tagsOf } from '../runs/fields/tags.ts';
import { textIn } from '../runs/fields/values.ts';
import type { RecordTariff } from '../runs/report/record-tariffs.ts';
import type { ReporterOptions } from '../runs/report/runs-reporter.ts';
import { literal } from './open-duckdb.ts';
import { type Asked, fractionSql, QueryShape, rateOf } from './query-shape.ts';
import { type CallColumns, callParts, none } from './table-columns.ts';

/** Calls on the same terms, in one band of prompts, between two changes of their price. */
export interface CallGroup {
  /** Their sums, as the record of a log that adds up many calls; `at` is the start of their first day. */
  record: CallRecord;
  /** The start of their last day, in milliseconds since 1970; null: they have no time. */
  lastAt: number | null;
  /** How many rows of the table they are. */
  rows: number;
  /** Whole nano-dollars; null: these calls have no price. */
  nanoUsd: bigint | null;
}

/** Whose prices hold, what a record is billed at, and which calls are to be told apart. */
export interface Tariffs {
  catalog: Pick<Catalog, 'asOf'>;
  options: Pick<ReporterOptions, 'by' | 'since' | 'until'>;
  tariffOf(record: CallRecord): RecordTariff;
  tariffChanges(model: string): readonly string[];
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
  const shape = new QueryShape();
  for (const row of await sampleOf(connection, calls, columns)) {
    const record = recordIn(row);
    for (const at of [record.at, ...changesSince(record, tariffs)]) {
      shape.add(tariffs.tariffOf({ ...record, at }), usedIn(record));
    }
  }
  for (;;) {
    const { size } = shape;
    const asked = shape.asked();
    const found = await groupsOf(connection, calls, columns, asked, tariffs);
    const groups = found.map((row) => ({ row, record: recordIn(row) }));
    for (const { record } of groups) shape.add(tariffs.tariffOf(record), usedIn(record));
    if (shape.size > size) continue;
    return groups.map(({ row, record }) => ({
      record,
      lastAt: timeOf(row.last),
      rows: Number(row.rows),
      nanoUsd: nanoUsdOf(row, record, tariffs.tariffOf(record), shape, asked),
    }));
  }
}

/** The changes of its price that a log can have lived through when it goes on after a call, in milliseconds since 1970. */
const changesSince = ({ model, at }: CallRecord, tariffs: Tariffs): number[] =>
  tariffs
    .tariffChanges(model)
    .map(Date.parse)
    .filter((change) => at !== null && change > at && change <= Date.parse(tariffs.catalog.asOf));

/** What the first of the calls are like: their names, days and sums. */
async function sampleOf(connection: DuckDBConnection, calls: string, columns: CallColumns): Promise<Row[]> {
  const nothing = { thresholds: [], fractions: [], lacking: [] };
  const [keys, sums] = [keysOf(columns, nothing), sumsOf(columns, nothing)];
  const found = await connection.runAndReadAll(
    `SELECT ${aliased([...keys, ['first', '"day"'], ...sums])} FROM (SELECT * FROM ${calls} LIMIT ${sample}) GROUP BY ALL`,
  );
  return found.getRowObjects();
}

/** A row for each group: its names and bits, its first and last day, then counts and sums. */
async function groupsOf(
  connection: DuckDBConnection,
  calls: string,
  columns: CallColumns,
  asked: Asked,
  tariffs: Tariffs,
): Promise<Row[]> {
  const [keys, sums] = [keysOf(columns, asked), sumsOf(columns, asked)];
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE "calls by day" AS SELECT ${aliased([...keys, ...sums])}, "day" FROM ${calls} GROUP BY ALL`,
  );
  // Only now is it known which models there are on which days, and so from when to when their prices stay the same.
  const models = await connection.runAndReadAll(
    'SELECT "model", MIN("day"), MAX("day") FROM "calls by day" GROUP BY "model"',
  );
  const changes = models.getRows().map(([model, first, last]) => {
    const days = tariffs.tariffChanges(String(model)).filter((day) => day > String(first) && day <= String(last));
    return `(${literal(String(model))}, [${days.map((day) => `DATE ${literal(day)}`).join(', ')}]::DATE[])`;
  });
  const { by, since, until } = tariffs.options;
  const apart = [
    ...keys.map(([name]) => `"${name}"`),
    '"day" IS NULL',
    by.includes('day') ? '"day"' : 'len(list_filter("changes", lambda change: change <= "day"))',
    ...(by.includes('month') ? [`date_trunc('month', "day")`] : []),
    ...(since === null ? [] : [`"day" >= DATE ${literal(since)}`]),
    ...(until === null ? [] : [`"day" <= DATE ${literal(until)}`]),
  ];
  const found = await connection.runAndReadAll(`
    SELECT ${keys.map(([name]) => `"${name}"`).join(', ')}, MIN("day") AS "first", MAX("day") AS "last",
      ${sums.map(([name]) => `SUM("${name}") AS "${name}"`).join(', ')}
    FROM "calls by day" LEFT JOIN (VALUES ${['(NULL, NULL::DATE[])', ...changes].join(', ')}) AS known("of", "changes")
      ON "model" = "of"
    GROUP BY ${apart.join(', ')} ORDER BY "first", "rows" DESC`);
  await connection.run('DROP TABLE "calls by day"');
  return found.getRowObjects();
}

/** Names of columns and what they are in SQL. */
type Column = readonly [name: string, sql: string];

const aliased = (columns: readonly Column[]): string => columns.map(([name, sql]) => `${sql} AS "${name}"`).join(', ');

const innerColumns = ({ names, day, calls, counts }: CallColumns): string =>
  aliased([...names, ['day', day], ...Object.entries(counts), ...(calls === null ? [] : [['calls', calls] as const])]);

/** What tells calls of one day apart: names, and a bit for each threshold exceeded and each part used. */
function keysOf({ names, calls }: CallColumns, { thresholds, lacking }: Asked): Column[] {
  const prompt = '("input" + "cachedInput" + "cacheWrite" + "cacheWrite1h")';
  // Of several calls the mean.
  const length = calls === null ? prompt : `${prompt}::DOUBLE / "calls"`;
  const conditions = [...thresholds.map((above) => `${length} > ${above}`), ...lacking.map((part) => `"${part}" > 0`)];
  // One column: each that calls are grouped by costs a twentieth of the time.
  const bits = conditions.map((condition, at) => `if(${condition}, ${2 ** at}, 0)`).join(' | ') || '0';
  return [...names.map(([name]): Column => [name, `"${name}"`]), ['bits', bits]];
}

/** What is added up of calls. */
const sumsOf = ({ calls, counts }: CallColumns, { fractions }: Asked): Column[] => [
  ['rows', 'COUNT(*)'],
  ['calls', calls === null ? 'COUNT(*)' : 'SUM("calls")'],
  ...Object.entries(counts).flatMap(([part, sql]): Column[] => (sql === none ? [] : [[part, `SUM("${part}")`]])),
  ...fractions.map((one, at): Column => [`fraction ${at}`, `SUM(${fractionSql(`"${one.part}"`, one)})`]),
];

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
    at: timeOf(row.first),
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

/** The start of a day in milliseconds since 1970. */
const timeOf = (day: DuckDBValue | undefined): number | null =>
  day === null || day === undefined ? null : Date.parse(String(day));

/** What the calls of a group cost in whole nano-dollars; null where they use a part without a price. */
function nanoUsdOf(
  row: Row,
  record: CallRecord,
  tariff: RecordTariff,
  shape: QueryShape,
  { thresholds, fractions }: Asked,
): bigint | null {
  if (!tariff.isPriced) return null;
  const exceeded = thresholds.findLast((_, at) => (Number(row.bits) & (2 ** at)) !== 0);
  const prompt = exceeded === undefined ? 0 : exceeded + 1;
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
