/** The prices embedded in the page, from which it computes every estimate at providers' own prices. */
import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import type { InForce } from '../../core/dataset/unchanged-days.ts';
import type { DatedPrice } from '../../core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../core/schemas/data-files/provider-file.ts';
import { compact, expanded } from './compact-json.ts';

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
