/**
 * The `api.json` of models.dev: providers with their models, in USD per 1,000,000 tokens. What a model can do (tools,
 * reasoning, attachments) is not in this dataset and not in the map; readers of prices do not need it.
 */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type Listed, listedIn, ratesUnder, sellerIn, withoutNulls } from './listed.ts';

interface Provider {
  id: string;
  name: string;
  doc: string;
  models: Record<string, unknown>;
}

export function modelsDev(catalog: Catalog): Record<string, Provider> {
  const providers: Record<string, Provider> = {};
  for (const listed of listedIn(catalog)) {
    const { seller } = listed;
    const id = sellerIn('modelsDev', seller);
    providers[id] ??= { id, name: seller.name, doc: seller.pricingUrl, models: {} };
    for (const name of listed.names) providers[id].models[name] ??= modelOf(listed, name);
  }
  return providers;
}

function modelOf({ model }: Listed, id: string): Record<string, unknown> {
  const { name, contextWindow, maxOutputTokens, releaseDate } = model.facts;
  return withoutNulls<unknown>({
    id,
    name,
    release_date: releaseDate,
    last_updated: model.price.from ?? releaseDate,
    cost: costOf(model.price),
    limit: withoutNulls({ context: contextWindow, output: maxOutputTokens }),
    status: model.status === 'deprecated' ? 'deprecated' : null,
  });
}

/** Above `size` tokens a tier is the price of the whole call; `context_over_200k` is the same under its older name. */
function costOf(price: Listed['model']['price']): Record<string, unknown> {
  const tiers = price.longContext.map((band) => ({
    ...tokensOf(band),
    tier: { type: 'context', size: band.above },
  }));
  const over200k = price.longContext.find(({ above }) => above === 200_000);
  return {
    ...tokensOf(price),
    ...(tiers.length > 0 && { tiers }),
    ...(over200k && { context_over_200k: tokensOf(over200k) }),
  };
}

const keys = { input: 'input', output: 'output', cachedInput: 'cache_read', cacheWrite: 'cache_write' };

const tokensOf = (prices: Parameters<typeof ratesUnder>[1]): Record<string, number> =>
  ratesUnder(keys, prices, (usd) => usd);
