/** Sources that could not be checked: why, and what a person can do about it. */
import { PageError } from '../price-row.ts';
import { DatasetError } from './datasets.ts';

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
  return `open it in a browser: a page that is filled in by scripts can be saved as ${saved} and passed with --from; a new layout must be added to ${reader}`;
}
