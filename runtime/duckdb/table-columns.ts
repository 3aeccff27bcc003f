/**
 * The columns of a table of calls as pricing needs them, whatever names the table has for them, and whether anything of it
 * would be lost.
 *
 * This is the reader of plain tables in SQL, for ordinary rows. Any other row (a text that may be a number, a time with
 * an offset, a negative count) is left to that reader.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { type BillableUnit, billableUnits, byUnit, toolUnits } from '../core/schemas/billable-units.ts';
import { quote } from '../core/values/did-you-mean.ts';
import {
  type ColumnNames,
  columnNamesIn,
  columnText,
  looksCounted,
  nearColumn,
  otherTokenColumns,
  rivalNamesIn,
} from '../logs/fields/plain-columns.ts';
import type { JsonObject } from '../logs/fields/values.ts';
import { formats } from '../logs/formats/formats.ts';
import { named } from './open-duckdb.ts';

export const callParts = billableUnits.map(({ count }) => count);
export type CallPart = BillableUnit['count'];

type OtherInput = Exclude<(typeof otherTokenColumns)[number], 'output'>;

/** The condition for a call without counts, which adds no dollars. */
export const uncountedSql = (columnOf: (part: CallPart) => string): string =>
  `${callParts.map(columnOf).join(' + ')} = 0`;

/** Names that determine the price of a call, and those that only separate groups. */
const termNames = ['model', 'host', 'serviceTier', 'region'] as const;
export type GroupName = 'project' | 'tags';
type CallName = (typeof termNames)[number] | GroupName;

export const none = '0::BIGINT';

export type CallColumns = ReturnType<typeof callColumnsOf>;

