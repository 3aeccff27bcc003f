/** The pages and datasets of one check, and those that were not available. */
import type { ProviderFile } from '../../../../runtime/core/schemas/data-files/provider-file.ts';
import { PageError } from '../../types.ts';
import { liteLlm } from '../datasets/litellm.ts';
import { modelsDev } from '../datasets/models-dev.ts';
import { openRouter } from '../datasets/openrouter.ts';
import { DatasetError, type PriceDataset } from '../datasets/price-dataset.ts';
import type { PageSource } from '../page-statements.ts';
import { DownloadError } from './download.ts';

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

/**
 * The failure reported for a page that could not be read.
 * @throws `error` itself if it is not a PageError
 */
export function unreadable({ provider, name, deprecations }: PageSource, error: unknown): Failure {
  if (!(error instanceof PageError)) throw error;
  return { provider, source: name, reason: error.message, ...(deprecations && { deprecations }), kind: 'unreadable' };
}

export interface Sources {
  pages: PageSource[];
  datasets: PriceDataset[];
  failures: Failure[];
  /** What was not compared, and why this is not a failure. */
  notes: string[];
}

export interface Where {
  /** The providers to check. */
  providers: readonly ProviderFile[];
  /** The ids of all providers of the dataset. */
  all: readonly string[];
  /** A directory of saved pages and datasets. */
  from: string | null;
  fetch: boolean;
  /** The day of the saved files; null: not given. */
  on: string | null;
  today: string;
}

export const datasetFiles = [
  { file: 'models.dev.json', url: 'https://models.dev/api.json', read: modelsDev },
  {
    file: 'litellm.json',
    url: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
    read: liteLlm,
  },
  { file: 'openrouter.json', url: 'https://openrouter.ai/api/v1/models', read: openRouter },
];

/** Runs `work`; an expected error is recorded as a failure of the source. */
export async function attempt(
  of: Omit<Failure, 'reason' | 'kind'>,
  { failures }: Sources,
  work: () => unknown,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DownloadError || error instanceof PageError || error instanceof DatasetError)) throw error;
    failures.push({ ...of, reason: error.message, kind: error instanceof DownloadError ? 'network' : 'unreadable' });
  }
}
