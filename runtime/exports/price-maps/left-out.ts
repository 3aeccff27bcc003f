/**
 * What a price map cannot say, model by model: whatever is known of a price beyond the fields of its format. Each map
 * names the kinds of fact that its format has words for; every other fact is listed in the file beside it.
 */
import type { PriceMapName } from '../../api/routes/documents.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { nextPriceAfter, type TokenPrices } from '../../core/dataset/price-on-day.ts';
import { toolFeesOf } from '../../core/dataset/provider-fees.ts';
import { lastSeenOf, mainSource, nameOfSource } from '../../core/dataset/sources.ts';
import { regionsSold } from '../../core/dataset/terms.ts';
import {
  pricedTokenUnits,
  type Tool,
  type ToolUnit,
  toolUnits,
  uncountedTools,
} from '../../core/schemas/billable-units.ts';
import { serviceTierNames } from '../../core/schemas/levels.ts';
import { grouped, shortDollars } from '../../core/values/money.ts';
import { type Listed, listedIn, priceOnTerms } from './listed.ts';

const tools: readonly Tool[] = [...toolUnits, ...uncountedTools];
const toolFees = Object.fromEntries(
  tools.map(({ part, tool }) => [part, `The fee of the maker's ${tool.toLowerCase()}.`]),
) as Record<ToolUnit['part'] | (typeof uncountedTools)[number]['part'], string>;

/** Every kind of fact that a format may have no word for, and what becomes of a call that it concerns. */
export const factKinds = {
  longContext: 'A call with a longer prompt is billed entirely at other prices.',
  cacheWrite: 'Writing to the cache has its own price.',
  cacheWrite1h: 'Writing to the cache for one hour has its own price.',
  noCachedPrice:
    'No price for reading from the cache is known. The format cannot tell unknown from free: readers count 0, or the input price.',
  noCacheWrite1h:
    'No price for one-hour writes is known. The format cannot tell unknown from free: readers count 0, or the usual write price.',
  serviceTier: 'Prices of input and output on other terms.',
  serviceTierCache: 'Prices of reading from the cache and writing to it on other terms.',
  serviceTierCacheWrite1h: 'The price of one-hour writes on other terms.',
  batch: 'Prices of input and output in a batch.',
  batchCache: 'Prices of reading from the cache and writing to it in a batch.',
  region: 'Processing bound to a region costs more.',
  offPeak: 'Outside the peak hours it costs less; the map has the peak price.',
  cacheStorage: 'Tokens kept in an explicit cache cost by the hour.',
  ...toolFees,
  codeSession: "The fee of the maker's code tool.",
  promise: 'The price is promised until a day, or the model is guaranteed to stay until one.',
  nextPrice: 'Another price is announced.',
  shutDown: 'The day on which the model is shut down is announced.',
  otherHost: 'A host sells the model at its own price.',
} as const;
export type FactKind = keyof typeof factKinds;

/** A format in which the list prices are published. */
export interface PriceMap {
  name: PriceMapName;
  says: readonly FactKind[];
  /** Whether it has prices of other hosts than a model's own provider. */
  hasHosts: boolean;
  map: (catalog: Catalog) => unknown;
  entriesOf: (listed: Listed) => string[];
}

interface Fact {
  kind: FactKind;
  /** The fact with its numbers, in USD per 1,000,000 tokens unless it says otherwise. */
  text: string;
}

export type LeftOut = ReturnType<typeof leftOutOf>;

/** The file beside a map: every model and offer with its entries, and what the format cannot say of it. */
export function leftOutOf(catalog: Catalog, map: PriceMap) {
  const models = listedIn(catalog).map((listed) => {
    const { model, seller, isOffer } = listed;
    const entries = isOffer && !map.hasHosts ? [] : map.entriesOf(listed);
    const facts = entries.length === 0 ? [atHost(listed)] : factsOf(listed, catalog.asOf);
    return {
      modelId: model.id,
      /** null: the model's own provider. */
      host: isOffer ? seller.id : null,
      entries,
      /** First day of the price (UTC); null: since release or unknown. */
      priceFrom: model.price.from,
      lastSeen: lastSeenOf(model.seen),
      /** Address or name of the source in which it was seen then. */
      source: nameOfSource(mainSource(model.provider, model.price.sources)) ?? '',
      leftOut: facts.filter(({ kind }) => !map.says.includes(kind)),
    };
  });
  const used = new Set(models.flatMap(({ leftOut }) => leftOut.map(({ kind }) => kind)));
  return {
    format: map.name,
    about: 'What the format cannot say of each model. Where it lists nothing, the map has the whole list price.',
    pricesAsOf: catalog.asOf,
    datasetVersion: catalog.version,
    kinds: Object.fromEntries(Object.entries(factKinds).filter(([kind]) => used.has(kind as FactKind))) as Partial<
      typeof factKinds
    >,
    models,
  };
}

