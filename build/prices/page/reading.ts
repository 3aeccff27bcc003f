/** A model's prices as printed, and what a page states once for many of them: footnotes, units, currencies. */

import { type Currency, type Field, PageError } from '../price-row.ts';
import type { Cell, Context } from './cell.ts';
import type { Provider } from './description.ts';
import { type Unit, unitOf } from './money.ts';
import { meaningIn, words } from './words.ts';

/** One printed price with the words that name it. */
export interface Value {
  field: Field;
  group: string | null;
  header: string;
  cell: Cell;
}

/** One model's prices as printed in a table, a card or a record, before any number is parsed. */
export interface Reading {
  label: Cell;
  /** Parts of the tier that the table itself states: section rows, ranges, hours. */
  limits: string[];
  mode: string | null;
  unitText: string;
  /** The numbers are component data and have no currency sign. */
  data: boolean;
  values: Value[];
  combined: Value['cell'] | null;
  context: Context;
  place: string;
}

/** Refuses what is at a place of the page. @throws PageError */
export function refuse({ place }: { place: string }, why: string): never {
  throw new PageError(`${place}: ${why}`);
}

/** A reading of which only `more` is known besides its label and values. */
export const readingOf = (label: Cell, values: Value[], context: Context, more: Partial<Reading> = {}): Reading => ({
  label,
  limits: [],
  mode: null,
  unitText: '',
  data: false,
  values,
  combined: null,
  context,
  place: context.place,
  ...more,
});

/** A section row: one cell across the whole table. */
export function isAcross(row: Cell[]): boolean {
  return row.length > 1 && new Set(row).size === 1;
}

/** Whether output may be missing: models that only read (embeddings, moderation) have no output price. */
export function mayLackOutput({ context }: Pick<Reading, 'context'>, provider: Provider): boolean {
  const { inputOnly } = provider;
  if (!inputOnly) return false;
  return context.headings.length === 0
    ? context.place.startsWith('script')
    : context.headings.some((one) => inputOnly.test(one.text));
}

/**
 * Refuses a table that has lost a column: one that every price table needs, or one that this provider's tables have
 * always had. Such a page has changed, and `null` would claim that there is no such price.
 */
export function checkFields(
  values: readonly { field: Field }[],
  provider: Provider,
  context: Context,
  expects = provider.expects ?? [],
): void {
  const found = values.map(({ field }) => field);
  const repeated = found.find((field, index) => found.indexOf(field) !== index);
  if (repeated) refuse(context, `two columns for ${repeated}`);
  const less = context.headings.some((heading) => provider.expectsLess?.test(heading.text));
  const needed: Field[] = mayLackOutput({ context }, provider) ? ['input'] : ['input', 'output'];
  for (const field of [...needed, ...(less ? [] : expects)]) {
    if (!found.includes(field)) refuse(context, `no ${field} column`);
  }
}

/** What a page states once for many prices: footnotes, units, currencies. */
export interface PageFacts {
  texts: string[];
  footnotes: Map<string, string>;
  /** The page shows amounts in something other than dollars. */
  foreign: boolean;
}

/** Collects footnotes: a mark at the start of a text, or several in one text. */
export function pageFacts(texts: string[], cells: string[]): PageFacts {
  const footnotes = new Map<string, string>();
  for (const text of texts) {
    const parts = text.split(/(?=\(\d{1,2}\)\s)/);
    for (const part of parts) {
      const found = /^(?:\((\d{1,2})\)|\[(\d{1,2})\]|(\d{1,2})\s(?=[A-Z]))\s*(.+)$/.exec(part.trim());
      const mark = found?.[1] ?? found?.[2] ?? found?.[3];
      if (mark && found?.[4] && !footnotes.has(mark)) footnotes.set(mark, found[4]);
    }
  }
  const foreign = [...texts, ...cells].some((text) => /[¥￥€£]\s?\d|\d\s?(元|€)/.test(text));
  return { texts, footnotes, foreign };
}

/** The end of a discount, as printed in its footnote. */
export function discountEnd(refs: string[], facts: PageFacts): string | null {
  for (const ref of refs) {
    const end = /\buntil ([^.;]*\d{4}[^.;]*)/i.exec(facts.footnotes.get(ref) ?? '')?.[1];
    if (end) return end.trim().replace(/\*+$/, '');
  }
  return null;
}

/** The hours of a peak price from its footnote, abbreviated. */
export function peakHours(refs: string[], facts: PageFacts): string | null {
  for (const ref of refs) {
    const text = /\bpeak hours are ([^.]*)/i.exec(facts.footnotes.get(ref) ?? '')?.[1];
    const hours = text?.match(/\d{1,2}:\d{2}\s*[-–]\s*\d{1,2}:\d{2}/g)?.map((one) => one.replace(/\s*[-–]\s*/, '-'));
    if (!text || !hours) continue;
    const zone = /\b(UTC|GMT|CST)\b/.exec(text)?.[0];
    const days = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w* (?:through|to) (Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.exec(text);
    return [`${hours.join(', ')}${zone ? ` ${zone}` : ''}`, ...(days ? [`${days[1]}-${days[2]}`] : [])].join(', ');
  }
  return null;
}

/** Finds the unit of a price: from its own words, its header, its unit column, the lines around the table, the page. */
export function unitFor(own: Unit | null, header: string, unitText: string, context: Context, facts: PageFacts): Unit {
  const column = /^[\d,]*\s*(1?m|1?k|million|thousand|百万|千)[^a-z]*(tokens?)?$/i.test(unitText)
    ? `/ ${unitText}`
    : unitText;
  const near = [...context.lead].reverse();
  const headings = [...context.headings].reverse().map((heading) => heading.text);
  const direct = own ?? unitOf(header) ?? unitOf(column);
  const around = [...near, ...headings, context.after].map(unitOf).find((unit) => unit !== null && unit !== 'other');
  const found = direct ?? around;
  if (found !== null && found !== undefined) return found;
  const page = new Set(facts.texts.map(unitOf).filter((unit) => unit === 1_000_000 || unit === 1_000));
  const [only] = page;
  if (page.size === 1 && only) return only;
  refuse(context, 'the page does not say per how many tokens the prices are');
}

/** The currency a text states for the prices around it, if any. */
export const statedCurrency = (text: string): Currency | null => meaningIn(words().statedCurrencies, text);

/** Refuses a price whose currency sign contradicts the currency that the page states. */
export function checkCurrency(currency: Currency, header: string, context: Context, facts: PageFacts): void {
  const tab = context.lead.find((text) => /^(USD|EUR|CNY|GBP)$/.test(text));
  const whole = facts.texts.filter((text) => /\bprices? (are|is)\b/i.test(text) && text.length < 300);
  const says = statedCurrency(header) ?? (tab as Currency | undefined) ?? whole.map(statedCurrency).find(Boolean);
  if (says && says !== currency) {
    refuse(context, `a price in ${currency} where the page says ${says}`);
  }
}
