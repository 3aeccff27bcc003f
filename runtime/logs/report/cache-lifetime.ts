/**
 * "5 minutes or 1 hour?" from the pauses of one's own calls: what the prompts of conversations that write to the cache
 * would have cost with writes of either lifetime. What was really used is the bill; for the other lifetime only calls
 * after a pause of more than five minutes are reckoned anew, and all writes at its price.
 */

import { ratesFor } from '../../core/pricing/call-rates.ts';
import { unitAt } from '../../core/schemas/billable-units.ts';
import type { CallRecord } from '../call-record.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';

/** Milliseconds that a cached prompt lives without being read. */
export const lifetimes = { usual: 5 * 60_000, hour: 60 * 60_000 } as const;

/** The call of a conversation before this one, on the same model. */
export interface Before {
  /** Milliseconds since 1970; null: not logged. */
  at: number | null;
  promptTokens: number;
  /** How long what it wrote to the cache lives; null: no write was seen so far. */
  lifetimeMs: number | null;
  /** Tokens that the first prompt of the conversation read: of its system prompt and tools, which others keep warm. */
  warmTokens: number;
}

/** How long what a call wrote to the cache lives; null: it wrote nothing. */
export const lifetimeOf = ({ cacheWrite, cacheWrite1h }: CallRecord): number | null =>
  cacheWrite1h > 0 ? lifetimes.hour : cacheWrite > 0 ? lifetimes.usual : null;

/** Milliseconds since the call before; null: not known. */
export const gapBetween = (before: number | null, at: number | null): number | null =>
  before === null || at === null || at < before ? null : at - before;

/**
 * Tokens that a call writes to the cache if what was written before lives for so long: what is new after the prompt
 * before, or all but the warm start where the pause was longer.
 */
export function writtenAfter(
  { promptTokens, warmTokens }: Before,
  cacheable: number,
  gap: number,
  lifetimeMs: number,
): number {
  const read = gap <= lifetimeMs ? promptTokens : warmTokens;
  return Math.max(0, cacheable - read);
}

/** Dollars for reads and writes of the cache. */
export interface LifetimeSums {
  /** Calls that wrote for five minutes, and for an hour. */
  calls5m: number;
  calls1h: number;
  usd5m: number;
  usd1h: number;
}

export class LifetimeChoice {
  readonly sums: LifetimeSums = { calls5m: 0, calls1h: 0, usd5m: 0, usd1h: 0 };

  /** Adds a call. @param before undefined: the first of its conversation */
  add(
    record: CallRecord,
    tariff: RecordTariff,
    { isPriced, promptTokens }: RecordPrice,
    before: Before | undefined,
  ): void {
    const used = lifetimeOf(record) ?? before?.lifetimeMs ?? null;
    if (used === null || !isPriced) return;
    const rates = ratesFor(tariff, promptTokens);
    const read = rates[unitAt.cachedInput] as number;
    const write = rates[unitAt.cacheWrite] as number;
    const write1h = rates[unitAt.cacheWrite1h] as number;
    if (Number.isNaN(read + write + write1h)) return;
    const { sums } = this;
    const cacheable = promptTokens - record.input;
    const [usual, hour] = [
      writtenWith(record, before, cacheable, used, lifetimes.usual),
      writtenWith(record, before, cacheable, used, lifetimes.hour),
    ];
    sums.usd5m += (usual * write + (cacheable - usual) * read) / 1e6;
    sums.usd1h += (hour * write1h + (cacheable - hour) * read) / 1e6;
    if (used === lifetimes.hour) sums.calls1h += 1;
    else sums.calls5m += 1;
  }
}

/** Tokens that a call would have written; what it did write where the lifetime changes nothing. */
function writtenWith(
  record: CallRecord,
  before: Before | undefined,
  cacheable: number,
  used: number,
  lifetimeMs: number,
): number {
  const written = record.cacheWrite + record.cacheWrite1h;
  if (lifetimeMs === used || before === undefined || record.compacted) return written;
  const gap = gapBetween(before.at, record.at);
  if (gap === null || gap <= lifetimes.usual) return written;
  const byRule = writtenAfter(before, cacheable, gap, lifetimeMs);
  // A longer life can only save writes, a shorter one only add to them.
  return lifetimeMs > used ? Math.min(written, byRule) : Math.max(written, byRule);
}
