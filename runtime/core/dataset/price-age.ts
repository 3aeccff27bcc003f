/** How old the newest look at any price is. */
import { daysBetween } from '../values/day.ts';
import { memoize } from '../values/memoize.ts';
import type { Catalog } from './catalog.ts';

/** List prices change weekly: after as many days a reader is warned. */
const oldAfterDays = 14;

export interface PriceAge {
  /** YYYY-MM-DD: the newest day on which a source of any price was read. */
  newestLook: string;
  /** From then to the day asked; 0: on that day, or later. */
  days: number;
  isOld: boolean;
}

/** The newest day on which a price in force was seen, at its provider, in a dataset or at a host. */
export const newestLook = memoize(({ models, offers, asOf }: Catalog): string => {
  const seen = models.flatMap((model) => [model.seen.atProvider ?? [], model.seen.inDatasets ?? []].flat());
  const atHosts = offers.offers.flatMap(({ prices }) => prices.map(({ verifiedOn }) => verifiedOn));
  const days = [...seen, ...atHosts].sort();
  return days.at(-1) ?? asOf;
});

/** @param day YYYY-MM-DD (UTC), usually today */
export const priceAge = (catalog: Catalog, day: string): PriceAge => ageOfLook(newestLook(catalog), day);

/** The same for a newest look that is known, such as that of a page: YYYY-MM-DD. */
export function ageOfLook(on: string, day: string): PriceAge {
  const days = Math.max(0, daysBetween(on, day));
  return { newestLook: on, days, isOld: days > oldAfterDays };
}

/** `Newest look at a price: 2026-11-20, 3 days ago.`, with a warning where that is long ago. */
export function ageInWords(age: PriceAge): string {
  const warning = age.isOld ? ' Prices change weekly: take a newer dataset before you rely on these.' : '';
  return `Newest look at a price: ${lookInWords(age)}.${warning}`;
}

/** `2026-11-20, 3 days ago`; the day alone on that day. */
export const lookInWords = ({ newestLook: on, days }: PriceAge): string =>
  days === 0 ? on : `${on}, ${days === 1 ? 'a day' : `${days} days`} ago`;
