/** A parsed public dataset of prices: entries by our models. */
import type { ModelFile } from '../../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../../runtime/core/schemas/data-files/provider-file.ts';
import type { Stated } from '../compare-prices.ts';

export interface Entry {
  /** The key of the entry in the dataset. */
  key: string;
  stated: Stated;
}

export interface PriceDataset {
  id: 'genai-prices' | 'models.dev' | 'litellm' | 'openrouter';
  /** For people, with its version or file. */
  name: string;
  /** The day of its numbers; null: unknown. */
  day: string | null;
  /** A reseller's prices are not the provider's: shown, never compared. */
  reseller: boolean;
  /** What it states about a model on `day`; undefined: it does not list the model. */
  find(provider: ProviderFile, model: ModelFile, day: string): Entry | undefined;
}

/** The file is incomplete, or not the dataset that its name suggests. */
export class DatasetError extends Error {
  override name = 'DatasetError';
}

type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a dataset's text as a JSON object. Throws `DatasetError` with the reason. */
export function parseRecord(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new DatasetError(`not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(value)) throw new DatasetError('not a JSON object');
  return value;
}

/** The ids under which a dataset may list a model: our id and aliases, in lower case. */
export const idsOf = (model: ModelFile): string[] => [model.id, ...model.aliases].map((id) => id.toLowerCase());
