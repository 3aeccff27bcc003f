/** Whether independent packages agree on a price, and what the price is. */
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import { daysBetween } from '../../../runtime/core/values/day.ts';
import { checkPrice } from '../../data/plausible.ts';
import { isSameThreshold, type Kind, kinds, nothing, type Prices } from '../check/compare-prices.ts';
import { freshDays } from '../check/unlisted.ts';
import type { Lineage, Statement } from './packages.ts';

/** The numbers of a price, as in the data files. */
export type Numbers = Pick<
  DatedPrice,
  'input' | 'output' | 'cachedInput' | 'cacheWrite' | 'cacheWrite1h' | 'longContext'
>;

export interface Agreed {
  numbers: Numbers;
  /** `single`: at least one number rests on one package; all of them if `statements` has one entry. */
  agreement: 'agreed' | 'single';
  /** Newest first. */
  statements: Statement[];
}

export interface Refused {
  refused: string;
}

const optional = ['cachedInput', 'cacheWrite', 'cacheWrite1h'] as const satisfies Kind[];

/** Cache reads or writes at the input price are the same as null. */
function plain(prices: Prices): Prices {
  const is = (kind: Kind) => (prices[kind] === prices.input ? null : prices[kind]);
  return { ...prices, cachedInput: is('cachedInput'), cacheWrite: is('cacheWrite') };
}

/** The value that all sources which state one agree on, and how many do; else the different values. */
function common(values: readonly (number | null)[]): { value: number | null; times: number } | { differ: number[] } {
  const stated = values.filter((value) => value !== null);
  const different = [...new Set(stated)];
  return different.length > 1 ? { differ: different } : { value: different[0] ?? null, times: stated.length };
}

/** The prices that all agree on; refused if any number is stated differently. */
function commonPrices(
  all: readonly Prices[],
  where: string,
): { prices: Prices; times: Record<Kind, number> } | Refused {
  const prices = { ...nothing };
  const times = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0, cacheWrite1h: 0 };
  for (const kind of kinds) {
    const found = common(all.map((one) => one[kind]));
    if ('differ' in found) return { refused: `they disagree: ${kind}${where} is ${found.differ.join(' or ')}` };
    prices[kind] = found.value;
    times[kind] = found.times;
  }
  return { prices, times };
}

/**
 * The price that the packages agree on. The newest of all packages must state input and output, since older ones may
 * agree on an outdated price. Refused if packages disagree on a number, or if one is absurd; a package more than 45 days
 * older than the newest is then left aside. What only the newest package states is `single`.
 * @param statements of one model at one seller, at most one per lineage
 */
export function agreed(statements: readonly Statement[], newest: Lineage): Agreed | Refused {
  const sorted = [...statements].sort((a, b) => (a.by.on < b.by.on ? 1 : -1));
  const all = agreedBy(sorted, newest);
  if (!('refused' in all)) return all;
  // A package that has not moved for so long may confirm a price, but not hold back a newer one.
  const fresh = sorted.filter(({ by }) => daysBetween(by.on, sorted[0]?.by.on as string) <= freshDays);
  return fresh.length === sorted.length ? all : agreedBy(fresh, newest);
}

/** @param sorted newest first */
function agreedBy(sorted: readonly Statement[], newest: Lineage): Agreed | Refused {
  if (sorted[0]?.by.lineage !== newest) return { refused: `stale: the newest package does not list it` };
  const base = commonPrices(
    sorted.map(({ stated }) => plain(stated.base)),
    '',
  );
  if ('refused' in base) return base;
  const { input, output } = sorted[0].stated.base;
  if (input === null || output === null) return { refused: 'the newest package does not state input and output' };
  const isFree = input === 0 || output === 0;
  if (sorted.length === 1 && isFree) return { refused: 'only one lineage lists it, as free or as unknown' };
  const long = longContextOf(sorted);
  if ('refused' in long) return long;
  const { cacheWrite, cacheWrite1h } = base.prices;
  // Reads that cost as much as any input do have a price.
  const cachedInput = base.prices.cachedInput ?? (sorted[0].stated.base.cachedInput === input ? input : null);
  const numbers = { input, output, cachedInput, cacheWrite, cacheWrite1h, longContext: long.bands };
  const isSingle = long.isSingle || kinds.some((kind) => base.times[kind] === 1);
  const absurd: string[] = [];
  const price = { ...numbers, from: null, sources: [], verifiedOn: '' } as unknown as DatedPrice;
  checkPrice(undefined, price, (pointer, message) => absurd.push(`${pointer.slice(1)}: ${message}`));
  if (absurd.length > 0) return { refused: `absurd: ${absurd.join('; ')}` };
  return { numbers, agreement: isSingle ? 'single' : 'agreed', statements: [...sorted] };
}

function longContextOf(sorted: readonly Statement[]): { bands: Numbers['longContext']; isSingle: boolean } | Refused {
  const all = sorted.flatMap(({ stated }) => (stated.bands === null ? [] : [stated.bands]));
  const [first = [], ...others] = all;
  const bands: Numbers['longContext'] = [];
  let isSingle = all.length === 1;
  for (const other of others) {
    if (
      other.length !== first.length ||
      other.some(({ above }, n) => !isSameThreshold(above, first[n]?.above ?? null))
    ) {
      return { refused: 'they disagree on the thresholds of long prompts' };
    }
  }
  for (const [n, { above }] of first.entries()) {
    const found = commonPrices(
      all.map((one) => plain(one[n]?.prices ?? nothing)),
      ` above ${above}`,
    );
    if ('refused' in found) return found;
    const { input, output, cachedInput, cacheWrite } = found.prices;
    if (above === null || input === null || output === null) return { refused: 'a long-context price is incomplete' };
    bands.push({ above, input, output, cachedInput, cacheWrite });
    isSingle ||= optional.some((kind) => found.times[kind] === 1);
  }
  return { bands, isSingle };
}

export const isAlone = (found: Agreed | Refused): boolean => 'statements' in found && found.statements.length === 1;
