/** Places for SQL: which place a word means, and at which rows of the price table a call there is priced. */
import { type Catalog, type CatalogModel, knownModels } from '../../core/dataset/catalog.ts';
import { soldAtHosts } from '../../core/dataset/host-catalog.ts';
import { anyRegion, regionalPrice, tiersSold } from '../../core/dataset/price-on-day.ts';
import type { ServiceTier } from '../../core/schemas/levels.ts';
import { otherWords, placeIds, placesAround } from '../../core/schemas/places.ts';
import { spansOf } from './timeline.ts';

/** Regions of the clouds in which models are sold (2026). SQL has no patterns: one that is missing here has no price. */
const cloudRegions = [
  ...[
    'us-east-1',
    'us-east-2',
    'us-west-1',
    'us-west-2',
    'us-gov-east-1',
    'us-gov-west-1',
    'ca-central-1',
    'ca-west-1',
  ],
  ...['eu-central-1', 'eu-central-2', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-2', 'eu-west-3'],
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1', 'ap-south-2', 'ap-southeast-1'],
  ...['ap-southeast-2', 'ap-southeast-3', 'ap-southeast-4', 'sa-east-1', 'me-central-1', 'me-south-1', 'il-central-1'],
  ...[
    'us-central1',
    'us-east1',
    'us-east4',
    'us-east5',
    'us-south1',
    'us-west1',
    'us-west4',
    'northamerica-northeast1',
  ],
  ...['europe-central2', 'europe-north1', 'europe-southwest1', 'europe-west1', 'europe-west2', 'europe-west3'],
  ...['europe-west4', 'europe-west6', 'europe-west8', 'europe-west9', 'asia-east1', 'asia-east2', 'asia-northeast1'],
  ...['asia-northeast3', 'asia-south1', 'asia-southeast1', 'australia-southeast1', 'southamerica-east1', 'me-west1'],
  ...['centralus', 'eastus', 'eastus2', 'northcentralus', 'southcentralus', 'westus', 'westus2', 'westus3'],
  ...['usgovarizona', 'usgovvirginia', 'canadacentral', 'canadaeast', 'brazilsouth', 'northeurope', 'westeurope'],
  ...['francecentral', 'germanywestcentral', 'italynorth', 'norwayeast', 'polandcentral', 'spaincentral'],
  ...['swedencentral', 'switzerlandnorth', 'uksouth', 'ukwest', 'uaenorth', 'southafricanorth', 'australiaeast'],
  ...['japaneast', 'japanwest', 'koreacentral', 'centralindia', 'southindia', 'southeastasia', 'eastasia'],
];

/** The words for places; a cloud's region means its zone, or a single region where it lies in none that has prices. */
export function placeRows(): { place_called: string; place_id: string }[] {
  const words: [string, string][] = [
    ...placeIds.map((id): [string, string] => [id, id]),
    ...Object.entries(otherWords),
    ...cloudRegions.map((region): [string, string] => [region, placesAround(region)[1] ?? 'regional']),
  ];
  return words.map(([place_called, place_id]) => ({ place_called, place_id }));
}

/** A place whose calls are priced at other rows than those of `global`. */
interface RegionRow {
  region_model: string;
  /** Empty: the provider of the model. */
  region_host: string;
  region_tier: ServiceTier;
  region_place: string;
  /** The region in the table of prices. */
  region_priced: string;
}

/** The places of every model at its provider and at every host with its own price, by `regionalPrice`. */
export const regionRows = (catalog: Catalog): RegionRow[] =>
  knownModels(catalog).flatMap((model) =>
    [null, ...soldAtHosts(catalog, model)].flatMap((offer) => {
      const billed = [...new Set(spansOf(catalog, model, offer).flatMap((span) => span.billed ?? []))].reverse();
      const tiers = [...new Set(billed.flatMap(({ listPrice }) => tiersSold(listPrice)))];
      return tiers.flatMap((region_tier) =>
        placeIds.flatMap((region_place): RegionRow[] => {
          const region_priced = billed.flatMap((one) => regionOf(one, region_tier, region_place) ?? [])[0];
          const of = { region_model: model.id, region_host: offer?.host.id ?? '' };
          return region_priced === undefined ? [] : [{ ...of, region_tier, region_place, region_priced }];
        }),
      );
    }),
  );

/** The region whose rows a call to a place is priced at; null: those of `global`. */
function regionOf(model: CatalogModel, serviceTier: ServiceTier, place: string): string | null {
  const { listPrice } = model;
  const found = regionalPrice(model, listPrice, { serviceTier, region: place })?.place ?? 'global';
  if (found === 'global' || found === listPrice.place) return null;
  // The rows of `regional` hold on days, too, on which a host with its own price is not known yet.
  return found === anyRegion ? 'regional' : found;
}
