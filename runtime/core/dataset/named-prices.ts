/**
 * Names at sellers that no record of the dataset prices, each at what one dataset states for it there: hundreds of small
 * models, variants and older snapshots. They price calls under that name, and are in no list and no ranking.
 */

import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import { type NamedPrices, noOffers } from '../schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';
import { lookUp } from '../values/look-up.ts';
import { memoize } from '../values/memoize.ts';
import type { Catalog, CatalogModel } from './catalog.ts';
import { folded } from './name-words.ts';
import { nameAtHost, placeInName } from './resolve.ts';
import { knownSince } from './sources.ts';
import { changeDays } from './unchanged-days.ts';

/** The facts of a name that is no model of the dataset: all but its prices is unknown. */
interface NameFacts extends ModelFile {
  isOnlyName: true;
}

/** A name and its dated prices at one seller. */
interface NamedModel {
  seller: string;
  facts: NameFacts;
  provider: ProviderFile;
}

/**
 * The prices of a name at a host; undefined: none are known. `region`: a place in the name whose own price no list has, so
 * that the one of the name without it stands in; null: none.
 * @param host under our name; null: the name says no host, and its maker sells it
 */
export function pricesOfName(
  catalog: Catalog,
  name: string,
  host: string | null,
): (NamedModel & { region: string | null }) | undefined {
  const { region, unplaced } = placeInName(name);
  const among = (key: string) =>
    namesOf(catalog)
      .get(key)
      ?.find(({ seller, provider }) => (host === null ? provider.models.length > 0 : seller === host));
  const exact = among(keyOf(name));
  // A zone before the name is part of it, and in the list; a region in the path (bedrock/us-gov-west-1/...) is not.
  const isInPath = unplaced === nameAtHost(name) && region !== 'regional';
  if (exact !== undefined) return { ...exact, region: isInPath ? region : null };
  const elsewhere = among(folded(unplaced));
  return elsewhere && { ...elsewhere, region };
}

/** The note on a price that stands in for days long before the list that states it; null: it does not. */
export function earlierNote({ facts, listPrice }: CatalogModel, day: string): string | null {
  const known = knownSince(listPrice);
  if (facts.releaseDate !== always || known <= day) return null;
  return `The list that states this price is of ${known}, after the end of ${facts.id}: earlier prices are not known.`;
}

/** The note on a price of a name that the newest list of its seller lacks; null: that has it, or is of after `day`. */
export function goneNote(catalog: Catalog, { facts, listPrice, provider }: CatalogModel, day: string): string | null {
  const newest = listDays(catalog).get(provider.id);
  if (newest === undefined || newest > day || newest <= listPrice.verifiedOn || !('isOnlyName' in facts)) return null;
  return `${provider.name}'s list of ${newest} lacks ${facts.id}: this is its price in one of ${listPrice.verifiedOn}.`;
}

/** The day of the newest list that was imported, by seller. */
const listDays = memoize((catalog: Catalog): Map<string, string> => {
  const days = new Map<string, string>();
  for (const { host, prices } of catalog.offers.offers) {
    for (const { url, on } of prices.at(-1)?.sources ?? []) {
      if (url === undefined && on > (days.get(host) ?? '')) days.set(host, on);
    }
  }
  return days;
});

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
      if (known !== undefined) {
        known.facts.prices.push(datedPrice(group, name));
      } else names.set(key, [...all, { seller: group.seller, facts: factsOf(group, name), provider }]);
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

const factsOf = (group: NamedPrices, name: string): NameFacts => ({
  isOnlyName: true,
  id: name,
  name,
  aliases: [],
  tier: 'mid',
  tierReason: '',
  contextWindow: Number.MAX_SAFE_INTEGER,
  maxOutputTokens: null,
  ...soldFrom(group, name),
  confidence: 'imported',
  notes: [],
  prices: [datedPrice(group, name)],
});

/** Since when a name is sold, and its end at its seller: when that became known is not. */
function soldFrom({ sold, from, source }: NamedPrices, name: string): Pick<ModelFile, 'lifecycle' | 'releaseDate'> {
  const { from: since = null, shutDown = null, source: fact } = lookUp(sold ?? {}, name) ?? {};
  // What a list still states after the end is the last price, which holds on the days before it, too.
  const isLast = from === null && shutDown !== null && shutDown <= source.on;
  const releaseDate = since ?? (isLast ? always : null);
  if (shutDown === null || fact === undefined) return { releaseDate };
  const unknown = { notBefore: null, successor: null, billedAs: null };
  return { releaseDate, lifecycle: { deprecatedOn: shutDown, shutDown, ...unknown, sources: [fact] } };
}

/** Before any call. */
const always = '1970-01-01';

function datedPrice({ from, source, prices, above }: NamedPrices, name: string): DatedPrice {
  return {
    from,
    ...pricesIn(lookUp(prices, name) ?? []),
    longContext: (lookUp(above ?? {}, name) ?? []).map(([tokens, ...band]) => ({
      above: tokens ?? 0,
      ...pricesIn(band),
    })),
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