export async function describe(connection: DuckDBConnection, table: string): Promise<Map<string, string>> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`);
  return new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
}

/**
 * A row with more tokens than this in one column sums up many calls, and is left to the reader too: up to this limit
 * nano-dollars are exact in both computations.
 */
const mostTokens = 2 ** 22;

/**
 * @param types of the columns by name, as from `describe`; model, input and output must be among them
 * @param groups names that separate calls in addition to their terms
 */
export function callColumnsOf(types: ReadonlyMap<string, string>, groups: readonly GroupName[]) {
  const names = columnNamesIn(types.keys());
  const rules: string[] = [];
  const column = (of: keyof ColumnNames): { sql: string; type: SqlType } | null => {
    const name = names[of];
    return name === undefined ? null : { sql: named(name), type: typeOf(types.get(name) as string) };
  };
  /** The first of several counts that is not null. */
  const count = (of: (keyof ColumnNames)[], most = mostTokens): string => {
    const values = of.flatMap((one) => {
      const found = column(one);
      if (found === null) return [];
      const { value, isPlain } = countSql(found.sql, found.type);
      // In this form DuckDB can see from the statistics of a file that all rows comply.
      const isWithin =
        isPlain === null ? `${found.sql} BETWEEN 0 AND ${most}` : `(${isPlain} AND ${value} BETWEEN 0 AND ${most})`;
      rules.push(`(${found.sql} IS NULL OR ${isWithin})`);
      return value;
    });
    return values.length > 1 ? `COALESCE(${values.join(', ')})` : (values[0] ?? 'NULL');
  };
  const orZero = (value: string): string => (value === 'NULL' ? none : `COALESCE(${value}, 0)`);
  const text = (of: CallName): string => {
    const found = column(of) as { sql: string; type: SqlType };
    if (isText(found.type)) return `${found.sql}::VARCHAR`;
    if (of === 'tags' && found.type === 'texts') return `to_json(${found.sql})::VARCHAR`;
    if (of !== 'tags' && found.type === 'whole') {
      rules.push(`(${found.sql} IS NULL OR ${found.sql} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER})`);
      return `${found.sql}::VARCHAR`;
    }
    rules.push(`${found.sql} IS NULL`);
    return 'NULL::VARCHAR';
  };

  const [prompt, output] = [count(['prompt', 'input']), count(['output'])];
  const cached = orZero(count(['cachedInside', 'cachedBeside']));
  const otherInput = otherTokenColumns.filter((of) => of !== 'output').map((of) => [of, orZero(count([of]))] as const);
  const isInside = names.cachedInside !== undefined || names.prompt !== undefined;
  const parts = [orZero(prompt), cached, ...otherInput.map(([, sql]) => sql)];
  const input = isInside ? `(${parts.join(' - ')})` : orZero(prompt);
  const reasoning = orZero(count(['reasoning']));
  const known = [...termNames, ...groups].filter((name) => names[name] !== undefined);
  const called = known.map((name): [CallName, string] => [name, text(name)]);
  const model = called[0]?.[1];
  rules.push(`strlen(${model}) BETWEEN 1 AND 400`, `NOT contains(${model}, chr(10))`);
  rules.push(`(${prompt} IS NOT NULL OR ${output} IS NOT NULL)`);
  if (isInside) rules.push(`${input} >= 0`);
  if (names.reasoning !== undefined) rules.push(`${reasoning} <= ${orZero(output)}`);
  const at = column('at');
  const day = at === null ? null : daySql(at.sql, at.type);
  if (at !== null && day !== null) rules.push(`(${at.sql} IS NULL OR ${day.isPlain})`);
  return {
    names: called,
    /** The day (UTC); null: the row has no time. */
    day: day?.value ?? 'NULL::DATE',
    /** How many calls the row sums up; null: each row is a call. */
    calls: names.calls === undefined ? null : `GREATEST(COALESCE(${count(['calls'], 2 ** 31)}, 1), 1)`,
    /** Integers; `none` if the table has no such column. */
    counts: {
      ...{ input, cachedInput: cached, ...(Object.fromEntries(otherInput) as Record<OtherInput, string>) },
      output: orZero(output),
      ...byUnit(toolUnits, 'count', ({ count: uses }) => orZero(count([uses]))),
      reasoning,
    },
    /** Whether the expressions apply; if this is not true the row is left to the reader of plain tables. */
    isSimple: rules.join(' AND '),
    /** The column whose equal values mark one call; null: none. */
    id: names.id === undefined ? null : named(names.id),
  };
}

/** A column as an integer, and a condition that a non-null value is certainly one; null: its type guarantees it. */
function countSql(column: string, type: SqlType): { value: string; isPlain: string | null } {
  if (type === 'whole') return { value: `${column}::BIGINT`, isPlain: null };
  if (type === 'large') return { value: `TRY_CAST(${column} AS BIGINT)`, isPlain: 'true' };
  const value = `TRY_CAST(${column} AS BIGINT)`;
  if (type === 'number') return { value, isPlain: `${column} = ${value}` };
  if (type === 'text') return { value, isPlain: `regexp_full_match(${column}, '[0-9]{1,12}')` };
  return { value: 'NULL::BIGINT', isPlain: 'false' };
}

/** The day (UTC) of a column, and a condition that a non-null value is certainly a time. */
function daySql(column: string, type: SqlType): { value: string; isPlain: string } {
  const after = (ms: string) => `DATE '1970-01-01' + (${ms} // 86400000)::INTEGER`;
  const isUsual = (value: string) => `${value} BETWEEN DATE '1970-01-01' AND DATE '4999-12-31'`;
  if (type === 'zoned') {
    return {
      value: after(`epoch_ms(${column})`),
      isPlain: `isfinite(${column}) AND epoch_ms(${column}) BETWEEN 0 AND 9e13`,
    };
  }
  if (type === 'time') return { value: `${column}::DATE`, isPlain: isUsual(`${column}::TIMESTAMP`) };
  if (type === 'whole' || type === 'large' || type === 'number') {
    // Distinguishes seconds from milli-, micro- and nanoseconds with the same arithmetic as times.ts.
    const number = `${column}::DOUBLE`;
    const ms = `CASE WHEN ${number} < 1e11 THEN ${number} * 1000 WHEN ${number} < 1e14 THEN ${number} WHEN ${number} < 1e17 THEN ${number} / 1000 ELSE ${number} / 1e6 END`;
    return {
      value: after(`TRY_CAST(floor(${ms} + 0.5) AS BIGINT)`),
      isPlain: `isfinite(${number}) AND ${number} BETWEEN 0 AND 9e18`,
    };
  }
  if (type === 'text') {
    const value = `TRY_CAST(left(${column}, 10) AS DATE)`;
    return { value, isPlain: `regexp_full_match(${column}, ${timeText}) AND ${isUsual(value)}` };
  }
  return { value: 'NULL::DATE', isPlain: 'false' };
}

