/** Finds the day of a saved page. File times are not used: they only tell when the file was copied. */
import { isDay } from '../../../runtime/core/values/day.ts';
import type { Basis } from './findings.ts';

const day = '(?:[A-Za-z]{3,9},? )?[A-Za-z]{3,9} \\d{1,2},? \\d{4}|\\d{1,2} [A-Za-z]{3,9} \\d{4}|\\d{4}-\\d\\d-\\d\\d';

/** How pages, and the tools that save them, state their day. */
const statements = [
  /^Published Time:\s*(.+)$/gim,
  new RegExp(`\\bLast (?:updated|published)(?: on)?:?\\s*(${day})`, 'gi'),
  // Only at the start of a statement: "can be accessed on May 7" is not about the page.
  new RegExp(
    `(?:^|[^\\p{L}\\p{N}\\s])[ \\t]*(?:page |snapshot )?(?:retrieved|captured|fetched|accessed|crawled)(?: (?:on|at))?:?\\s*(${day})`,
    'gimu',
  ),
  /\bFILE ARCHIVED ON \d\d:\d\d:\d\d ([A-Za-z]{3} \d{1,2}, \d{4})/g,
];

/** The address of a copy in a web archive, which holds the moment of the capture. */
const archived = /\/web\/(\d{4})(\d\d)(\d\d)\d{6}[a-z_]*\//g;

/** The day of a text such as `May 7, 2026`, as YYYY-MM-DD; undefined if it is not a day. */
function dayOf(text: string): string | undefined {
  const time = Date.parse(/\d:\d/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

/** The latest day up to `today` that a page states for itself, as YYYY-MM-DD, or undefined. */
export function statedDay(text: string, today: string): string | undefined {
  const days = [
    ...statements.flatMap((pattern) => [...text.matchAll(pattern)].map(([, found = '']) => dayOf(found.trim()))),
    ...[...text.matchAll(archived)].map(([, year, month, date]) => `${year}-${month}-${date}`),
  ];
  return days
    .filter((one) => one !== undefined && isDay(one) && one <= today)
    .sort()
    .at(-1);
}

/** The day in the name of a capture (`zai-2026-09-07.html`, `zai_20260907120000.md`), or undefined. */
export function dayInName(name: string, today: string): string | undefined {
  const [, year, month, date] = /(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)(?:\d{6})?(?!\d)/.exec(name) ?? [];
  const found = `${year}-${month}-${date}`;
  return isDay(found) && found <= today ? found : undefined;
}

/**
 * The day of a saved page: the one that was given, else the one in its name, else the one it states. A page may have
 * been saved long after its last change; then the stated day is too early, which is safe: an old page must not undo a
 * newer price. Null: the day is not known, so the page confirms nothing.
 */
export function dayOfSaved(
  name: string,
  text: string,
  given: string | null,
  today: string,
): { day: string; basis: Basis } | null {
  if (given !== null) return { day: given, basis: 'given' };
  const named = dayInName(name, today);
  if (named !== undefined) return { day: named, basis: 'in its name' };
  const stated = statedDay(text, today);
  return stated === undefined ? null : { day: stated, basis: 'stated on the page' };
}
