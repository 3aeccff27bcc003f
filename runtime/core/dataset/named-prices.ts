/**
 * Names at sellers that no record of the dataset prices, each at what one dataset states for it there: hundreds of small
 * models, variants and older snapshots. They price calls under that name, and are in no list and no ranking.
 */
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import { type NamedPrices, noOffers } from '../schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';
import { memoize } from '../values/memoize.ts';
import type { Catalog } from './catalog.ts';
import { folded } from './name-words.ts';
import { nameAtHost } from './resolve.ts';
import { changeDays } from './unchanged-days.ts';

/** A name and its dated prices at one seller. */
interface NamedModel {
  seller: string;
  facts: ModelFile;
  provider: ProviderFile;
}

/**
 * The prices of a name at a host; undefined: none are known.
 * @param host under our name; null: the name says no host, and its maker sells it
 */
export function pricesOfName(catalog: Catalog, name: string, host: string | null): NamedModel | undefined {
  const there = namesOf(catalog).get(keyOf(name)) ?? [];
  return there.find(({ seller, provider }) => (host === null ? provider.models.length > 0 : seller === host));
}

/** The days (YYYY-MM-DD, UTC, in order) on which the price of a name can change, at any seller. */
export const daysOfName = (catalog: Catalog, name: string): string[] =>
  changeDays(
    (namesOf(catalog).get(keyOf(name)) ?? []).map(({ facts }) => facts),
    noOffers,
  );

const keyOf = (name: string): string => folded(nameAtHost(name));

const namesOf = memoize((catalog: Catalog): Map<string, NamedModel[]> => {
  const names = new Map<string, NamedModel[]>();
  const groups = [...(catalog.offers.named ?? [])].sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  for (const group of groups) {
    const provider = sellerOf(catalog, group.seller);
    for (const name of Object.keys(group.prices)) {
      // A name of several sellers is looked up without what stands for the seller.
      const key = keyOf(`${provider.models.length > 0 ? '' : `${group.seller}/`}${name}`);
      const all = names.get(key) ?? [];
      const known = all.find(({ seller }) => seller === group.seller);
      if (known !== undefined) known.facts.prices.push(datedPrice(group, name));
      else names.set(key, [...all, { seller: group.seller, facts: factsOf(group, name), provider }]);
    }
  }
  return names;
});

/** The seller as a provider: its own entry, or a host's name without models. */
function sellerOf({ offers, providers }: Catalog, id: string): ProviderFile {
  const host = offers.hosts.find((one) => one.id === id);
  const provider = providers.find((one) => one.id === id);
  if (host === undefined && provider !== undefined) {
    const { toolFees: _, regions: __, ...own } = provider;
    return own;
  }
  return {
    id,
    name: host?.name ?? id,
    pricingUrl: host?.pricingUrl ?? '',
    domains: [],
    caching: {
      mode: 'automatic',
      description: '',
      minPrefixTokens: null,
      hitEfficiency: { value: 0.95, basis: 'assumed', source: '' },
      defaultTtl: null,
      sources: [],
    },
    rules: [],
    models: [],
  };
}

const factsOf = (group: NamedPrices, name: string): ModelFile => ({
  id: name,
  name,
  aliases: [],
  tier: 'mid',
  tierReason: '',
  contextWindow: Number.MAX_SAFE_INTEGER,
  maxOutputTokens: null,
  releaseDate: null,
  confidence: 'imported',
  notes: [],
  prices: [datedPrice(group, name)],
});

function datedPrice({ from, source, prices, above }: NamedPrices, name: string): DatedPrice {
  return {
    from,
    ...pricesIn(prices[name] ?? []),
    longContext: (above?.[name] ?? []).map(([tokens, ...band]) => ({ above: tokens ?? 0, ...pricesIn(band) })),
    sources: [source],
    verifiedOn: source.on,
  };
}

const pricesIn = ([input, output, cachedInput, cacheWrite]: readonly (number | null)[]) => ({
  input: input ?? 0,
  output: output ?? 0,
  cachedInput: cachedInput ?? null,
  cacheWrite: cacheWrite ?? null,
  cacheWrite1h: null,
});
