import type { Currency, Field } from '../types.ts';

/** A heading or a line of its own that says something of the tables below it. */
export interface Section {
  match: RegExp;
  /** The tables below hold no standard text prices. */
  skip?: boolean;
  /** What the section adds to the tier: `heading` is its own text, null nothing, which ends an earlier one. */
  tier?: string | 'heading' | null;
  /** A plain line which works like a heading of this level. */
  line?: number;
}

/** Objects in script data that hold a model's prices under fixed names. */
export interface ScriptPrices {
  name: string;
  prices: Partial<Record<Field, string>>;
  longPrices: Partial<Record<Field, string>>;
  longAbove: string;
  /** How many of the script's units are one dollar per million tokens. */
  perDollar: number;
}

/** The page on which a provider says when its models end. */
export interface Deprecations {
  url: string;
  /** A sentence by which the page calls its days the earliest possible ones: an announced day or only a guarantee. */
  earliest?: RegExp;
  /** Sections about something other than the models themselves, by their heading. */
  skip?: RegExp;
}

/** How one provider prints its prices. All knowledge about a provider's page is here. */
export interface Provider {
  id: string;
  /** Hosts of the provider's own pages. */
  hosts: RegExp;
  /** How the provider's own models are called; used where a page names no host. */
  brand: RegExp;
  sections?: Section[];
  /** Columns without which a price table has changed its layout. */
  expects?: Field[];
  /** Batch prices beside the standard ones are half of them: columns that are not have changed places. */
  batchIsHalf?: true;
  /** Sections in which `expects` does not hold. */
  expectsLess?: RegExp;
  /** Columns or row labels whose amounts are not token prices. */
  ignore?: RegExp;
  /** Rows that are not text models, by their label. */
  skipRows?: RegExp;
  /** A header that names the models in the provider's own words: `Amazon Nova models`. */
  modelHeader?: RegExp;
  /** First headers of tables about the models of others. */
  otherModels?: RegExp;
  /** The page has no prices until its scripts have run, so it is never fetched; a page saved from a browser is read. */
  scripted?: true;
  /** Headings are the models; the rows below are their prices; only this column counts. */
  modelHeadings?: { column: RegExp };
  /** Read model cards: a heading with labelled prices. */
  cards?: boolean;
  /** The mode of a table that prints none, where the provider sells several. */
  defaultMode?: string;
  /** What a selected tab means in the tier. */
  tabTier?: Record<string, string>;
  /** Sections in which input without output is a whole price; records in script data need no section. */
  inputOnly?: RegExp;
  /** What every label looks like; another column may have taken the place of the models. */
  labelShape?: RegExp;
  /** The model's id is the end of this link rather than the cell's text. */
  labelLink?: RegExp;
  /** Only the first line of a label cell is the model; the rest is advice. */
  labelFirstLine?: boolean;
  /** Text after a label that does not limit the price. */
  labelNoise?: RegExp;
  /** A cache write without a stated lifetime is this field when the page says so. */
  writeLifetime?: { says: RegExp; field: Field };
  /** Currency of numbers which component data holds without a sign. */
  bareCurrency?: Currency;
  /** Columns of component data without headings, by the number of cells. */
  headless?: Record<number, string[]>;
  script?: ScriptPrices;
  /** Records with a name and a list of labelled prices in script data. */
  records?: { list: string; header: string; price: string; currency: Currency };
  deprecations?: Deprecations;
}
