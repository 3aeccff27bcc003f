/** Where every price comes from, as a table: one line for each price and source. */

import type { Dataset } from '../core/dataset/dataset.ts';
import type { DatedPrice } from '../core/schemas/data-files/dated-price.ts';
import { csvField } from '../core/values/csv.ts';

export const evidenceColumns = [
  { name: 'provider', type: 'string', description: 'Maker id.' },
  { name: 'model', type: 'string', description: 'Model id.' },
  { name: 'from', type: 'date', description: 'First day of the price (UTC); empty: since release or unknown.' },
  { name: 'inputPerMTok', type: 'number', description: 'USD per 1,000,000 tokens.' },
  { name: 'outputPerMTok', type: 'number', description: 'USD per 1,000,000 tokens.' },
  {
    name: 'cachedInputPerMTok',
    type: 'number',
    description: 'USD per 1,000,000 tokens; empty: not offered or unknown.',
  },
  { name: 'cacheWritePerMTok', type: 'number', description: 'USD per 1,000,000 tokens; empty: no premium over input.' },
  {
    name: 'cacheWrite1hPerMTok',
    type: 'number',
    description: 'For a cache kept one hour, USD per 1,000,000 tokens; empty: not offered or unknown.',
  },
  {
    name: 'longContext',
    type: 'string',
    description:
      'Prices above a number of prompt tokens, as JSON: a list with above, input, output, cachedInput, cacheWrite; empty: none.',
  },
  { name: 'offPeak', type: 'string', description: 'Prices outside of peak hours, as JSON; empty: none.' },
  { name: 'announced', type: 'boolean', description: 'Taken from an announcement, before it took effect.' },
  { name: 'verifiedOn', type: 'date', description: 'Day on which a source last confirmed the price.' },
  { name: 'source', type: 'string', description: 'URL or name of the source.' },
  { name: 'sourceOn', type: 'date', description: 'Day of the source.' },
  { name: 'sourceNote', type: 'string', description: 'Note on the source.' },
  { name: 'priceNote', type: 'string', description: 'Note on the price.' },
  { name: 'host', type: 'string', description: 'Id of the host of the offer; empty: the maker itself.' },
] as const;

/** RFC 4180, in the order of the data: the prices of providers, then the offers of hosts. */
export function evidenceCsv({ providers, offers }: Dataset): string {
  const providerOf = new Map(providers.flatMap(({ id, models }) => models.map((model) => [model.id, id] as const)));
  const rows = [
    ...providers.flatMap(({ id, models }) => models.flatMap((model) => rowsOf(id, model.id, model.prices, null))),
    ...offers.offers.flatMap(({ host, model, prices }) => rowsOf(providerOf.get(model) ?? '', model, prices, host)),
  ];
  const header = evidenceColumns.map(({ name }) => name);
  return [header, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/** A row for each source of each price. */
const rowsOf = (provider: string, model: string, prices: readonly DatedPrice[], host: string | null) =>
  prices.flatMap((price) =>
    price.sources.map((source) => [
      provider,
      model,
      price.from,
      price.input,
      price.output,
      price.cachedInput,
      price.cacheWrite,
      price.cacheWrite1h,
      price.longContext.length === 0 ? null : JSON.stringify(price.longContext),
      price.offPeak === undefined || price.offPeak === null ? null : JSON.stringify(price.offPeak),
      String(price.announced ?? false),
      price.verifiedOn,
      source.url ?? source.name ?? null,
      source.on,
      source.note ?? null,
      price.note ?? null,
      host,
    ]),
  );
