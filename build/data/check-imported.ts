/** The rules for imported models and offers of hosts, in addition to those for every model. */
import { lineagesOf } from '../../runtime/core/dataset/sources.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ImportedModelsFile } from '../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { Offers } from '../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { checkPrices } from './check-models.ts';
import { checkPrice } from './plausible.ts';
import type { Days, Report } from './read-data.ts';

type Imported = Pick<ImportedModelsFile, 'providers'>;

/** Starts a note of each model whose price is stated by only one lineage. */
export const singleNote =
  'Imported from one dataset alone: no other confirms the price, and nobody looked at a price page.';

/**
 * Imported models must be marked as such, belong to an existing provider, and have a note if only one lineage states
 * their price. Files in `data/providers` must not contain any, and may be empty only if imported models fill them.
 */
export function checkImported(
  providers: readonly ProviderFile[],
  { providers: imported }: Imported,
  reportFor: (provider: ProviderFile) => Report,
  report: Report,
): void {
  for (const provider of providers) {
    if (provider.models.length === 0 && !imported.some(({ id }) => id === provider.id)) {
      reportFor(provider)('/models', 'must have at least 1 entry');
    }
    provider.models.forEach(({ id, confidence }, n) => {
      if (confidence !== 'imported') return;
      const message = `must be "high", "medium" or "low": imported models are in data/imported/models.json (${id})`;
      reportFor(provider)(`/models/${n}/confidence`, message);
    });
  }
  imported.forEach(({ id, models }, n) => {
    if (!providers.some((provider) => provider.id === id)) {
      report(`/providers/${n}/id`, `"${id}" is not the id of a provider in data/providers`);
    }
    models.forEach((model, m) => {
      const at = `/providers/${n}/models/${m}`;
      if (model.confidence !== 'imported') report(`${at}/confidence`, `must be "imported" (${model.id})`);
      const isSingle = !restsOnTwo(model);
      if (isSingle === model.notes.some((note) => note.startsWith(singleNote))) return;
      const [who, must] = isSingle ? ['only one lineage states', 'must'] : ['two lineages state', 'must not'];
      report(`${at}/notes`, `${who} the price: a note ${must} begin with "${singleNote}" (${model.id})`);
    });
  });
}

/** Whether two independent lineages state the newest price. */
const restsOnTwo = ({ prices }: { prices: readonly DatedPrice[] }): boolean =>
  prices.slice(-1).every((price) => lineagesOf(price).length >= 2);

/** Each provider with only its imported models, and the function that reports their problems. */
export function importedProviders(
  providers: readonly ProviderFile[],
  { providers: imported }: Imported,
  report: Report,
): [ProviderFile, Report][] {
  return imported.flatMap(({ id, models }, n): [ProviderFile, Report][] => {
    const provider = providers.find((one) => one.id === id);
    if (provider === undefined) return [];
    // Fees, regions and corrections name models of the provider's own file.
    const { toolFees: _, regions: __, corrections: ___, ...facts } = provider;
    return [[{ ...facts, models }, (pointer, message) => report(`/providers/${n}${pointer}`, message)]];
  });
}

/** Each offer names an existing model and host, once, and is `agreed` only if two lineages state its price. */
export function checkOffers(
  { hosts, offers }: Offers,
  providers: readonly ProviderFile[],
  days: Days,
  report: Report,
): void {
  const models = new Set(providers.flatMap((provider) => provider.models.map(({ id }) => id)));
  const hostIds = new Set<string>();
  hosts.forEach(({ id }, n) => {
    if (hostIds.has(id)) report(`/hosts/${n}/id`, `"${id}" is listed twice`);
    hostIds.add(id);
  });
  const seen = new Set<string>();
  offers.forEach((offer, n) => {
    const at = `/offers/${n}`;
    const of = `${offer.model} at ${offer.host}`;
    const reportOffer: Report = (pointer, message) => report(at + pointer, `${message} (${of})`);
    if (!hostIds.has(offer.host)) reportOffer('/host', `"${offer.host}" is not the id of one of "hosts"`);
    if (!models.has(offer.model)) reportOffer('/model', `"${offer.model}" is not the id of a model`);
    if (/latest$/.test(offer.hostModelId)) {
      reportOffer('/hostModelId', 'must name one model: what a "latest" name means can change');
    }
    if (seen.has(of)) reportOffer('', 'a model must have only one offer per host');
    seen.add(of);
    checkPrices(offer, days, reportOffer);
    offer.prices.forEach((price, p) => {
      const reportPrice: Report = (pointer, message) => reportOffer(`/prices/${p}${pointer}`, message);
      checkPrice(offer.prices[p - 1], price, reportPrice);
    });
    if (offer.agreement === 'agreed' && !restsOnTwo(offer)) {
      reportOffer('/agreement', 'must be "single": only one lineage states the price');
    }
  });
}
