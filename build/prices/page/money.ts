import { type Currency, PageError } from '../price-row.ts';
import type { Cell } from './cell.ts';
import { fold } from './cell.ts';
import { meaningIn, words } from './words.ts';

/** One amount in a cell with the words after it, up to the next amount. */
export interface Amount {
  value: number;
  currency: Currency | null;
  words: string;
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
    const rest = text.slice(match.index + match[0].length, end).trim();
    amounts.push({ value, currency: meaningIn(words().currencySigns, match[1] ?? match[4] ?? ''), words: rest });
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

/** A current token price in a cell, with its limit. */
export interface Price {
  value: number;
  currency: Currency | null;
  unit: Unit | null;
  limit: string;
  /** The words after the amount say that it is for text. */
  forText: boolean;
}

/** The content of a price cell. `struck` is a price that the page has withdrawn, which is not the same as no price. */
export type CellPrices =
  | { kind: 'none' }
  | { kind: 'free' }
  | { kind: 'struck' }
  | { kind: 'words' }
  | { kind: 'prices'; prices: Price[]; notText: boolean; discount: number | null; audio: string | null };

const tokenUnit =
  /(?:\/|\bper\b)\s*(?:(?:1\s*[mk]|[mk]|1,000,000|1,000|million|thousand|百万|千|mtok|ktok)\s*(?:个\s*)?(?:tokens?|tok)?|tokens?)\b\s*|\/\s*(?:百万|千)\s*tokens?|元?\/\s*(?:百万|千)/gi;

/** Whether the words after an amount say that it is for something other than text tokens. */
function isNotText(words: string): boolean {
  if (/\btext\b|文本/i.test(words)) return false;
  return /\b(audio|images?|videos?|speech)\b|音频|图像|图片|视频/i.test(words);
}

/** The words after an amount as a limit, without units, punctuation and remarks on the amount itself. */
function limitOf(words: string): string {
  let text = words
    .replace(tokenUnit, ' ')
    .replace(/\(\s*text[^)]*\)|\(文本\)/gi, ' ')
    .replace(/\(\s*限免\s*\)|\(\s*\d+% off\s*\)|\b\d+% off\b/gi, ' ')
    .replace(/[*†‡]+/g, ' ')
    .replace(/^[\s,;:|，。]+|[\s,;:|，]+$/g, '');
  text = fold(text.replace(/^\((.*)\)$/, '$1'));
  const prompts = /^(?:for )?prompts? ?(<=|>=|<|>|≤|≥|&lt;=|&gt;) ?([\d.,]+ ?[kKmM]?)(?: tokens?)?$/.exec(text);
  if (!prompts) return text;
  const sign = (prompts[1] ?? '').replace('≤', '<=').replace('≥', '>=');
  return `prompts ${sign} ${prompts[2]} tokens`;
}

/** Two unmarked amounts with a discount: the lower one is the price if the arithmetic agrees. */
function discounted(amounts: Amount[], percent: number): Amount[] {
  const [low, high, more] = [...amounts].sort((a, b) => a.value - b.value);
  if (!low || !high) return amounts;
  const expected = high.value * (1 - percent / 100);
  if (more || Math.abs(expected - low.value) > 0.01 * low.value) {
    throw new PageError('a discounted price that does not follow from the price next to it');
  }
  return [low];
}

/** The unit of an amount, ignoring the kinds of content it is for: `(text / image / video)` is not a unit. */
function unitOfWords(words: string): Unit | null {
  return unitOf(words.replace(/\(\s*text[^)]*\)/gi, ' '));
}

/** Reads the current prices of one cell. */
export function cellPrices(cell: Cell, bare: Currency | null): CellPrices {
  const text = cell.text.replaceAll('（', '(').replaceAll('）', ')');
  const read = money(text, bare);
  const wasStruck = cell.struck.some((text) => /\d/.test(text) || /^free/i.test(text));
  if (read.kind === 'free') return { kind: 'free' };
  if (read.kind === 'absent') return { kind: wasStruck ? 'struck' : 'none' };
  if (read.kind === 'words') return { kind: wasStruck ? 'struck' : 'words' };
  const percent = /(\d+)% off/i.exec(cell.text)?.[1];
  const discount = percent === undefined ? null : Number(percent);
  for (const { words } of read.amounts) {
    const kinds = words.match(/\(\s*(text|audio|images?|videos?)\b[^)]*\)/gi) ?? [];
    if (kinds.length > 1) throw new PageError(`"${cell.text}" has prices that cannot be distinguished`);
  }
  let amounts = read.amounts.filter((amount) => unitOfWords(amount.words) !== 'other' && !isNotText(amount.words));
  const notText = read.amounts.some((amount) => isNotText(amount.words) || /\bper image\b/i.test(amount.words));
  const sound = read.amounts.find((amount) => /^\(?audio\)?/i.test(amount.words));
  if (discount !== null && amounts.length > 1 && !wasStruck) amounts = discounted(amounts, discount);
  const prices = amounts.map((amount) => ({
    value: amount.value,
    currency: amount.currency,
    unit: unitOfWords(amount.words),
    limit: limitOf(amount.words),
    forText: /\btext\b|文本/i.test(amount.words),
  }));
  if (/\b(from|up to|about|approx\w*|starting)\b|起$|~/i.test(read.lead)) {
    throw new PageError(`"${read.lead}" before a price: it is not one price`);
  }
  if (prices.length === 0 && wasStruck) return { kind: 'struck' };
  if (prices.some((price) => /prompts.*prompts/.test(price.limit))) {
    throw new PageError(`"${cell.text}" has prices that cannot be distinguished`);
  }
  return { kind: 'prices', prices, notText, discount, audio: sound ? String(sound.value) : null };
}

/** Whether a cell contains an amount, struck out or not; in component data a bare number counts. */
export function holdsMoney(cell: Cell, data = false): boolean {
  if (data && /^[\d.]+$/.test(cell.text)) return true;
  return hasMoney(cell.text) || cell.struck.some(hasMoney);
}

/** Whether a cell contains only an amount, like a price cell. */
export function isBareAmount(cell: Cell): boolean {
  return holdsMoney(cell) && /^[^\p{L}]*([/ ]*(m|1m|k|1k)? ?(tok\w*|mtok|百万.*))?$/iu.test(cell.text);
}
