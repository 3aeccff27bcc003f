/** The outcome of a check, before it is reported. */

import type { Permit } from './judge-page.ts';
import type { PageSource } from './page-statements.ts';
import type { Finding } from './report/findings.ts';
import type { Failure } from './sources/sources.ts';

export interface CheckedPage {
  provider: string;
  source: string;
  day: string;
  basis: PageSource['basis'];
  /** Number of our models on it. */
  models: number;
  /** Why the page counts less than others; null: it does not. */
  remark: string | null;
}

export interface CheckedDataset {
  name: string;
  day: string | null;
  reseller: boolean;
  /** Number of our models in it. */
  models: number;
}

export interface Checked {
  on: string;
  /** The number of models checked, by provider. */
  providers: { id: string; models: number }[];
  pages: CheckedPage[];
  /** Pages on which providers announce shutdowns of models. */
  deprecationPages: CheckedPage[];
  datasets: CheckedDataset[];
  failures: Failure[];
  notes: string[];
  findings: Finding[];
  permits: Exclude<Permit, { kind: 'none' }>[];
}
