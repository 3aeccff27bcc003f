/** Public datasets of prices that are read from JSON files: models.dev, LiteLLM and OpenRouter. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { type Kind, kinds, nothing, type Prices, type Stated, statedOf } from './compare-prices.ts';

export interface Entry {
  /** The key of the entry in the dataset. */
  key: string;
  stated: Stated;
}

/** A parsed public dataset of prices: entries by our models. */
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

/** Reads a dataset. `name` and `day` identify the file and its date. @throws DatasetError */
type Reader = (text: string, name: string, day: string | null) => PriceDataset;

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a dataset's text as a JSON object. Throws `DatasetError` with the reason. */
function parseRecord(text: string): Json {
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

/** A dataset's names for our prices; those it does not have are absent. */
type Keys = Partial<Record<Kind, string>>;

/** The prices in `value` under `keys`, each followed by `suffix`; `read` gives USD per million tokens. */
function pricesOf(value: Json, keys: Keys, read: (price: unknown) => number | null, suffix = ''): Prices {
  const prices = { ...nothing };
  for (const kind of kinds) prices[kind] = keys[kind] === undefined ? null : read(value[keys[kind] + suffix]);
  return prices;
}

const perMillionTokens = (price: unknown): number | null => (typeof price === 'number' ? price : null);

/** A negative price means that it depends on the chosen model: null. */
const perToken = (price: unknown): number | null =>
  typeof price === 'number' || typeof price === 'string' ? perMillion(price) : null;

/**
 * USD per million tokens from USD per token, exactly: the decimal point is moved in the text of the number.
 * 2e-7 * 1e6 is 0.19999999999999998 in floating point, and a price is compared to the last digit.
 */
export function perMillion(perToken: number | string): number | null {
  const text = typeof perToken === 'number' ? String(perToken) : perToken.trim();
  const parts = /^(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d+))?$/i.exec(text);
  if (!parts) return null;
  return Number(`${parts[1]}e${Number(parts[2] ?? 0) + 6}`);
}

/** models.dev, `api.json`: first-party prices by provider, in dollars per million tokens. */
export const modelsDev: Reader = (text, name, day) => {
  /** Their names for our providers, where they differ. */
  const providerIds: Record<string, string> = { amazon: 'amazon-bedrock', moonshot: 'moonshotai' };
  const data = parseRecord(text);
  if (!Object.values(data).some((provider) => isRecord(provider) && isRecord(provider.models))) {
    throw new DatasetError('none of its providers has models');
  }
  return {
    id: 'models.dev',
    name,
    day,
    reseller: false,
    find(provider, model) {
      const providerId = lookUp(providerIds, provider.id) ?? provider.id;
      const its = lookUp(data, providerId);
      const models = isRecord(its) ? its.models : undefined;
      if (!isRecord(models)) return undefined;
      const ids = idsOf(model);
      const [key, value] = Object.entries(models).find(([id]) => ids.includes(id.toLowerCase())) ?? [];
      if (!isRecord(value) || !isRecord(value.cost)) return undefined;
      return { key: `${providerId}/${key}`, stated: statedByModelsDev(value.cost) };
    },
  };
};

function statedByModelsDev(cost: Json): Stated {
  const keys = { input: 'input', output: 'output', cachedInput: 'cache_read', cacheWrite: 'cache_write' };
  const prices = (from: Json) => pricesOf(from, keys, perMillionTokens);
  const tiers = (Array.isArray(cost.tiers) ? cost.tiers.filter(isRecord) : []).flatMap((tier) => {
    const above = isRecord(tier.tier) && tier.tier.type === 'context' ? tier.tier.size : undefined;
    return typeof above === 'number' ? [{ above, prices: prices(tier) }] : [];
  });
  // The older field has its threshold in its name; it is kept alongside the newer one, which has its own threshold.
  const older = cost.context_over_200k;
  const over200k = isRecord(older) ? [{ above: 200_000, prices: prices(older) }] : [];
  return statedOf(prices(cost), tiers.length > 0 ? tiers : over200k);
}

