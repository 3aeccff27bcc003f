/** What the calls of a log are billed at: list prices of one day, so that a change of a price is no change of the work. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { priceCall } from '../../core/price/price-call.ts';
import type { CallRecord } from '../call-record.ts';
import type { BilledCall } from './logged-runs.ts';

/** At the prices in force on the day of the catalog. */
export const billsAt =
  (catalog: Catalog) =>
  ({ model, host, region, serviceTier, ...call }: CallRecord): BilledCall => {
    const { input, cachedInput, cacheWrite, cacheWrite1h, output, searches } = call;
    const priced = priceCall(catalog, {
      model,
      ...(host !== null && { host }),
      ...(region !== null && { region }),
      serviceTier,
      ...{ input, cachedInput, cacheWrite, cacheWrite1h, output, searches },
    });
    const fees = priced.lines.find(({ part }) => part === 'webSearch');
    const nano = priced.usd === null ? null : Math.round(priced.usd * 1e9);
    const tokensNano = nano === null ? null : nano - Math.round((fees?.usd ?? 0) * 1e9);
    return { model: priced.model ?? model, tokensNano, nano };
  };
