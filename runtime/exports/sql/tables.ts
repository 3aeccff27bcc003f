/** The tables of prices and names that the views join: what `agent-cost price sql` writes as a script, or as seeds of dbt. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type PriceColumnType, priceColumns, priceColumnTypes } from '../../core/pricing/price-rows.ts';
import { decimal } from '../../core/values/money.ts';
import type { Rates } from './calls-view.ts';
import type { Dialect } from './dialects.ts';
import { hostRows, nameRows } from './names.ts';
import { placeRows, regionRows, type TimelineRow, timelineRows } from './timeline.ts';

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
