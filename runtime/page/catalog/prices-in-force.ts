/** The prices that come with the page, from which it computes every estimate at providers' own prices. */
import { type Catalog, catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import type { DatedPrice } from '../../core/dataset/files/dated-price.ts';
import type { ModelFile } from '../../core/dataset/files/model-file.ts';
import type { ProviderFile } from '../../core/dataset/files/provider-file.ts';
import type { InForce } from '../../core/dataset/unchanged-days.ts';
import { compact, expanded } from './compact-json.ts';

export interface PricesInForce {
  /** A catalog without sources, texts and offers of hosts. */
  file: CatalogFile;
  /** Stated, since it depends on the offers too. */
  inForce: InForce;
}

/** As it is sent: models and prices in a list each, of which a provider and a model have so many. */
interface Sent {
  rest: PricesInForce;
  models: ModelFile[];
  prices: DatedPrice[];
  /** Models of each provider, and prices of each model. */
  modelCounts: number[];
  priceCounts: number[];
}

/** The text in which the prices come with the page. */
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

/** The catalog of these prices. */
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

/** The first so many of a list, the next so many, and so on. */
function taking<T>(list: readonly T[], counts: readonly number[]): T[][] {
  let taken = 0;
  return counts.map((count) => {
    taken += count;
    return list.slice(taken - count, taken);
  });
}
