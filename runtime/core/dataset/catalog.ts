/** The dataset on one day: every model with the price in force then, found by id or alias. */
import type { MeasuredFile } from '../measured/measured-file.ts';
import { costModelVersion } from '../model/assumptions.ts';
import { priceOn } from '../model/prices.ts';
import type { CatalogFile, DatedPrice, ModelFile, Preset, ProviderFile } from './dataset.ts';
import { type PresetId, withDefaults } from './fields.ts';
import { type InForce, inForceOn } from './in-force.ts';

type HitEfficiency = ProviderFile['caching']['hitEfficiency'];

export interface CatalogModel {
  id: string;
  /** Everything the dataset says of it, the model's own file entry. */
  facts: ModelFile;
  provider: ProviderFile;
  /** In force on the catalog's day. */
  price: DatedPrice;
  status: 'active' | 'deprecated';
  /** 0: no minimum known. */
  minPrefixTokens: number;
  hitEfficiency: HitEfficiency;
}

export interface Catalog {
  /** YYYY-MM-DD (UTC): prices are those in force on this day, the first of `inForce`. */
  asOf: string;
  /** The days on which every answer is that of this catalog. */
  inForce: InForce;
  /** The name of these numbers. */
  version: string;
  providers: ProviderFile[];
  presets: Preset[];
  measured: MeasuredFile[];
  models: CatalogModel[];
  /** By id or alias. */
  find(idOrAlias: string): CatalogModel | undefined;
  preset(id: PresetId): Preset;
}

/** A catalog for another cost model than this program's: the version would not be the name of the numbers. */
export class OtherCostModel extends Error {}

/**
 * The catalog of a dataset on its day: models released and priced by then. Throws an OtherCostModel; `preset` throws when
 * one is missing (the check of the data prevents it).
 */
export function catalogFrom({ asOf, version, costModelVersion: made, data }: CatalogFile): Catalog {
  if (made !== costModelVersion) {
    throw new OtherCostModel(`made for cost model ${made}, and this program computes with ${costModelVersion}`);
  }
  const models = data.providers.flatMap((provider) =>
    provider.models.flatMap((facts) => {
      const price = priceOn(facts.prices, asOf);
      if (price === undefined || (facts.releaseDate !== null && facts.releaseDate > asOf)) return [];
      return [catalogModel(provider, facts, price, asOf)];
    }),
  );
  const byName = new Map(models.flatMap((model) => [model.id, ...model.facts.aliases].map((name) => [name, model])));
  const presets = data.presets.map((preset): Preset => ({ ...preset, workflow: withDefaults(preset.workflow) }));
  return {
    asOf,
    inForce: inForceOn(data, asOf),
    version,
    providers: data.providers,
    presets,
    measured: data.measured,
    models,
    find: (idOrAlias) => byName.get(idOrAlias),
    preset: (id) => {
      const preset = presets.find((known) => known.id === id);
      if (preset === undefined) throw new Error(`no preset ${id}`);
      return preset;
    },
  };
}

function catalogModel(provider: ProviderFile, facts: ModelFile, price: DatedPrice, asOf: string): CatalogModel {
  const minPrefix = facts.caching?.minPrefixTokens;
  return {
    id: facts.id,
    facts,
    provider,
    price,
    status: facts.sunsetDate !== null && facts.sunsetDate <= asOf ? 'deprecated' : facts.status,
    minPrefixTokens: (minPrefix === undefined ? provider.caching.minPrefixTokens : minPrefix) ?? 0,
    hitEfficiency: facts.caching?.hitEfficiency ?? provider.caching.hitEfficiency,
  };
}
