/**
 * "5 minutes or 1 hour?" from the pauses of one's own calls: what the prompts of conversations that write to the cache
 * would have cost with writes of either lifetime. What was really used is the bill. For the other lifetime only calls
 * after a pause of more than five minutes and up to an hour are reckoned anew, cold in as many cases as calls are after
 * such a pause, and all writes are at its price.
 */

import {
  type CacheLife,
  type ColdCalls,
  coldAfter,
  coldChance,
  noPauses,
  type Pauses,
  pausePlace,
} from '../../core/model/cold-calls.ts';
import { isCold } from '../../core/model/transcript.ts';
import { ratesFor } from '../../core/pricing/call-rates.ts';
import { unitAt } from '../../core/schemas/billable-units.ts';
import { valueAt } from '../../core/values/memoize.ts';
import type { CallRecord } from '../call-record.ts';
import { intervalOfSum, partOf } from '../statistics.ts';
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

export const lifeOf = ({ lifetimeMs }: Before): CacheLife =>
  lifetimeMs === null ? 'automatic' : lifetimeMs === lifetimes.hour ? '1h' : '5m';

/** Milliseconds since the call before; null: not known. */
export const gapBetween = (before: number | null, at: number | null): number | null =>
  before === null || at === null || at < before ? null : at - before;

/** Tokens that a call writes to the cache: what is new after the prompt before, or all but the warm start. */
export const writtenBy = ({ promptTokens, warmTokens }: Before, cacheable: number, cold: boolean): number =>
  Math.max(0, cacheable - (cold ? warmTokens : promptTokens));

export type LifetimeSums = ReturnType<LifetimeChoice['sums']>;

/** Sessions are added up in so many parts, of which the interval is made. */
const parts = 64;
/** Of a part: dollars with either lifetime if no pause was too long, and what cold calls add after a pause. */
const cells = { usd5m: 0, usd1h: 1, cold5m: 2, cold1h: 3 } as const;
const width = Object.keys(cells).length;
/** The place of pauses of more than five minutes and up to an hour. */
const within = pausePlace(lifetimes.hour);

interface OfAgent {
  pauses: Pauses;
  sums: Float64Array;
}

export class LifetimeChoice {
  private readonly agents = new Map<string | null, OfAgent>();
  private readonly seen = new Set<number>();
  private calls5m = 0;
  private calls1h = 0;
  /** Of the last call; undefined: there was none. */
  private session: string | null | undefined = undefined;
  private part = 0;

  constructor(private readonly recorded: ColdCalls) {}

  /**
   * Adds a call.
   * @param before undefined: the first of its conversation
   * @param compacted whether the transcript was compacted before it
   */
  add(
    record: CallRecord,
    tariff: RecordTariff,
    { isPriced, promptTokens }: RecordPrice,
    before: Before | undefined,
    compacted: boolean,
  ): void {
    const own = this.of(record.agent);
    const follows = before !== undefined && !compacted;
    const gap = follows ? gapBetween(before.at, record.at) : null;
    if (follows && gap !== null) {
      const cell = own.pauses[lifeOf(before)][pausePlace(gap)] as Pauses['5m'][number];
      cell.calls += 1;
      if (isCold({ prompt: before.promptTokens }, { prompt: promptTokens, cached: record.cachedInput, compacted })) {
        cell.cold += 1;
      }
    }
    const used = lifetimeOf(record) ?? before?.lifetimeMs ?? null;
    if (used === null || !isPriced) return;
    const rates = ratesFor(tariff, promptTokens);
    const read = rates[unitAt.cachedInput] as number;
    const write = rates[unitAt.cacheWrite] as number;
    const write1h = rates[unitAt.cacheWrite1h] as number;
    if (Number.isNaN(read + write + write1h)) return;
    const { sums } = own;
    const at = this.partFor(record) * width;
    const cacheable = promptTokens - record.input;
    const written = record.cacheWrite + record.cacheWrite1h;
    const add = (cell: number, usd: number) => {
      sums[at + cell] = (sums[at + cell] as number) + usd / 1e6;
    };
    const isAnew = follows && gap !== null && pausePlace(gap) === within;
    const warm = isAnew ? writtenBy(before, cacheable, false) : written;
    const more = isAnew ? writtenBy(before, cacheable, true) - warm : 0;
    const [warm5m, warm1h] = used === lifetimes.hour ? [warm, written] : [written, warm];
    add(cells.usd5m, warm5m * write + (cacheable - warm5m) * read);
    add(cells.usd1h, warm1h * write1h + (cacheable - warm1h) * read);
    if (used === lifetimes.hour) add(cells.cold5m, more * (write - read));
    else add(cells.cold1h, more * (write1h - read));
    if (used === lifetimes.hour) this.calls1h += 1;
    else this.calls5m += 1;
  }

  /** Dollars for reads and writes of the cache. */
  sums() {
    const saves = new Float64Array(parts);
    let [usd5m, usd1h] = [0, 0];
    for (const [agent, { pauses, sums }] of this.agents) {
      const chance = (life: '5m' | '1h') =>
        coldChance(this.recorded, agent, life, within, pauses[life][within]) ?? Number(life === '5m');
      const [chance5m, chance1h] = [chance('5m'), chance('1h')];
      for (let part = 0; part < parts; part++) {
        const cell = (name: keyof typeof cells) => sums[part * width + cells[name]] as number;
        const own5m = cell('usd5m') + chance5m * cell('cold5m');
        const own1h = cell('usd1h') + chance1h * cell('cold1h');
        usd5m += own5m;
        usd1h += own1h;
        saves[part] = (saves[part] as number) + own5m - own1h;
      }
    }
    const { calls5m, calls1h } = this;
    return {
      /** Calls that wrote for five minutes, and for an hour. */
      ...{ calls5m, calls1h, usd5m, usd1h },
      /** What an hour saves, with 95 % over the sessions of the log; null: there is one session, or none. */
      hourSaves: intervalOfSum([...this.seen].map((part) => saves[part] as number)),
    };
  }

  /** The share of calls that are likely to find a cold cache without a pause. */
  coldWithoutPause(): number {
    let [calls, cold] = [0, 0];
    for (const [agent, { pauses }] of this.agents) {
      const short = noPauses();
      for (const life of Object.keys(short) as CacheLife[]) short[life][0] = pauses[life][0] as Pauses['5m'][number];
      const found = coldAfter(this.recorded, agent, short, pauses);
      calls += found.calls;
      cold += found.cold;
    }
    return calls === 0 ? 0 : cold / calls;
  }

  private of(agent: string | null): OfAgent {
    return valueAt(this.agents, agent, () => ({ pauses: noPauses(), sums: new Float64Array(parts * width) }));
  }

  private partFor({ session, task }: CallRecord): number {
    const name = session ?? task;
    if (name !== this.session) {
      this.session = name;
      this.part = name === null ? 0 : partOf(name, parts);
      this.seen.add(this.part);
    }
    return this.part;
  }
}
