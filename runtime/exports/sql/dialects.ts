/** Differences between the SQL of databases. */

export const dialectNames = [
  'duckdb',
  'postgres',
  'clickhouse',
  'bigquery',
  'snowflake',
  'databricks',
  'trino',
  'redshift',
  'mysql',
  'sqlite',
  'sqlserver',
] as const;
export type DialectName = (typeof dialectNames)[number];

export interface Dialect {
  /** Types of columns; columns of prices and days may be null. */
  text: string;
  day: string;
  tokens: string;
  price: string;
  /** The type of a nullable column, a suffix of CREATE TABLE, and the keyword to drop a view before it is created;
   * null: CREATE OR REPLACE is used instead. */
  nullable: (type: string) => string;
  table: string;
  dropped: 'VIEW' | 'TABLE' | null;
  /** Ends a statement: the programs of SQL Server take a view only as the first statement after GO. */
  end: string;
  /** Whether tables are created from an empty query, because CREATE TABLE needs a location or a format (Athena). */
  createdAsQuery: boolean;
  /** Whether the tables get an index: without one every call is compared with every name. */
  isIndexed: boolean;
  /** Separates the rows of an INSERT: the ClickHouse client ends the statement at a line break. */
  rowBreak: '\n' | ' ';
  quote: (text: string) => string;
  /** A price as a literal of a decimal type. */
  priceOf: (price: string) => string;
  /** A text of the caller's table, compared by its bytes: names that differ in case are different names. */
  exact: (text: string) => string;
  /** A quoted identifier, for names that may be keywords (`at`). */
  name: (name: string) => string;
  /** A day, YYYY-MM-DD. */
  dayOf: (text: string) => string;
  /** The day (UTC) of a time, and an integral amount as an integer. */
  toDay: (time: string) => string;
  toWhole: (amount: string) => string;
  /** The integer part of `amount / divisor`, for non-negative integers. */
  quotient: (amount: string, divisor: number | string) => string;
  /** Nano-dollars, an integer or null, as dollars. */
  toUsd: (nano: string) => string;
  /** Whether a join may compare with < and >; if not, every row of a timeline is joined, and one of them kept. */
  joinsRanges: boolean;
}

const doubled = (text: string): string => text.replaceAll("'", "''");
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

/** Days are inserted without escaping, so they must be valid. */
function checked(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`${JSON.stringify(day)} is not a day.`);
  return day;
}

const standard: Dialect = {
  text: 'VARCHAR',
  day: 'DATE',
  tokens: 'BIGINT',
  price: 'DECIMAL(18,9)',
  nullable: (type) => type,
  table: '',
  dropped: 'VIEW',
  end: ';\n',
  createdAsQuery: false,
  isIndexed: false,
  rowBreak: '\n',
  quote: (text) => `'${doubled(text)}'`,
  priceOf: (price) => price,
  exact: (text) => text,
  name: (name) => `"${name}"`,
  dayOf: (text) => `DATE '${checked(text)}'`,
  toDay: (time) => `CAST(${time} AS DATE)`,
  toWhole: (amount) => `CAST(${amount} AS BIGINT)`,
  quotient: (amount, divisor) => `(${amount}) / ${divisor}`,
  toUsd: (nano) => `CAST(${nano} AS DECIMAL(18,0)) * 0.000000001`,
  joinsRanges: true,
};

export const dialects: Record<DialectName, Dialect> = {
  duckdb: { ...standard, quotient: (amount, divisor) => `(${amount}) // ${divisor}` },
  postgres: { ...standard, text: 'TEXT' },
  clickhouse: {
    ...standard,
    text: 'String',
    day: 'Date',
    tokens: 'Int64',
    price: 'Decimal(18,9)',
    nullable: (type) => `Nullable(${type})`,
    table: ' ENGINE = Log',
    dropped: 'TABLE',
    rowBreak: ' ',
    quote: (text) => `'${escaped(text)}'`,
    dayOf: (text) => `toDate('${checked(text)}')`,
    toDay: (time) => `toDate(${time}, 'UTC')`,
    toWhole: (amount) => `toInt64(${amount})`,
    quotient: (amount, divisor) => `intDiv(${amount}, ${divisor})`,
    toUsd: (nano) => `toDecimal64(${nano}, 0) * toDecimal64('0.000000001', 9)`,
    joinsRanges: false,
  },
  bigquery: {
    ...standard,
    text: 'STRING',
    tokens: 'INT64',
    price: 'NUMERIC',
    quote: (text) => `'${escaped(text)}'`,
    name: (name) => `\`${name}\``,
    toWhole: (amount) => `CAST(${amount} AS INT64)`,
    quotient: (amount, divisor) => `DIV(${amount}, ${divisor})`,
    toUsd: (nano) => `CAST(${nano} AS NUMERIC) / 1000000000`,
    dropped: null,
  },
  snowflake: {
    ...standard,
    dropped: null,
    quote: (text) => `'${escaped(text)}'`,
    // Unquoted names are upper case in Snowflake, quoted names keep their case.
    name: (name) => name,
    quotient: (amount, divisor) => `FLOOR((${amount}) / ${divisor})`,
  },
  databricks: {
    ...standard,
    text: 'STRING',
    quote: (text) => `'${escaped(text)}'`,
    name: (name) => `\`${name}\``,
    quotient: (amount, divisor) => `(${amount}) DIV ${divisor}`,
  },
  trino: {
    ...standard,
    createdAsQuery: true,
    // A bare 3 is an integer, which does not fit into a decimal with nine places.
    priceOf: (price) => `DECIMAL '${price}'`,
  },
  redshift: { ...standard, text: 'VARCHAR(256)' },
  mysql: {
    ...standard,
    // The usual collations hold names that differ only in case for the same.
    text: 'VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
    isIndexed: true,
    quote: (text) => `'${escaped(text)}'`,
    exact: (text) => `CONVERT(${text} USING utf8mb4) COLLATE utf8mb4_bin`,
    name: (name) => `\`${name}\``,
    toWhole: (amount) => `CAST(${amount} AS SIGNED)`,
    quotient: (amount, divisor) => `(${amount}) DIV ${divisor}`,
  },
  sqlite: {
    ...standard,
    text: 'TEXT',
    day: 'TEXT',
    isIndexed: true,
    dayOf: (text) => `'${checked(text)}'`,
    toDay: (time) => `date(${time})`,
    // Fractions are floating point there, and an integral amount may be a hair off.
    toWhole: (amount) => `CAST(ROUND(${amount}) AS INTEGER)`,
    toUsd: (nano) => `${nano} / 1000000000.0`,
  },
  sqlserver: {
    ...standard,
    text: 'VARCHAR(200) COLLATE Latin1_General_BIN2',
    nullable: (type) => `${type} NULL`,
    end: ';\nGO\n',
    isIndexed: true,
    exact: (text) => `CAST(${text} AS VARCHAR(200)) COLLATE Latin1_General_BIN2`,
    name: (name) => `[${name}]`,
    dayOf: (text) => `CAST('${checked(text)}' AS DATE)`,
  },
};
