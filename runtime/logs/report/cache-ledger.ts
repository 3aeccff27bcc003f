/**
 * Why prompt tokens were not read from the cache: every one has exactly one cause, so that the causes add up to what the
 * bill has for them.
 *
 * Counts tell most of it. A prompt that is longer than the last one of its conversation has new tokens at its end, which
 * no cache could hold (growth); the tokens before them were sent again, and a cache could have served them. Why it did
 * not is the first that applies of: the conversation was compacted, the model was changed, nobody asked for longer than
 * the cache lives, the prefix is no longer the same. What is left has no recorded reason.
 */

import { type ColdCalls, coldChance, pausePlace } from '../../core/model/cold-calls.ts';
import { isCold, isCompacted } from '../../core/model/transcript.ts';
import { ratesFor } from '../../core/pricing/call-rates.ts';
import { unitAt } from '../../core/schemas/billable-units.ts';
import { type CallRecord, isSingle } from '../call-record.ts';
import { type Before, gapBetween, LifetimeChoice, lifeOf, lifetimeOf, lifetimes } from './cache-lifetime.ts';
import { addTo, CauseSums, sumIn } from './exact-usd.ts';
import { type RecordPrice, uncachedIn, uncachedUnits } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';
import { ThreadMemory } from './thread-memory.ts';

/** In the order in which they are checked, except that growth is the part of a prompt that was never sent before. */
export const cacheCauses = {
  belowMinimum: 'The prompt is shorter than the shortest prefix that the model caches.',
  firstPrompt: 'The first prompt of a conversation: nothing of it was sent before.',
  compaction: 'The first prompt after the conversation was compacted, where the log marks it.',
  compactionInferred:
    'Inferred: the first prompt after one of more than 60,000 tokens that is shorter than 70 % of it. The log marks no compaction.',
  modelSwitch: 'The conversation went on with another model, which has a cache of its own.',
  idle: 'Nothing was sent for longer than the cache lives: five minutes, or an hour where it was written for one. Or the cache was cold after so long a pause that most such calls are recorded after pauses.',
  resumed: 'The conversation was resumed on another day, at least six hours later.',
  growth: 'New tokens at the end of a prompt: answers, results of tools and what was typed since the call before.',
  prefixChanged:
    'The log shows that what was sent before was changed: messages edited or cleared, other tools or instructions. Or the prompt is shorter than the one before it.',
  missed:
    'Inferred: sent again within the lifetime of the cache, with no change in sight. The maker missed it, or the prompt changed in a way that the log does not show.',
  unknown: 'The log has no times, or sums up several calls in a row, or they are calls of an estimate.',
} as const;

export type CacheCause = keyof typeof cacheCauses;

/** A gap from which on another day counts as a resumed conversation, not as a pause at midnight. */
const resumeMs = 6 * 60 * 60_000;
const msPerDay = 86_400_000;

/** Whether so much of a prompt was sent again that the call counts: 1 % of it, or 1,000 tokens. */
export const isWorthCounting = (tokens: number, promptTokens: number): boolean =>
  tokens >= Math.min(1000, 0.01 * promptTokens);

/** A conversation: the length of its last prompt on any model, and its last call on each; null: none so far. */
interface Thread {
  promptTokens: number | null;
  byModel: (Before & { model: string })[];
}

export class CacheLedger {
  /** Calls are those that sent a part of their prompt again which is worth counting; extra is what is above a read. */
  readonly sums = new CauseSums(Object.keys(cacheCauses) as CacheCause[]);
  private readonly threads = new ThreadMemory<Thread>(() => ({ promptTokens: null, byModel: [] }));
  readonly lifetimes: LifetimeChoice;
  /** Dollars for tokens that were read from the cache. */
  private readonly reads = new Float64Array(2);