const atHost = ({ model, seller }: Listed): Fact => ({
  kind: 'otherHost',
  text: `${seller.name}: ${pricesInWords(model.price)}.`,
});

/** Whatever is known of a price beyond input, output and reading from the cache. */
function factsOf({ model }: Listed, asOf: string): Fact[] {
  const { price, facts } = model;
  const next = nextPriceAfter(facts.prices, asOf);
  const found: [kind: FactKind, text: string | false | null | undefined][] = [
    ...price.longContext.map((band): [FactKind, string] => [
      'longContext',
      `Above ${grouped(String(band.above))} prompt tokens: ${pricesInWords(band)}.`,
    ]),
    ['cacheWrite', price.cacheWrite !== null && `Cache write: ${shortDollars(price.cacheWrite)}.`],
    ['cacheWrite1h', price.cacheWrite1h != null && `One-hour write: ${shortDollars(price.cacheWrite1h)}.`],
    ['noCachedPrice', price.cachedInput === null && 'No price for tokens read from the cache.'],
    ['noCacheWrite1h', price.cacheWrite1h == null && 'No price for one-hour writes.'],
    ...tierFacts(model),
    ...regionsSold(model).flatMap((region): [FactKind, string][] => {
      const there = region === 'global' ? null : priceOnTerms(model, { region });
      return there === null ? [] : [['region', `Region ${region}: ${pricesInWords(there)}.`]];
    }),
    [
      'offPeak',
      price.offPeak &&
        `Outside ${price.offPeak.peakUtc.join(', ')} UTC (${price.offPeak.peakDays}): ${pricesInWords(price.offPeak)}.`,
    ],
    [
      'cacheStorage',
      price.cacheStoragePerHour !== undefined && `Cache storage: ${shortDollars(price.cacheStoragePerHour)} an hour.`,
    ],
    ...toolFeesOf(model).map(({ tool, usd, per, unit }): [FactKind, string] => [
      tool,
      `${shortDollars(usd)} for ${grouped(String(per))} ${unit}.`,
    ]),
    ['promise', price.holdsUntil !== undefined && `Promised until ${price.holdsUntil}.`],
    ['promise', facts.lifecycle?.notBefore && `Not shut down before ${facts.lifecycle.notBefore}.`],
    ['nextPrice', next && `From ${next.from}: ${pricesInWords(next)}.`],
    ['shutDown', facts.lifecycle?.shutDown && `Shut down on ${facts.lifecycle.shutDown}.`],
  ];
  return found.flatMap(([kind, text]) => (text ? [{ kind, text }] : []));
}

function tierFacts(model: CatalogModel): [FactKind, string][] {
  return serviceTierNames.flatMap((tier): [FactKind, string][] => {
    const price = priceOnTerms(model, { serviceTier: tier });
    if (price === null) return [];
    const own = model.listPrice.serviceTiers?.[tier]?.longContext ?? [];
    const bands = [{ ...price, above: null }, ...own];
    return bands.flatMap(({ above, input, output, cachedInput, cacheWrite, cacheWrite1h }) => {
      const where = above === null ? `Level ${tier}` : `Level ${tier} above ${grouped(String(above))} prompt tokens`;
      const isBatch = tier === 'batch';
      const plain: [FactKind, string] = [
        // LiteLLM has words for a batch of short prompts, and for long prompts on the other levels.
        isBatch ? (above === null ? 'batch' : 'batchCache') : 'serviceTier',
        `${where}: ${pricesInWords({ input, output })}.`,
      ];
      const cache: [FactKind, string] = [
        isBatch ? 'batchCache' : 'serviceTierCache',
        `${where}: ${pricesInWords({ cachedInput, cacheWrite })}.`,
      ];
      const long: [FactKind, string] = [
        'serviceTierCacheWrite1h',
        `${where}: ${pricesInWords({ cacheWrite1h: cacheWrite1h ?? null })}.`,
      ];
      return [
        plain,
        ...(cachedInput === null && cacheWrite === null ? [] : [cache]),
        ...(cacheWrite1h == null ? [] : [long]),
      ];
    });
  });
}

/** `input $3, output $15, cached input $0.30`; prices that are not known are left out. */
const pricesInWords = (prices: TokenPrices): string =>
  pricedTokenUnits
    .flatMap(({ part, label }) => {
      const usd = prices[part];
      return usd == null ? [] : `${label} ${shortDollars(usd)}`;
    })
    .join(', ');
