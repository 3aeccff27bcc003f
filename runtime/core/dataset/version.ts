/** What a dataset is called. */
import type { Dataset } from './dataset.ts';

/**
 * The newest day on which something was confirmed, and the start of the SHA-256 of the data. `sha256` gives hex digits:
 * every platform has its own.
 */
export function datasetVersion(
  { providers, presets, measured }: Omit<Dataset, 'version'>,
  sha256: (text: string) => string,
): string {
  const verified = providers.flatMap(({ models }) =>
    models.flatMap(({ prices }) => prices.map((price) => price.verifiedOn)),
  );
  return `${verified.sort().at(-1)}-${sha256(JSON.stringify([providers, presets, measured])).slice(0, 8)}`;
}
