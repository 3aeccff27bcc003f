/**
 * Prices a table of calls in DuckDB, without a join: calls are grouped by what decides on their price, and each group is
 * billed at its rates.
 *
 * Each line of each call is rounded to the nano-dollar, so a sum of lines is not a sum of tokens times a rate. But at a
 * rate of k + f nano-dollars a token, k whole and f below 1, q tokens cost q * k + round(q * f). The first part is summed
 * as tokens; the second one by itself, for the few rates that have an f. So the sum is that of `priceCall` over the calls.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog } from '../core/dataset/catalog.ts';
import { roundedRest } from './line-rate.ts';
import { RatesByTerms, type Terms } from './rates-by-terms.ts';
import { type CallPart, callParts, callsOf } from './table-columns.ts';

/** Calls of one model on the same terms, on one day and in one band of prompts. */
export interface CallGroup extends Terms {
  /** YYYY-MM-DD (UTC); null: the calls have no time, and are priced on the day of the catalog. */
  day: string | null;
  calls: number;
  /** Sums of tokens, and of web searches. */
  quantities: Record<CallPart, bigint>;
  /** Whole nano-dollars; null: these calls have no price. */
  nanoUsd: bigint | null;
}

/** So many calls are looked at first: what they do not show costs a second pass. */
const sample = 20_000;

/**
 * The calls of a table in groups, each with its price.
 *
 *     const connection = await openDuckDb();
 *     await priceTable(connection, catalog, "read_parquet('calls/*.parquet')");
 *
 * @param table as SQL names it: a row for each call, with the columns that docs/sql.md lists
 */
export async function priceTable(connection: DuckDBConnection, catalog: Catalog, table: string): Promise<CallGroup[]> {
  const calls = await callsOf(connection, table);
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const used = callParts.map((part) => `BOOL_OR(${part} > 0)`);
  const seen = await rows(
    `SELECT ${keys}, ${used.join(', ')} FROM (SELECT * FROM ${calls} LIMIT ${sample}) GROUP BY ${keys}`,
  );
  let rates = new RatesByTerms(catalog, seen.map(termsIn));
  /** Parts without a price for some call: whether a call uses them is part of its group. */
  let apart = callParts.filter((part, at) =>
    seen.some((row) => row[at + 3] === true && rates.lack(termsIn(row), part)),
  );
  for (;;) {
    const groups = (await rows(queryOf(calls, rates, apart))).map((row) => groupIn(row, apart));
    const all = new RatesByTerms(catalog, groups);
    const lacking = callParts.filter(
      (part) => apart.includes(part) || groups.some((group) => group.quantities[part] > 0n && all.lack(group, part)),
    );
    if (all.shape === rates.shape && lacking.length === apart.length) {
      return groups.map(({ exceeded, rests, ...group }) => ({
        ...group,
        nanoUsd: all.nanoUsd(group, exceeded, rests),
      }));
    }
    rates = all;
    apart = lacking;
  }
}

const keys = 'model, host, service_tier';

/** A row for each group: its terms, day, thresholds exceeded and parts used, then counts and sums. */
function queryOf(calls: string, { thresholds, fractions }: RatesByTerms, apart: readonly CallPart[]): string {
  const prompt = 'input + cached_input + cache_write + cache_write_1h';
  const exceeded = thresholds.map((above) => `(${prompt} > ${above})::INTEGER`).join(' + ') || '0';
  const rests = fractions.map((one) => `SUM(${roundedRest(one.part, one)})`);
  const columns = [
    ...apart.map((part) => `${part} > 0`),
    'COUNT(*)',
    ...callParts.map((part) => `SUM(${part})`),
    ...rests,
  ];
  return `SELECT ${keys}, day, ${exceeded}, ${columns.join(', ')} FROM ${calls} GROUP BY ALL`;
}

function groupIn(row: readonly unknown[], apart: readonly CallPart[]) {
  const [calls, ...sums] = row.slice(5 + apart.length) as bigint[];
  return {
    ...termsIn(row),
    day: row[3] === null ? null : String(row[3]),
    exceeded: Number(row[4]),
    calls: Number(calls),
    quantities: Object.fromEntries(callParts.map((part, at) => [part, sums[at]])) as Record<CallPart, bigint>,
    rests: sums.slice(callParts.length),
  };
}

const termsIn = ([model, host, tier]: readonly unknown[]): Terms => ({
  model: model as string | null,
  host: host as string | null,
  serviceTier: tier as string | null,
});
