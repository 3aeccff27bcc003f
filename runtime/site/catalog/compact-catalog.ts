/** The prices embedded in the page, from which it computes every estimate at providers' own prices. */

import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import type { InForce } from '../../core/dataset/unchanged-days.ts';
import type { DatedPrice } from '../../core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../core/schemas/data-files/provider-file.ts';
import { lookUp } from '../../core/values/look-up.ts';

export interface PricesInForce {
  /** A catalog without sources, texts and host offers. */
  file: CatalogFile;
  /** Included because it cannot be derived: it depends on the offers too. */
  inForce: InForce;
}

/** The form in the page: one list of models and one of prices, with how many belong to each provider and model. */
interface Sent {
  rest: PricesInForce;
  models: ModelFile[];
  prices: DatedPrice[];
  /** Number of models of each provider, and of prices of each model. */
  modelCounts: number[];
  priceCounts: number[];
}

/** The prices as text for the page. */
export function sentText({ file, inForce }: PricesInForce): string {
  const { providers } = file.data;
  const models = providers.flatMap((provider) => provider.models);
  const sent: Sent = {
    rest: {
      file: withProviders(
        file,
        providers.map((provider) => ({ ...provider, models: [] })),
      ),
      inForce,
    },
    models: models.map((model) => ({ ...model, prices: [] })),
    prices: models.flatMap(({ prices }) => prices),
    modelCounts: providers.map((provider) => provider.models.length),
    priceCounts: models.map(({ prices }) => prices.length),
  };
  return JSON.stringify(compact(sent));
}

/** The catalog in a text made by `sentText`. */
export function catalogInForce(text: string): Catalog {
  const { rest, models, prices, modelCounts, priceCounts } = expanded(JSON.parse(text)) as Sent;
  const pricesOf = taking(prices, priceCounts);
  const modelsOf = taking(
    models.map((model, index) => ({ ...model, prices: pricesOf[index] ?? [] })),
    modelCounts,
  );
  const { file, inForce } = rest;
  const providers = file.data.providers.map((provider, index) => ({ ...provider, models: modelsOf[index] ?? [] }));
  return { ...catalogFrom(withProviders(file, providers)), inForce };
}

const withProviders = (file: CatalogFile, providers: ProviderFile[]): CatalogFile => ({
  ...file,
  data: { ...file.data, providers },
});

/** Splits a list into consecutive parts of these lengths. */
function taking<T>(list: readonly T[], counts: readonly number[]): T[][] {
  let taken = 0;
  return counts.map((count) => {
    taken += count;
    return list.slice(taken - count, taken);
  });
}

/** The name of the entry that holds the number of objects. */
const countMark = '#';
/** In a column: this object has no such name. */
const absent = '~';

/** A shorter list is not compacted. */
const least = 4;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

/**
 * The compact form of JSON data, which compresses better: a list of objects becomes columns, so similar values are
 * adjacent and names occur once. The data may not use the marks above as a name or a text.
 */
export function compact(value: unknown): unknown {
  if (isObject(value)) return mapped(value, compact);
  if (!Array.isArray(value)) return value;
  if (value.length < least || !value.every(isObject)) return value.map(compact);
  const names = [...new Set(value.flatMap(Object.keys))];
  const columns = names.map((name) => [
    name,
    value.map((one) => (Object.hasOwn(one, name) ? compact(lookUp(one, name)) : absent)),
  ]);
  return { [countMark]: value.length, ...Object.fromEntries(columns) };
}

/** The original data of a compact form. */
export function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded);
  if (!isObject(value)) return value;
  const { [countMark]: count, ...columns } = value;
  if (typeof count !== 'number') return mapped(value, expanded);
  const entries = Object.entries(columns) as [string, unknown[]][];
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      entries.flatMap(([name, column]) => (column[index] === absent ? [] : [[name, expanded(column[index])]])),
    ),
  );
}
