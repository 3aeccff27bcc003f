/** The dataset on one day: every model with the price in force then, found by id or alias. */

import type { ToolUnit } from '../schemas/billable-units.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import type { MeasuredFile } from '../schemas/data-files/measured-file.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import type { HostFile, Offers } from '../schemas/data-files/offers-file.ts';
import type { PlanFacts } from '../schemas/data-files/plans-file.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';
import { type PresetId, withDefaults } from '../schemas/request-fields.ts';
import type { CatalogFile } from './dataset.ts';
import { type EffortLadder, effortLadders } from './effort-ladder.ts';
import { firstKnownDay, type Status, statusOn } from './lifecycle.ts';
import { hasLapsed, priceOn, type Terms } from './price-on-day.ts';
import { listedFees } from './provider-fees.ts';
import { type Confidence, confidenceIn, type Seen, seen } from './sources.ts';
import { type InForce, inForceOn } from './unchanged-days.ts';
import { costModelVersion } from './version.ts';

type HitEfficiency = ProviderFile['caching']['hitEfficiency'];

/** A model with its price on a day, and the listed fee of each tool in USD; null: not offered or unknown. */
export interface CatalogModel extends Record<ToolUnit['priceField'], number | null> {
  id: string;
  /** The model's entry in its provider's file. */
  facts: ModelFile;
  provider: ProviderFile;
  /** In force on the catalog's day; for a model that is shut down, its last price. */
  listPrice: DatedPrice;
  /** The level of service and the region that are priced, and `listPrice` on these terms. */
  terms: Terms;
  price: DatedPrice;
  /** The prompt lengths above which other prices apply. */
  thresholds: readonly number[];
  status: Status;
  confidence: Confidence;
  /** When `price` was seen, and where. */
  seen: Seen;
  /** 0: no minimum known. */
  minPrefixTokens: number;
  hitEfficiency: HitEfficiency;
  /** Share of a call's output that the next call finds in the cache. */
  ownOutputCached: number;
  /** What each reasoning effort does to its work. */
  efforts: EffortLadder;
  /** For a model that answers calls to one that is shut down: the facts of the model called; null otherwise. */
  inPlaceOf: ModelFile | null;
}

export interface Catalog {
  /** YYYY-MM-DD (UTC): prices are those in force on this day, the first of `inForce`. */
  asOf: string;
  /** The days on which the answers of this catalog hold. */
  inForce: InForce;
  /** Identifies these numbers. */
  version: string;
  /** What it was built from. */
  file: CatalogFile;
  providers: ProviderFile[];
  presets: Preset[];
  plans: readonly PlanFacts[];
  measured: MeasuredFile[];
  /** How far the cost model is from recorded runs; null: not known. */
  evidence: EvidenceFile | null;
  /** What hosts charge for other providers' models, on all days. */
  offers: Offers;
  /** The host, if the catalog has only what one host sells, at its prices; null: providers' own prices. */
  host: HostFile | null;
  /** The catalog of all models, where this one has only what a host sells. */
  partOf?: Catalog;
  /** On sale on this day. */
  models: CatalogModel[];
  /** Shut down by this day: found by name, never listed, ranked or suggested. */
  shutDown: CatalogModel[];
  /** By id or alias, shut down or not. */
  find(idOrAlias: string): CatalogModel | undefined;
  /** What a call to `model` is billed as on this day: itself, or its stand-in after a shutdown; undefined: it fails. */
  billed(model: CatalogModel): CatalogModel | undefined;
  preset(id: PresetId): Preset;
}

/** A catalog made for another cost model than this program's: its version would not identify the numbers. */
export class OtherCostModel extends Error {}

/**
 * The catalog of a dataset on its day: models known and priced by then. Throws OtherCostModel; `preset` throws when
 * one is missing (the data check prevents that).
 */
