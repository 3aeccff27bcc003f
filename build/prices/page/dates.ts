import { isDay } from '../../../runtime/core/values/day.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first date in a text, as YYYY-MM-DD, or null: `2027-05-01`, `2027/5/1`, `May 1st, 2027`, `1 May 2027`. */
export function isoDate(text: string): string | null {
  const numeric = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text);
  if (numeric) return `${numeric[1]}-${numeric[2]?.padStart(2, '0')}-${numeric[3]?.padStart(2, '0')}`;
  const monthFirst = /([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/.exec(text);
  const dayFirst = /(\d{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3})[a-z]*\.?,? (\d{4})/.exec(text);
  const [name, date, year] = monthFirst
    ? [monthFirst[1], monthFirst[2], monthFirst[3]]
    : [dayFirst?.[2], dayFirst?.[1], dayFirst?.[3]];
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${date?.padStart(2, '0')}` : null;
}

/** What a cell states about a day. `notBefore`: a guarantee that nothing happens before this day. */
export type PageDate =
  | { kind: 'none' }
  | { kind: 'on'; day: string }
  | { kind: 'notBefore'; day: string }
  | { kind: 'unclear'; text: string };

const none = /^([-–—−]*|n\/?a|none|tbd|no (shut ?down |retirement )?date( announced)?|not (yet )?announced)$/i;
const guarantee = /^((not|no) (sooner|earlier) than|not before|(at )?(the )?earliest)[:,]? (.+)$/i;
const month = '[A-Za-z]{3,9}\\.?';
const ordinal = '\\d{1,2}(?:st|nd|rd|th)?';
const whole = new RegExp(
  `^(\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}|${month} ${ordinal},? \\d{4}|${ordinal} ${month},? \\d{4})$`,
);

/** A text that is only a date, as YYYY-MM-DD; null if it is not one or no such day exists. */
export function wholeDate(text: string): string | null {
  const found = whole.test(text) ? isoDate(text) : null;
  return found !== null && isDay(found) ? found : null;
}

/** Reads the text of a date cell. A month alone or a date with a remark is unclear, never rounded to a day. */
export function pageDate(cellText: string): PageDate {
  // Some pages print dates with non-breaking hyphens.
  const text = cellText
    .replace(/[‐‑]/g, '-')
    .replace(/[*†‡]+$/, '')
    .trim();
  if (none.test(text)) return { kind: 'none' };
  const promise = guarantee.exec(text)?.at(-1);
  const day = wholeDate(promise ?? text);
  if (day === null) return { kind: 'unclear', text };
  return { kind: promise === undefined ? 'on' : 'notBefore', day };
}
