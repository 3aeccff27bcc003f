/**
 * Prices a table of calls in DuckDB, without a join: calls are grouped by everything that determines their price, and
 * each group is billed at its rates.
 *
 * Each line of each call is rounded to the nano-dollar, so in general the sum of lines is not the sum of tokens times
 * the rate. At rates of whole nano-dollars per token it is; the few other rates are summed line by line, rounded as in
 * `priceRecord`. So the total equals that of `priceRecord` over the calls. The tariffs of the report decide the price.
 * The view of `price sql`, which has none of them, joins five tables for each call: twice the CPU for three million calls.
 */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { hostOf, serviceTierOf } from '../core/dataset/logged-names.ts';
import { byUnit, promptUnits, tokenUnits, toolUnits } from '../core/schemas/billable-units.ts';
import { lookUp } from '../core/values/look-up.ts';
import { type CallRecord, callOf } from '../logs/call-record.ts';
import { tagsOf, textIn } from '../logs/fields/values.ts';
import type { LogReporter } from '../logs/report/log-reporter.ts';
import type { RecordTariff } from '../logs/report/record-tariffs.ts';
import { literal } from './open-duckdb.ts';
import { type Asked, fractionSql, QueryShape, rateOf } from './query-shape.ts';
import { type CallColumns, type CallPart, callParts, none, uncountedSql } from './table-columns.ts';

export type PricedGroup = Awaited<ReturnType<typeof priceGroups>>[number];

/** The calls of a table in groups; `nanoUsd`: whole nano-dollars, null: they have no price. */
export async function priceGroups(table: CallTable, tariffs: LogReporter) {
  const shape = new QueryShape();
  for (const record of await sampleCalls(table)) {
    for (const at of [record.at, ...changesSince(record, tariffs)]) {
      shape.add(tariffs.tariffOf({ ...record, at }), usedIn(record));
    }
  }
  for (;;) {
    const { size } = shape;
    const asked = shape.asked();
    const groups = await groupCalls(table, asked, tariffs);
    for (const { record } of groups) shape.add(tariffs.tariffOf(record), usedIn(record));
    if (shape.size > size) continue;
    return groups.map((group) => {
      const { record, lastAt, rows } = group;
      return { record, lastAt, rows, nanoUsd: nanoUsdOf(group, tariffs.tariffOf(record), shape, asked) };
    });
  }
}

/** Price changes between a call and the day of the catalog, in milliseconds since 1970: later calls may see them. */
const changesSince = ({ model, at }: CallRecord, tariffs: LogReporter): number[] =>
  tariffs
    .tariffChanges(model)
    .map(Date.parse)
    .filter((change) => at !== null && change > at && change <= Date.parse(tariffs.catalog.asOf));

const usedIn = (record: CallRecord) => callParts.filter((part) => record[part] > 0);

/** The cost of the calls of a group in whole nano-dollars; null if they use a part without a price. */
function nanoUsdOf(group: CallGroup, tariff: RecordTariff, shape: QueryShape, { fractions }: Asked): bigint | null {
  if (!tariff.isPriced) return null;
  let total = 0n;
  for (const part of usedIn(group.record)) {
    const rate = rateOf(tariff, part, group.promptTokens);
    if (Number.isNaN(rate.usd)) return null;
    const whole = shape.wholeNano(rate);
    if (whole !== null) total += group.counts[part] * whole;
    else {
      const at = fractions.findIndex((one) => one.part === part && one.usd === rate.usd && one.per === rate.per);
      total += group.fractionNanoUsd[at] as bigint;
    }
  }
  return total;
}

interface CallTable {
  connection: DuckDBConnection;
  /** A table or subquery; `columns` can read every row of it. */
  rows: string;
  columns: CallColumns;
}

type CallGroup = ReturnType<typeof groupIn>;

/** Rows sampled first; anything the sample does not show requires a second pass. */
const sampleRows = 20_000;

/** A sample of the first calls of a table: their names and totals for each day. */
async function sampleCalls({ connection, rows, columns }: CallTable): Promise<CallRecord[]> {
  const nothing = { thresholds: [], fractions: [], lacking: [] };
  const [keys, sums] = [keysOf(columns, nothing), sumsOf(columns, nothing)];
  const found = await connection.runAndReadAll(`
    SELECT ${aliased([...keys, ['first', '"day"'], ...sums])}
    FROM (SELECT ${innerColumns(columns)} FROM ${rows} LIMIT ${sampleRows}) GROUP BY ALL`);
  return found.getRowObjects().map(recordIn);
}

/**
 * The calls of a table in groups, by their first day. Days that the report separates are apart, and those before and after
 * a price change. Replaces and then drops the temporary table "calls by day".
 */
async function groupCalls(table: CallTable, asked: Asked, periods: LogReporter): Promise<CallGroup[]> {
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

/** Calls on the same terms, in one band of prompt lengths, between two price changes. */
function groupIn(row: Row, { thresholds, fractions }: Asked) {
  const exceeded = thresholds.findLast((_, at) => (Number(row.bits) & (2 ** at)) !== 0);
  const counts = callParts.map((part) => [part, row[part] ?? 0n]);
  return {
    /** Their totals, as a log record that sums up many calls; `at` is the start of their first day. */
    record: recordIn(row),
    /** The start of their last day, in milliseconds since 1970; null: they have no time. */
    lastAt: timeOf(row.last),
    rows: Number(row.rows),
    counts: Object.fromEntries(counts) as Record<CallPart, bigint>,
    /** The shortest prompt above the highest threshold that their prompts exceed, in tokens; 0: none. */
    promptTokens: exceeded === undefined ? 0 : exceeded + 1,
    /** Their cost for each requested fraction, in whole nano-dollars. */
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
