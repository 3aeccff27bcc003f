/**
 * Checks names and references of models and their prices, and that their days agree with each other: release, prices,
 * sources, end.
 */
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { serviceTierNames } from '../../runtime/core/schemas/levels.ts';
import type { Days, Report } from './read-data.ts';

/** Path segments of the API, which cannot be names of models. */
const reserved = ['all', 'by-provider', 'by-tier', 'compare'];

/** `complete`: whether every file could be read, so that a name that is not found is known not to exist. */
export function checkModels(
  providers: readonly ProviderFile[],
  days: Days,
  reportFor: (provider: ProviderFile) => Report,
  complete: boolean,
): void {
  const names = new Map<string, string>();
  const ids = new Set(providers.flatMap(({ models }) => models.map(({ id }) => id)));
  for (const provider of providers) {
    const report = reportFor(provider);
    if (provider.id === 'none') report('/id', '"none" is a path of the API: choose another id');
    provider.models.forEach((model, index) => {
      const at = `/models/${index}`;
      checkNames(model, `${model.id} (data/providers/${provider.id}.json)`, names, (pointer, message) =>
        report(at + pointer, message),
      );
      const reportModel: Report = (pointer, message) => report(at + pointer, `${message} (${model.id})`);
      checkPrices(model, days, reportModel);
      checkModelDays(model, days, reportModel);
      checkLifecycle(model, days, complete ? ids : null, reportModel);
    });
    checkReferences(provider, report);
  }
}

function checkNames(model: ModelFile, holder: string, names: Map<string, string>, report: Report): void {
  [model.id, ...model.aliases].forEach((name, n) => {
    const pointer = n === 0 ? '/id' : `/aliases/${n - 1}`;
    if (reserved.includes(name.toLowerCase())) report(pointer, `"${name}" is a path of the API: choose another name`);
    const taken = names.get(name.toLowerCase());
    if (taken) report(pointer, `"${name}" is already an id or alias of ${taken}: names are unique, ignoring case`);
    else names.set(name.toLowerCase(), holder);
  });
}

/** Checks days, order and thresholds of the prices of a model or an offer. */
export function checkPrices(model: Dated & Pick<ModelFile, 'contextWindow'>, days: Days, report: Report): void {
  checkPriceDays(model, days, report);
  model.prices.forEach((price, index) => {
    checkBands(price, `/prices/${index}`, model.contextWindow, report);
  });
}

function checkBands(
  price: Pick<DatedPrice, 'longContext' | 'places'>,
  at: string,
  contextWindow: number,
  report: Report,
): void {
  price.longContext.forEach((band, n) => {
    const pointer = `${at}/longContext/${n}/above`;
    const lower = price.longContext[n - 1]?.above ?? 0;
    if (band.above <= lower) report(pointer, `${band.above} is not above ${lower}, the threshold before it`);
    if (band.above > contextWindow) {
      report(pointer, `${band.above} is above the context window of ${contextWindow}: no prompt could reach it`);
    }
  });
  for (const [place, of] of Object.entries(price.places ?? {})) {
    checkBands({ longContext: of.longContext }, `${at}/places/${place}`, contextWindow, report);
  }
}

function checkLifecycle(
  { id, releaseDate, lifecycle }: ModelFile,
  { today }: Days,
  ids: ReadonlySet<string> | null,
  report: Report,
): void {
  if (lifecycle === undefined) return;
  const { deprecatedOn, shutDown, notBefore } = lifecycle;
  const order = (field: string, day: string | null, other: string | null, what: string) => {
    if (day !== null && other !== null && day < other)
      report(`/lifecycle/${field}`, `${day} is before ${other}, ${what}`);
  };
  order('shutDown', shutDown, releaseDate, 'its release');
  order('shutDown', shutDown, deprecatedOn, 'the day on which the shutdown became known');
  order('shutDown', shutDown, notBefore, 'the day before which it is guaranteed not to be shut down');
  order('deprecatedOn', deprecatedOn, releaseDate, 'its release');
  if (shutDown !== null && deprecatedOn === null) {
    report(
      '/lifecycle/deprecatedOn',
      `must not be null with a shutdown on ${shutDown}: give the day on which it became known`,
    );
  }
  if (deprecatedOn !== null && deprecatedOn > today)
    report('/lifecycle/deprecatedOn', `${deprecatedOn} is in the future`);
  for (const field of ['successor', 'billedAs'] as const) {
    const other = lifecycle[field];
    if (other === null || ids === null) continue;
    if (!ids.has(other)) report(`/lifecycle/${field}`, `"${other}" is not the id of a model`);
    if (other === id) report(`/lifecycle/${field}`, `"${other}" is the model itself`);
  }
}