/** LiteLLM, `model_prices_and_context_window.json`: dollars per token, in a flat list with a provider in each entry. */
export const liteLlm: Reader = (text, name, day) => {
  /** Their names for our providers: only the first-party API, not the clouds that resell it. */
  const providerIds: Record<string, readonly string[]> = {
    alibaba: ['dashscope'],
    amazon: ['bedrock', 'bedrock_converse'],
    cohere: ['cohere', 'cohere_chat'],
    google: ['gemini'],
    meta: ['meta_llama'],
  };
  const entries = Object.entries(parseRecord(text)).flatMap(([key, value]) =>
    isRecord(value) && typeof value.litellm_provider === 'string' ? [{ key, value, by: value.litellm_provider }] : [],
  );
  if (entries.length === 0) throw new DatasetError('no entry has a litellm_provider');
  return {
    id: 'litellm',
    name,
    day,
    reseller: false,
    find(provider, model) {
      const ids = idsOf(model);
      const found = entries.find(
        ({ key, value, by }) =>
          (lookUp(providerIds, provider.id) ?? [provider.id]).includes(by) &&
          // Keys of most providers begin with the provider's name.
          ids.includes((key.startsWith(`${by}/`) ? key.slice(by.length + 1) : key).toLowerCase()) &&
          value.input_cost_per_token !== undefined,
      );
      return found && { key: found.key, stated: statedByLiteLlm(found.value) };
    },
  };
};

function statedByLiteLlm(value: Json): Stated {
  const keys = {
    input: 'input_cost_per_token',
    output: 'output_cost_per_token',
    cachedInput: 'cache_read_input_token_cost',
    cacheWrite: 'cache_creation_input_token_cost',
    cacheWrite1h: 'cache_creation_input_token_cost_above_1hr',
  };
  const limits = Object.keys(value).flatMap((key) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(key)?.[1] ?? []);
  const bands = limits
    .map((k) => ({ above: Number(k) * 1000, prices: pricesOf(value, keys, perToken, `_above_${k}k_tokens`) }))
    .filter(({ prices }) => prices.input !== null)
    .sort((a, b) => a.above - b.above);
  return statedOf(pricesOf(value, keys, perToken), bands);
}

/** OpenRouter, `/api/v1/models`: dollars per token as text. A reseller, so its numbers are only shown. */
export const openRouter: Reader = (text, name, day) => {
  /** Their names for our providers, where they differ. */
  const vendors: Record<string, string> = {
    alibaba: 'qwen',
    meta: 'meta-llama',
    mistral: 'mistralai',
    moonshot: 'moonshotai',
    xai: 'x-ai',
    zai: 'z-ai',
  };
  const keys = {
    input: 'prompt',
    output: 'completion',
    cachedInput: 'input_cache_read',
    cacheWrite: 'input_cache_write',
  };
  const { data } = parseRecord(text);
  if (!Array.isArray(data)) throw new DatasetError('it has no list "data"');
  const models = data.filter(isRecord);
  return {
    id: 'openrouter',
    name,
    day,
    reseller: true,
    find(provider, model) {
      const ids = idsOf(model).map((id) => `${lookUp(vendors, provider.id) ?? provider.id}/${id}`);
      const found = models.find(({ id }) => typeof id === 'string' && ids.includes(id.toLowerCase()));
      if (!found || !isRecord(found.pricing)) return undefined;
      return { key: String(found.id), stated: statedOf(pricesOf(found.pricing, keys, perToken), []) };
    },
  };
};

/** The files by their names in a directory of saved sources, and where they are downloaded from. */
export const datasetFiles: readonly { file: string; url: string; read: Reader }[] = [
  { file: 'models.dev.json', url: 'https://models.dev/api.json', read: modelsDev },
  {
    file: 'litellm.json',
    url: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
    read: liteLlm,
  },
  { file: 'openrouter.json', url: 'https://openrouter.ai/api/v1/models', read: openRouter },
];

/** The offers of each host by its id, without those that repeat a model which the host has as a provider. */
export function soldByHosts(providers: readonly ProviderFile[], { offers }: Offers): Map<string, ModelFile[]> {
  const makers = new Map(providers.flatMap(({ models }) => models.map((model) => [model.id, model] as const)));
  const sold = new Map<string, ModelFile[]>();
  for (const { host, model: id, prices } of offers) {
    const maker = makers.get(id);
    if (maker === undefined || makers.has(`${host}-${id}`)) continue;
    sold.set(host, [...(sold.get(host) ?? []), { ...maker, prices }]);
  }
  return sold;
}