/** A date, with an optional time, in UTC. */
const timeText = `'[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+]00:?00)?)?'`;

/**
 * `whole` fits into 64 bits, `large` may not; `number` may have a fraction. `time` is in UTC, `zoned` has an offset.
 * `name` is a text of another type. Values of `other` are never a count, a time or a name.
 */
type SqlType = 'whole' | 'large' | 'number' | 'text' | 'name' | 'texts' | 'time' | 'zoned' | 'other';

const types: readonly (readonly [RegExp, SqlType])[] = [
  [/^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/, 'whole'],
  [/^(UBIGINT|U?HUGEINT)$/, 'large'],
  [/^(FLOAT|DOUBLE|DECIMAL\(.*\))$/, 'number'],
  [/^VARCHAR$/, 'text'],
  [/^(UUID|ENUM\(.*\))$/s, 'name'],
  [/^VARCHAR\[\]$/, 'texts'],
  [/^TIMESTAMP WITH TIME ZONE$/, 'zoned'],
  [/^(TIMESTAMP(_S|_MS|_NS)?|DATE)$/, 'time'],
];

const typeOf = (type: string): SqlType => types.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';

/** Whether its values are names as they are, like their JSON. */
const isText = (type: SqlType): boolean => type === 'text' || type === 'name';

const isNumber = (type: SqlType): boolean => type === 'whole' || type === 'large' || type === 'number';

/** A table that cannot be added up. The message has names of columns, never their content. */
export class UnfitTable extends Error {}

/**
 * @param types of the columns by name, without ignored ones
 * @param row the first row; null: the table is empty
 * @throws UnfitTable
 */
export function checkTable(types: ReadonlyMap<string, string>, row: JsonObject | null): void {
  const names = [...types.keys()];
  const format = row === null ? undefined : formats.find(({ recognise }) => recognise(row));
  if (format !== undefined && format.name !== 'plain') {
    throw new UnfitTable(`it is a log of the format ${format.name}: agent-cost report reads it`);
  }
  const missing = missingIn(columnNamesIn(names));
  if (missing.length > 0) {
    throw new UnfitTable(`it has no column for ${missing.join(', nor for ')}. Its columns are ${namesText(names)}`);
  }
  const unknown = names.filter((name) => looksCounted(name, isNumber(typeOf(types.get(name) as string))));
  if (unknown.length > 0) {
    const near = unknown.map((name) => `${quote(name)}.${nearColumn(name)}`).join(' ');
    throw new UnfitTable(
      `it has ${unknown.length === 1 ? 'a column that looks' : 'columns that look'} like tokens, calls or money and would be lost: ${near} docs/runs.md lists the known names. ${ignoring(unknown)}`,
    );
  }
  const [rivals] = rivalNamesIn(names);
  if (rivals !== undefined) {
    const others = rivals.slice(1);
    throw new UnfitTable(`${namesText(rivals)} mean the same, and only one can be read. ${ignoring(others)}`);
  }
}

const missingIn = (names: ColumnNames): string[] => [
  ...(names.model === undefined ? [`the model (${columnText('model')})`] : []),
  ...((names.input ?? names.prompt) === undefined
    ? [`the input (${columnText('input')}, ${columnText('prompt')})`]
    : []),
  ...(names.output === undefined ? [`the output (${columnText('output')})`] : []),
];

const ignoring = (names: readonly string[]): string =>
  `To leave ${names.length === 1 ? 'it' : 'them'} out: ${names.map((name) => `--ignore ${quote(name)}`).join(' ')}`;

const mostShown = 30;

const namesText = (names: readonly string[]): string => {
  const more = names.length > mostShown ? ` and ${names.length - mostShown} more` : '';
  return `${names.slice(0, mostShown).map(quote).join(', ')}${more}`;
};
