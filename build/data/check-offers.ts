/** Each offer names an existing model and host, once, and is `agreed` only if two lineages state its price. */

import type { Offers } from '../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { restsOnTwo } from './check-imported.ts';
import { checkPrices } from './check-models.ts';
import type { Days, Report } from './data-problem.ts';
import { checkPrice } from './plausible.ts';

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
