/**
 * What would have made the bill smaller, each line reckoned from the calls of the log itself: the same calls, on other
 * terms. The lines overlap, so they do not add up, and each says what it assumes.
 */
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { earlyGrowth } from '../../core/model/assumptions.ts';
import { isCompacted } from '../../core/model/transcript.ts';
import { ratesFor } from '../../core/pricing/call-rates.ts';
import { unitAt } from '../../core/schemas/billable-units.ts';
import { tiers } from '../../core/schemas/request-fields.ts';
import { valueAt } from '../../core/values/memoize.ts';
import { type CallRecord, isSingle } from '../call-record.ts';
import type { LifetimeSums } from './cache-lifetime.ts';
import { emptyPrice, priceRecord, type RecordPrice, uncachedUnits } from './price-record.ts';
import { type RecordTariff, RecordTariffs } from './record-tariffs.ts';
import { ThreadMemory } from './thread-memory.ts';

/** What each line changes, and what it assumes. */
export const savingKinds = {
  cheaperModel:
    'The same tokens on the next cheaper model of the same maker, at its prices of today, with the same host, region and terms. It would not send the same tokens, and may fail at more tasks.',
  cheaperSubagents: 'The same for subagents only.',
  standardTier: 'The same calls without fast mode (priority): the answers take longer.',
  hourCache:
    'Writes to the cache for an hour instead of five minutes, with the same pauses, and a cold cache as often as after such pauses.',
  fiveMinuteCache:
    'Writes to the cache for five minutes instead of an hour, with the same pauses, and a cold cache as often as after such pauses.',
  noIdle:
    'No call after a pause that left a cold cache: what was sent again is read from it, but for calls that find it cold without a pause.',
  earlierCompaction:
    'Conversations compacted at 100,000 tokens to their first prompt and 10,000 tokens more; the five calls after it grow 2.4 times as much, as recorded. What they need later may be lost.',
  batch: 'Calls that are alone in their session, sent in batches, at the price of batches. Nobody waits for them.',
} as const;

export type SavingKind = keyof typeof savingKinds;

export interface Saving {
  kind: SavingKind;
  /** The model, where the line is about one, and the models whose calls it would make; null: it is about no model. */
  model: string | null;
  insteadOf: string[] | null;
  calls: number;
  /** What these calls cost, and would have cost. */
  usd: number;
  usdThen: number;
}

const mostLines = 5;
/** A compaction at so many tokens, to the first prompt and so many more: a summary and what is kept. */
const compactAt = 100_000;
const keptTokens = 10_000;
/** Share of the bill below which a line is not worth its place. */
const leastShare = 0.01;

type Sum = Pick<Saving, 'calls' | 'usd' | 'usdThen'>;

/** A conversation as if it had been compacted earlier; `last` 0: nothing was sent so far. */
interface Shorter {
  first: number;
  last: number;
  /** Tokens by which its prompts would be shorter. */
  less: number;
  /** Calls since then. */
  since: number;
}

/** The same calls on another model, at a tariff of today on the same terms. */
interface Cheaper {
  /** The model that made them. */
  own: string;
  model: CatalogModel;
  tariff: RecordTariff;
  all: Sum;
  subagents: Sum;
}

export class Savings {
  private readonly shorter = new ThreadMemory<Shorter>(() => ({ first: 0, last: 0, less: 0, since: 0 }));
  private readonly compacted = noCalls();
  private readonly atStandard = noCalls();
  /** The only call of each session so far; null: there was a second one, or it has no price in batches. */
  private readonly alone = new Map<string, Sum | null>();
  private readonly today: RecordTariffs;
  private readonly cheaper = new Map<string, Cheaper | null>();
  /** Of the last call, since most are alike. */
  private lastTariff: RecordTariff | null = null;
  private lastCheaper: Cheaper | null = null;
  private lastSession: string | null = null;
  private readonly price = emptyPrice();

  /** @param asBilled at whose prices the calls are billed */
  constructor(
    private readonly catalog: Catalog,
    private readonly asBilled: RecordTariffs,
  ) {
    this.today = new RecordTariffs(catalog, { on: catalog.asOf, host: null });
  }

