/** Random calls to everything that a price map lists, with what we charge, and whether the map's format can say it. */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { offersFor } from '../../runtime/core/dataset/host-catalog.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import type { ServiceTier } from '../../runtime/core/schemas/levels.ts';
import type { FactKind, LeftOut } from '../../runtime/exports/price-maps/left-out.ts';

type ModelRow = LeftOut['models'][number];

export interface MapCall {
  /** What the file beside the map says of the model. */
  row: ModelRow;
  input: number;
  cachedInput: number;
  cacheWrite: number;
  cacheWrite1h: number;
  output: number;
  searches: number;
  serviceTier: ServiceTier;
  /** All of the prompt. */
  prompt: number;
  /** USD by `priceCall`; null: it has no price. */
  usd: number | null;
  /** Facts about the model that the call needs and the format cannot say, as the file beside the map lists them. */
  unsayable: FactKind[];
}

/** A generator of whole numbers below `n` (Park and Miller, CACM 1988): the same calls in every run. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}

/**
 * @param leftOut the published file beside the map
 * @param tiers the levels of service to ask for; by default the standard one
 */
export function mapCalls(
  catalog: Catalog,
  leftOut: LeftOut,
  count: number,
  tiers: readonly ServiceTier[] = ['standard'],
): MapCall[] {
  const roll = dice(20_261_122);
  const one = <T>(values: readonly T[]): T => values[roll(values.length)] as T;
  const rows = leftOut.models.filter(({ entries }) => entries.length > 0);
  return Array.from({ length: count }, (): MapCall => {
    const row = one(rows);
    const { price, webSearchPer1000 } = priced(catalog, row);
    const thresholds = price.longContext.map(({ above }) => above);
    const prompt = thresholds.length > 0 && roll(2) === 0 ? one(thresholds) + roll(3) - 1 : 1 + roll(400_000);
    const cachedInput = roll(2) === 0 ? 0 : roll(prompt + 1);
    const cacheWrite = roll(2) === 0 ? 0 : roll(prompt - cachedInput + 1);
    const cacheWrite1h = roll(3) === 0 ? roll(prompt - cachedInput - cacheWrite + 1) : 0;
    const call = {
      input: prompt - cachedInput - cacheWrite - cacheWrite1h,
      cachedInput,
      cacheWrite,
      cacheWrite1h,
      output: roll(10) === 0 ? 0 : roll(20_000),
      searches: webSearchPer1000 !== null && roll(5) === 0 ? 1 + roll(3) : 0,
      serviceTier: one(tiers),
    };
    const { usd } = priceCall(catalog, { model: row.modelId, ...call, ...(row.host !== null && { host: row.host }) });
    const listed = new Set(row.leftOut.map(({ kind }) => kind));
    const unsayable = neededBy({ ...call, prompt }, thresholds).filter((kind) => listed.has(kind));
    return { row, ...call, prompt, usd, unsayable };
  });
}

/** The model of a row at its seller's price. */
export function priced(catalog: Catalog, { modelId, host }: ModelRow) {
  const offer = offersFor(catalog, modelId).find((one) => one.host.id === host);
  const model = offer?.model ?? catalog.find(modelId);
  if (model === undefined) throw new Error(`${modelId} is not listed`);
  return model;
}

type Counts = Omit<MapCall, 'row' | 'usd' | 'unsayable'>;

/** The kinds of fact that the price of a call rests on. */
function neededBy(call: Counts, thresholds: readonly number[]): FactKind[] {
  const { cachedInput, cacheWrite, cacheWrite1h, searches, serviceTier, prompt } = call;
  const isCached = cachedInput > 0 || cacheWrite > 0;
  const tier: Record<'tier' | 'cache', FactKind> =
    serviceTier === 'batch'
      ? { tier: 'batch', cache: 'batchCache' }
      : { tier: 'serviceTier', cache: 'serviceTierCache' };
  const needed: [FactKind, boolean][] = [
    ['noCachedPrice', cachedInput > 0],
    ['cacheWrite', cacheWrite > 0],
    ['cacheWrite1h', cacheWrite1h > 0],
    ['noCacheWrite1h', cacheWrite1h > 0],
    ['webSearch', searches > 0],
    ['longContext', thresholds.some((above) => prompt > above)],
    [tier.tier, serviceTier !== 'standard'],
    [tier.cache, serviceTier !== 'standard' && isCached],
    ['serviceTierCacheWrite1h', serviceTier !== 'standard' && cacheWrite1h > 0],
  ];
  return needed.flatMap(([kind, isNeeded]) => (isNeeded ? [kind] : []));
}

interface Compared {
  /** Calls whose price by a reader of the map was compared with ours. */
  compared: number;
  /** Calls that need a fact which the file beside the map lists. */
  listed: number;
  /** Calls that were compared and differ. */
  wrong: (MapCall & { theirs: number | null })[];
}

/** Compares a reader of the map with `priceCall`. Our lines are rounded to a nano-dollar, a reader's are not. */
export function compare(calls: readonly MapCall[], theirs: (call: MapCall) => number | null): Compared {
  const sayable = calls.filter(({ unsayable }) => unsayable.length === 0);
  const wrong = sayable.flatMap((call) => {
    const usd = theirs(call);
    const isSame = call.usd !== null && usd !== null && Math.abs(call.usd - usd) < 4e-9;
    return isSame ? [] : [{ ...call, theirs: usd }];
  });
  return { compared: sayable.length, listed: calls.length - sayable.length, wrong };
}
