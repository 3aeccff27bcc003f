/** Adds up the calls of a table in SQL, in groups of calls that are billed at the same rates. */

import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { hostOf, serviceTierOf } from '../core/dataset/logged-names.ts';
import { byUnit, promptUnits, tokenUnits, toolUnits } from '../core/schemas/billable-units.ts';
import { lookUp } from '../core/values/look-up.ts';
import { type CallRecord, callOf } from '../logs/call-record.ts';
import { tagsOf, textIn } from '../logs/fields/values.ts';
import type { ReporterOptions } from '../logs/report/log-reporter.ts';
import { literal } from './open-duckdb.ts';
import { type Asked, fractionSql } from './query-shape.ts';
import { type CallColumns, type CallPart, callParts, none, uncountedSql } from './table-columns.ts';

export interface CallTable {
  connection: DuckDBConnection;
  /** A table or subquery; `columns` can read every row of it. */
  rows: string;
  columns: CallColumns;
}

/** Calls on the same terms, in one band of prompt lengths, between two price changes. */
export interface CallGroup {
  /** Their totals, as a log record that sums up many calls; `at` is the start of their first day. */
  record: CallRecord;
  /** The start of their last day, in milliseconds since 1970; null: they have no time. */
  lastAt: number | null;
  rows: number;
  counts: Readonly<Record<CallPart, bigint>>;
  /** The shortest prompt above the highest threshold that their prompts exceed, in tokens; 0: none. */
  promptTokens: number;
  /** Their cost for each requested fraction, in whole nano-dollars. */
  fractionNanoUsd: readonly bigint[];
}

/** Which days must be separate: those the report separates, and those before and after a price change. */
export interface Periods {
  options: Pick<ReporterOptions, 'by' | 'since' | 'until'>;
  tariffChanges(model: string): readonly string[];
}

/** Rows sampled first; anything the sample does not show requires a second pass. */
const sampleRows = 20_000;

/** A sample of the first calls of a table: their names and totals for each day. */
export async function sampleCalls({ connection, rows, columns }: CallTable): Promise<CallRecord[]> {
  const nothing = { thresholds: [], fractions: [], lacking: [] };
  const [keys, sums] = [keysOf(columns, nothing), sumsOf(columns, nothing)];
  const found = await connection.runAndReadAll(`
    SELECT ${aliased([...keys, ['first', '"day"'], ...sums])}
    FROM (SELECT ${innerColumns(columns)} FROM ${rows} LIMIT ${sampleRows}) GROUP BY ALL`);
  return found.getRowObjects().map(recordIn);
}

/** The calls of a table in groups, by their first day. Replaces and then drops the temporary table "calls by day". */
export async function groupCalls(table: CallTable, asked: Asked, periods: Periods): Promise<CallGroup[]> {
  const { connection, rows, columns } = table;
  // Calls without counts are counted apart.
  const keys: Column[] = [...keysOf(columns, asked), ['uncounted', uncountedSql((part) => `"${part}"`)]];
  const sums = sumsOf(columns, asked);
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE "calls by day" AS
    SELECT ${aliased([...keys, ...sums])}, "day" FROM (SELECT ${innerColumns(columns)} FROM ${rows}) GROUP BY ALL`);
  // The models and days in the table determine the periods without a price change.
  const models = await connection.runAndReadAll(
    'SELECT "model", MIN("day"), MAX("day") FROM "calls by day" GROUP BY "model"',
  );
  const changes = models.getRows().map(([model, first, last]) => {
    const days = periods.tariffChanges(String(model)).filter((day) => day > String(first) && day <= String(last));
    return `(${literal(String(model))}, [${days.map((day) => `DATE ${literal(day)}`).join(', ')}]::DATE[])`;
  });
  const { by, since, until } = periods.options;
  const apart = [
    ...keys.map(([name]) => `"${name}"`),
    '"day" IS NULL',
    by.includes('day') ? '"day"' : 'len(list_filter("changes", lambda change: change <= "day"))',
    ...(by.includes('week') ? [`date_trunc('week', "day")`] : []),
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
  return found.getRowObjects().map((row) => groupIn(row, asked));
}

type Row = Record<string, DuckDBValue>;

type Column = readonly [name: string, sql: string];

const aliased = (columns: readonly Column[]): string => columns.map(([name, sql]) => `${sql} AS "${name}"`).join(', ');

const innerColumns = ({ names, day, calls, counts }: CallColumns): string =>
  aliased([...names, ['day', day], ...Object.entries(counts), ...(calls === null ? [] : [['calls', calls] as const])]);

/** What separates calls of one day: names, and a bit for each threshold exceeded and each part used. */
function keysOf({ names, calls }: CallColumns, { thresholds, lacking }: Asked): Column[] {
  const prompt = `(${promptUnits.map(({ count }) => `"${count}"`).join(' + ')})`;
  // The mean of several calls.
  const length = calls === null ? prompt : `${prompt}::DOUBLE / "calls"`;
  const conditions = [...thresholds.map((above) => `${length} > ${above}`), ...lacking.map((part) => `"${part}" > 0`)];
  // One column for all, because every GROUP BY column costs time.
  const bits = conditions.map((condition, at) => `if(${condition}, ${2 ** at}, 0)`).join(' | ') || '0';
  return [...names.map(([name]): Column => [name, `"${name}"`]), ['bits', bits]];
}

const sumsOf = ({ calls, counts }: CallColumns, { fractions }: Asked): Column[] => [
  ['rows', 'COUNT(*)'],
  ['calls', calls === null ? 'COUNT(*)' : 'SUM("calls")'],
  ...Object.entries(counts).flatMap(([part, sql]): Column[] => (sql === none ? [] : [[part, `SUM("${part}")`]])),
  ...fractions.map((one, at): Column => [`fraction ${at}`, `SUM(${fractionSql(`"${one.part}"`, one)})`]),
];

function groupIn(row: Row, { thresholds, fractions }: Asked): CallGroup {
  const exceeded = thresholds.findLast((_, at) => (Number(row.bits) & (2 ** at)) !== 0);
  const counts = callParts.map((part) => [part, row[part] ?? 0n]);
  return {
    record: recordIn(row),
    lastAt: timeOf(row.last),
    rows: Number(row.rows),
    counts: Object.fromEntries(counts),
    promptTokens: exceeded === undefined ? 0 : exceeded + 1,
    fractionNanoUsd: fractions.map((_, at) => lookUp(row, `fraction ${at}`) as bigint),
  };
}

function recordIn(row: Row): CallRecord {
  const count = (name: string) => Number(lookUp(row, name) ?? 0);
  const tokens = { ...byUnit(tokenUnits, 'count', (unit) => count(unit.count)), reasoning: count('reasoning') };
  const tools = byUnit(toolUnits, 'count', (unit) => count(unit.count));
  return {
    ...callOf(String(row.model), tokens, tools),
    at: timeOf(row.first),
    calls: count('calls'),
    host: hostOf(textIn(row, 'host')),
    serviceTier: serviceTierOf(textIn(row, 'serviceTier')),
    region: textIn(row, 'region'),
    project: textIn(row, 'project'),
    tags: tagsOf(row.tags),
  };
}

const timeOf = (day: DuckDBValue | undefined): number | null =>
  day === null || day === undefined ? null : Date.parse(String(day));
