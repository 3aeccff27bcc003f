/** Of which day a saved page is. The time of a file says when it was copied, so it proves nothing. */
import { isDay } from '../../../../runtime/core/day.ts';
import type { Basis } from '../page-statements.ts';

const day = '(?:[A-Za-z]{3,9},? )?[A-Za-z]{3,9} \\d{1,2},? \\d{4}|\\d{1,2} [A-Za-z]{3,9} \\d{4}|\\d{4}-\\d\\d-\\d\\d';

/** What pages and the tools that save them write beside the day. */
const statements = [
  /^Published Time:\s*(.+)$/gim,
  new RegExp(`\\bLast (?:updated|published)(?: on)?:?\\s*(${day})`, 'gi'),
  // Only where a statement begins: "can be accessed on May 7" says nothing of the page.
  new RegExp(
    `(?:^|[^\\p{L}\\p{N}\\s])[ \\t]*(?:page |snapshot )?(?:retrieved|captured|fetched|accessed|crawled)(?: (?:on|at))?:?\\s*(${day})`,
    'gimu',
  ),
  /\bFILE ARCHIVED ON \d\d:\d\d:\d\d ([A-Za-z]{3} \d{1,2}, \d{4})/g,
];

/** The address of a copy in a web archive, which holds the moment of the capture. */
const archived = /\/web\/(\d{4})(\d\d)(\d\d)\d{6}[a-z_]*\//g;

/** The day of a text such as `May 7, 2026`, as YYYY-MM-DD; undefined where it is none. */
function dayOf(text: string): string | undefined {
  const time = Date.parse(/\d:\d/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

/** The latest day up to `today` that a page gives for itself, as YYYY-MM-DD, or undefined. */
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
 * The day of a saved page: the one that was given, else that in its name, else the one it states. A page may have been
 * saved long after it was last changed; then the stated day says too little, which is the safe side: an old page must
 * not undo a newer price. Null: nothing says it, and then the page proves nothing.
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
