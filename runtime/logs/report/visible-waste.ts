/** The waste that a log shows. Each dollar counts under one cause: the first that applies. */

import { isCompacted } from '../../core/model/transcript.ts';
import { ratesFor } from '../../core/pricing/call-rates.ts';
import { unitAt } from '../../core/schemas/billable-units.ts';
import { type CallRecord, isSingle, promptOf } from '../call-record.ts';
import { isWorthCounting } from './cache-ledger.ts';
import { type Amount, amountOf, CauseSums } from './exact-usd.ts';
import { type RecordPrice, uncachedAt } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';
import { ThreadMemory } from './thread-memory.ts';

/** In the order in which they are checked. */
export const wasteCauses = {
  retriedCalls: 'Calls that repeat a failed one, where the log marks them.',
  failedTasks: 'Calls of tasks that were not solved, where the log records it.',
  resentPrompts:
    'At most: prompt tokens that a session sent again to the same model within five minutes and that were not read from the cache, at what they cost above its price.',
} as const;

export type WasteCause = keyof typeof wasteCauses;

export class VisibleWaste {
  /** Calls of resent prompts are those where so much was sent again that it is worth counting. */
  readonly sums = new CauseSums(Object.keys(wasteCauses) as WasteCause[]);
  private readonly prompts = new ResentPrompts();

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    // Every call is remembered, whatever its cause: the next one may resend its prompt.
    const resent = this.prompts.tokens(record, tariff, price);
    const amount = price.isPriced ? price : null;
    if (record.retried) this.sums.add('retriedCalls', record.calls, allTokens(record), amount);
    else if (record.solved === false) this.sums.add('failedTasks', record.calls, allTokens(record), amount);
    else if (amount !== null && resent !== null && resent > 0) {
      const extra = overpaid(price, tariff, resent);
      const calls = isWorthCounting(resent, price.promptTokens) ? record.calls : 0;
      if (extra !== null && extra.units > 0) this.sums.add('resentPrompts', calls, resent, extra);
    }
  }
}

const allTokens = (record: CallRecord): number => promptOf(record) + record.output;

/** The last call of a session on a model. */
interface Last {
  at: number | null;
  promptTokens: number;
}

/** The usual lifetime of a cached prompt that is not read. */
const lifetimeMs = 5 * 60_000;

/**
 * Prompts that were resent at the full price although a cache could have served them.
 *
 * Assumption: a call of a session repeats the prompt of the call before it on the same model, as agents do, and a cache
 * keeps it for five minutes. Then at most the shorter of the two prompts could have been read from the cache; the part
 * of it that was not read is resent. A prompt that was rewritten in between is counted too, so this is an upper bound; one
 * that a compaction left, as the log says or its length shows, is not.
 */
class ResentPrompts {
  private readonly sessions = new ThreadMemory<Last>(() => ({ at: null, promptTokens: 0 }));
  /** Of the last call: to join names takes longer than to find what is remembered. */
  private lastModel: string | null = null;
  private lastThread: string | null = null;
  private lastKey = '';

  /** The tokens of a record that a cache could have served; null: it is not the next call of a session. */
  tokens(record: CallRecord, { model, minPrefixTokens }: RecordTariff, { promptTokens }: RecordPrice): number | null {
    const thread = record.session ?? record.task;
    if (thread === null || !isSingle(record)) return null;
    const last = this.sessions.of(this.keyOf(model, thread));
    const shared = Math.min(promptTokens, last.promptTokens);
    const isNew = isCompacted(
      { prompt: last.promptTokens },
      { prompt: promptTokens, cached: record.cachedInput, compacted: record.compacted },
    );
    const isNext = !isNew && shared >= minPrefixTokens && isWithin(last.at, record.at);
    last.at = record.at;
    last.promptTokens = promptTokens;
    return isNext ? Math.max(0, shared - record.cachedInput) : null;
  }

  private keyOf(model: string, thread: string): string {
    if (model !== this.lastModel || thread !== this.lastThread) {
      [this.lastModel, this.lastThread, this.lastKey] = [model, thread, `${model} ${thread}`];
    }
    return this.lastKey;
  }
}

/** Without times, consecutive calls count as within the lifetime. */
const isWithin = (before: number | null, now: number | null): boolean =>
  before === null || now === null || (now >= before && now - before <= lifetimeMs);

/** The extra cost of `tokens` of a record over their cached price; null: the model has no cached price. */
function overpaid({ quantities, promptTokens }: RecordPrice, tariff: RecordTariff, tokens: number): Amount | null {
  const rates = ratesFor(tariff, promptTokens);
  const cached = rates[unitAt.cachedInput] as number;
  if (Number.isNaN(cached)) return null;
  let left = tokens;
  let usd = 0;
  for (const at of uncachedAt) {
    const taken = Math.min(left, quantities[at] as number);
    if (taken > 0) usd += (taken * Math.max(0, (rates[at] as number) - cached)) / 1e6;
    left -= taken;
  }
  return amountOf(usd);
}
