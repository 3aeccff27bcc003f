import type { Currency } from '../types.ts';

/** One amount in a cell with the words after it, up to the next amount. */
export interface Amount {
  value: number;
  currency: Currency | null;
  words: string;
}

const signs: [RegExp, Currency][] = [
  [/^(us\$|\$|usd|美元)$/i, 'USD'],
  [/^(¥|￥|cny|rmb|元|人民币|yuan)$/i, 'CNY'],
  [/^(€|eur)$/i, 'EUR'],
  [/^(£|gbp)$/i, 'GBP'],
];

function currencyOf(sign: string): Currency | null {
  return signs.find(([pattern]) => pattern.test(sign))?.[1] ?? null;
}

const number = String.raw`\d[\d,]*(?:\.\d+)?|\.\d+`;
const before = String.raw`US\$|(?<![A-Za-z])\$|¥|￥|€|£|\b(?:USD|CNY|RMB|EUR|GBP)\b`;
const after = String.raw`\$(?!\s*\d)|€|£|元|美元|¥(?!\s*\d)|\b(?:USD|CNY|RMB|EUR|GBP|yuan)\b`;
const amount = new RegExp(`(${before})\\s*(${number})(?![\\d.])|(?<![\\d.,\\w])(${number})\\s*(${after})`, 'gi');

function numberOf(text: string): number | null {
  if (!/^(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?$/.test(text)) return null;
  const value = Number(text.replaceAll(',', ''));
  return Number.isFinite(value) ? value : null;
}

export type Money =
  | { kind: 'absent' }
  | { kind: 'free' }
  | { kind: 'amounts'; lead: string; amounts: Amount[] }
  | { kind: 'words' };

const absent = /^([-–—−\\/.]*|n\/?a|none|not (available|supported|applicable|offered)|无|不支持|暂无|✗|×)$/i;
const onRequest = /^(contact ?(sales|us)?|custom|coming soon|tbd|联系(我们|销售))$/i;
const free = /^(free( of charge)?|(limited[- ]time|limited time) free|免费|限时免费)$/i;

/**
 * Reads the amounts in a cell. Amounts keep their currency sign and the words after them; a number without a sign is
 * an amount only if `bare` gives the currency of the column. Never throws: text that cannot be read as money is
 * returned as words, and the caller decides whether that is an error.
 */
export function money(text: string, bare: Currency | null): Money {
  if (absent.test(text)) return { kind: 'absent' };
  if (free.test(text)) return { kind: 'free' };
  if (onRequest.test(text)) return { kind: 'absent' };
  const found = [...text.matchAll(amount)];
  if (found.length === 0) {
    const value = bare === null ? null : numberOf(text.replace(/\s*\/.*$/, ''));
    if (value === null || text === '') return { kind: 'words' };
    return { kind: 'amounts', lead: '', amounts: [{ value, currency: bare, words: text.replace(/^[\d.,]+/, '') }] };
  }
  const amounts: Amount[] = [];
  for (const [index, match] of found.entries()) {
    const value = numberOf(match[2] ?? match[3] ?? '');
    if (value === null) return { kind: 'words' };
    const end = found[index + 1]?.index ?? text.length;
    const words = text.slice(match.index + match[0].length, end).trim();
    amounts.push({ value, currency: currencyOf(match[1] ?? match[4] ?? ''), words });
  }
  return { kind: 'amounts', lead: text.slice(0, found[0]?.index ?? 0).trim(), amounts };
}

/** Whether a text shows any amount of money with a sign. */
export function hasMoney(text: string): boolean {
  return text.match(amount) !== null;
}

/** How many tokens a price is for, or `other` for something else. */
export type Unit = 1_000_000 | 1_000 | 'other';

const million = String.raw`1\s*m|m|1,?000,?000|million|1 million|百万|100万`;
const thousand = String.raw`1\s*k|k|1,?000|thousand|1 thousand|千`;
const tokens = String.raw`(?:input |output |prompt |个)?(?:tokens?\b|tok\b)`;
const perMillion = new RegExp(`(?:\\bmtok\\b|(?:^|[^\\d,.a-z])(?:${million})\\s*${tokens})`, 'i');
const perThousand = new RegExp(`(?:\\bktok\\b|(?:^|[^\\d,.a-z])(?:${thousand})\\s*${tokens})`, 'i');
const perOther =
  /(?:\bper\b|\/|每)\s*(?:[\d.,]+\s*[km]?\s*)?(?:image|page|call|minute|min|hour|hr|second|sec|song|video|quer|search|grounded|request|character|char|use|session|day|month|gb|gib|frame|prompt|万字符|次|首|音色|秒|分钟|小时|张)/i;

export function unitOf(text: string): Unit | null {
  if (/\b(per|\/)\s*hour\b|storage price/i.test(text)) return 'other';
  const millions = perMillion.test(text);
  const thousands = perThousand.test(text);
  if (millions && thousands) return null;
  if (millions) return 1_000_000;
  if (thousands) return 1_000;
  return perOther.test(text) ? 'other' : null;
}

/** Scales a price to a million tokens, rounded to twelve significant digits to remove floating-point errors. */
export function scale(value: number, unit: 1_000_000 | 1_000): number {
  return unit === 1_000_000 ? value : Number((value * 1000).toPrecision(12));
}
