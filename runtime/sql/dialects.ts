/** In what the SQL of databases differs. */

export const dialectNames = ['duckdb', 'postgres', 'clickhouse', 'bigquery', 'snowflake'] as const;
export type DialectName = (typeof dialectNames)[number];

export interface Dialect {
  /** Types of columns; a column of prices and of days may be null. */
  text: string;
  day: string;
  tokens: string;
  price: string;
  /** The type of a column that may be null, what follows a table, and what a view is dropped as before it is made;
   * null: CREATE OR REPLACE does that. */
  nullable: (type: string) => string;
  table: string;
  dropped: 'VIEW' | 'TABLE' | null;
  /** What is between the rows of an INSERT: the client of ClickHouse ends it at the end of the line. */
  rowBreak: '\n' | ' ';
  /** A text in quotes. */
  quote: (text: string) => string;
  /** A name in quotes, where it is a word of the language (`at`). */
  name: (name: string) => string;
  /** A day, YYYY-MM-DD. */
  dayOf: (text: string) => string;
  /** The day (UTC) of a time, and a number without a fraction of an amount that has none. */
  toDay: (time: string) => string;
  toWhole: (amount: string) => string;
  /** The whole part of `amount / divisor`, of whole numbers that are not negative. */
  quotient: (amount: string, divisor: number | string) => string;
  /** Nano-dollars, a whole number or null, as dollars. */
  toUsd: (nano: string) => string;
  /** Whether a join may compare with < and >; where it may not, every row of a timeline is joined, and one of them kept. */
  joinsRanges: boolean;
}

const doubled = (text: string): string => text.replaceAll("'", "''");
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

/** A day goes into the text without escapes, so it must be one. */
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
  rowBreak: '\n',
  quote: (text) => `'${doubled(text)}'`,
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
    // Names without quotes are upper case there, and in quotes they are as written.
    name: (name) => name,
    quotient: (amount, divisor) => `FLOOR((${amount}) / ${divisor})`,
  },
};

/** How a table or a view is made where one of its name may be. */
export const created = ({ dropped }: Dialect): string => (dropped === null ? 'CREATE OR REPLACE' : 'CREATE');
