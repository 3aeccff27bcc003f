/** OpenRouter, `/api/v1/models`: dollars per token as text. A reseller, so its numbers are only shown. */

import { nothing, type Prices } from '../compare-prices.ts';
import { perMillion } from '../sources/decimal.ts';
import { DatasetError, type Entry, idsOf, isRecord, type PriceDataset, parseRecord } from './price-dataset.ts';

/** Their names for our providers, where they differ. */
const vendors: Record<string, string> = {
  alibaba: 'qwen',
  meta: 'meta-llama',
  mistral: 'mistralai',
  moonshot: 'moonshotai',
  xai: 'x-ai',
  zai: 'z-ai',
};

/** `name` and `day` identify the file and its date. */
export function openRouter(text: string, name: string, day: string | null): PriceDataset {
  const { data } = parseRecord(text);
  if (!Array.isArray(data)) throw new DatasetError('it has no list "data"');
  const models = data.filter(isRecord);
  return {
    id: 'openrouter',
    name,
    day,
    reseller: true,
    find(provider, model): Entry | undefined {
      const ids = idsOf(model).map((id) => `${vendors[provider.id] ?? provider.id}/${id}`);
      const found = models.find(({ id }) => typeof id === 'string' && ids.includes(id.toLowerCase()));
      if (!found || !isRecord(found.pricing)) return undefined;
      const stated = { base: pricesOf(found.pricing), upTo: null, bands: null, offPeak: null };
      return { key: String(found.id), stated };
    },
  };
}

function pricesOf(pricing: Record<string, unknown>): Prices {
  const price = (key: string): number | null => {
    const value = pricing[key];
    // A price of -1 means that it depends on the chosen model; perMillion returns null for it.
    return typeof value === 'string' || typeof value === 'number' ? perMillion(value) : null;
  };
  return {
    ...nothing,
    input: price('prompt'),
    output: price('completion'),
    cachedInput: price('input_cache_read'),
    cacheWrite: price('input_cache_write'),
  };
}
