/** The output of `agent-cost price sql`: tables of prices, names and hosts, and the views that price a table of calls. */

import type { Catalog } from '../../core/dataset/catalog.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { decimal } from '../../core/values/money.ts';
import { type Calls, viewsOf } from './calls-view.ts';
import { type Dialect, type DialectName, dialects } from './dialects.ts';
import { type ColumnType, type JoinedTable, tablesOf } from './tables.ts';

/**
 * The script as text, with a comment at the top.
 * @param names of models in the caller's calls, in addition to those that are always listed
 * @returns `unknown`: the caller's names that are unknown
 */
export function scriptText(
  catalog: Catalog,
  dialectName: DialectName,
  calls: Calls,
  names: readonly string[] = [],
): { text: string; unknown: string[] } {
  const dialect = dialects[dialectName];
  const { tables, rates, unknown } = tablesOf(catalog, dialect, names);
  const views = viewsOf(dialect, calls, rates);
  const statements = [
    ...(dialect.dropped === null
      ? []
      : [...views].reverse().map(({ name }) => `DROP ${dialect.dropped} IF EXISTS ${name}`)),
    ...tables.flatMap((table) => statementsOf(dialect, table)),
    ...views.map(({ name, query }) => `${created(dialect)} VIEW ${name} AS\n${query}`),
  ];
  const head = `-- Prices of agent-cost, dataset ${catalog.version}, in the SQL of ${dialectName}.
-- USD per 1,000,000 tokens; a call without a time is priced on ${catalog.asOf}.
`;
  return { text: head + statements.map((statement) => statement + dialect.end).join(''), unknown };
}

const created = ({ dropped }: Dialect): string => (dropped === null ? 'CREATE OR REPLACE' : 'CREATE');

/** Rows in one INSERT; every database accepts this many. */
const rowsAtOnce = 500;

function statementsOf(dialect: Dialect, { name, types, rows, keys }: JoinedTable): string[] {
  const columns = Object.entries(types);
  const literals = rows.map((row) => {
    const values = columns.map(([column, type]) => {
      const value = lookUp(row, column) ?? null;
      if (value === null) return 'NULL';
      if (typeof value === 'number') return type === 'price' ? dialect.priceOf(decimal(value)) : decimal(value);
      return type === 'day' ? dialect.dayOf(value) : dialect.quote(value);
    });
    return `(${values.join(', ')})`;
  });
  const inserts: string[] = [];
  for (let from = 0; from < literals.length; from += rowsAtOnce) {
    const some = literals.slice(from, from + rowsAtOnce).join(`,${dialect.rowBreak}`);
    inserts.push(`INSERT INTO ${name} VALUES${dialect.rowBreak}${some}`);
  }
  const typeOf = (type: ColumnType): string => (type === 'key' ? dialect.text : dialect.nullable(dialect[type]));
  const empty = dialect.createdAsQuery
    ? ` AS SELECT\n  ${columns.map(([column, type]) => `CAST(NULL AS ${typeOf(type)}) AS ${column}`).join(',\n  ')}\nWITH NO DATA`
    : ` (\n  ${columns.map(([column, type]) => `${column} ${typeOf(type)}`).join(',\n  ')}\n)${dialect.table}`;
  return [
    ...(dialect.dropped === null ? [] : [`DROP TABLE IF EXISTS ${name}`]),
    `${created(dialect)} TABLE ${name}${empty}`,
    ...inserts,
    ...(dialect.isIndexed ? [`CREATE INDEX ${name}_key ON ${name} (${keys.join(', ')})`] : []),
  ];
}
