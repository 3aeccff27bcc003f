/** The output of `agent-cost price sql`: tables of prices, names and hosts, which dbt has as seeds, and the views that price a table of calls. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type PriceColumnType, priceColumns, priceColumnTypes } from '../../core/pricing/price-rows.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { decimal } from '../../core/values/money.ts';
import { type Calls, type Rates, viewsOf } from './calls-view.ts';
import { type Dialect, type DialectName, dialects } from './dialects.ts';
import { hostRows, nameRows } from './names.ts';
import { placeRows, regionRows, type TimelineRow, timelineRows } from './timeline.ts';

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

/** Type of a column; `key` is a text that is never null. */
export type ColumnType = PriceColumnType | 'key';

export interface JoinedTable {
  name: string;
  types: Readonly<Record<string, ColumnType>>;
  rows: readonly Readonly<Record<string, string | number | null>>[];
  keys: readonly string[];
}

const { provider: _, ...listedColumns } = priceColumnTypes;
const priceTable = {
  ...listedColumns,
  model: 'key',
  host: 'key',
  service_tier: 'key',
  region: 'key',
  price_model: 'text',
} as const;

/**
 * @param names of models in the caller's calls, in addition to those that are always listed
 * @returns the tables, the decimals of their prices, and the caller's names that are unknown
 */
export function tablesOf(
  catalog: Catalog,
  dialect: Dialect,
  names: readonly string[],
): { tables: JoinedTable[]; rates: Rates; unknown: string[] } {
  const listed = nameRows(catalog, names);
  const known = new Set(listed.map(({ name }) => name));
  const rows = timelineRows(catalog).filter(({ price_model }) => !dialect.joinsRanges || price_model !== null);
  const tables: JoinedTable[] = [
    table('agent_cost_prices', priceTable, rows, ['model', 'host', 'service_tier']),
    table(
      'agent_cost_names',
      { listed_name: 'key', listed_model: 'key', listed_host: 'key', listed_region: 'key' },
      listed.map(({ name, model, host, region }) => ({
        ...{ listed_name: name, listed_model: model, listed_host: host, listed_region: region },
      })),
      ['listed_name'],
    ),
    table(
      'agent_cost_hosts',
      { host_model: 'key', host_id: 'key', price_host: 'key' },
      hostRows(catalog).map(({ model, name, host }) => ({ host_model: model, host_id: name, price_host: host })),
      ['host_model', 'host_id'],
    ),
    table('agent_cost_places', { place_called: 'key', place_id: 'key' }, placeRows(), ['place_called']),
    table(
      'agent_cost_regions',
      { region_model: 'key', region_host: 'key', region_tier: 'key', region_place: 'key', region_priced: 'key' },
      regionRows(catalog).map((row) => ({ ...row })),
      ['region_model', 'region_host'],
    ),
  ];
  return {
    tables,
    rates: { digits: digitsOf(rows), asOf: catalog.asOf },
    unknown: [...new Set(names)].filter((name) => !known.has(name)),
  };
}

/** The names of columns are checked against the rows. */
const table = <Name extends string>(
  name: string,
  types: Readonly<Record<Name, ColumnType>>,
  rows: readonly Readonly<Partial<Record<Name, string | number | null>>>[],
  keys: readonly NoInfer<Name>[],
): JoinedTable => ({ name, types, rows: rows as JoinedTable['rows'], keys });

const prices = priceColumns.filter((name) => priceColumnTypes[name] === 'price');

/** Number of decimals that fits every rate; at least six. */
function digitsOf(rows: readonly TimelineRow[]): number {
  const written = rows.flatMap((row) => prices.flatMap((column) => (row[column as keyof TimelineRow] as number) ?? []));
  return Math.max(6, ...written.map((price) => decimal(price).split('.')[1]?.length ?? 0));
}
