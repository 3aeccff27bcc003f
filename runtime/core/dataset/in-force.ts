/** Over which days the answers stay the same. */
import type { Dataset, DatedPrice, ModelFile } from './dataset.ts';

/** Days YYYY-MM-DD (UTC), both included; `until` null: no change is scheduled. */
export interface InForce {
  from: string;
  until: string | null;
}

/**
 * The days around `day` on which no model is released, changes its price or is retired: every answer is the same on each
 * of them. Where the data dates nothing before `day`, they begin with the oldest day on which a source was read.
 */
export function inForceOn({ providers }: Pick<Dataset, 'providers'>, day: string): InForce {
  const models = providers.flatMap(({ models }) => models);
  const changes = [...new Set(models.flatMap(changeDays))].sort();
  const from = changes.findLast((change) => change <= day);
  const next = changes.find((change) => change > day);
  const until = next === undefined ? null : dayBefore(next);
  if (from !== undefined) return { from, until };
  const oldest = models.flatMap(({ prices }) => prices.map(knownSince)).sort()[0] ?? day;
  return { from: until !== null && until < oldest ? until : oldest, until };
}

/** The first day on which a source that is cited gave this price. */
export const knownSince = ({ sources, verifiedOn }: DatedPrice): string =>
  [verifiedOn, ...sources.map(({ on }) => on)].sort()[0] as string;

/** The days on which answers about a model change. What is dated before the model is listed changes nothing by itself. */
function changeDays({ releaseDate, sunsetDate, status, prices }: ModelFile): string[] {
  const [first, ...later] = prices.map(({ from }) => from);
  const listed = [releaseDate, first].reduce<string>((day, from) => (from && from > day ? from : day), '');
  const dated = [...later, status === 'deprecated' ? null : sunsetDate].flatMap((on) => (on && on > listed ? on : []));
  return listed === '' ? dated : [listed, ...dated];
}

/** The day before, in the Gregorian calendar. */
function dayBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (date > 1) return written(year, month, date - 1);
  if (month === 1) return written(year - 1, 12, 31);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30];
  return written(year, month - 1, lengths[month - 2] as number);
}

const written = (year: number, month: number, date: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