  /** @param thread the conversation of the call; null: not logged */
  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice, thread: string | null): void {
    if (!price.isPriced || record.calls === 0) return;
    const usd = (price.units * price.nanoPerUnit) / 1e9;
    this.addCheaper(record, tariff, price, usd);
    if (tariff.serviceTier === 'priority') this.addAtStandard(record, tariff, usd);
    if (thread === null || !isSingle(record)) return;
    this.addShorter(record, tariff, price, thread, usd);
    this.addAlone(record, usd);
  }

  /**
   * At most five lines, the largest first.
   * @param usd the whole bill
   * @param idle calls that were sent again after a pause, what they cost, and what of it is above the price of a read
   */
  lines(usd: number, idle: { calls: number; usd: number; extraUsd: number }, lifetimes: LifetimeSums): Saving[] {
    const { calls5m, calls1h, usd5m, usd1h, hourSaves } = lifetimes;
    const batch = noCalls();
    for (const one of this.alone.values()) if (one !== null) addSum(batch, one);
    const calls = calls5m + calls1h;
    const all: Saving[] = [
      ...this.onCheaperModels('cheaperModel', 'all'),
      ...this.onCheaperModels('cheaperSubagents', 'subagents'),
      ofNoModel('standardTier', this.atStandard),
      ofNoModel('earlierCompaction', this.compacted),
      ofNoModel('noIdle', { calls: idle.calls, usd: idle.usd, usdThen: idle.usd - idle.extraUsd }),
      // Only what the log can show.
      ...(calls5m >= calls1h && hourSaves !== null && hourSaves.low > 0
        ? [ofNoModel('hourCache', { calls, usd: usd5m, usdThen: usd1h })]
        : []),
      ...(calls1h > calls5m && hourSaves !== null && hourSaves.high < 0
        ? [ofNoModel('fiveMinuteCache', { calls, usd: usd1h, usdThen: usd5m })]
        : []),
      ofNoModel('batch', batch),
    ];
    return all
      .filter(({ usd: now, usdThen }) => now - usdThen > leastShare * usd)
      .sort((a, b) => b.usd - b.usdThen - (a.usd - a.usdThen))
      .slice(0, mostLines);
  }

  private onCheaperModels(kind: SavingKind, of: 'all' | 'subagents'): Saving[] {
    const sums = new Map<string, Saving & { insteadOf: string[] }>();
    for (const cheaper of this.cheaper.values()) {
      if (cheaper === null) continue;
      const { id } = cheaper.model;
      const sum = valueAt(sums, id, () => ({ kind, model: id, insteadOf: [], ...noCalls() }));
      addSum(sum, cheaper[of]);
      if (cheaper[of].calls > 0 && !sum.insteadOf.includes(cheaper.own)) sum.insteadOf.push(cheaper.own);
    }
    for (const { insteadOf } of sums.values()) insteadOf.sort();
    return [...sums.values()];
  }

  private addCheaper(record: CallRecord, tariff: RecordTariff, price: RecordPrice, usd: number): void {
    if (tariff !== this.lastTariff) [this.lastTariff, this.lastCheaper] = [tariff, this.cheaperOf(record, tariff)];
    const cheaper = this.lastCheaper;
    if (cheaper === null || price.promptTokens > cheaper.model.facts.contextWindow) return;
    const usdThen = usdAt(cheaper.tariff, price);
    if (Number.isNaN(usdThen)) return;
    count(cheaper.all, record.calls, usd, usdThen);
    if (record.subagent !== null) count(cheaper.subagents, record.calls, usd, usdThen);
  }

  private addAtStandard(record: CallRecord, { model, host, region }: RecordTariff, usd: number): void {
    const usdThen = this.usdOf({ ...record, model, host, region, serviceTier: 'standard' });
    if (usdThen !== null) count(this.atStandard, record.calls, usd, usdThen);
  }

  private addShorter(record: CallRecord, tariff: RecordTariff, price: RecordPrice, thread: string, usd: number): void {
    const { promptTokens } = price;
    const one = this.shorter.of(thread);
    const before = one.last;
    const { cachedInput: cached, compacted } = record;
    const isNew = before === 0 || isCompacted({ prompt: before }, { prompt: promptTokens, cached, compacted });
    if (isNew) [one.first, one.less] = [promptTokens, 0];
    one.last = promptTokens;
    if (isNew || (one.less === 0 && promptTokens <= compactAt)) return;
    const rates = ratesFor(tariff, promptTokens);
    const [read, write] = [rates[unitAt.cachedInput] as number, rates[unitAt.cacheWrite] as number];
    if (!Number.isNaN(read + write)) {
      let saved = 0;
      const growth = Math.max(0, promptTokens - before);
      if (one.less > 0 && one.since < earlyGrowth.first) {
        one.since += 1;
        const grownAgain = Math.min(one.less, (earlyGrowth.afterCompaction - 1) * growth);
        one.less -= grownAgain;
        saved -= (grownAgain * (write - read)) / 1e6;
      }
      const kept = Math.min(one.first, compactAt / 2) + keptTokens;
      if (promptTokens - one.less > compactAt && kept < compactAt) {
        // One more call reads the conversation and writes the summary, which is then written to the cache.
        const output = rates[unitAt.output] as number;
        saved -= ((promptTokens - one.less) * read + keptTokens * output + kept * write) / 1e6;
        one.less = promptTokens - kept;
        one.since = 0;
      }
      // Tokens that were read are saved at that price, those that were sent again at what they cost.
      const fromReads = Math.min(one.less, record.cachedInput);
      const uncached = promptTokens - record.cachedInput;
      const usdUncached = uncached === 0 ? 0 : (uncachedUnits(price) * price.nanoPerUnit) / 1e9 / uncached;
      const fromUncached = Math.min(one.less - fromReads, Math.max(0, uncached - growth));
      saved += (fromReads * read) / 1e6 + fromUncached * usdUncached;
      if (one.less > 0) count(this.compacted, 1, usd, usd - saved);
    }
  }

  private addAlone(record: CallRecord, usd: number): void {
    const { session } = record;
    if (session === null || (session === this.lastSession && this.alone.get(session) === null)) return;
    this.lastSession = session;
    if (this.alone.has(session)) {
      this.alone.set(session, null);
      return;
    }
    if (this.alone.size >= mostSessions) return;
    const usdThen = record.serviceTier === 'standard' ? this.usdOf({ ...record, serviceTier: 'batch' }) : null;
    this.alone.set(session, usdThen === null ? null : { calls: 1, usd, usdThen });
  }

  /** null: no price. */
  private usdOf(record: CallRecord): number | null {
    const { price } = this;
    priceRecord(price, record, this.asBilled.of(record));
    return price.isPriced ? (price.units * price.nanoPerUnit) / 1e9 : null;
  }

  /** null: there is no cheaper model, or it has no price on the terms of the tariff. */
  private cheaperOf(record: CallRecord, { model: id, host, region, serviceTier }: RecordTariff): Cheaper | null {
    const key = [id, host, region, serviceTier].join(' ');
    let found = this.cheaper.get(key);
    if (found === undefined) {
      const model = this.cheaperModel(id);
      const tariff = model && this.today.of({ ...record, model: model.id, host, region, serviceTier });
      found = model && tariff?.isPriced ? { own: id, model, tariff, all: noCalls(), subagents: noCalls() } : null;
      this.cheaper.set(key, found);
    }
    return found;
  }

  /** The newest model of the same provider in the tier below; null: there is none. */
  private cheaperModel(id: string): CatalogModel | null {
    const { catalog } = this;
    const own = catalog.find(id);
    const below = own && tiers[tiers.indexOf(own.facts.tier) - 1];
    return (
      catalog.models
        .filter(
          (model) => model.provider.id === own?.provider.id && model.facts.tier === below && model.status === 'active',
        )
        .sort((a, b) => ((a.facts.releaseDate ?? '') < (b.facts.releaseDate ?? '') ? 1 : -1))[0] ?? null
    );
  }
}

