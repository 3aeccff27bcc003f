/** LiteLLM, `model_prices_and_context_window.json`: dollars per token, in a flat list with a provider in each entry. */

import { type Kind, kinds, nothing, type Prices, type Stated } from '../compare-prices.ts';
import { perMillion } from '../sources/decimal.ts';
import { DatasetError, type Entry, idsOf, isRecord, type PriceDataset, parseRecord } from './price-dataset.ts';

/** Their names for our providers: only the first-party API, not the clouds that resell it. */
const providerIds: Record<string, readonly string[]> = {
  alibaba: ['dashscope'],
  amazon: ['bedrock', 'bedrock_converse'],
  cohere: ['cohere', 'cohere_chat'],
  google: ['gemini'],
  meta: ['meta_llama'],
};

/** Their names for our prices. */
const keys: Record<Kind, string> = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cachedInput: 'cache_read_input_token_cost',
  cacheWrite: 'cache_creation_input_token_cost',
  cacheWrite1h: 'cache_creation_input_token_cost_above_1hr',
};

/** `name` and `day` identify the file and its date. */
export function liteLlm(text: string, name: string, day: string | null): PriceDataset {
  const entries = Object.entries(parseRecord(text)).flatMap(([key, value]) =>
    isRecord(value) && typeof value.litellm_provider === 'string' ? [{ key, value, by: value.litellm_provider }] : [],
  );
  if (entries.length === 0) throw new DatasetError('no entry has a litellm_provider');
  return {
    id: 'litellm',
    name,
    day,
    reseller: false,
    find(provider, model): Entry | undefined {
      const ids = idsOf(model);
      const found = entries.find(
        ({ key, value, by }) =>
          (providerIds[provider.id] ?? [provider.id]).includes(by) &&
          // Keys of most providers begin with the provider's name.
          ids.includes((key.startsWith(`${by}/`) ? key.slice(by.length + 1) : key).toLowerCase()) &&
          value[keys.input] !== undefined,
      );
      return found && { key: found.key, stated: statedBy(found.value) };
    },
  };
}

function statedBy(value: Record<string, unknown>): Stated {
  const limits = Object.keys(value).flatMap((key) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(key)?.[1] ?? []);
  const bands = limits
    .map((k) => ({ above: Number(k) * 1000, prices: pricesOf(value, `_above_${k}k_tokens`) }))
    .filter(({ prices }) => prices.input !== null)
    .sort((a, b) => a.above - b.above);
  return { base: pricesOf(value, ''), upTo: null, bands: bands.length > 0 ? bands : null, offPeak: null };
}

function pricesOf(value: Record<string, unknown>, suffix: string): Prices {
  const prices = { ...nothing };
  for (const kind of kinds) {
    const cost = value[keys[kind] + suffix];
    if (typeof cost === 'number' || typeof cost === 'string') prices[kind] = perMillion(cost);
  }
  return prices;
}
