/** The days over which answers stay the same. */

import type { ModelFile } from '../schemas/data-files/model-file.ts';
import type { Offers } from '../schemas/data-files/offers-file.ts';
import type { Dataset } from './dataset.ts';
import { soldByHosts } from './host-prices.ts';
import { firstKnownDay } from './lifecycle.ts';
import { hasLapsed } from './price-on-day.ts';
import { knownSince } from './sources.ts';

/** Days YYYY-MM-DD (UTC), both included; `until` null: no change is scheduled. */
export interface InForce {
  from: string;
  until: string | null;
}

/**
 * The days (YYYY-MM-DD, UTC, in order) on which a model is released, deprecated or shut down, its price changes or the
 * promise of its price ends, at its provider or at a host.
 */
export const changeDays = (models: readonly ModelFile[], offers: Offers): string[] =>
  [...new Set(everywhere(models, offers).flatMap(changeDaysOf))].sort();

/**
 * The days around `day` on which every answer is the same: from one of `changeDays` to the day before the next. If none
 * is on or before `day`, they begin with the oldest day on which a source was read.
 */
export function inForceOn({ providers, offers }: Pick<Dataset, 'providers' | 'offers'>, day: string): InForce {
  const models = providers.flatMap(({ models }) => models);
  const changes = changeDays(models, offers);
  const from = changes.findLast((change) => change <= day);
  const next = changes.find((change) => change > day);
  const until = next === undefined ? null : dayBefore(next);
  if (from !== undefined) return { from, until };
  const read = everywhere(models, offers).flatMap(({ prices }) => prices.map(knownSince));
  const oldest = read.sort()[0] ?? day;
  return { from: until !== null && until < oldest ? until : oldest, until };
}

/** The models, and again as each host sells them. */
const everywhere = (models: readonly ModelFile[], offers: Offers): ModelFile[] => [
  ...models,
  ...soldByHosts(models, offers).map(({ facts }) => facts),
];

/** The days on which answers about a model change. Dates before the model is listed have no effect. */
function changeDaysOf(model: ModelFile): string[] {
  const { lifecycle, prices } = model;
  const [first, ...later] = prices.map(({ from }) => from);
  const known = firstKnownDay(model);
  const listed = first && first > known ? first : known;
  const lapses = prices.flatMap((price) => {
    const after = price.holdsUntil === undefined ? null : dayAfter(price.holdsUntil);
    return after !== null && hasLapsed(prices, price, after) ? after : [];
  });
  const dated = [...later, lifecycle?.deprecatedOn, lifecycle?.shutDown, ...lapses];
  return [listed, ...dated.flatMap((on) => (on && on > listed ? on : []))];
}

/** The day before, in the Gregorian calendar. */
function dayBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (date > 1) return written(year, month, date - 1);
  if (month === 1) return written(year - 1, 12, 31);
  return written(year, month - 1, lengthOf(year, month - 1));
}

/** The day after, in the Gregorian calendar. */
export function dayAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (date < lengthOf(year, month)) return written(year, month, date + 1);
  return month === 12 ? written(year + 1, 1, 1) : written(year, month + 1, 1);
}

function lengthOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;
}

const written = (year: number, month: number, date: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
