/** What a person can do about a source that could not be checked. */
import type { Failure } from '../sources/sources.ts';

/** One sentence, or null if the failure's reason itself says what to do. */
export function advice({ kind, provider, deprecations }: Failure): string | null {
  if (kind === undefined) return null;
  if (provider === null) {
    return kind === 'network'
      ? 'try again later; the other sources were compared'
      : 'the format of the dataset has changed: fix its reader in build/prices/check/datasets/';
  }
  const saved = `${provider}${deprecations ? '-deprecations' : ''}-YYYY-MM-DD.html`;
  const reader = `build/prices/providers/${provider}.ts`;
  if (kind === 'network') {
    const address = deprecations ? `deprecations.url in ${reader}` : `pricingUrl in data/providers/${provider}.json`;
    return `try again later; if it has moved, correct ${address}; or save it as ${saved} and pass its folder with --from`;
  }
  return `open it in a browser: a page that is filled in by scripts can be saved as ${saved} and passed with --from; a new layout must be added to ${reader}`;
}
