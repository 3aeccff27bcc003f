/** models.dev, `api.json`: first-party prices by provider, in dollars per million tokens. */
import { nothing, type Prices, type Stated } from '../compare-prices.ts';
import { DatasetError, type Entry, idsOf, isRecord, type PriceDataset, parseRecord } from './price-dataset.ts';

/** Their names for our providers, where they differ. */
const providerIds: Record<string, string> = { amazon: 'amazon-bedrock', moonshot: 'moonshotai' };

/** `name` and `day` identify the file and its date. */
export function modelsDev(text: string, name: string, day: string | null): PriceDataset {
  const data = parseRecord(text);
  if (!Object.values(data).some((provider) => isRecord(provider) && isRecord(provider.models))) {
    throw new DatasetError('none of its providers has models');
  }
  return {
    id: 'models.dev',
    name,
    day,
    reseller: false,
    find(provider, model): Entry | undefined {
      const providerId = providerIds[provider.id] ?? provider.id;
      const models = isRecord(data[providerId]) ? data[providerId].models : undefined;
      if (!isRecord(models)) return undefined;
      const ids = idsOf(model);
      const [key, value] = Object.entries(models).find(([id]) => ids.includes(id.toLowerCase())) ?? [];
      if (!isRecord(value) || !isRecord(value.cost)) return undefined;
      return { key: `${providerId}/${key}`, stated: statedBy(value.cost) };
    },
  };
}

function statedBy(cost: Record<string, unknown>): Stated {
  const tiers = (Array.isArray(cost.tiers) ? cost.tiers.filter(isRecord) : []).flatMap((tier) => {
    const above = isRecord(tier.tier) && tier.tier.type === 'context' ? tier.tier.size : undefined;
    return typeof above === 'number' ? [{ above, prices: pricesOf(tier) }] : [];
  });
  // The older field has its threshold in its name; it is kept alongside the newer one, which has its own threshold.
  const over200k = isRecord(cost.context_over_200k)
    ? [{ above: 200_000, prices: pricesOf(cost.context_over_200k) }]
    : [];
  const bands = tiers.length > 0 ? tiers : over200k;
  return { base: pricesOf(cost), upTo: null, bands: bands.length > 0 ? bands : null, offPeak: null };
}

const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const pricesOf = (cost: Record<string, unknown>): Prices => ({
  ...nothing,
  input: numberOr(cost.input),
  output: numberOr(cost.output),
  cachedInput: numberOr(cost.cache_read),
  cacheWrite: numberOr(cost.cache_write),
});
