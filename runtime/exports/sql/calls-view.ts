/** The view that prices a table of calls as `priceCall` does, in integers: exact, and the same in every database. */

import { loggedTiers } from '../../core/dataset/logged-names.ts';
import {
  type BillableUnit,
  billableUnits,
  promptUnits,
  type TokenUnit,
  tokenUnits,
} from '../../core/schemas/billable-units.ts';
import type { Dialect } from './dialects.ts';
import { namesOfSellers } from './names.ts';

/** The columns of a table of calls; they mean the same as the fields of a call record. */
export const callColumns = [
  'at',
  'model',
  'host',
  ...billableUnits.map(({ callColumn }) => callColumn),
  'service_tier',
  'region',
  'calls',
] as const;
export type CallColumn = (typeof callColumns)[number];

const textColumns: readonly CallColumn[] = ['model', 'host', 'service_tier', 'region'];

/** Columns that are read only if an expression is given for them. */
export const columnsOnRequest: readonly CallColumn[] = ['region', 'calls'];

export interface Calls {
  table: string;
  /** SQL expressions for columns that have another name there, or are missing. */
  columns: Partial<Record<CallColumn, string>>;
}

/** Maximum number of decimals of a rate, and the day of calls without a time. */
export interface Rates {
  digits: number;
  asOf: string;
}

/** `search_per_1000` as an integer in the join of rates: `search_rate`. */
const rateColumn = ({ priceColumn }: BillableUnit): string => priceColumn.replace(/_per_\w+$/, '_rate');

const mayLack = (unit: BillableUnit): boolean => unit.unit !== 'tokens' || unit.whenNull === 'notSold';

function listPrice(unit: BillableUnit): string {
  if (unit.unit !== 'tokens' || typeof unit.whenNull !== 'object') return unit.priceColumn;
  const { sameAs } = unit.whenNull;
  const other = tokenUnits.find(({ part }) => part === sameAs) as TokenUnit;
  return `COALESCE(${unit.priceColumn}, ${other.priceColumn})`;
}

/** The table of prices as integers (USD times a power of ten), with open ends of days and tokens filled in. */
function ratesOf(dialect: Dialect, { digits }: Rates, tableOf: TableOf): string {
  const { toWhole, dayOf } = dialect;
  const rate = (column: string) => toWhole(`${column} * ${10 ** digits}`);
  return `SELECT
    model AS rate_model, host AS rate_host, service_tier AS rate_tier, region AS rate_region,
    COALESCE(from_day, ${dayOf('1970-01-01')}) AS rate_from, COALESCE(until_day, ${dayOf('2100-01-01')}) AS rate_until,
    COALESCE(above_tokens, -1) AS rate_above, COALESCE(up_to_tokens, ${toWhole('9000000000000000000')}) AS rate_up_to,
    1 AS rate_found, price_model, from_day AS price_from, above_tokens AS price_above_tokens,
    ${billableUnits.map((unit) => `${rate(listPrice(unit))} AS ${rateColumn(unit)}`).join(',\n    ')}
  FROM ${tableOf('agent_cost_prices')} AS s`;
}

type TableOf = (name: string) => string;

