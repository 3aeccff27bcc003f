/** The answer to /meta, and the `meta` of every answer. */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { offersIn } from '../dataset/host-catalog.ts';
import { newestLook } from '../dataset/price-age.ts';
import { nextPriceAfter } from '../dataset/price-on-day.ts';
import type { Seen } from '../dataset/sources.ts';
import { costModelVersion } from '../dataset/version.ts';
import type { Tier } from '../schemas/request-fields.ts';
import { modelsWhere } from './models.ts';
import type { DatasetMeta, Meta } from './schemas/meta-schemas.ts';

export function datasetMeta(catalog: Catalog): DatasetMeta {
  const offers = offersIn(catalog);
  const inTier = (tier: Tier) => modelsWhere(catalog, { tier }).length;
  return {
    apiVersion: 'v1',
    datasetVersion: catalog.version,
    counts: {
      providers: catalog.providers.length,
      models: catalog.models.length,
      shutDown: catalog.shutDown.length,
      presets: catalog.presets.length,
      offers: offers.length,
      prices: catalog.models.length + offers.length,
      byTier: { frontier: inTier('frontier'), mid: inTier('mid'), fast: inTier('fast') },
      byProvider: Object.fromEntries(
        catalog.providers.map(({ id }) => [id, modelsWhere(catalog, { provider: id }).length]),
      ),
      byHost: Object.fromEntries(
        catalog.offers.hosts.map(({ id }) => [id, offers.filter(({ host }) => host.id === id).length]),
      ),
    },
    currency: 'USD',
    priceUnit: 'USD per 1,000,000 tokens',
    pricesAsOf: catalog.asOf,
    costModelVersion,
    newestLook: newestLook(catalog),
    nextPriceChange: nextPriceChange(catalog),
  };
}

/** The next day on which a price changes, and the models affected; null when nothing is scheduled. */
export function nextPriceChange(catalog: Catalog): DatasetMeta['nextPriceChange'] {
  const changes = catalog.models.flatMap(({ id, facts }) => {
    const on = nextPriceAfter(facts.prices, catalog.asOf)?.from;
    return on ? [{ id, on }] : [];
  });
  const on = changes.map((change) => change.on).sort()[0];
  return on === undefined ? null : { on, models: changes.filter((change) => change.on === on).map(({ id }) => id) };
}

const disclaimer =
  'Public list prices, directional only: they change often and leave out discounts, taxes and unknown regional rates. Verify with the maker or host.';

/** Freshness and terms. `pricesVerified` covers only models seen at their provider; the others are counted. */
export function metaOf(catalog: Catalog): Meta {
  const inForce = catalog.models.map(({ price }) => price);
  const atProvider = freshness(catalog.models.map(({ seen }) => seen.atProvider));
  const total = catalog.models.length;
  const used = usedModels(catalog);
  const atOwn = used.filter(({ seen }) => seen.atProvider !== null).length;
  return {
    pricesVerified: atProvider.oldest ?? oldest(inForce.map(({ verifiedOn }) => verifiedOn)) ?? catalog.asOf,
    pricesVerifiedCovers: `${atProvider.models} of ${total} models; the others were seen only in datasets`,
    usedPricesSeen: oldest(used.map(({ seen }) => newest(seen))) ?? null,
    usedPricesSeenCovers: `${used.length} models that presets and boards name, ${atOwn} of them ever seen at their maker`,
    seenAtProvider: atProvider,
    seenInDatasets: freshness(catalog.models.map(({ seen }) => seen.inDatasets)),
    pricesUpdated:
      inForce
        .flatMap(({ from }) => from ?? [])
        .sort()
        .at(-1) ?? catalog.asOf,
    disclaimer,
    datasetVersion: catalog.version,
    pricesInForce: catalog.inForce,
  };
}

/** The models on sale that somebody is known to use: the defaults of the presets, and those on boards. */
function usedModels({ presets, measured, find }: Catalog): CatalogModel[] {
  const named = [
    ...presets.map(({ defaultModel }) => defaultModel),
    ...measured.flatMap(({ rows }) => rows.map(({ modelId }) => modelId)),
  ];
  const models = new Set(named.flatMap((id) => (id === null ? [] : (find(id) ?? []))));
  return [...models].filter(({ status }) => status !== 'shutDown');
}

/** The last day on which a price was seen anywhere. */
const newest = ({ atProvider, inDatasets }: Seen): string =>
  (atProvider ?? '') > (inDatasets ?? '') ? (atProvider as string) : (inDatasets as string);

/** The oldest and newest known day, and how many models have one. */
function freshness(days: readonly (string | null)[]): Meta['seenAtProvider'] {
  const known = days.filter((day) => day !== null).sort();
  return { oldest: known[0] ?? null, newest: known.at(-1) ?? null, models: known.length };
}

const oldest = (days: readonly string[]): string | undefined => days.toSorted()[0];
