/**
 * Prices a table of calls in DuckDB, without a join: calls are grouped by everything that determines their price, and
 * each group is billed at its rates.
 *
 * Each line of each call is rounded to the nano-dollar, so in general the sum of lines is not the sum of tokens times
 * the rate. At rates of whole nano-dollars per token it is; the few other rates are summed line by line, rounded as in
 * `priceRecord`. So the total equals that of `priceRecord` over the calls. The tariffs of the report decide the price.
 */
import type { Catalog } from '../core/dataset/catalog.ts';
import type { CallRecord } from '../logs/call-record.ts';
import type { RecordTariff } from '../logs/report/record-tariffs.ts';
import { type CallGroup, type CallTable, groupCalls, type Periods, sampleCalls } from './group-calls.ts';
import { type Asked, QueryShape, rateOf } from './query-shape.ts';
import { callParts } from './table-columns.ts';

export interface PricedGroup extends Pick<CallGroup, 'record' | 'lastAt' | 'rows'> {
  /** Whole nano-dollars; null: these calls have no price. */
  nanoUsd: bigint | null;
}

/** The prices to use, the tariff of a record, and which days must be separate. */
export interface Tariffs extends Periods {
  catalog: Pick<Catalog, 'asOf'>;
  tariffOf(record: CallRecord): RecordTariff;
}

export async function priceGroups(table: CallTable, tariffs: Tariffs): Promise<PricedGroup[]> {
  const shape = new QueryShape();
  for (const record of await sampleCalls(table)) {
    for (const at of [record.at, ...changesSince(record, tariffs)]) {
      shape.add(tariffs.tariffOf({ ...record, at }), usedIn(record));
    }
  }
  for (;;) {
    const { size } = shape;
    const asked = shape.asked();
    const groups = await groupCalls(table, asked, tariffs);
    for (const { record } of groups) shape.add(tariffs.tariffOf(record), usedIn(record));
    if (shape.size > size) continue;
    return groups.map((group) => {
      const { record, lastAt, rows } = group;
      return { record, lastAt, rows, nanoUsd: nanoUsdOf(group, tariffs.tariffOf(record), shape, asked) };
    });
  }
}

/** Price changes between a call and the day of the catalog, in milliseconds since 1970: later calls may see them. */
const changesSince = ({ model, at }: CallRecord, tariffs: Tariffs): number[] =>
  tariffs
    .tariffChanges(model)
    .map(Date.parse)
    .filter((change) => at !== null && change > at && change <= Date.parse(tariffs.catalog.asOf));

const usedIn = (record: CallRecord) => callParts.filter((part) => record[part] > 0);

/** The cost of the calls of a group in whole nano-dollars; null if they use a part without a price. */
function nanoUsdOf(group: CallGroup, tariff: RecordTariff, shape: QueryShape, { fractions }: Asked): bigint | null {
  if (!tariff.isPriced) return null;
  let total = 0n;
  for (const part of usedIn(group.record)) {
    const rate = rateOf(tariff, part, group.promptTokens);
    if (Number.isNaN(rate.usd)) return null;
    const whole = shape.wholeNano(rate);
    if (whole !== null) total += group.counts[part] * whole;
    else {
      const at = fractions.findIndex((one) => one.part === part && one.usd === rate.usd && one.per === rate.per);
      total += group.fractionNanoUsd[at] as bigint;
    }
  }
  return total;
}
