/** What the packages list and the dataset does not: what is new, and what is left out on purpose. */
import { daysBetween } from '../../../runtime/core/values/day.ts';
import { type LeftOut, reasonFor, reasonForSeller } from './left-out.ts';

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

const groups = [
  ['New models of makers in the dataset', 'makers'],
  ['New models at hosts in the dataset', 'hosts'],
] as const;

/** The report in words; `all`: also what is left out, and what only old packages list. */
export function unlistedText(found: Unlisted, all: boolean): string {
  const row = ({ seller, model, why }: UnknownName) => `  ${seller}  ${model}  ${why}`;
  const lines = groups.flatMap(([title, group]) =>
    found[group].length === 0 ? [] : [`${title}:`, ...found[group].map(row)],
  );
  if (found.sellers.length > 0)
    lines.push('New sellers:', ...found.sellers.map(({ feed, models }) => `  ${feed}  ${models} models`));
  if (all) {
    lines.push('Left out on purpose:', ...found.leftOut.map((one) => `  ${one.seller}  ${one.model}  ${one.reason}`));
    lines.push(`Only in packages that are more than ${freshDays} days older than the newest:`, ...found.old.map(row));
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

const cell = (text: string): string => text.replace(/[|\n]/g, ' ').replace(/[<>&`*_[\]]/g, (one) => `\\${one}`);

/** The same as a table for a pull request; empty if there is nothing to decide on. */
export function unlistedMarkdown(found: Unlisted): string {
  if (undecided(found) === 0) return '';
  const rows = [
    ...groups.flatMap(([title, group]) => found[group].map((one) => [title, one.seller, one.model, one.why])),
    ...found.sellers.map(({ feed, models }) => ['New sellers', feed, `${models} models`, '']),
  ];
  const table = rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
  return `### In public datasets, not here\n\nList each, or add it to \`data/left-out.json\` with the reason.\n\n| | seller | model | price |\n|---|---|---|---|\n${table}\n`;
}
