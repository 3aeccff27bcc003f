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
  /** Models of ours on it. */
  models: number;
  /** Why the page counts less than others. */
  remark: string | null;
}

export interface CheckedDataset {
  name: string;
  day: string | null;
  reseller: boolean;
  /** Models of ours in it. */
  models: number;
}

export interface Checked {
  on: string;
  /** How many models of each provider were looked at. */
  providers: { id: string; models: number }[];
  pages: CheckedPage[];
  /** Pages on which providers say when models end. */
  deprecationPages: CheckedPage[];
  datasets: CheckedDataset[];
  failures: Failure[];
  notes: string[];
  findings: Finding[];
  permits: Exclude<Permit, { kind: 'none' }>[];
}
