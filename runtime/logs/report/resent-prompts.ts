/**
 * Prompts that were resent at the full price although a cache could have served them.
 *
 * Assumption: a call of a session repeats the prompt of the call before it on the same model, as agents do, and a cache
 * keeps it for five minutes. Then at most the shorter of the two prompts could have been read from the cache; the part
 * of it that was not read is resent. A prompt that was rewritten in between is counted too, so this is an upper bound.
 */

import { promptUnits, unitAt } from '../../core/schemas/billable-units.ts';
import type { CallRecord } from '../call-record.ts';
import { type Amount, amountOf } from './exact-usd.ts';
import { promptTokensOf, type RecordTariff, ratesFor } from './record-tariffs.ts';

/** The last call of a session on a model. */
interface Last {
  at: number | null;
  promptTokens: number;
}

/** The usual lifetime of a cached prompt that is not read. */
const lifetimeMs = 5 * 60_000;

export class ResentPrompts {
  private recent = new Map<string, Last>();
  private earlier = new Map<string, Last>();

  /** @param mostRecent minimum number of sessions to remember; the maximum is twice that */
  constructor(private readonly mostRecent = 20_000) {}

  /** The tokens of a record that a cache could have served; null: it is not the next call of a session. */
  tokens(record: CallRecord, { model, minPrefixTokens }: RecordTariff): number | null {
    const thread = record.session ?? record.task;
    if (thread === null || record.calls !== 1) return null;
    const promptTokens = promptTokensOf(record);
    const last = this.lastOf(`${model} ${thread}`);
    const shared = Math.min(promptTokens, last.promptTokens);
    const isNext = shared >= minPrefixTokens && isWithin(last.at, record.at);
    last.at = record.at;
    last.promptTokens = promptTokens;
    return isNext ? Math.max(0, shared - record.cachedInput) : null;
  }

  private lastOf(key: string): Last {
    const known = this.recent.get(key);
    if (known !== undefined) return known;
    const last = this.earlier.get(key) ?? { at: null, promptTokens: 0 };
    if (this.recent.size >= this.mostRecent) [this.earlier, this.recent] = [this.recent, new Map()];
    this.recent.set(key, last);
    return last;
  }
}

/** Without times, consecutive calls count as within the lifetime. */
const isWithin = (before: number | null, now: number | null): boolean =>
  before === null || now === null || (now >= before && now - before <= lifetimeMs);

/** The extra cost of `tokens` of a record over their cached price; null: the model has no cached price. */
export function overpaid(record: CallRecord, tariff: RecordTariff, tokens: number): Amount | null {
  const rates = ratesFor(tariff, promptTokensOf(record));
  const cached = rates[unitAt.cachedInput] as number;
  if (Number.isNaN(cached)) return null;
  let left = tokens;
  let usd = 0;
  for (const { part, count } of promptUnits) {
    if (part === 'cachedInput') continue;
    const taken = Math.min(left, record[count]);
    if (taken > 0) usd += (taken * Math.max(0, (rates[unitAt[part]] as number) - cached)) / 1e6;
    left -= taken;
  }
  return amountOf(usd);
}
