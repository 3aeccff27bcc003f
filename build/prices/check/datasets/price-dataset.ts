/** A public dataset of prices, read: entries by our models. */
import type { ModelFile } from '../../../../runtime/core/dataset/files/model-file.ts';
import type { ProviderFile } from '../../../../runtime/core/dataset/files/provider-file.ts';
import type { Stated } from '../compare-prices.ts';

export interface Entry {
  /** The key of the entry in the dataset. */
  key: string;
  stated: Stated;
}

export interface PriceDataset {
  id: 'genai-prices' | 'models.dev' | 'litellm' | 'openrouter';
  /** With its version or file, for people. */
  name: string;
  /** The day its numbers are of; null: unknown. */
  day: string | null;
  /** A reseller's prices are not the provider's: shown, never compared. */
  reseller: boolean;
  /** What it says of a model on `day`, or undefined where it does not know it. */
  find(provider: ProviderFile, model: ModelFile, day: string): Entry | undefined;
}

/** The file is not what its name says, or not whole. */
export class DatasetError extends Error {
  override name = 'DatasetError';
}

type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record out of a dataset's text. Throws `DatasetError` with what is wrong. */
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

/** The ids under which a dataset may have a model: our id and aliases, whatever their case. */
export const idsOf = (model: ModelFile): string[] => [model.id, ...model.aliases].map((id) => id.toLowerCase());
