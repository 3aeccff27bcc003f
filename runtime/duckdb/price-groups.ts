/**
 * Prices a table of calls in DuckDB, without a join: calls are grouped by what decides on their price, and each group is
 * billed at its rates.
 *
 * Each line of each call is rounded to the nano-dollar, so a sum of lines is not a sum of tokens times a rate. But at a
 * rate of whole nano-dollars for a token it is; and the few other rates are summed line by line, rounded as `priceRecord`
 * does. So the sum is that of `priceRecord` over the calls. Which price holds is for the tariffs of the report to say.
 */
import type { Catalog } from '../core/dataset/catalog.ts';
import type { CallRecord } from '../runs/call-record.ts';
import type { RecordTariff } from '../runs/report/record-tariffs.ts';
import { type CallGroup, type CallTable, groupCalls, type Periods, sampleCalls } from './group-calls.ts';
import { type Asked, QueryShape, rateOf } from './query-shape.ts';
import { callParts } from './table-columns.ts';

export interface PricedGroup extends Pick<CallGroup, 'record' | 'lastAt' | 'rows'> {
  /** Whole nano-dollars; null: these calls have no price. */
  nanoUsd: bigint | null;
}

/** Whose prices hold, what a record is billed at, and which days are told apart. */
export interface Tariffs extends Periods {
  catalog: Pick<Catalog, 'asOf'>;
  tariffOf(record: CallRecord): RecordTariff;
}

/** The calls of a table in groups, each with its price. */
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

/** The changes of its price that a log can have lived through when it goes on after a call, in milliseconds since 1970. */
const changesSince = ({ model, at }: CallRecord, tariffs: Tariffs): number[] =>
  tariffs
    .tariffChanges(model)
    .map(Date.parse)
    .filter((change) => at !== null && change > at && change <= Date.parse(tariffs.catalog.asOf));

const usedIn = (record: CallRecord) => callParts.filter((part) => record[part] > 0);

/** What the calls of a group cost in whole nano-dollars; null where they use a part without a price. */
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