export function catalogFrom(file: CatalogFile): Catalog {
  const { asOf, version, costModelVersion: made, data } = file;
  if (made !== costModelVersion) {
    throw new OtherCostModel(`made for cost model ${made}, but this program uses ${costModelVersion}`);
  }
  const ladderOf = effortLadders(data.measured);
  const known = data.providers.flatMap((provider) =>
    provider.models.flatMap((facts) => modelOn({ facts, provider, efforts: ladderOf(facts.id) }, asOf) ?? []),
  );
  const models = known.filter(({ status }) => status !== 'shutDown');
  const shutDown = known.filter(({ status }) => status === 'shutDown');
  const byName = new Map(known.flatMap((model) => namesOf(model).map((name) => [name, model])));
  const standIns = new Map(
    shutDown.flatMap((model) => {
      const standIn = byName.get(model.facts.lifecycle?.billedAs ?? '');
      return standIn === undefined || standIn.status === 'shutDown'
        ? []
        : [[model, { ...standIn, id: model.id, inPlaceOf: model.facts }] as const];
    }),
  );
  const presets = data.presets.map(
    (preset): Preset => ({
      ...preset,
      board: preset.board ?? null,
      workflow: withDefaults({ ...preset.workflow, ...preset.assumptions }),
    }),
  );
  let inForce: InForce | undefined;
  return {
    asOf,
    // A price alone does not need it, and every price of the data is looked at.
    get inForce() {
      inForce ??= inForceOn(data, asOf);
      return inForce;
    },
    version,
    file,
    providers: data.providers,
    presets,
    plans: data.plans ?? [],
    measured: data.measured,
    evidence: data.evidence ?? null,
    offers: data.offers,
    host: null,
    models,
    shutDown,
    find: (idOrAlias) => byName.get(idOrAlias),
    billed: (model) => (model.status === 'shutDown' ? standIns.get(model) : model),
    preset: (id) => {
      const preset = presets.find((known) => known.id === id);
      if (preset === undefined) throw new Error(`no preset ${id}`);
      return preset;
    },
  };
}

/** Every model known on the day of the catalog; shut-down models come last. */
export const knownModels = ({ models, shutDown }: Catalog): CatalogModel[] => [...models, ...shutDown];

/** Every model whose calls can be priced, under the id that is called. */
export const pricedModels = (catalog: Catalog): CatalogModel[] =>
  knownModels(catalog).flatMap((model) => catalog.billed(model) ?? []);

/** The id of a model and its aliases. */
export const namesOf = ({ id, facts, inPlaceOf }: CatalogModel): string[] => [id, ...(inPlaceOf ?? facts).aliases];

/**
 * A model on a day: the price in force, its status, the confidence in its price. Undefined before its first known day
 * or its first price.
 * @param day YYYY-MM-DD (UTC), before or after the day of the catalog
 */
export function modelOn(
  { facts, provider, efforts }: Pick<CatalogModel, 'facts' | 'provider' | 'efforts'>,
  day: string,
): CatalogModel | undefined {
  const price = priceOn(facts.prices, day);
  if (price === undefined || firstKnownDay(facts) > day) return undefined;
  return catalogModel(provider, facts, price, day, efforts);
}

function catalogModel(
  provider: ProviderFile,
  facts: ModelFile,
  price: DatedPrice,
  asOf: string,
  efforts: EffortLadder,
): CatalogModel {
  const minPrefix = facts.caching?.minPrefixTokens;
  const seenOn = seen(provider, price);
  return {
    id: facts.id,
    facts,
    provider,
    listPrice: price,
    terms: { serviceTier: 'standard', region: 'global' },
    price,
    thresholds: price.longContext.map(({ above }) => above),
    ...listedFees({ facts, provider }),
    status: statusOn(facts, asOf),
    confidence: confidenceIn(facts, price, seenOn, hasLapsed(facts.prices, price, asOf), asOf),
    seen: seenOn,
    minPrefixTokens: (minPrefix === undefined ? provider.caching.minPrefixTokens : minPrefix) ?? 0,
    hitEfficiency: facts.caching?.hitEfficiency ?? provider.caching.hitEfficiency,
    ownOutputCached: facts.caching?.ownOutputCached ?? provider.caching.ownOutputCached ?? 0,
    efforts,
    inPlaceOf: null,
  };
}