  /** @param recorded how often pauses leave a cold cache */
  constructor(private readonly recorded: ColdCalls) {
    this.lifetimes = new LifetimeChoice(recorded);
  }

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    if (record.calls === 0) return;
    const uncached = uncachedIn(price);
    if (price.isPriced) {
      addTo(this.reads, 0, { units: price.lines[unitAt.cachedInput] as number, nanoPerUnit: price.nanoPerUnit });
    }
    if (!isSingle(record)) {
      this.count('unknown', uncached, record.calls, uncached, tariff, price);
      return;
    }
    const key = threadOf(record);
    const thread = key === null ? undefined : this.threads.of(key);
    const last = thread && lastOn(thread, tariff.model);
    const fell = last !== undefined && hasFallen(record, price.promptTokens, last);
    if (uncached > 0) this.explain(record, tariff, price, uncached, last, thread?.promptTokens ?? null, fell);
    this.lifetimes.add(record, tariff, price, last, record.compacted || fell);
    if (thread !== undefined) note(thread, last, record, tariff.model, price.promptTokens);
  }

  /** Remembers a call that is not in the report: the next one of its conversation is not the first. */
  remember(record: CallRecord, tariff: RecordTariff, promptTokens: number): void {
    const key = threadOf(record);
    if (key === null || !isSingle(record)) return;
    const thread = this.threads.of(key);
    note(thread, lastOn(thread, tariff.model), record, tariff.model, promptTokens);
  }

  /** Nano-dollars for tokens that were read from the cache. */
  readNano(): bigint {
    return sumIn(this.reads, 0);
  }

  private explain(
    record: CallRecord,
    tariff: RecordTariff,
    price: RecordPrice,
    uncached: number,
    last: Before | undefined,
    lastPrompt: number | null,
    fell: boolean,
  ): void {
    const { promptTokens } = price;
    const isShort = promptTokens < tariff.minPrefixTokens;
    if (isShort || lastPrompt === null || record.compacted || last === undefined || fell) {
      const cause = isShort ? 'belowMinimum' : causeOfAll(record, promptTokens, lastPrompt, fell);
      this.count(cause, uncached, 1, uncached, tariff, price);
      return;
    }
    const growth = Math.min(uncached, Math.max(0, promptTokens - last.promptTokens));
    this.count('growth', growth, 1, uncached, tariff, price);
    const again = uncached - growth;
    if (again === 0) return;
    const counted = isWorthCounting(again, promptTokens) ? 1 : 0;
    this.count(this.reasonOf(record, promptTokens, last), again, counted, uncached, tariff, price);
  }

  /** Why tokens that were sent before were not read from the cache. */
  private reasonOf(record: CallRecord, promptTokens: number, last: Before): CacheCause {
    const { at, prefixChanged } = record;
    const gap = gapBetween(last.at, at);
    if (
      gap !== null &&
      (gap > (last.lifetimeMs ?? lifetimes.usual) || this.tellsPause(record, promptTokens, last, gap))
    ) {
      const isOtherDay = Math.floor((at as number) / msPerDay) !== Math.floor((last.at as number) / msPerDay);
      return isOtherDay && gap >= resumeMs ? 'resumed' : 'idle';
    }
    if (prefixChanged || promptTokens < last.promptTokens) return 'prefixChanged';
    return gap === null ? 'unknown' : 'missed';
  }

  /** Whether a cold call comes from the pause before it: it is twice as likely after such a one as without a pause. */
  private tellsPause(
    { agent, cachedInput, prefixChanged }: CallRecord,
    prompt: number,
    last: Before,
    gap: number,
  ): boolean {
    if (gap <= lifetimes.usual || prefixChanged) return false;
    if (!isCold({ prompt: last.promptTokens }, { prompt, cached: cachedInput, compacted: false })) return false;
    const chance = (place: number) => coldChance(this.recorded, agent, lifeOf(last), place);
    const [after, without] = [chance(pausePlace(gap)), chance(0)];
    return after !== null && without !== null && after > 2 * without;
  }

  private count(
    cause: CacheCause,
    tokens: number,
    calls: number,
    uncached: number,
    tariff: RecordTariff,
    price: RecordPrice,
  ): void {
    if (tokens === 0) return;
    if (!price.isPriced) {
      this.sums.add(cause, calls, tokens, null);
      return;
    }
    const { nanoPerUnit } = price;
    const whole = uncachedUnits(price);
    // The other cause of a call, growth or what was sent again, gets what is left, so that both are the whole.
    const isRest = cause !== 'growth' && tokens < uncached;
    const part = (of: number): number => Math.round((whole * of) / uncached);
    const units = isRest ? whole - part(uncached - tokens) : part(tokens);
    const cached = ratesFor(tariff, price.promptTokens)[unitAt.cachedInput] as number;
    const extra = Math.max(0, units - Math.round((tokens * cached * 1e3) / nanoPerUnit));
    this.sums.add(
      cause,
      calls,
      tokens,
      { units, nanoPerUnit },
      Number.isNaN(cached) ? null : { units: extra, nanoPerUnit },
    );
  }
}

function lastOn({ byModel }: Thread, model: string): (Before & { model: string }) | undefined {
  for (const one of byModel) if (one.model === model) return one;
  return undefined;
}

/** Notes the last call of a conversation, in place. */
function note(thread: Thread, last: Before | undefined, record: CallRecord, model: string, promptTokens: number): void {
  const lifetimeMs = lifetimeOf(record);
  if (last === undefined) {
    if (thread.byModel.length >= mostModels) thread.byModel.shift();
    thread.byModel.push({ model, at: record.at, promptTokens, lifetimeMs, warmTokens: record.cachedInput });
  } else {
    last.at = record.at;
    last.promptTokens = promptTokens;
    last.lifetimeMs = lifetimeMs ?? last.lifetimeMs;
  }
  thread.promptTokens = promptTokens;
}

/** Models of a conversation that are remembered. */
const mostModels = 20;

/** Whether a prompt is so much shorter than the one before that it was compacted, although the log does not say so. */
const hasFallen = ({ compacted, prefixChanged, cachedInput }: CallRecord, prompt: number, last: Before): boolean =>
  !compacted &&
  !prefixChanged &&
  isCompacted({ prompt: last.promptTokens }, { prompt, cached: cachedInput, compacted });

/** Why nothing of a prompt was read, where the model was not called in the conversation before, or it was compacted. */
function causeOfAll(
  { compacted }: CallRecord,
  promptTokens: number,
  lastPrompt: number | null,
  fell: boolean,
): CacheCause {
  if (lastPrompt === null) return 'firstPrompt';
  if (compacted) return 'compaction';
  if (fell) return 'compactionInferred';
  // A short call on another model beside a conversation, such as one that names it, does not go on with it.
  return 2 * promptTokens >= lastPrompt ? 'modelSwitch' : 'firstPrompt';
}

/** The conversation of a call; null: not logged. */
export function threadOf({ session, task, subagent }: CallRecord): string | null {
  const name = session ?? task;
  return name === null || subagent === null ? name : `${name}\0${subagent}`;
}
