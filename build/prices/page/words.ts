/** The words by which pages name columns, levels of service, currencies and days (`data/lists/words.json`), and what a header means. */
import { lazily } from '../../../runtime/core/values/memoize.ts';
import { listNamed } from '../../data/lists.ts';
import type { Currency, Field } from '../price-row.ts';
import type { Provider } from './description.ts';

type Table<Meaning> = readonly (readonly [pattern: RegExp, meaning: Meaning])[];

/** What a column of a deprecation table holds. `ignored` is a known column that does not concern a model's end. */
export type LifecycleColumn = 'model' | 'shutDown' | 'deprecatedOn' | 'replacement' | 'ignored';

export const words = listNamed<{
  /** Whole headers of columns without amounts. */
  columns: Table<'model' | 'unit' | 'region' | 'range' | 'mode'>;
  /** A column of whole prices: input and output in one cell. */
  wholePrice: RegExp;
  /** Headers of columns whose amounts are not standard token prices. */
  other: readonly RegExp[];
  /** Headers of columns that should not contain a bare amount. */
  plain: readonly RegExp[];
  groups: Table<string>;
  priced: Table<Field>;
  known: RegExp;
  /** Parts of a pattern for words that do not identify a price. */
  filler: readonly string[];
  /** The processing modes providers sell, by the words they use for them. */
  modes: Table<string>;
  lifecycle: Table<LifecycleColumn>;
  currencySigns: Table<Currency>;
  statedCurrencies: Table<Currency>;
}>('words');

/** What the first pattern that fits a text means; null: none fits. */
export const meaningIn = <Meaning>(table: Table<Meaning>, text: string): Meaning | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** What a column (or, in a transposed table, a row label) means. */
export type Kind = Field | 'model' | 'unit' | 'range' | 'region' | 'mode' | 'price' | 'other' | 'plain' | 'unknown';

export interface Meaning {
  kind: Kind;
  /** A second dimension the header names: `short context`, `thinking`. */
  group: string | null;
}

const filler = lazily(() => new RegExp(words().filler.join('|'), 'g'));

function normal(header: string): string {
  return header
    .toLowerCase()
    .replace(/[（]/g, '(')
    .replace(/[）]/g, ')')
    .replace(/\s+/g, ' ')
    .replace(/[.:]$/, '')
    .trim();
}

/** Reads a header by the meaning of its words. A header with an unknown word is `unknown`. */
export function fieldOf(header: string): Meaning {
  let text = normal(header);
  const meaning = (kind: Kind, group: string | null = null): Meaning => ({ kind, group });
  const column = meaningIn(words().columns, text);
  if (column !== null) return meaning(column);
  if (/\b(audio|images?|videos?)\b|音频|图像|图片/.test(text) && !/\btext\b|文本/.test(text)) return meaning('other');
  if (words().other.some((pattern) => pattern.test(text))) return meaning('other');
  if (words().plain.some((pattern) => pattern.test(text))) return meaning('plain');
  if (words().wholePrice.test(text)) return meaning('price');
  text = text.replace(/\bper min(ute)? ?\/ ?(?=per (1 ?)?m tok)/, '');
  text = text.replace(/\(text ?(\/|,) ?images?( ?(\/|,) ?videos?)?\)/, '');
  let group: string | null = null;
  for (const [pattern, name] of words().groups) {
    if (!pattern.test(text)) continue;
    group ??= name || null;
    text = text.replace(pattern, ' ');
  }
  text = text.trim();
  const field = meaningIn(words().priced, text);
  if (field === null) return meaning('unknown');
  const rest = text.replace(words().known, ' ').replace(filler(), ' ').trim();
  return rest === '' ? meaning(field, group) : meaning('unknown');
}

/** The meaning of a header on one provider's pages. */
export function meaningOf(header: string, provider: Provider): Meaning {
  if (provider.ignore?.test(header)) return { kind: 'other', group: null };
  if (provider.modelHeader?.test(header)) return { kind: 'model', group: null };
  return fieldOf(header);
}