/** Fees, regions and corrections name models of their own file. */
function checkReferences({ models, toolFees, regions, corrections }: ProviderFile, report: Report): void {
  const known = new Set(models.map(({ id }) => id));
  const check = (pointer: string, name: string) => {
    if (!known.has(name)) report(pointer, `"${name}" is not the id of a model of this file`);
  };
  for (const [field, entries] of Object.entries({ toolFees, regions })) {
    entries?.forEach((entry, index) => {
      entry.models?.forEach((name, n) => {
        check(`/${field}/${index}/models/${n}`, name);
      });
    });
  }
  regions?.forEach(({ region }, index) => {
    if (region === 'global')
      report(`/regions/${index}/region`, '"global" means processing in no particular region: use another name');
  });
  corrections?.forEach(({ model }, index) => {
    check(`/corrections/${index}/model`, model);
  });
}

/** What has dated prices: a model, or an offer, which has no release. */
export type Dated = Pick<ModelFile, 'prices'> & Partial<Pick<ModelFile, 'releaseDate'>>;

/**
 * Reports days of prices that cannot be right: out of order, in the future, before the release, a promise that outlives
 * its price, and a day of verification that is not the day of the newest source.
 */
function checkPriceDays({ prices, releaseDate = null }: Dated, { today }: Days, report: Report): void {
  // A release in the future is one problem, not one for each source.
  const since = releaseDate !== null && releaseDate <= today ? releaseDate : null;
  prices.forEach((price, index) => {
    const at = `/prices/${index}`;
    const reportPrice: Report = (pointer, message) => report(at + pointer, message);
    checkOrder(price, prices[index - 1], prices[index + 1], reportPrice);
    checkVerification(price, today, reportPrice);
    if (price.from !== null && since !== null && price.from < since)
      reportPrice('/from', `${price.from} is before ${since}, the release: a price begins no earlier`);
    // What a model will cost is announced before its release; a later price of it is not.
    const seenSince = price.announced && (price.from === null || since === null || price.from <= since) ? null : since;
    checkSources(price.sources, seenSince, today, reportPrice);
    for (const tier of serviceTierNames) {
      const sources = price.serviceTiers?.[tier]?.sources ?? [];
      checkSources(sources, seenSince, today, (pointer, message) =>
        reportPrice(`/serviceTiers/${tier}${pointer}`, message),
      );
    }
  });
}

function checkOrder(
  { from, holdsUntil }: DatedPrice,
  before: DatedPrice | undefined,
  next: DatedPrice | undefined,
  report: Report,
): void {
  if (before !== undefined && from === null) report('/from', 'only the first price may have no date');
  if (before?.from && from && from <= before.from)
    report('/from', `${from} is not after ${before.from}, the price before it: prices are listed oldest first`);
  if (holdsUntil === undefined) return;
  if (from && holdsUntil < from) report('/holdsUntil', `${holdsUntil} is before ${from}, when the price begins`);
  if (next?.from && next.from <= holdsUntil)
    report('/holdsUntil', `${holdsUntil} is not before ${next.from}, when the next price begins: a promise ends first`);
}

/** `verifiedOn` is the day of the newest source. Reports one problem at most, so that it names what to do. */
function checkVerification({ verifiedOn, from, sources, announced }: DatedPrice, today: string, report: Report): void {
  // A source of the future is a problem of its own.
  const days = sources.map(({ on }) => on).filter((on) => on <= today);
  const newest = days.sort().at(-1) ?? verifiedOn;
  if (verifiedOn > today) report('/verifiedOn', `${verifiedOn} is in the future`);
  else if (from && verifiedOn < from && !announced) {
    report(
      '/verifiedOn',
      `${verifiedOn} is before ${from}, when the price began; an announced price needs "announced": true`,
    );
  } else if (verifiedOn !== newest)
    report('/verifiedOn', `${verifiedOn} is not the day of the newest of its "sources": expected is ${newest}`);
}

/** Nobody can have seen what was not there yet. `since`: the release; null: none, unknown, or its price was announced before. */
export function checkSources(
  sources: readonly { on: string }[],
  since: string | null,
  today: string,
  report: Report,
): void {
  sources.forEach(({ on }, n) => {
    if (on > today) report(`/sources/${n}/on`, `${on} is in the future`);
    if (since !== null && on < since)
      report(`/sources/${n}/on`, `${on} is before ${since}, the release: expected is that day or a later one`);
  });
}

/** Reports a release that is still to come, and facts about a model that are older than it. */
function checkModelDays({ releaseDate, lifecycle, caching }: ModelFile, { today }: Days, report: Report): void {
  if (lifecycle !== undefined)
    checkSources(lifecycle.sources, releaseDate, today, (pointer, message) => report(`/lifecycle${pointer}`, message));
  if (releaseDate === null) return;
  if (releaseDate > today)
    report(
      '/releaseDate',
      `${releaseDate} is in the future: expected is a day until ${today}, or null if it is unknown`,
    );
  if (caching?.source !== undefined && caching.source.on < releaseDate)
    report('/caching/source/on', `${caching.source.on} is before ${releaseDate}, the release`);
}
