/**
 * The data of pydantic/genai-prices, version 2: a list of providers with their models, in USD per 1,000,000 tokens. A
 * tier holds for the whole call from one token above `start`. Its `extractors`, which read an answer of an API, are no
 * prices and not in the map.
 */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { apiPattern, type Listed, listedIn, type Rates, ratesOf, sellerIn, withoutNulls } from './listed.ts';

type Match = { equals: string } | { or: Match[] };

interface Provider {
  id: string;
  name: string;
  pricing_urls: string[];
  api_pattern: string;
  model_match?: Match;
  models: Record<string, unknown>[];
}

export function genaiPrices(catalog: Catalog): Provider[] {
  const providers = new Map<string, Provider>();
  const makers = new Map<string, string[]>();
  for (const listed of listedIn(catalog)) {
    const { seller, names } = listed;
    const id = sellerIn('genaiPrices', seller);
    const provider = providers.get(id) ?? {
      id,
      name: seller.name,
      pricing_urls: [],
      api_pattern: apiPattern(seller),
      models: [],
    };
    providers.set(id, provider);
    if (!provider.pricing_urls.includes(seller.pricingUrl)) provider.pricing_urls.push(seller.pricingUrl);
    if (!seller.isHost) makers.set(id, [...(makers.get(id) ?? []), ...names]);
    provider.models.push(modelOf(listed));
  }
  // The name of a model alone means its maker.
  for (const [id, names] of makers) (providers.get(id) as Provider).model_match = anyOf(names);
  return [...providers.values()];
}

/** Compared without regard to case. */
const anyOf = (names: readonly string[]): Match => {
  const each = names.map((name) => ({ equals: name.toLowerCase() }));
  return each.length === 1 ? (each[0] as Match) : { or: each };
};

function modelOf({ model, names }: Listed): Record<string, unknown> {
  const { name, contextWindow } = model.facts;
  return withoutNulls<unknown>({
    id: (names[0] as string).toLowerCase(),
    name,
    match: anyOf(names),
    context_window: contextWindow,
    prices: pricesOf(model),
    deprecated: model.status === 'deprecated' ? true : null,
  });
}

const keys = {
  input: 'input_mtok',
  cachedInput: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  cacheWrite1h: 'cache_write_1h_mtok',
  output: 'output_mtok',
} as const satisfies Record<keyof Rates, string>;

function pricesOf({ price, webSearchPer1000 }: Listed['model']): Record<string, unknown> {
  const base = ratesOf(price);
  const bands = price.longContext.map((band) => ({ start: band.above, rates: ratesOf(band) }));
  const priceIn = (part: keyof Rates): unknown => {
    if (base[part] === null) return null;
    // A band without a price of its own would be charged at the one before it.
    const tiers = bands.flatMap(({ start, rates }) => (rates[part] === null ? [] : [{ start, price: rates[part] }]));
    return tiers.length === 0 ? base[part] : { base: base[part], tiers };
  };
  return withoutNulls({
    ...Object.fromEntries(Object.entries(keys).map(([part, key]) => [key, priceIn(part as keyof Rates)])),
    web_searches_kcount: webSearchPer1000,
  });
}
