/** What a host sells: the same models at its own prices. */

import type { HostFile, OfferFile } from '../schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';
import { memoize } from '../values/memoize.ts';
import { type Catalog, type CatalogModel, modelOn } from './catalog.ts';
import { soldByHosts } from './host-prices.ts';

/** An offer in force, and the model at the host's price. */
export interface InForceOffer {
  host: HostFile;
  offer: OfferFile;
  model: CatalogModel;
}

/** The offers in force on the day of the catalog, by host and model. */
export const offersIn = memoize((catalog: Catalog): InForceOffer[] => {
  const { asOf, providers, offers } = catalog;
  const providerOf = new Map(providers.flatMap((provider) => provider.models.map(({ id }) => [id, provider] as const)));
  const atHost = new Map<string, ProviderFile>();
  return soldByHosts(
    providers.flatMap(({ models }) => models),
    offers,
  ).flatMap(({ host, offer, facts }) => {
    const provider = providerOf.get(facts.id) as ProviderFile;
    const key = `${host.id} ${provider.id}`;
    const seller = atHost.get(key) ?? withoutOwnTerms(provider, host);
    atHost.set(key, seller);
    const known = catalog.find(facts.id);
    const model = known && modelOn({ ...known, facts, provider: seller }, asOf);
    return model === undefined || model.status === 'shutDown' ? [] : [{ host, offer, model }];
  });
});

const offersByModel = memoize((catalog: Catalog): Map<string, InForceOffer[]> => {
  const byModel = new Map<string, InForceOffer[]>();
  for (const one of offersIn(catalog)) byModel.set(one.model.id, [...(byModel.get(one.model.id) ?? []), one]);
  return byModel;
});

/** The offers in force of one model, by host. */
export const offersFor = (catalog: Catalog, modelId: string): readonly InForceOffer[] =>
  offersByModel(catalog).get(modelId) ?? [];

/** The host under whose name a model's own provider sells it, although another made it: Groq for gpt-oss. */
export const resellerOf = ({ offers }: Catalog, { id, provider }: CatalogModel): HostFile | undefined =>
  provider.makes?.includes(id) ? undefined : offers.hosts.find((host) => host.provider === provider.id);

/** Whether the provider of a model only sells it: its name alone then has no price. */
export const isResold = (catalog: Catalog, model: CatalogModel): boolean => resellerOf(catalog, model) !== undefined;

/** A host that sells a model, and the model at its price. */
export type SoldAtHost = Pick<InForceOffer, 'host' | 'model'>;

/** The hosts with a price of their own for a model: the provider that resells it, and the offers in force. */
export function soldAtHosts(catalog: Catalog, model: CatalogModel): SoldAtHost[] {
  const host = resellerOf(catalog, model);
  return [...(host === undefined ? [] : [{ host, model }]), ...offersFor(catalog, model.id)];
}

/** A provider as its models are sold at a host: tools and regions of the provider's own API have no price there. */
function withoutOwnTerms(provider: ProviderFile, { pricingUrl }: HostFile): ProviderFile {
  const { toolFees: _, regions: __, ...others } = provider;
  return { ...others, pricingUrl };
}

/** The models that each host sells: those of its own provider at their list prices, and the offers. */
const catalogsOf = memoize((catalog: Catalog): Map<string, Catalog> => {
  return new Map(catalog.offers.hosts.map((host) => [host.id, catalogOfHost(catalog, host)]));
});

/** The catalog of what a host sells, at its prices; undefined: unknown host. */
export const catalogAt = (catalog: Catalog, hostId: string): Catalog | undefined => catalogsOf(catalog).get(hostId);

function catalogOfHost(catalog: Catalog, host: HostFile): Catalog {
  const passedOn = new Set(host.passesOn);
  const own = catalog.models.filter(({ id, provider }) => provider.id === host.provider || passedOn.has(id));
  const offered = offersIn(catalog).filter((one) => one.host.id === host.id);
  const models = [...own, ...offered.map(({ model }) => model)];
  const byId = new Map(models.map((model) => [model.id, model]));
  return {
    ...catalog,
    host,
    partOf: catalog,
    models,
    shutDown: [],
    find: (name) => byId.get(catalog.find(name)?.id ?? ''),
    billed: (model) => model,
  };
}

/** Ids of the hosts that sell a model, in their order. */
export const hostsSelling = (catalog: Catalog, id: string): string[] =>
  [...catalogsOf(catalog)].flatMap(([host, { find }]) => (find(id) === undefined ? [] : [host]));
