/** Whether an invoice that counts days in another time zone would agree with the logs. */

import { valueAt } from '../../core/values/memoize.ts';
import { usd } from '../../core/values/rounded.ts';
import type { TimeZone } from '../report/time-zone.ts';
import { type Cell, logNano } from './cells.ts';

const slotMs = 1_800_000;
const slotsPerDay = 48;
/** UTC-12 to UTC+14 in half hours. */
const firstOffset = -24;
const lastOffset = 28;

/** A zone is named only if it leaves so little of what differs now, in percent. */
const mostLeftPct = 25;

/**
 * A sentence about the offset that leaves the least difference between days; null: none leaves much less.
 * @param byTime nano-dollars of the logs by model and half hour
 */
export function otherZone(
  cells: readonly Cell[],
  byTime: ReadonlyMap<string, ReadonlyMap<number, number>>,
  zone: TimeZone,
): string | null {
  const billed = new Map<string, Map<string, number>>();
  let now = 0;
  for (const cell of cells) {
    const { day, model } = cell.key;
    if (day === null || model === null || !byTime.has(model)) continue;
    now += Math.abs(Number((cell.invoice?.nano ?? 0n) - logNano(cell)));
    if (cell.invoice === null) continue;
    const days = valueAt(billed, model, () => new Map<string, number>());
    days.set(day, (days.get(day) ?? 0) + Number(cell.invoice.nano));
  }
  const offsets = Array.from({ length: lastOffset - firstOffset + 1 }, (_, index) => {
    const offset = firstOffset + index;
    return { offset, left: leftAt(offset, billed, byTime) };
  });
  const least = Math.min(...offsets.map(({ left }) => left));
  if (billed.size === 0 || now < leastSeen || 100 * least > mostLeftPct * now) return null;
  // Where no call falls between two offsets, both fit.
  const fitting = offsets.filter(({ left }) => left <= least).map(({ offset }) => offset / 2);
  const [first = 0, last = 0] = [fitting[0], fitting.at(-1)];
  const name = first === last ? zoneName(first) : `${zoneName(first)} to ${zoneName(last)}`;
  return `In days of ${zone.name} ${usd(now / 1e9)} differ between days, in days of ${name} ${usd(least / 1e9)}: the invoice may count in such a zone (--timezone).`;
}

/** Differences below a cent say nothing; in nano-dollars. */
const leastSeen = 1e7;

const zoneName = (hours: number): string => `UTC${hours < 0 ? '-' : '+'}${Math.abs(hours)}`;

function leftAt(
  offset: number,
  billed: ReadonlyMap<string, ReadonlyMap<string, number>>,
  byTime: ReadonlyMap<string, ReadonlyMap<number, number>>,
): number {
  let left = 0;
  for (const [model, days] of billed) {
    const rest = new Map(days);
    for (const [slot, nano] of byTime.get(model) ?? []) {
      const day = new Date(Math.floor((slot + offset) / slotsPerDay) * slotsPerDay * slotMs).toISOString().slice(0, 10);
      rest.set(day, (rest.get(day) ?? 0) - nano);
    }
    for (const nano of rest.values()) left += Math.abs(nano);
  }
  return left;
}
