/** Rebuilds the rows of `data/imported/` from the packages. */
import { type Catalog, catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import { isResold } from '../../../runtime/core/dataset/host-catalog.ts';
import { isResolved, resolve } from '../../../runtime/core/dataset/resolve.ts';
import { datedDataset } from '../../../runtime/core/dataset/version.ts';
import type { DatedPrice, PlacePrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import {
  type ImportedModelsFile,
  withImported,
} from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { noOffers, type OfferFile, type Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { singleNote } from '../../data/check-imported.ts';
import { isSameThreshold } from '../check/compare-prices.ts';
import { type Agreed, isAlone, type Numbers, type Refused } from './agreement.ts';
import { type LeftOut, reasonFor } from './left-out.ts';
import type { FeedReader, Lineage, Statement } from './packages.ts';
import { type PricesByPlace, pricesByPlace } from './places.ts';
import type { ReviewedModel } from './reviewed-models.ts';
import type { Host } from './sellers.ts';
import type { UnknownName } from './unlisted.ts';

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
  const { input, output, cachedInput, longContext } = known.price;
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
    return base.input === input && base.output === output && isCachedSame;
  });
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** A catalog to find models by any name: those of the dataset, shut down or not, and the reviewed ones. */
function nameCatalog(providers: readonly ProviderFile[], reviewed: readonly ReviewedModel[], day: string): Catalog {
  const stub = ({ provider: _, confirmed: __, ...model }: ReviewedModel): ModelFile => ({
    ...model,
    contextWindow: 1,
    maxOutputTokens: null,
    releaseDate: null,
    confidence: 'imported',
    notes: [],
    prices: [{ from: null, ...noNumbers, sources: [{ name: 'none', on: day }], verifiedOn: day }],
  });
  const ids = [...new Set(reviewed.map(({ provider }) => provider))];
  const imported = ids.map((id) => ({ id, models: reviewed.filter(({ provider }) => provider === id).map(stub) }));
  const all = withImported(providers, { providers: imported });
  const data = { providers: all, presets: [], measured: [], offers: noOffers };
  return catalogFrom(datedDataset(data, day, () => ''));
}

const noNumbers: Numbers = {
  input: 0,
  output: 0,
  cachedInput: null,
  cacheWrite: null,
  cacheWrite1h: null,
  longContext: [],
};

/** Whether the host has stopped serving the model by `day`, according to the model's lifecycle. */
const hasEnded = (names: Catalog, model: string, host: string, day: string): boolean =>
  names.find(model)?.facts.lifecycle?.hosts?.some((one) => one.host === host && one.shutDown <= day) ?? false;

interface Found {
  /** By the id of our model. */
  known: Map<string, Statement[]>;
  /** By the name without a region prefix. */
  unknown: Map<string, Statement[]>;
  /** From both maps: models that a package lists as no longer sold there. */
  ended: Map<string, { refused: string }>;
  /** Names that cannot be resolved to one model. */
  refused: { model: string; why: string }[];
}

function statementsByModel(
  names: Catalog,
  readers: ReadonlyMap<Lineage, FeedReader>,
  feeds: Partial<Record<Lineage, string>>,
  prefix: string | null,
  day: string,
): Found {
  const found: Found = { known: new Map(), unknown: new Map(), ended: new Map(), refused: [] };
  for (const [lineage, feed] of Object.entries(feeds) as [Lineage, string][]) {
    for (const statement of readers.get(lineage)?.(feed) ?? []) {
      const { id, ends, by } = statement;
      // genai-prices uses the prefix "regional." for all Bedrock regions.
      const name = `${prefix === null ? '' : `${prefix}/`}${id.replace(/^regional\./, '')}`;
      const answer = resolve(names, name);
      // A name at a level of service is not the model's price.
      if (isResolved(answer) && answer.serviceTier !== null) continue;
      if (!isResolved(answer) && answer.reason !== null) {
        found.refused.push({ model: id, why: answer.reason });
        continue;
      }
      const bare = id.toLowerCase().replace(/^[a-z-]{2,8}\.(?=[a-z]+\.)/, '');
      const key = isResolved(answer) ? answer.model.id : bare;
      add(isResolved(answer) ? found.known : found.unknown, key, statement);
      const refused = `${by.name}: no longer sold since ${ends}`;
      if (ends !== null && ends <= day && isOwnName(answer, id)) found.ended.set(key, { refused });
    }
  }
  return found;
}

/** Whether a name is the model's own: the end of a dated snapshot is not the end of its model. */
const isOwnName = (answer: ReturnType<typeof resolve>, id: string): boolean =>
  !isResolved(answer) || answer.via !== 'pattern' || !/\d{8}|\d{4}-\d\d-\d\d/.test(id);

const add = (to: Map<string, Statement[]>, key: string, statement: Statement): void => {
  to.set(key, [...(to.get(key) ?? []), statement]);
};

const beforeOf = ({ before }: Input, { provider, id }: ReviewedModel): readonly DatedPrice[] =>
  before.models.providers.find((one) => one.id === provider)?.models.find((one) => one.id === id)?.prices ?? [];

function modelRow(reviewed: ReviewedModel, best: Sold, before: readonly DatedPrice[], on: string): ModelFile {
  const { id, name, aliases, tier, tierReason, confirmed } = reviewed;
  return {
    id,
    name,
    aliases,
    tier,
    tierReason,
    contextWindow: windowOf(best),
    maxOutputTokens: null,
    releaseDate: null,
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
  const places = [...sold.places].map(([place, one]) => [place, placePrice(one)] as const);
  const last = before.at(-1);
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
  return [...(isSame ? before.slice(0, -1) : before), { from, ...next }];
}

const placePrice = ({ numbers, statements }: Agreed): PlacePrice => ({
  ...numbers,
  hostModelId: statements[0]?.id ?? '',
  sources: sourcesOf(statements),
});

const sourcesOf = (statements: readonly Statement[]): DatedPrice['sources'] =>
  statements.map(({ by, feed }) => ({
    name: `${by.lineage === 'litellm' ? 'LiteLLM price map in ' : ''}${by.name} ${by.version} (npm): ${feed}`,
    on: by.on,
  }));

/** Whether the new prices are those of before. A place that is new changes no price; one that is gone does. */
function isConfirmed(last: DatedPrice, next: Omit<DatedPrice, 'from'>): boolean {
  const isEqual = (a: Numbers, b: Numbers) => JSON.stringify(numbersOf(a)) === JSON.stringify(numbersOf(b));
  return (
    isEqual(last, next as Numbers) &&
    Object.entries(last.places ?? {}).every(([place, was]) => {
      const is = next.places?.[place];
      return is !== undefined && isEqual(was as Numbers, is as Numbers);
    })
  );
}

const numbersOf = ({ input, output, cachedInput, cacheWrite, cacheWrite1h, longContext }: Numbers): Numbers => ({
  input,
  output,
  cachedInput,
  cacheWrite,
  cacheWrite1h,
  longContext,
});
