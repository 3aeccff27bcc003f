/** What the packages list and the dataset does not: what is new, and what is left out on purpose. */
import { daysBetween } from '../../../runtime/core/values/day.ts';
import { type LeftOut, reasonFor, reasonForSeller } from './match-model.ts';

/** A package older than this knows nothing that is new, and has no say against a newer one. */
export const freshDays = 45;

/** A name in the packages that is no model of the dataset. */
export interface UnknownName {
  seller: string;
  model: string;
  /** USD per million tokens, in and out, or why there is none. */
  why: string;
  /** The day of the newest package that lists it. */
  on: string;
}

export interface Unlisted {
  /** Nobody decided on these yet. */
  makers: UnknownName[];
  hosts: UnknownName[];
  sellers: { feed: string; models: number }[];
  leftOut: { seller: string; model: string; reason: string }[];
  /** Only packages older than `freshDays` list these. */
  old: UnknownName[];
}

/**
 * Sorts the names that are not in the dataset.
 * @param feeds lists of the packages that are not read, with how many models they have
 * @param makers ids of the providers whose own lists are read
 * @param newest the day of the newest package
 */
export function unlisted(
  unknown: readonly UnknownName[],
  feeds: ReadonlyMap<string, number>,
  leftOut: LeftOut,
  makers: readonly string[],
  newest: string,
): Unlisted {
  const found: Unlisted = { makers: [], hosts: [], sellers: [], leftOut: [], old: [] };
  for (const one of unknown) {
    const reason = reasonFor(leftOut, one.seller, one.model);
    if (reason !== null) found.leftOut.push({ seller: one.seller, model: one.model, reason });
    else if (daysBetween(one.on, newest) > freshDays) found.old.push(one);
    else (makers.includes(one.seller) ? found.makers : found.hosts).push(one);
  }
  for (const [feed, models] of feeds) {
    const reason = reasonForSeller(leftOut, feed);
    if (reason === null) found.sellers.push({ feed, models });
    else found.leftOut.push({ seller: feed, model: `all ${models} models`, reason });
  }
  return found;
}

/** How many of them somebody has to decide on. */
export const undecided = ({ makers, hosts, sellers }: Unlisted): number =>
  makers.length + hosts.length + sellers.length;

/** A group of names that somebody has to decide on: seller, model and what it costs. */
export interface Group {
  title: string;
  rows: [seller: string, model: string, price: string][];
}

const rowOf = ({ seller, model, why }: UnknownName): Group['rows'][number] => [seller, model, why];

/** The names that somebody has to decide on, by what they are. */
export const groupsOf = ({ makers, hosts, sellers }: Unlisted): Group[] =>
  [
    { title: 'New models of makers in the dataset', rows: makers.map(rowOf) },
    { title: 'New models at hosts in the dataset', rows: hosts.map(rowOf) },
    {
      title: 'New sellers',
      rows: sellers.map(({ feed, models }): Group['rows'][number] => [feed, `${models} models`, '']),
    },
  ].filter(({ rows }) => rows.length > 0);

/** The report in words; `all`: also what is left out, and what only old packages list. */
export function unlistedText(found: Unlisted, all: boolean): string {
  const line = (row: readonly string[]) => `  ${row.join('  ').trimEnd()}`;
  const lines = groupsOf(found).flatMap(({ title, rows }) => [`${title}:`, ...rows.map(line)]);
  if (all) {
    lines.push('Left out on purpose:', ...found.leftOut.map((one) => line([one.seller, one.model, one.reason])));
    lines.push(
      `Only in packages that are more than ${freshDays} days older than the newest:`,
      ...found.old.map((one) => line(rowOf(one))),
    );
  }
  const rest = `${found.leftOut.length} left out on purpose, ${found.old.length} only in old packages`;
  const count = undecided(found);
  lines.push(
    count === 0
      ? `Nothing new: ${rest}.`
      : `${count} to decide on: list the model or seller, or add it to data/left-out.json with the reason; ${rest}.`,
  );
  return lines.join('\n');
}
