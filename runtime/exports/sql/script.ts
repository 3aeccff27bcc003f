/** The output of `agent-cost sql`: tables of prices, names and hosts, and the views that price a table of calls. */

import type { Catalog } from '../../core/dataset/catalog.ts';
import { type PriceColumnType, priceColumns, priceColumnTypes } from '../../core/pricing/price-rows.ts';
import { decimal } from '../../core/values/money.ts';
import { type Calls, viewsOf } from './calls-view.ts';
import { created, type Dialect, type DialectName, dialects } from './dialects.ts';
import { hostRows, nameRows } from './names.ts';
import { placeRows, regionRows } from './regions.ts';
import { type TimelineRow, timelineRows } from './timeline.ts';

interface Script {
  /** Statements in order, without semicolons. */
  statements: string[];
  /** The caller's names that are unknown. */
  unknown: string[];
}

/** Type of a column; `key` is a text that is never null. */
type ColumnType = PriceColumnType | 'key';

const { provider: _, ...listedColumns } = priceColumnTypes;
const priceTable = {
  ...listedColumns,
  model: 'key',
  host: 'key',
  service_tier: 'key',
  region: 'key',
  price_model: 'text',
} as const;

/** The script as text, with a comment at the top. */
export function scriptText(
  catalog: Catalog,
  dialect: DialectName,
  calls: Calls,
  names: readonly string[] = [],
): { text: string; unknown: string[] } {
  const { statements, unknown } = scriptOf(catalog, dialects[dialect], calls, names);
  const head = `-- Prices of agent-cost, dataset ${catalog.version}, in the SQL of ${dialect}.
-- USD per 1,000,000 tokens; a call without a time is priced on ${catalog.asOf}.
`;
  const { end } = dialects[dialect];
  return { text: head + statements.map((statement) => statement + end).join(''), unknown };
}

/** @param names of models in the caller's calls, in addition to those that are always listed */
function scriptOf(catalog: Catalog, dialect: Dialect, calls: Calls, names: readonly string[]): Script {
  const listed = nameRows(catalog, names);
  const known = new Set(listed.map(({ name }) => name));
  const rows = timelineRows(catalog).filter(({ price_model }) => !dialect.joinsRanges || price_model !== null);
  return {
    statements: [
      ...(dialect.dropped === null ? [] : views.map((view) => `DROP ${dialect.dropped} IF EXISTS ${view}`)),
      ...table(dialect, 'agent_cost_prices', priceTable, rows, ['model', 'host', 'service_tier']),
      ...table(
        dialect,
        'agent_cost_names',
        { listed_name: 'key', listed_model: 'key', listed_host: 'key', listed_region: 'key' },
        listed.map(({ name, model, host, region }) => ({
          ...{ listed_name: name, listed_model: model, listed_host: host, listed_region: region },
        })),
        ['listed_name'],
      ),
      ...table(
        dialect,
        'agent_cost_hosts',
        { host_model: 'key', host_id: 'key', price_host: 'key' },
        hostRows(catalog).map(({ model, name, host }) => ({ host_model: model, host_id: name, price_host: host })),
        ['host_model', 'host_id'],
      ),
      ...table(dialect, 'agent_cost_places', { place_called: 'key', place_id: 'key' }, placeRows(), ['place_called']),
      ...table(
        dialect,
        'agent_cost_regions',
        { region_model: 'key', region_host: 'key', region_tier: 'key', region_place: 'key', region_priced: 'key' },
        regionRows(catalog),
        ['region_model', 'region_host'],
      ),
      ...viewsOf(dialect, calls, { digits: digitsOf(rows), asOf: catalog.asOf }),
    ],
    unknown: [...new Set(names)].filter((name) => !known.has(name)),
  };
}

const prices = priceColumns.filter((name) => priceColumnTypes[name] === 'price');

/** Number of decimals that fits every rate; at least six. */
function digitsOf(rows: readonly TimelineRow[]): number {
  const written = rows.flatMap((row) => prices.flatMap((column) => (row[column as keyof TimelineRow] as number) ?? []));
  return Math.max(6, ...written.map((price) => decimal(price).split('.')[1]?.length ?? 0));
}

const views = ['agent_cost_bill', 'agent_cost_calls'];

/** Rows in one INSERT; every database accepts this many. */
const rowsAtOnce = 500;

function table<Name extends string>(
  dialect: Dialect,
  name: string,
  types: Readonly<Record<Name, ColumnType>>,
  rows: readonly Partial<Record<Name, string | number | null>>[],
  keys: readonly NoInfer<Name>[],
): string[] {
  const columns = Object.entries(types) as [Name, ColumnType][];
  const literals = rows.map((row) => {
    const values = columns.map(([column, type]) => {
      const value = row[column] ?? null;
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
