/** How many calls with dollars of their own are priced the same here, and what is different in the others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { type CallRecord, callOf } from '../../../runtime/logs/call-record.ts';
import type { Amount } from '../../../runtime/logs/report/exact-usd.ts';
import { causeOf, type GapCause } from '../../../runtime/logs/report/logged-gap.ts';
import { emptyPrice, priceRecord } from '../../../runtime/logs/report/price-record.ts';
import { RecordTariffs } from '../../../runtime/logs/report/record-tariffs.ts';
import { groupBy } from '../../../runtime/logs/statistics.ts';

const folder = join(import.meta.dirname, '../../../data/evidence');

type Row = Record<string, string>;

/** A call with the dollars that a program recorded for it, of which `fees` are for something else than tokens. */
interface LoggedCall extends CallRecord {
  fees: number;
}

/** Calls with the dollars that a program recorded for them, by program. */
function loggedCalls(): Map<string, LoggedCall[]> {
  const rows: Row[] = parse(gunzipSync(readFileSync(join(folder, 'logged-dollars.csv.gz'))), { columns: true });
  const bySource = groupBy(rows, ({ source }) => source as string);
  return new Map([...bySource].map(([source, own]) => [source, own.map(callIn)]));
}

function callIn(row: Row): LoggedCall {
  const count = (name: string): number => Number(row[name]);
  const tokens = { input: count('input'), cachedInput: count('cacheRead'), cacheWrite: count('cacheWrite') };
  return {
    ...callOf(row.model as string, { ...tokens, cacheWrite1h: 0, output: count('output'), reasoning: null }),
    at: Date.parse(row.day as string),
    host: row.host || null,
    calls: count('calls'),
    searches: count('webSearches'),
    usd: count('usd'),
    fees: count('fees'),
  };
}

/** Calls of one source whose dollars are ours to 0.1 %, and the others by cause. */
export interface LoggedRow {
  source: string;
  calls: number;
  same: number;
  /** Calls by what is different, with the models. */
  others: Map<string, { calls: number; models: Set<string> }>;
}

const within = 0.001;

export const isSame = (usd: number, ours: number): boolean => Math.abs(usd - ours) <= within * ours;

const meanings: Partial<Record<GapCause, string>> = {
  unpriced: 'no price here',
  loggedZero: 'zero logged',
  cachedAtInputPrice: 'cache at full price',
  cacheNotCounted: 'cached tokens billed, and not in the log',
  otherPrice: 'other price',
};

/** A row for each program that recorded dollars. */
export function loggedRows(catalog: Catalog): LoggedRow[] {
  const tariffs = new RecordTariffs(catalog, { on: null, host: null });
  const price = emptyPrice();
  const earlier = oursWith(catalog, (time) => time - twoWeeksMs);
  const known = new Set(catalog.offers.hosts.map(({ id }) => id));
  return [...loggedCalls()].map(([source, calls]) =>
    comparedRow(source, calls, (call) => {
      const tariff = tariffs.of(call);
      priceRecord(price, call, tariff);
      const usd = call.usd as number;
      if (price.isPriced && isSame(usd, usdOf(price))) return null;
      // A model of one's own, or on one's own machine, has no list price anywhere.
      if (!price.isPriced && usd === 0) return 'no price on either side';
      if (price.isPriced && call.fees > 0 && isSame(usd - call.fees, usdOf(price))) return 'a fee beside the tokens';
      const before = earlier(call);
      if (before !== null && isSame(usd - call.fees, before))
        return 'the price before a cut, which the host still asked';
      const isElsewhere = call.host !== null && call.host !== tariff.provider?.id && !known.has(call.host);
      if (price.isPriced && isElsewhere)
        return `the host asks another price than the maker, and is not known here (${call.host})`;
      return meanings[causeOf(call, tariff, price) as GapCause] as string;
    }),
  );
}

const twoWeeksMs = 14 * 86_400_000;

const usdOf = ({ units, nanoPerUnit }: Amount): number => (units * nanoPerUnit) / 1e9;

/**
 * The dollars of a call at the list prices of its day; null: a part has no price.
 * @param at the time whose prices are taken instead of those of the call
 */
export function oursWith(catalog: Catalog, at = (time: number): number => time): (call: CallRecord) => number | null {
  const tariffs = new RecordTariffs(catalog, { on: null, host: null });
  const price = emptyPrice();
  return (call) => {
    const then = { ...call, at: call.at === null ? null : at(call.at) };
    priceRecord(price, then, tariffs.of(then));
    return price.isPriced ? usdOf(price) : null;
  };
}

/** @param different what is different in a call; null: nothing */
export function comparedRow<Call extends CallRecord>(
  source: string,
  calls: readonly Call[],
  different: (call: Call) => string | null,
): LoggedRow {
  const row: LoggedRow = { source, calls: calls.length, same: 0, others: new Map() };
  for (const call of calls) {
    const what = different(call);
    if (what === null) row.same += 1;
    else {
      const found = row.others.get(what) ?? { calls: 0, models: new Set() };
      row.others.set(what, { calls: found.calls + 1, models: found.models.add(call.model) });
    }
  }
  return row;
}
