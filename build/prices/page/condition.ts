/** What limits a price: the label of a row as the page prints it, its days, and its condition for machines. */

import { isDay } from '../../../runtime/core/values/day.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { PageError } from '../price-row.ts';
import { type Cell, fold } from './cell.ts';
import type { Provider } from './description.ts';
import { meaningIn, words } from './words.ts';

/** The processing mode that a text names as a whole; null: none. */
export const modeOf = (text: string): string | null => meaningIn(words().modes, text.trim());

/** How a mode is printed in a tier: the page's own word, capitalised, without the suffixes of headings. */
export function modeName(text: string): string {
  const word = text.trim().replace(/ (pricing( data)?|mode|processing|tier|api)$/i, '');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function tokens(count: string): string {
  const [, digits = '0', unit = ''] = /([\d.,]+)\s*([kKmM]?)/.exec(count) ?? [];
  const factor = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1000 : 1_000_000;
  return String(Math.round(Number(digits.replaceAll(',', '')) * factor));
}

/** The prompt length a tier is for, with `k` read as a thousand. */
function prompt(text: string): string | null {
  const count = '([\\d.,]+ ?[kKmM]?)';
  const signed = new RegExp(`(<=|>=|<|>) ?${count}\\b`).exec(text);
  const range = new RegExp(`${count} ?(?:~|-|–|to|< ?(?:tokens?|长度) ?<=?) ?${count}`, 'i').exec(text);
  const worded = new RegExp(`(up to|over|above|under|below) ${count}`, 'i').exec(text);
  if (!/token|prompt|context|length|^[<>]=? ?[\d.,]+ ?[km]$|^[\d.,]+ ?[km]?~[\d.,]+ ?[km]$/i.test(text)) return null;
  if (range?.[1] && range[2] && !/^\s*[<>]/.test(text) && !/^0 ?</.test(text))
    return `prompt ${tokens(range[1])}-${tokens(range[2])}`;
  if (signed?.[1] && signed[2]) return `prompt ${signed[1]} ${tokens(signed[2])}`;
  if (!worded?.[1] || !worded[2]) return null;
  const sign = lookUp({ 'up to': '<=', over: '>', above: '>', under: '<', below: '<' }, worded[1].toLowerCase());
  return `prompt ${sign} ${tokens(worded[2])}`;
}

function one(part: string): string | null {
  const mode = modeOf(part);
  if (mode) return mode === 'standard' ? null : mode;
  const date = isoDate(part);
  if (/% off|折/.test(part)) return date ? `discount until ${date}` : 'discount';
  if (/^off-?peak/i.test(part)) return 'off-peak';
  if (/^peak/i.test(part)) return 'peak';
  if (/^(short|long) context$/.test(part)) return part.replace(' ', '-');
  if (/^(retired|deprecated|legacy|preview|limited)/i.test(part)) return part.toLowerCase().split(/[ ,]/)[0] ?? null;
  if (date) return /^(starting|from|effective)/i.test(part) ? `from ${date}` : `until ${date}`;
  if (/^(shown by default|free|text input|vision)/i.test(part)) return null;
  return prompt(part) ?? part.toLowerCase();
}

/** The machine-readable form of a tier; see `ExtractedRow`. */
export function conditionOf(parts: string[]): string | null {
  const conditions = parts.map(one).filter((part) => part !== null);
  return conditions.length === 0 ? null : [...new Set(conditions)].join('; ');
}

/** A printed label, split into the model's name and the limits of the price. */
export interface Label {
  model: string;
  limits: string[];
  refs: string[];
}

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const dated = new RegExp(
  `\\s((?:through|until|till|starting|from|effective|as of)\\s+${month}\\.? \\d{1,2},? \\d{4})$`,
  'i',
);

function contextRange(text: string): string {
  return text
    .replace(/^上下文\s*/, '')
    .replace(/≤\s*/g, '<= ')
    .replace(/≥\s*/g, '>= ')
    .replace(/\s*~\s*/g, '~');
}

/** Splits trailing parentheses and dates off a name: `Name (retired) starting May 1, 2027` gives two limits. */
function trailing(text: string): { name: string; limits: string[] } {
  const limits: string[] = [];
  let name = text;
  for (;;) {
    const found = /^(.*\S)\s*[(（]([^()（）]*)[)）]$/.exec(name) ?? null;
    const date = found ? null : dated.exec(name);
    if (found?.[1] !== undefined && found[2] !== undefined && /\s[(（]|（/.test(name)) {
      limits.unshift(fold(found[2]));
      name = fold(found[1]);
    } else if (date?.[1]) {
      limits.unshift(fold(date[1]));
      name = fold(name.slice(0, date.index));
    } else return { name, limits };
  }
}

/** Reads a label cell. Null when the whole label is struck out: the page has withdrawn the row. */
export function label(cell: Cell, provider: Provider): Label | null {
  if (cell.text === '') {
    if (cell.struck.length > 0) return null;
    throw new PageError('a price row without a model name');
  }
  if (provider.labelLink) {
    const linked = cell.links.map((link) => provider.labelLink?.exec(link.href)?.[1]).find((id) => id !== undefined);
    if (linked !== undefined && cell.text.endsWith(linked)) return { model: linked, limits: [], refs: cell.refs };
  }
  const [first = '', ...rest] = cell.lines;
  const clean = fold(first.replace(/[↗→›»*†‡]+$/u, ''));
  const { name, limits } = trailing(clean);
  let model = name;
  const tail = cell.links.find((link) => link.text !== '' && model !== link.text && model.endsWith(` ${link.text}`));
  if (tail) {
    limits.unshift(tail.text);
    model = fold(model.slice(0, -tail.text.length));
  }
  if (!provider.labelFirstLine) limits.push(...rest);
  const cleaned = limits
    .map((limit) => (provider.labelNoise ? fold(limit.replace(provider.labelNoise, ' ')) : limit))
    .map((limit) => contextRange(limit.replace(/^[(（](.*)[)）]$/, '$1')))
    .filter((limit) => limit !== '');
  return { model, limits: cleaned, refs: cell.refs };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first date in a text, as YYYY-MM-DD, or null: `2027-05-01`, `2027/5/1`, `May 1st, 2027`, `1 May 2027`. */
function isoDate(text: string): string | null {
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
const anyMonth = '[A-Za-z]{3,9}\\.?';
const ordinal = '\\d{1,2}(?:st|nd|rd|th)?';
const whole = new RegExp(
  `^(\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}|${anyMonth} ${ordinal},? \\d{4}|${ordinal} ${anyMonth},? \\d{4})$`,
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
