/** The complete price timeline of every model, host and place: for each day the price of a call, or that it has none. */
import cloudRegions from '../../../data/lists/cloud-regions.json';
import { type Catalog, type CatalogModel, knownModels } from '../../core/dataset/catalog.ts';
import { type SoldAtHost, soldAtHosts } from '../../core/dataset/host-catalog.ts';
import { firstKnownDay } from '../../core/dataset/lifecycle.ts';
import { anyRegion, regionalPrice, tiersSold } from '../../core/dataset/price-on-day.ts';
import { regionsOfPrice } from '../../core/dataset/terms.ts';
import { type BandRow, rowsOnTerms, unitColumns } from '../../core/pricing/price-rows.ts';
import { tariffOf } from '../../core/pricing/tariff.ts';
import type { ModelFile } from '../../core/schemas/data-files/model-file.ts';
import type { ServiceTier } from '../../core/schemas/levels.ts';
import { otherWords, placeIds, placesAround } from '../../core/schemas/places.ts';

type Priced = BandRow & { price_model: string };
/** For a period or prompt length without a price everything but the terms is null. */
type Unpriced = { [Column in Exclude<keyof Priced, 'service_tier' | 'region'>]: null } & Pick<
  Priced,
  'service_tier' | 'region'
>;

/**
 * What calls to a model are billed at. For every combination of model, host, level of service and region that has rows,
 * exactly one of them applies on any day and for any prompt length.
 */
export type TimelineRow = (Priced | Unpriced) & {
  model: string;
  /** The host that charges this price; empty: the maker of the model. */
  host: string;
  /** First day (UTC) and the day after the last; null: open. */
  from_day: string | null;
  until_day: string | null;
};

export const timelineRows = (catalog: Catalog): TimelineRow[] =>
  knownModels(catalog).flatMap((model) =>
    [null, ...soldAtHosts(catalog, model)].flatMap((offer) => rowsOf(catalog, model, offer)),
  );

interface Span {
  from: string | null;
  until: string | null;
  /** null: calls have no price. */
  billed: CatalogModel | null;
}

/** @param offer of a host; null: at the model's maker */
function rowsOf(catalog: Catalog, model: CatalogModel, offer: SoldAtHost | null): TimelineRow[] {
  const all = spansOf(catalog, model, offer);
  const regions = regionsIn(all);
  const spans = all.map(({ from, until, billed }) => ({
    days: { model: model.id, host: offer?.host.id ?? '', from_day: from, until_day: until },
    rows: billed === null ? [] : rowsIn(billed, regions).map((row) => ({ ...row, price_model: billed.id })),
  }));
  const terms = new Map(spans.flatMap(({ rows }) => rows.map((row) => [termsOf(row), row] as const)));
  return spans.flatMap(({ days, rows }) => {
    const sold = new Set(rows.map(termsOf));
    const gaps = [...terms].flatMap(([key, row]) => (sold.has(key) ? [] : unpriced(row)));
    return [...rows, ...gaps].map((row) => ({ ...days, ...row }));
  });
}

/** The regions that have a price on any day. */
function regionsIn(spans: readonly Span[]): string[] {
  const regions = spans.flatMap(({ billed }) => (billed === null ? [] : regionsOfPrice(billed, billed.listPrice)));
  return [...new Set(regions.includes(anyRegion) ? [...regions, 'regional'] : regions)];
}

/** A model's rows in each of these regions: where one had no price yet, those of the place that stands in for it. */
const rowsIn = (model: CatalogModel, regions: readonly string[]): BandRow[] =>
  tiersSold(model.listPrice).flatMap((serviceTier) =>
    regions.flatMap((region) => rowsOnTerms(model, model.listPrice, { serviceTier, region })),
  );

const termsOf = ({ service_tier, region }: BandRow): string => JSON.stringify([service_tier, region]);

const unpriced = ({ service_tier, region }: BandRow): Unpriced => ({
  service_tier,
  region,
  price_model: null,
  above_tokens: null,
  up_to_tokens: null,
  price_tier: null,
  ...unitColumns(() => null),
  currency: null,
  verified_on: null,
  source: null,
});

function spansOf(catalog: Catalog, model: CatalogModel, offer: SoldAtHost | null): Span[] {
  const host = offer?.host.id ?? null;
  const standIn = catalog.find(model.facts.lifecycle?.billedAs ?? '');
  const facts = [model, standIn, offer?.model].flatMap((one) => one?.facts ?? []);
  const spans: Span[] = [];
  for (const from of [null, ...[...new Set(facts.flatMap(daysOf))].sort()]) {
    const on = from ?? beforeAll;
    const tariff = tariffOf(catalog, { model: model.id, host, on, serviceTier: 'standard', region: 'global' });
    const billed = tariff.price === null ? null : tariff.model;
    const last = spans.at(-1);
    if (last !== undefined && areSame(last.billed, billed)) continue;
    if (last !== undefined) last.until = from;
    spans.push({ from, until: null, billed });
  }
  return spans;
}

const beforeAll = '0000-01-01';

const daysOf = (facts: ModelFile): string[] => [
  firstKnownDay(facts),
  ...[facts.lifecycle?.shutDown, ...facts.prices.map(({ from }) => from)].flatMap((day) => day ?? []),
];

const areSame = (a: CatalogModel | null, b: CatalogModel | null): boolean =>
  a?.id === b?.id && a?.listPrice === b?.listPrice && a?.provider === b?.provider;

/** The words for places; a cloud's region means its zone, or a single region where it lies in none that has prices. */
export function placeRows(): { place_called: string; place_id: string }[] {
  const words: [string, string][] = [
    ...placeIds.map((id): [string, string] => [id, id]),
    ...Object.entries(otherWords),
    ...cloudRegions.regions.map((region): [string, string] => [region, placesAround(region)[1] ?? 'regional']),
  ];
  return words.map(([place_called, place_id]) => ({ place_called, place_id }));
}

/**
 * The places of every model at its provider and at every host with its own price whose calls are priced at other rows than
 * those of `global`, by `regionalPrice`; `region_priced`: the region in the table of prices.
 */
export const regionRows = (catalog: Catalog) =>
  knownModels(catalog).flatMap((model) =>
    [null, ...soldAtHosts(catalog, model)].flatMap((offer) => {
      const billed = [...new Set(spansOf(catalog, model, offer).flatMap((span) => span.billed ?? []))].reverse();
      const tiers = [...new Set(billed.flatMap(({ listPrice }) => tiersSold(listPrice)))];
      return tiers.flatMap((region_tier) =>
        placeIds.flatMap((region_place) => {
          const region_priced = billed.flatMap((one) => regionOf(one, region_tier, region_place) ?? [])[0];
          // Without a host it is the provider of the model.
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
