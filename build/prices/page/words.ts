/** The words by which pages name columns, levels of service, currencies and days: `data/lists/words.json`. */
import { listNamed } from '../lists.ts';
import type { Currency, Field } from '../price-row.ts';

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
