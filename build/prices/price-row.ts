/** What is read from a price page: a row for each price of a model, or the reason why the page cannot be read. */
/** The six token prices a row may have. `cacheWrite` is a write whose lifetime the page does not state. */
export type Field = 'input' | 'output' | 'cachedInput' | 'cacheWrite5m' | 'cacheWrite1h' | 'cacheWrite';

export const fields: readonly Field[] = [
  'input',
  'output',
  'cachedInput',
  'cacheWrite5m',
  'cacheWrite1h',
  'cacheWrite',
];

/**
 * One price of one model as its provider's page prints it, per million tokens in `currency`.
 *
 * `tier` holds, in the page's own words and joined by `; `, everything that limits the price, from the outside in:
 * the processing mode when the page prints modes at all (`Standard`, `Batch`), the section (`legacy`, `preview`,
 * `vision`), what follows the model's name (`retired, except on ...`, `through August 31, 2026`), the column
 * group (`short context`), the prompt length (`prompts <= 200k tokens`), the hours (`OFF-PEAK`), `Free` for a price
 * printed as that word, and a running discount (`75% off until ...`). Null: no limits.
 *
 * `condition` is the same for machines: `batch`, `flex`, `priority`, `fast`, `prompt <= 200000`, `long-context`,
 * `off-peak`, `until 2026-08-31`, `retired`, `discount` and so on, joined by `; `. A row whose condition names a
 * processing mode is not the standard on-demand price.
 */
export interface ExtractedRow {
  model: string;
  input: number | null;
  output: number | null;
  cachedInput: number | null;
  cacheWrite5m: number | null;
  cacheWrite1h: number | null;
  cacheWrite: number | null;
  tier: string | null;
  currency: Currency;
  condition: string | null;
}

export type Currency = 'USD' | 'CNY' | 'EUR' | 'GBP' | 'JPY';

/** A row and its place on the page, for reports. */
export interface PlacedRow {
  row: ExtractedRow;
  place: string;
}

/** The page cannot be read without guessing: the message is the reason, for the person who saved the page. */
export class PageError extends Error {
  override name = 'PageError';
}

export const isField = (kind: string): kind is Field => (fields as readonly string[]).includes(kind);

/** A row in dollars: prices that are not stated are null. */
export const dollarRow = (
  model: string,
  stated: Partial<Record<Field, number | null>>,
  tier: string | null = null,
  condition: string | null = null,
): ExtractedRow => ({
  model,
  input: null,
  output: null,
  cachedInput: null,
  cacheWrite5m: null,
  cacheWrite1h: null,
  cacheWrite: null,
  ...stated,
  tier,
  currency: 'USD',
  condition,
});
