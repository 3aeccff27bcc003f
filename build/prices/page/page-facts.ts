import type { Currency } from '../price-row.ts';
import type { Context } from './blocks.ts';
import { type Unit, unitOf } from './money.ts';
import { refuse } from './reading.ts';

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

const stated: [RegExp, Currency][] = [
  [/\b(in|\()\s*(USD|US dollars?|U\.S\. dollars?)\b|单位[：:]?\s*美元/i, 'USD'],
  [/\b(in|\()\s*(CNY|RMB|yuan)\b|[（(]\s*元|元\s*[/每]|单位[：:]?\s*元|人民币/i, 'CNY'],
  [/\b(in|\()\s*(EUR|euros?)\b/i, 'EUR'],
];

/** The currency a text states for the prices around it, if any. */
export function statedCurrency(text: string): Currency | null {
  return stated.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Refuses a price whose currency sign contradicts the currency that the page states. */
export function checkCurrency(currency: Currency, header: string, context: Context, facts: PageFacts): void {
  const tab = context.lead.find((text) => /^(USD|EUR|CNY|GBP)$/.test(text));
  const whole = facts.texts.filter((text) => /\bprices? (are|is)\b/i.test(text) && text.length < 300);
  const says = statedCurrency(header) ?? (tab as Currency | undefined) ?? whole.map(statedCurrency).find(Boolean);
  if (says && says !== currency) {
    refuse(context, `a price in ${currency} where the page says ${says}`);
  }
}
