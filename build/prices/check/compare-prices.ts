/** What a source states about one model's prices, in one form for pages and datasets, and its comparison with ours. */
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';

export const kinds = ['input', 'output', 'cachedInput', 'cacheWrite', 'cacheWrite1h'] as const;
export type Kind = (typeof kinds)[number];

/** USD per million tokens; null: the source does not state it. */
export type Prices = Record<Kind, number | null>;

export interface Band {
  /** For prompts of more tokens than this; null: the source says "long context" without a number. */
  above: number | null;
  prices: Prices;
}

export interface Stated {
  base: Prices;
  /** The longest prompt the base price is for, where the source limits it. */
  upTo: number | null;
  /** Null: the source does not mention long prompts, which is not the same as one price for all. */
  bands: Band[] | null;
  offPeak: Prices | null;
  /** Prices of fast mode; absent: the source does not mention them. */
  fast?: Prices;
}

/** A statement of one base price for all prompts, and the bands above it; an empty list says nothing about long prompts. */
export const statedOf = (base: Prices, bands: Band[]): Stated => ({
  base,
  upTo: null,
  bands: bands.length > 0 ? bands : null,
  offPeak: null,
});

export const nothing: Prices = { input: null, output: null, cachedInput: null, cacheWrite: null, cacheWrite1h: null };

/**
 * `same`: equal. `differs`: both state it, differently. `new`: only they do. `silent`: only we do.
 */
export type Verdict = 'same' | 'differs' | 'new' | 'silent';

export interface Comparison {
  /** `input`, `cachedInput above 200000`, `output off-peak`, `threshold 272000`. */
  field: string;
  /** The field without its scope, to count by. */
  kind: Kind | 'threshold';
  scope: 'base' | 'long context' | 'off-peak' | 'fast mode';
  ours: number | null;
  theirs: number | null;
  verdict: Verdict;
}

/** Compares every price that either side states; prices that neither states are left out. */
export function compare(ours: DatedPrice, theirs: Stated): Comparison[] {
  return [
    ...pair(ours, theirs.base, 'base', ''),
    ...compareLimit(ours, theirs),
    ...compareBands(ours, theirs.bands),
    ...compareOffPeak(ours, theirs.offPeak),
    ...(theirs.fast === undefined
      ? []
      : pair(ours.serviceTiers?.priority ?? nothing, theirs.fast, 'fast mode', ' in fast mode')),
  ];
}

type Ours = Partial<Prices>;

function pair(ours: Ours, theirs: Prices, scope: Comparison['scope'], suffix: string): Comparison[] {
  return kinds.flatMap((kind) => {
    const own = ours[kind] ?? null;
    const other = theirs[kind];
    if (own === null && other === null) return [];
    // Without a price for cache writes, a write costs the input price, so a source that states that number agrees.
    const same = own === other || (kind === 'cacheWrite' && own === null && other !== null && other === ours.input);
    const verdict: Verdict = same ? 'same' : other === null ? 'silent' : own === null ? 'new' : 'differs';
    return [{ field: kind + suffix, kind, scope, ours: own, theirs: other, verdict }];
  });
}

/** If the base price has a limit and no band starts there, the source does not state the price of longer prompts. */
function compareLimit({ longContext }: DatedPrice, { upTo, bands }: Stated): Comparison[] {
  if (upTo === null || bands?.some(({ above }) => above === null || isSameThreshold(above, upTo))) return [];
  return thresholds(longContext[0]?.above ?? null, upTo);
}

function compareBands({ longContext }: DatedPrice, theirs: Band[] | null): Comparison[] {
  if (theirs === null) return longContext.flatMap((band) => pairBand(band, nothing));
  const left = [...longContext];
  const found = theirs.flatMap((band) => {
    const index = left.findIndex(({ above }) => isSameBand(above, band.above, longContext.length, theirs.length));
    const [own] = index < 0 ? [] : left.splice(index, 1);
    return own ? [...thresholds(own.above, band.above), ...pairBand(own, band.prices)] : newBand(band);
  });
  return [...found, ...left.flatMap((band) => pairBand(band, nothing))];
}

/** A band without a number matches ours if each side has only one. */
function isSameBand(ours: number, theirs: number | null, ourCount: number, theirCount: number): boolean {
  return theirs === null ? ourCount === 1 && theirCount === 1 : isSameThreshold(ours, theirs);
}

/**
 * A threshold is the last prompt length at the lower price. Sources also print the first one at the higher price, or
 * "less than" for "up to", so a difference of one token does not count.
 */
export const isSameThreshold = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= 1);

function thresholds(ours: number | null, theirs: number | null): Comparison[] {
  if (theirs === null) return [];
  const verdict = ours === null ? 'new' : isSameThreshold(ours, theirs) ? 'same' : 'differs';
  return [{ field: `threshold ${ours ?? theirs}`, kind: 'threshold', scope: 'long context', ours, theirs, verdict }];
}

const pairBand = (ours: DatedPrice['longContext'][number], theirs: Prices): Comparison[] =>
  pair(ours, theirs, 'long context', ` above ${ours.above}`);

function newBand({ above, prices }: Band): Comparison[] {
  const suffix = above === null ? ' long context' : ` above ${above}`;
  return kinds
    .filter((kind) => prices[kind] !== null)
    .map((kind) => ({
      field: kind + suffix,
      kind,
      scope: 'long context' as const,
      ours: null,
      theirs: prices[kind],
      verdict: 'new' as const,
    }));
}

function compareOffPeak({ offPeak }: DatedPrice, theirs: Prices | null): Comparison[] {
  if (!offPeak && !theirs) return [];
  return pair(offPeak ?? nothing, theirs ?? nothing, 'off-peak', ' off-peak');
}
