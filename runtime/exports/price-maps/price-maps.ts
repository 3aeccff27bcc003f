/**
 * The list prices in the formats that other tools load today. Each map is published as it is, without an envelope, and
 * has a file beside it with what its format cannot say.
 */
import { leftOutPath, type PriceMapName, priceMapNames, priceMapPath } from '../../api/routes/documents.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { genaiPrices } from './genai-prices.ts';
import { leftOutOf, type PriceMap } from './left-out.ts';
import { litellm, litellmNames } from './litellm.ts';
import { llmPrices, llmPricesName } from './llm-prices.ts';
import { modelsDev } from './models-dev.ts';
import { openrouter, openrouterName } from './openrouter.ts';

const maps: Record<PriceMapName, Omit<PriceMap, 'name'>> = {
  litellm: {
    says: [
      'longContext',
      'cacheWrite',
      'cacheWrite1h',
      'serviceTier',
      'serviceTierCache',
      'batch',
      'webSearch',
      'shutDown',
    ],
    hasHosts: true,
    map: litellm,
    entriesOf: litellmNames,
  },
  'models.dev': {
    says: ['longContext', 'cacheWrite'],
    hasHosts: true,
    map: modelsDev,
    entriesOf: ({ names }) => [...names],
  },
  'genai-prices': {
    says: ['longContext', 'cacheWrite', 'cacheWrite1h', 'webSearch'],
    hasHosts: true,
    map: genaiPrices,
    entriesOf: ({ names }) => [(names[0] as string).toLowerCase()],
  },
  'llm-prices': {
    says: ['longContext'],
    hasHosts: false,
    map: llmPrices,
    entriesOf: ({ model }) =>
      [null, ...model.price.longContext.map(({ above }) => above)].map((above) => llmPricesName(model.id, above)),
  },
  openrouter: {
    says: ['longContext', 'cacheWrite', 'cacheWrite1h', 'webSearch', 'shutDown'],
    hasHosts: false,
    map: openrouter,
    entriesOf: (listed) => [openrouterName(listed)],
  },
};

export const priceMap = (name: PriceMapName): PriceMap => ({ name, ...maps[name] });

/** Every map and the file beside it, by path below that of the API. */
export function* priceMapFiles(catalog: Catalog): Generator<{ path: string; text: () => string }> {
  for (const name of priceMapNames) {
    yield { path: priceMapPath(name), text: () => priceMapText(catalog, name) };
    yield { path: leftOutPath(name), text: () => leftOutText(catalog, name) };
  }
}

export const priceMapText = (catalog: Catalog, name: PriceMapName): string => jsonLine(maps[name].map(catalog));

export const leftOutText = (catalog: Catalog, name: PriceMapName): string =>
  jsonLine(leftOutOf(catalog, priceMap(name)));

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;
