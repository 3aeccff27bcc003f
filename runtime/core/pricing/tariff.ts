/** What a call is billed at, regardless of its tokens: a model on a day, at a host, on given terms. */
import { type Catalog, type CatalogModel, modelOn } from '../dataset/catalog.ts';
import { catalogAt } from '../dataset/host-catalog.ts';
import { firstKnownDay } from '../dataset/lifecycle.ts';
import { daysOfName, pricesOfName } from '../dataset/named-prices.ts';
import { pricesFor, type RegionalPrice, regionalPrice, type Terms, tiersSold } from '../dataset/price-on-day.ts';
import { isResolved, nearIds, resolve, shutDownReason, unresolvedReason } from '../dataset/resolve.ts';
import { hostNamed, noMakersPrice, ownMachine, ownMachineReason, unknownThere } from '../dataset/sellers.ts';
import { regionsSold } from '../dataset/terms.ts';
import { changeDays } from '../dataset/unchanged-days.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import { type ServiceTier, tierInWords } from '../schemas/levels.ts';
import { placeCalled, placeIds } from '../schemas/places.ts';
import { quote } from '../values/did-you-mean.ts';

export interface TariffQuestion extends Pick<Terms, 'serviceTier'> {
  /** Where processing is bound to; null: the place in the name, else nowhere. */
  region: string | null;
  /** As called: an id, an alias, or a name at a gateway or a cloud. */
  model: string;
  /** Who serves it; null: the host in the name, else its own provider. */
  host: string | null;
  /** YYYY-MM-DD (UTC) */
  on: string;
}

export interface Tariff {
  /** The model whose price it is: the stand-in if the model called is shut down and has one. */
  model: CatalogModel;
  price: DatedPrice;
  host: string | null;
  /** Whether the price is the host's own; false: the list price of the provider. */
  isOffer: boolean;
  /** As asked, or as the name says. */
  serviceTier: ServiceTier;
  /** As asked, or as the name says; global: nowhere. */
  region: string;
  /** Whether a price for the region is known; false: that of `pricedPlace` stands in for it. */
  isRegionPriceKnown: boolean;
  pricedPlace: string;
}

export interface NoTariff {
  /** The model that was called; null: the name is not known. */
  model: CatalogModel | null;
  price: null;
  host: string | null;
  serviceTier: ServiceTier;
  region: string;
  /** Computed on demand: it takes far longer than finding that there is no price. */
  reason(): {
    /** Why there is no price, and what to do about it. */
    unpriced: string;
    /** Ids that an unknown name may mean, nearest first. */
    near: string[];
  };
}

/** What a call is billed at: the price of a model, or else that of a name which a seller's list has. */
export function tariffOf(catalog: Catalog, question: TariffQuestion): Tariff | NoTariff {
  const found = tariffOfModel(catalog, question);
  return found.price === null ? (tariffOfName(catalog, question, found) ?? found) : found;
}

/** The price that a list has for exactly this name at its seller, or that it has ended; undefined: no list has it. */
function tariffOfName(
  catalog: Catalog,
  { model: name, on, serviceTier, region }: TariffQuestion,
  { host, ...found }: NoTariff,
): Tariff | NoTariff | undefined {
  const named = serviceTier === 'standard' ? pricesOfName(catalog, name, host) : undefined;
  if (named === undefined) return undefined;
  const model = modelOn({ ...named, efforts: {} }, on);
  if (model === undefined)
    return { ...found, host, reason: () => ({ unpriced: notYetKnown(named.facts, host, on), near: [] }) };
  if (model.status === 'shutDown') {
    return { ...found, host, model, reason: () => ({ unpriced: shutDownReason(catalog, model), near: [] }) };
  }
  const { price } = model;
  const called = region === null ? (named.region ?? 'global') : found.region;
  return {
    ...{ model, price, host, isOffer: true, serviceTier: found.serviceTier, region: called },
    // A name of Bedrock without a zone is called in one region.
    ...{ isRegionPriceKnown: called === 'global', pricedPlace: named.region === null ? 'global' : 'regional' },
  };
}

