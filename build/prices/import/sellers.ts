/** Who sells models and what the packages call them, and which models that the dataset lacks are imported: `data/lists/`. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { NamedPrices } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { listNamed } from '../../data/lists.ts';
import type { Lineage } from './lock.ts';

/** The seller's list in each package; absent: the package has none. */
export type Feeds = Partial<Record<Lineage, string>>;

export interface Host {
  id: string;
  name: string;
  pricingUrl: string;
  /** The provider of data/providers whose models are sold here at their own list price; null: none. */
  provider: string | null;
  /** The resolver's name for the host, before a slash. */
  prefix: string;
  feeds: Feeds;
  /** Whether its names in the packages say where a call is processed: `us.`, `eu.`, `global.`. */
  namesHavePlaces?: true;
  /** Resells makers' APIs, mostly at their list prices: those models are listed by id, without a row each. */
  isGateway?: true;
}

/** Clouds, hosts of open weights and gateways; and the lists of makers' own APIs, by our provider id. */
export const sellers = listNamed<{
  hosts: readonly Host[];
  makers: Readonly<Record<string, Feeds>>;
}>('sellers');

/** A model that a person has reviewed; the packages only provide its price. */
export interface ReviewedModel extends Pick<ModelFile, 'id' | 'name' | 'tier' | 'tierReason' | 'aliases'> {
  /** Who sells it: its maker or, if only hosts sell it, the one where it is used most. */
  provider: string;
  /** The day of its release, from which its first price holds; absent: not known. */
  released?: string;
  /** Why a price far from the median of its tier is right. */
  confirmed?: string;
}

export const reviewed = listNamed<{ models: readonly ReviewedModel[] }>('models');

interface SoldNames {
  seller: string;
  url: string;
  on: string;
  note: string;
  /** The first day with it and the first without it, by the seller's name; null: not stated. */
  names: Readonly<Record<string, readonly [from: string | null, shutDown: string | null]>>;
}

const byPage = listNamed<{ sold: readonly SoldNames[] }>('sold');

/** When a seller served a name, as a page has it; undefined: no page of it was read. */
export function soldByPage(seller: string, name: string): NonNullable<NamedPrices['sold']>[string] | undefined {
  for (const { seller: whose, names, ...page } of byPage().sold) {
    const [from, shutDown] = (whose === seller ? lookUp(names, name) : undefined) ?? [];
    if (from === undefined || shutDown === undefined) continue;
    const facts = [
      ...(from === null ? [] : [`sold from ${from}`]),
      ...(shutDown === null ? [] : [`shut down on ${shutDown}`]),
    ];
    return { from, shutDown, source: { fact: facts.join(', '), ...page } };
  }
  return undefined;
}
