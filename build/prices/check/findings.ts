/** What a check works on, and what it finds: one finding per model, field and source. Every report is built from these. */
import type { DatedPrice, Source } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { PageError } from '../price-row.ts';
import type { Stated } from './compare-prices.ts';
import { DatasetError, type PriceDataset } from './datasets.ts';
import type { Unlisted } from './unlisted.ts';

/** How the day of a page is known. */
export type Basis = 'fetched' | 'published' | 'given' | 'in its name' | 'stated on the page';

export interface PageSource {
  provider: string;
  /** File name or address. */
  name: string;
  text: string;
  /** YYYY-MM-DD. */
  day: string;
  basis: Basis;
  /** The page announces shutdowns of models and has no prices. */
  deprecations?: true;
  /** What to name as the source of its prices; absent: the provider's price page. */
  cites?: Cited;
}

/** A source without its day. `series`: how the addresses of its other editions begin, of which the newest is kept. */
export type Cited = Pick<Source, 'note'> & { url: string; series: string };

/** The pages and datasets of one check, and those that were not available. */
export interface Sources {
  pages: PageSource[];
  datasets: PriceDataset[];
  failures: Failure[];
  /** What was not compared, and why this is not a failure. */
  notes: string[];
  /** Names in the packages of other datasets that ours does not have; absent: none was read. */
  unlisted?: Unlisted;
}

export interface Where {
  /** The providers to check. */
  providers: readonly ProviderFile[];
  /** The ids of all providers of the dataset. */
  all: readonly string[];
  /** A directory of saved pages and datasets. */
  from: string | null;
  fetch: boolean;
  /** Whether to fetch the newest Claude Code for the price catalogue in it. */
  claudeCode: boolean;
  /** The day of the saved files; null: not given. */
  on: string | null;
  today: string;
}

export type Status =
  /** The provider's page states our number. */
  | 'confirmed'
  /** The provider's page states another number than ours. */
  | 'changed'
  /** A model, or a price of one, that we have and the page does not. */
  | 'missing'
  /** A model, or a price of one, that the page has and we do not. */
  | 'new'
  /** Sources contradict each other, or the page contradicts what is known and cannot decide. */
  | 'disagreeing'
  /** A dataset states our number. This confirms nothing: datasets copy each other. */
  | 'agreeing'
  /** The source does not mention this price. */
  | 'silent'
  /** A known disagreement that no longer exists. */
  | 'obsolete';

/** The cause of a disagreement, if it is known. */
export type Why = 'known' | 'stale' | 'scheduled' | 'reseller';

export interface Finding {
  provider: string;
  /** Null: the label matches no model. */
  model: string | null;
  label?: string;
  field: string;
  status: Status;
  /** The number in the dataset; null: none. */
  old: number | string | null;
  /** The number in the source; null: none. */
  new: number | string | null;
  /** The page or dataset. */
  source: string;
  /** Where in it: table and row, or key. */
  place: string;
  why?: Why;
  /** What a reviewer should know about it. */
  cause?: string;
  needsPerson: boolean;
  /** For a change: the datasets that state the new number too, and those that still state ours. */
  alsoNew?: string[];
  stillOld?: string[];
}

/** What `--write` may change for a model. */
export type Permit =
  | { kind: 'verify'; model: ModelFile; price: DatedPrice; day: string; cites?: Cited | undefined }
  | { kind: 'append'; model: ModelFile; price: DatedPrice; day: string; stated: Stated; cites?: Cited | undefined }
  | { kind: 'none' };

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

/** The outcome of a check, before it is reported. */
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
  /** Null: no package was read. */
  unlisted: Unlisted | null;
  findings: Finding[];
  permits: Exclude<Permit, { kind: 'none' }>[];
}

export interface Failure {
  /** Null: a dataset. */
  provider: string | null;
  source: string;
  reason: string;
  /** It is a deprecation page: the provider's prices could still be checked. */
  deprecations?: true;
  /** It could not be downloaded, or not be read. Absent: the reason says what to do. */
  kind?: 'network' | 'unreadable';
}

export class DownloadError extends Error {
  override name = 'DownloadError';
}

/**
 * The failure reported for a source that could not be downloaded or read.
 * @throws `error` itself if it is of another kind: a bug
 */
export function failureOf(of: Omit<Failure, 'reason' | 'kind'>, error: unknown): Failure {
  if (error instanceof DownloadError) return { ...of, reason: error.message, kind: 'network' };
  if (error instanceof PageError || error instanceof DatasetError)
    return { ...of, reason: error.message, kind: 'unreadable' };
  throw error;
}

type SavedPage = { provider: string; name: string; deprecations?: true };

/** A page as the source of a failure. */
export const sourceOf = ({ provider, name, deprecations }: SavedPage): Omit<Failure, 'reason'> => ({
  provider,
  source: name,
  ...(deprecations && { deprecations }),
});

/** What a person can do about it, in one sentence; null if the reason itself says what to do. */
export function advice({ kind, provider, deprecations }: Failure): string | null {
  if (kind === undefined) return null;
  if (provider === null) {
    return kind === 'network'
      ? 'try again later; the other sources were compared'
      : 'the format of the dataset has changed: fix its reader in build/prices/check/datasets.ts';
  }
  const saved = `${provider}${deprecations ? '-deprecations' : ''}-YYYY-MM-DD.html`;
  const reader = 'data/lists/pages.json';
  if (kind === 'network') {
    const address = deprecations ? `deprecations.url in ${reader}` : `pricingUrl in data/providers/${provider}.json`;
    return `try again later; if it has moved, correct ${address}; or save it as ${saved} and pass its folder with --from`;
  }
  return `open it in a browser: a page that is filled in by scripts can be saved as ${saved} and passed with --from; a new layout must be added to ${reader}, or to the program of the page in build/prices/page/providers.ts`;
}
