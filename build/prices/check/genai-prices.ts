/** `@pydantic/genai-prices`, in the version in node_modules, so that this works offline. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { calcPrice, findProvider, type ModelPrice, TieredPrices } from '@pydantic/genai-prices';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { type Kind, kinds, nothing, type Prices, type Stated, statedOf } from './compare-prices.ts';
import { idsOf, type PriceDataset } from './datasets.ts';

/** Their names for our providers, where they differ. */
const providerIds: Record<string, string> = { amazon: 'aws', moonshot: 'moonshotai', xai: 'x-ai' };

/** Their names for our prices. */
const keys: Record<Kind, string> = {
  input: 'input_mtok',
  output: 'output_mtok',
  cachedInput: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  cacheWrite1h: 'cache_write_1h_mtok',
};

/** The package does not state the day of its prices, so the day of each reviewed release is listed here. */
const releases: Record<string, string> = { '0.1.8': '2026-09-23' };

/** DeepSeek's price depends on the time: one hour within its peak, which is our base price, and one outside it. */
const hours = { peak: '02:00:00Z', offPeak: '12:00:00Z' };

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@pydantic/genai-prices');
  return (JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as { version: string }).version;
}

export function genaiPrices(): PriceDataset {
  const version = installedVersion();
  return {
    id: 'genai-prices',
    name: `@pydantic/genai-prices ${version}`,
    day: lookUp(releases, version) ?? null,
    reseller: false,
    find(provider, model, day) {
      const providerId = lookUp(providerIds, provider.id) ?? provider.id;
      if (!findProvider({ providerId })) return undefined;
      const names = idsOf(model);
      for (const name of [model.id, ...model.aliases]) {
        const at = (hour: string) =>
          calcPrice({ input_tokens: 1 }, name, { providerId, timestamp: new Date(`${day}T${hour}`) });
        const found = at(hours.peak);
        // The package matches by prefix, so `claude-sonnet-5-5` finds `claude-sonnet-5`: reject such matches.
        if (found?.provider.id !== providerId || !names.includes(found.model.id.toLowerCase())) continue;
        const stated = statedBy(found.model_price);
        const other = statedBy(at(hours.offPeak)?.model_price ?? {}).base;
        const isOther = kinds.some((kind) => other[kind] !== stated.base[kind]);
        return { key: `${providerId}, ${found.model.id}`, stated: { ...stated, offPeak: isOther ? other : null } };
      }
      return undefined;
    },
  };
}

/** Converts tiers per price to prices per tier. A tier starts above its number, like ours. */
export function statedBy(prices: ModelPrice): Stated {
  const starts = Object.values(prices).flatMap((price) =>
    isTiered(price) ? price.tiers.map(({ start }) => start) : [],
  );
  const at = (tokens: number | null): Prices => {
    const out = { ...nothing };
    for (const kind of kinds) {
      const price = lookUp(prices, keys[kind]);
      if (isTiered(price))
        out[kind] = price.tiers.findLast(({ start }) => tokens !== null && start <= tokens)?.price ?? price.base;
      else out[kind] = price ?? null;
    }
    return out;
  };
  const bands = [...new Set(starts)].sort((a, b) => a - b).map((above) => ({ above, prices: at(above) }));
  return statedOf(at(null), bands);
}

const isTiered = (price: ModelPrice[string]): price is TieredPrices =>
  price instanceof TieredPrices || (typeof price === 'object' && 'tiers' in price);
