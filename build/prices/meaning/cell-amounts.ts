import { fold } from '../page/page-text.ts';
import { type Cell, type Currency, PageError } from '../types.ts';
import { type Amount, money, type Unit, unitOf } from './read-money.ts';

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
