/** Rebuilds the rows of `data/imported/` from the packages. */
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { isResold } from '../../../runtime/core/dataset/host-catalog.ts';
import type { DatedPrice, PlacePrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ImportedModelsFile } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { OfferFile, Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { singleNote } from '../../data/check-imported.ts';
import { isSameThreshold } from '../check/compare-prices.ts';
import { type LeftOut, reasonFor } from '../check/match-model.ts';
import type { UnknownName } from '../check/unlisted.ts';
import { type Agreed, isAlone, type Numbers, type PricesByPlace, pricesByPlace, type Refused } from './agreement.ts';
import { type FeedReader, type Lineage, nameOf, type Statement } from './packages.ts';
import type { Host, ReviewedModel } from './sellers.ts';
import { nameCatalog, statementsByModel } from './statements-by-model.ts';

export interface Input {
  /** Without imported models. */
  providers: readonly ProviderFile[];
  /** The previous import: its dated prices are kept. */
  before: { models: Pick<ImportedModelsFile, 'providers'>; offers: Offers };
  reviewed: readonly ReviewedModel[];
  hosts: readonly Host[];
  makers: Readonly<Record<string, Partial<Record<Lineage, string>>>>;
  readers: ReadonlyMap<Lineage, FeedReader>;
  leftOut: LeftOut;
  /** The lineage of the newest package, and its day. */
  newest: { lineage: Lineage; on: string };
}

export interface Refusal {
  seller: string;
  model: string;
  why: string;
}

export interface Rows {
  models: Pick<ImportedModelsFile, 'providers'>;
  offers: Offers;
  /** Models of the dataset, and reviewed ones, whose price at a seller is not imported. */
  refused: Refusal[];
  /** Names that are not in the dataset: candidates for review. */
  unknown: UnknownName[];
}

/** Deterministic: the same packages and the same previous rows give the same rows. */
export function importedRows(input: Input): Rows {
  const names = nameCatalog(input.providers, input.reviewed, input.newest.on);
  const refused: Refusal[] = [];
  const unknown: UnknownName[] = [];
  const models = new Map<string, ModelFile[]>();
  const offers: OfferFile[] = [];
  const passedOn = new Map<string, string[]>();
  const sellers = [
    ...Object.entries(input.makers).map(([id, feeds]) => ({ id, provider: id, prefix: null, feeds, host: null })),
    ...input.hosts.map((host) => ({ ...host, host })),
  ];
  for (const { id: seller, provider, prefix, feeds, host } of sellers) {
    const found = statementsByModel(names, input.readers, feeds, prefix, input.newest.on);
    for (const [name, statements] of [...found.known].sort(byKey)) {
      const reviewed = input.reviewed.find(({ id }) => id === name);
      const own = names.find(name)?.provider.id === provider;
      // A model with its own price is compared by `npm run prices:check`; its maker's list is not imported.
      if (own ? reviewed === undefined : host === null || hasEnded(names, name, host.name, input.newest.on)) continue;
      const leftOut = reasonFor(input.leftOut, seller, name);
      if (leftOut !== null) {
        refused.push({ seller, model: name, why: `left out on purpose: ${leftOut}` });
        continue;
      }
      if (host?.isGateway === true && isMakersPrice(names, name, statements)) {
        passedOn.set(seller, [...(passedOn.get(seller) ?? []), name]);
        continue;
      }
      const all = pricesByPlace(statements, input.newest.lineage, host?.namesHavePlaces ?? false);
      const best = found.ended.get(name) ?? all.base;
      if ('refused' in best) refused.push({ seller, model: name, why: best.refused });
      else {
        refused.push(...all.refused.map(({ place, why }) => ({ seller, model: `${name} in ${place}`, why })));
        const sold: Sold = { ...best, basePlace: all.basePlace, places: all.places };
        if (own && reviewed) {
          const list = models.get(provider ?? '') ?? [];
          models.set(provider ?? '', [...list, modelRow(reviewed, sold, beforeOf(input, reviewed), input.newest.on)]);
        } else if (host) offers.push(offerRow(host, name, sold, input));
      }
    }
    // Gateways list hundreds of models that nobody else sells: not candidates for review.
    for (const [name, statements] of host?.isGateway === true ? [] : [...found.unknown].sort(byKey)) {
      const best: Agreed | Refused =
        found.ended.get(name) ?? pricesByPlace(statements, input.newest.lineage, host?.namesHavePlaces ?? false).base;
      const on = statements
        .map(({ by }) => by.on)
        .sort()
        .at(-1) as string;
      const why =
        'refused' in best
          ? best.refused
          : `${best.numbers.input} / ${best.numbers.output}${isAlone(best) ? ', only one lineage' : ''}`;
      unknown.push({ seller, model: name, why, on });
    }
    refused.push(...found.refused.map((one) => ({ seller, ...one })));
  }
  // A host may sell a reviewed model whose price at its own provider could not be imported.
  const imported = new Set([...models.values()].flat().map(({ id }) => id));
  const isOrphan = (id: string) => !imported.has(id) && input.reviewed.some((one) => one.id === id);
  const offered = offers.filter(({ model }) => !isOrphan(model));
  for (const { host, model } of offers) {
    if (isOrphan(model)) refused.push({ seller: host, model, why: 'it has no price at its own provider' });
  }
  // What no package states, and people entered from pages, stays as it is.
  const isImported = ({ host, model }: OfferFile) => offered.some((one) => one.host === host && one.model === model);
  offered.push(
    ...input.before.offers.offers.filter((one) => isFromPages(one.prices.at(-1)?.sources) && !isImported(one)),
  );
  const used = input.hosts.filter(({ id, provider }) => provider !== null || offered.some(({ host }) => host === id));
  return {
    models: {
      providers: [...models]
        .sort(byKey)
        .map(([id, list]) => ({ id, models: list.sort((a, b) => (a.id < b.id ? -1 : 1)) })),
    },
    offers: {
      hosts: used.map(({ id, name, pricingUrl, provider, isGateway }) => ({
        ...{ id, name, pricingUrl, provider },
        ...(isGateway === true && { passesOn: passedOn.get(id) ?? [], passesOnSeen: input.newest.on }),
      })),
      offers: offered.sort((a, b) => (a.host === b.host ? (a.model < b.model ? -1 : 1) : a.host < b.host ? -1 : 1)),
    },
    refused,
    unknown,
  };
}

/**
 * Whether a gateway sells a model at its maker's list price under each of its names, as far as both are stated: not
 * where the model's own provider resells it, too.
 */
function isMakersPrice(names: Catalog, model: string, statements: readonly Statement[]): boolean {
  const known = names.find(model);
  if (known === undefined || isResold(names, known)) return false;
  const { input, output, cachedInput, cacheWrite, longContext } = known.price;
  return statements.every(({ stated: { base, bands } }) => {
    const long = bands ?? [];
    const isLongSame = longContext.every(
      (own, n) =>
        isSameThreshold(own.above, long[n]?.above ?? null) &&
        long[n]?.prices.input === own.input &&
        long[n]?.prices.output === own.output,
    );
    if (long.length !== longContext.length || !isLongSame) return false;
    const isCachedSame = base.cachedInput === null || cachedInput === null || base.cachedInput === cachedInput;
    const isWriteSame = base.cacheWrite === null || base.cacheWrite === (cacheWrite ?? input);
    return base.input === input && base.output === output && isCachedSame && isWriteSame;
  });
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** Whether the host has stopped serving the model by `day`, according to the model's lifecycle. */
const hasEnded = (names: Catalog, model: string, host: string, day: string): boolean =>
  names.find(model)?.facts.lifecycle?.hosts?.some((one) => one.host === host && one.shutDown <= day) ?? false;

const beforeOf = ({ before }: Input, { provider, id }: ReviewedModel): readonly DatedPrice[] =>
  before.models.providers.find((one) => one.id === provider)?.models.find((one) => one.id === id)?.prices ?? [];

function modelRow(reviewed: ReviewedModel, best: Sold, before: readonly DatedPrice[], on: string): ModelFile {
  const { id, name, aliases, tier, tierReason, released, confirmed } = reviewed;
  return {
    id,
    name,
    aliases,
    tier,
    tierReason,
    contextWindow: windowOf(best),
    maxOutputTokens: null,
    releaseDate: released ?? null,
    confidence: 'imported',
    notes: [`${basisOf(best)} Sold as ${best.statements[0]?.id}.`],
    prices: pricesOf(best, before, on, confirmed),
  };
}

/** The base price of a model at a seller, and its other places. */
type Sold = Agreed & Pick<PricesByPlace, 'basePlace' | 'places'>;

/** The basis of a model's price, for its notes. */
function basisOf(best: Agreed): string {
  if (isAlone(best)) return singleNote;
  const but = best.agreement === 'single' ? ', but for a number that one of them alone states' : '';
  return `Imported where datasets agree${but}; nobody looked at a price page.`;
}

function offerRow(host: Host, model: string, best: Sold, { before, newest }: Input): OfferFile {
  const known = before.offers.offers.find((one) => one.host === host.id && one.model === model);
  return {
    host: host.id,
    model,
    hostModelId: best.statements[0]?.id ?? model,
    contextWindow: windowOf(best),
    agreement: best.agreement,
    prices: pricesOf(best, known?.prices ?? [], newest.on),
  };
}

/** The context window in the newest package that states one. */
const windowOf = ({ statements }: Agreed): number =>
  statements.find(({ contextWindow }) => contextWindow !== null)?.contextWindow ?? 1;

/** The previous prices with the last one confirmed, or with a new one from the day of the newest package. */
function pricesOf(sold: Sold, before: readonly DatedPrice[], on: string, confirmed?: string): DatedPrice[] {
  const { numbers, statements, basePlace } = sold;
  const last = before.at(-1);
  const places = [
    ...Object.entries(last?.places ?? {}).filter(
      ([place, { sources }]) => isFromPages(sources) && !sold.places.has(place),
    ),
    ...[...sold.places].map(([place, one]): [string, PlacePrice] => [place, placePrice(one)]),
  ].sort(byKey);
  const next: Omit<DatedPrice, 'from'> = {
    ...numbers,
    ...(basePlace !== null && { place: basePlace as NonNullable<DatedPrice['place']> }),
    ...(places.length > 0 && { places: Object.fromEntries(places) }),
    ...(confirmed !== undefined && { confirmed }),
    sources: sourcesOf(statements),
    verifiedOn: on,
  };
  const isSame = last !== undefined && isConfirmed(last, next);
  const from = last === undefined ? null : isSame ? last.from : on;
  if (!isSame) return [...before, { from, ...next }];
  return [
    ...before.slice(0, -1),
    { from, ...addedTo(last, next), ...next, sources: [...next.sources, ...pagesOf(last)] },
  ];
}

/** What a person added that no package states: until when the price is promised, why it is right, and a note. */
const addedTo = ({ holdsUntil, confirmed, note }: DatedPrice, next: Partial<DatedPrice>): Partial<DatedPrice> => ({
  ...(holdsUntil !== undefined && { holdsUntil }),
  ...(confirmed !== undefined && next.confirmed === undefined && { confirmed }),
  ...(note !== undefined && { note }),
});

/** The pages that a person added to the packages. */
const pagesOf = ({ sources }: DatedPrice): DatedPrice['sources'] => sources.filter(({ url }) => url !== undefined);

/** Whether people entered a price from pages alone. */
const isFromPages = (sources: DatedPrice['sources'] | undefined): boolean =>
  sources?.every(({ url }) => url !== undefined) === true;

const placePrice = ({ numbers, statements }: Agreed): PlacePrice => ({
  ...numbers,
  hostModelId: statements[0]?.id ?? '',
  sources: sourcesOf(statements),
});

const sourcesOf = (statements: readonly Statement[]): DatedPrice['sources'] =>
  statements.map(({ by, feed }) => ({ name: nameOf(by, feed), on: by.on }));

/** Whether the new prices are those of before. A place that is new changes no price; one that is gone does. */
function isConfirmed(last: DatedPrice, next: Omit<DatedPrice, 'from'>): boolean {
  const isEqual = (a: Numbers, b: Numbers) => JSON.stringify(numbersOf(a)) === JSON.stringify(numbersOf(b));
  return (
    isEqual(last, next as Numbers) &&
    Object.entries(last.places ?? {}).every(([place, was]) => {
      const is = lookUp(next.places ?? {}, place);
      return is !== undefined && isEqual(was as Numbers, is as Numbers);
    })
  );
}

const numbersOf = ({ input, output, cachedInput, cacheWrite, cacheWrite1h, longContext }: Numbers): Numbers => ({
  input,
  output,
  // That a read costs as much as any input was not kept at first: it is no change.
  cachedInput: cachedInput === input ? null : cachedInput,
  cacheWrite,
  cacheWrite1h,
  longContext,
});