const noCalls = (): Sum => ({ calls: 0, usd: 0, usdThen: 0 });

const ofNoModel = (kind: SavingKind, sum: Sum): Saving => ({ kind, model: null, insteadOf: null, ...sum });

function count(sum: Sum, calls: number, usd: number, usdThen: number): void {
  sum.calls += calls;
  sum.usd += usd;
  sum.usdThen += usdThen;
}

const addSum = (sum: Sum, { calls, usd, usdThen }: Sum): void => count(sum, calls, usd, usdThen);

/**
 * Dollars of a call at a tariff. Tokens read from a cache that it does not have are input, and one-hour writes that it
 * does not have are usual ones; NaN: another part has no price.
 */
function usdAt(tariff: RecordTariff, { quantities, promptTokens }: RecordPrice): number {
  const rates = ratesFor(tariff, promptTokens);
  let usd = 0;
  for (let unit = 0; unit < quantities.length; unit++) {
    const quantity = quantities[unit] as number;
    if (quantity === 0) continue;
    let rate = rates[unit] as number;
    if (Number.isNaN(rate) && unit === unitAt.cachedInput) rate = rates[unitAt.input] as number;
    if (Number.isNaN(rate) && unit === unitAt.cacheWrite1h) rate = rates[unitAt.cacheWrite] as number;
    usd += (quantity * rate) / (tariff.per[unit] as number);
  }
  return usd;
}

/** Sessions that are remembered to find those of one call. */
const mostSessions = 200_000;
