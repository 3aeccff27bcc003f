/** What is known of a provider's page before it is read, and the page once it is opened. */
import type { HTMLElement } from 'node-html-parser';
import type { Currency, Field, PlacedRow } from '../price-row.ts';
import type { Outline } from './cell.ts';

/** A heading or a separate line that describes the tables below it. */
export interface Section {
  match: RegExp;
  /** The tables below hold no standard text prices. */
  skip?: boolean;
  /** What the section adds to the tier: `heading` is its own text; null ends an earlier section's tier. */
  tier?: string | 'heading' | null;
  /** A plain line that works like a heading of this level. */
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

/** The page on which a provider announces shutdowns of its models. */
export interface Deprecations {
  url: string;
  /** The sentence that calls the page's days the earliest possible ones: announced days or only guarantees. */
  earliest?: RegExp;
  /** Sections about something other than the models themselves, by their heading. */
  skip?: RegExp;
}

/** How one provider's page shows its prices. Everything specific to a provider's page is here. */
export interface Provider {
  id: string;
  /** Hosts of the provider's own pages. */
  hosts: RegExp;
  /** What the provider's own models are called; used if a page names no host. */
  brand: RegExp;
  sections?: Section[];
  /** Columns that every price table has; without one, the layout has changed. */
  expects?: Field[];
  /** Batch prices are half of the standard prices next to them; if not, columns have been swapped. */
  batchIsHalf?: true;
  /** Sections to which `expects` does not apply. */
  expectsLess?: RegExp;
  /** Columns or row labels whose amounts are not token prices. */
  ignore?: RegExp;
  /** Rows that are not text models, by their label. */
  skipRows?: RegExp;
  /** The provider's own header for the model column, such as `Amazon Nova models`. */
  modelHeader?: RegExp;
  /** First headers of tables with other makers' models. */
  otherModels?: RegExp;
  /** The page has no prices until its scripts have run, so it is never fetched; a page saved from a browser is read. */
  scripted?: true;
  /** Headings are the models and the rows below them their prices; only this column counts. */
  modelHeadings?: { column: RegExp };
  /** Read model cards: a heading with labelled prices. */
  cards?: boolean;
  /** The mode of a table that states none, if the provider sells several. */
  defaultMode?: string;
  /** What a selected tab means in the tier. */
  tabTier?: Record<string, string>;
  /** Sections in which input without output is a complete price; records in script data need no section. */
  inputOnly?: RegExp;
  /** What every label looks like, to detect another column in place of the models. */
  labelShape?: RegExp;
  /** The model's id is the end of this link rather than the cell's text. */
  labelLink?: RegExp;
  /** Only the first line of a label cell is the model; the rest is advice. */
  labelFirstLine?: boolean;
  /** Text after a label that does not limit the price. */
  labelNoise?: RegExp;
  /** The field of a cache write without a stated lifetime, if the page says so. */
  writeLifetime?: { says: RegExp; field: Field };
  /** Currency of numbers without a sign in component data. */
  bareCurrency?: Currency;
  /** In the conditions of rows: the region whose prices the dataset has, alone or among others, and those it leaves out. */
  regions?: { ours: RegExp; others: RegExp };
  /** Columns of component data without headings, by the number of cells. */
  headless?: Record<number, string[]>;
  script?: ScriptPrices;
  /** Records with a name and a list of labelled prices in script data. */
  records?: { list: string; header: string; price: string; currency: Currency };
  deprecations?: Deprecations;
  /** The addresses to download, where they are not the provider's price page. */
  pages?: readonly string[];
  /** Reads a page whose form no description fits. Throws `PageError` with the reason instead of guessing. */
  program?: (page: OpenPage) => PlacedRow[];
}

/** A saved page of one provider, parsed but not yet interpreted. */
export interface OpenPage {
  provider: Provider;
  text: string;
  /** Null: the page is Markdown. */
  root: HTMLElement | null;
  outline: Outline;
}