/** The views `agent_cost_calls` (a row per call) and `agent_cost_bill` (a row per day and model), in this order. */
export function viewsOf(
  dialect: Dialect,
  calls: Calls,
  rates: Rates,
  tableOf: TableOf = (name) => name,
): { name: string; query: string }[] {
  const { dayOf, quote, joinsRanges, toUsd } = dialect;
  const column = (name: CallColumn): string => {
    const mapped = calls.columns[name];
    const value = mapped === undefined ? dialect.name(name) : `(${mapped})`;
    return textColumns.includes(name) ? dialect.exact(value) : value;
  };
  const { region, calls: summed } = calls.columns;
  // ClickHouse fills what a join does not find with an empty text instead of null.
  const named = `CASE WHEN listed_region <> ${quote('')} THEN listed_region ELSE ${quote('global')} END`;
  const called = region === undefined ? named : `LOWER(COALESCE(${column('region')}, ${named}))`;
  const pricedRegion = `CASE WHEN region_priced <> ${quote('')} THEN region_priced WHEN place_id <> ${quote('')} THEN ${quote('global')} ELSE called_region END`;
  const day = `COALESCE(${dialect.toDay(column('at'))}, ${dayOf(rates.asOf)})`;
  const sent = promptUnits.map(({ callColumn }) => column(callColumn)).join(' + ');
  const count = `CASE WHEN ${column('calls')} > 1 THEN ${column('calls')} ELSE 1 END`;
  // The mean of several calls, rounded up: a band begins above a whole number of tokens.
  const prompt = summed === undefined ? sent : dialect.quotient(`${sent} + ${count} - 1`, `(${count})`);
  // A host that sets its own prices, and none is known: no row of prices has its name.
  const sellers = namesOfSellers().map((name) => quote(name));
  const pricedHost = `CASE WHEN COALESCE(host_model, '') <> '' THEN price_host WHEN asked_host IN (${sellers.join(', ')}) THEN asked_host ELSE '' END`;
  const tier = Object.entries(loggedTiers).map(([logged, tier]) => `WHEN ${quote(logged)} THEN ${quote(tier)}`);
  const askedTier = `CASE LOWER(COALESCE(${column('service_tier')}, ${quote('')})) ${tier.join(' ')} ELSE ${quote('standard')} END`;
  const isInRange =
    'call_day >= rate_from AND call_day < rate_until AND prompt_tokens > rate_above AND prompt_tokens <= rate_up_to';
  const lines = billableUnits.map((unit) => {
    const quantity = column(unit.callColumn);
    const line = nanoUsd(dialect, quantity, rateColumn(unit), rates.digits + zerosOf(unit.per) - 9);
    return `${mayLack(unit) ? `CASE WHEN ${quantity} = 0 THEN 0 ELSE ${line} END` : line} AS ${unit.callColumn}_nano_usd`;
  });
  const billed = `COALESCE(price_model, ${column('model')})`;
  const sum = billableUnits.map(({ callColumn }) => `${callColumn}_nano_usd`).join(' + ');
  const counts =
    summed === undefined
      ? 'COUNT(*) AS calls, COUNT(*) - COUNT(nano_usd)'
      : 'SUM(summed_calls) AS calls, SUM(CASE WHEN nano_usd IS NULL THEN summed_calls ELSE 0 END)';
  const onRange = joinsRanges ? `\n    AND ${isInRange}` : '';
  const where = joinsRanges ? '' : `\n  WHERE rate_found = 0 OR (${isInRange})`;
  return [
    {
      name: 'agent_cost_calls',
      query: `SELECT q.*, ${sum} AS nano_usd, ${toUsd(`(${sum})`)} AS priced_usd
FROM (
  SELECT m.*, price_model, price_from, price_above_tokens,
    ${lines.join(',\n    ')}
  FROM (
    SELECT g.*, ${pricedRegion} AS priced_region
    FROM (
      SELECT i.*, place_id
      FROM (
        SELECT k.*, ${pricedHost} AS priced_host, ${askedTier} AS asked_tier,
          ${day} AS call_day, ${prompt} AS prompt_tokens${summed === undefined ? '' : `, ${count} AS summed_calls`}
        FROM (
          SELECT c.*, listed_model AS known_model, LOWER(COALESCE(${column('host')}, listed_host)) AS asked_host,
            ${called} AS called_region
          FROM (SELECT * FROM ${calls.table}) AS c LEFT JOIN ${tableOf('agent_cost_names')} AS n ON ${column('model')} = listed_name
        ) AS k LEFT JOIN ${tableOf('agent_cost_hosts')} AS h ON known_model = host_model AND asked_host = host_id
      ) AS i LEFT JOIN ${tableOf('agent_cost_places')} AS l ON called_region = place_called
    ) AS g LEFT JOIN ${tableOf('agent_cost_regions')} AS r
      ON known_model = region_model AND priced_host = region_host AND asked_tier = region_tier AND place_id = region_place
  ) AS m LEFT JOIN (
  ${ratesOf(dialect, rates, tableOf)}
  ) AS p
    ON known_model = rate_model AND priced_host = rate_host AND asked_tier = rate_tier AND priced_region = rate_region${onRange}${where}
) AS q`,
    },
    {
      name: 'agent_cost_bill',
      query: `SELECT call_day, ${billed} AS billed_model, ${counts} AS unpriced_calls,
  SUM(nano_usd) AS total_nano_usd, SUM(priced_usd) AS total_usd
FROM ${tableOf('agent_cost_calls')} AS b GROUP BY call_day, ${billed}`,
    },
  ];
}

/** 6 for 1,000,000 */
const zerosOf = (powerOfTen: number): number => String(powerOfTen).length - 1;

/** A line in nano-dollars, halves rounded up; the rate is in units of 10^-(9 + places) dollars. */
function nanoUsd({ quotient }: Dialect, quantity: string, rate: string, places: number): string {
  const divisor = 10 ** places;
  return divisor === 1 ? `${quantity} * ${rate}` : quotient(`${quantity} * ${rate} + ${divisor / 2}`, divisor);
}