function tariffOfModel(
  catalog: Catalog,
  { model: name, host: asked, on, serviceTier: askedTier, region: askedRegion }: TariffQuestion,
): Tariff | NoTariff {
  const found = resolve(catalog, name);
  if (!isResolved(found)) {
    const host = asked === null ? found.host : hostNamed(asked);
    const reason = () =>
      host === ownMachine
        ? { unpriced: ownMachineReason(quote(name)), near: [] }
        : {
            unpriced: unresolvedReason(catalog, name, { ...found, reason: found.reason ?? unknownThere(host) }),
            near: nearIds(catalog, name, found),
          };
    return { model: null, price: null, host, serviceTier: askedTier, region: askedRegion ?? 'global', reason };
  }
  const host = asked === null ? found.host : hostNamed(asked);
  const serviceTier = askedTier === 'standard' ? (found.serviceTier ?? 'standard') : askedTier;
  const called = askedRegion ?? found.region;
  const named = called === null ? null : (placeCalled(called) ?? called);
  const none = (unpriced: string): NoTariff => ({
    ...{ model: found.model, price: null, host, serviceTier, region: named ?? 'global' },
    reason: () => ({ unpriced, near: [] }),
  });
  const there = offerOn(catalog, found.model, host, on);
  const refusal = there === undefined ? noMakersPrice(catalog, found.model, host) : null;
  if (refusal !== null) return none(notYetThere(catalog, found.model, host, on) ?? refusal);
  const model = there ?? billedOn(catalog, found.model, on);
  if (typeof model === 'string') return none(model);
  // A call that is bound to no place is billed at the base price, wherever that holds.
  const terms: Terms = { serviceTier, region: named ?? model.price.place ?? 'global' };
  const price = priceOnTerms(model, terms);
  if (typeof price === 'string') return none(price);
  const { place: pricedPlace, isKnown } = regionalPrice(model, model.price, terms) as RegionalPrice;
  return { model, price, host, isOffer: there !== undefined, ...terms, isRegionPriceKnown: isKnown, pricedPlace };
}

/** The price of a model on given terms, or a sentence that says why there is none and what is sold. */
function priceOnTerms(model: CatalogModel, terms: Terms): DatedPrice | string {
  const price = pricesFor(model, model.price, terms);
  if (price !== null) return price;
  const { name } = model.facts;
  const tiers: readonly ServiceTier[] = tiersSold(model.price);
  if (!tiers.includes(terms.serviceTier)) {
    return `${name} has no ${tierInWords(terms.serviceTier)} price on this day; known are ${tiers.join(', ')}.`;
  }
  const regions = [...new Set([...regionsSold(model), ...placeIds])];
  return `${JSON.stringify(terms.region)} is no region of ${name}; accepted are ${regions.join(', ')}, and a cloud's own regions such as us-east-1.`;
}

/** The days (YYYY-MM-DD, UTC, in order) on which the price of calls to a name can change, at any host. */
export function tariffChanges(catalog: Catalog, name: string): string[] {
  const found = resolve(catalog, name);
  const named = daysOfName(catalog, name);
  if (!isResolved(found)) return named;
  const { facts } = found.model;
  const standIn = catalog.find(facts.lifecycle?.billedAs ?? '');
  const days = changeDays(standIn === undefined ? [facts] : [facts, standIn.facts], catalog.offers);
  return named.length === 0 ? days : [...new Set([...days, ...named])].sort();
}

/** The model as a host sells it on a day; undefined: no price is known there. */
function offerOn(catalog: Catalog, { id }: CatalogModel, host: string | null, on: string): CatalogModel | undefined {
  const sold = host === null ? undefined : catalogAt(catalog, host)?.find(id);
  const model = sold && modelOn(sold, on);
  return model?.status === 'shutDown' ? undefined : model;
}

/** Why a host that sells the model has no price on a day: the first one known is of a later day. */
function notYetThere(catalog: Catalog, { id }: CatalogModel, host: string | null, on: string): string | null {
  const sold = host === null ? undefined : catalogAt(catalog, host)?.find(id);
  if (sold === undefined) return null;
  return notYetKnown(sold.facts, host, on);
}

const notYetKnown = (facts: ModelFile, host: string | null, on: string): string =>
  `No price of ${facts.id}${host === null ? '' : ` at ${host}`} is known for ${on}; the first known is of ${firstKnownDay(facts)}.`;

/** The model at whose price a call to `found` is billed on a day, or why there is none. */
function billedOn(catalog: Catalog, found: CatalogModel, on: string): CatalogModel | string {
  const model = modelOn(found, on);
  if (model === undefined) return `No price of ${found.facts.name} is known for ${on}.`;
  if (model.status !== 'shutDown') return model;
  const standIn = catalog.find(model.facts.lifecycle?.billedAs ?? '');
  const answering = standIn && modelOn(standIn, on);
  if (answering === undefined || answering.status === 'shutDown') return shutDownReason(catalog, model);
  return { ...answering, inPlaceOf: model.facts };
}
