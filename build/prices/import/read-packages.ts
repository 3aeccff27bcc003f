/** Reads the statements in each package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { calcPrice, findProvider, Provider } from '@pydantic/genai-prices';
import { type Band, nothing, type Prices, type Stated } from '../check/compare-prices.ts';
import { statedBy } from '../check/datasets/genai-prices.ts';
import type { Lineage, Unpacked } from './packages.ts';
import type { FeedReader, Statement } from './statement.ts';

const readers: Record<Lineage, (found: Unpacked, day: string) => Promise<FeedReader>> = {
  'models.dev': readPiAi,
  'genai-prices': readGenaiPrices,
  litellm: readLlmPrices,
};

/** The reader of each package's lists. `day`: prices that depend on the day or hour are read for this day. */
export async function readersOf(found: readonly Unpacked[], day: string): Promise<Map<Lineage, FeedReader>> {
  const all = found.map(async (one) => [one.lineage, await readers[one.lineage](one, day)] as const);
  return new Map(await Promise.all(all));
}

const load = async <Module>({ dir }: Unpacked, path: string): Promise<Module> =>
  (await import(pathToFileURL(join(dir, path)).href)) as Module;

/** One price for all prompts, and the bands above it. */
const stated = (base: Prices, bands: Band[]): Stated => ({
  base,
  upTo: null,
  bands: bands.length > 0 ? bands : null,
  offPeak: null,
});

interface PiPrices {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

interface PiModel {
  id: string;
  cost?: PiPrices & { tiers?: (PiPrices & { inputTokensAbove: number })[] };
  contextWindow: number;
}

/** pi-ai writes 0 both for "free" and for "not offered": a cache price of 0 is read as not offered. */
const ofPi = ({ input, output, cacheRead, cacheWrite }: PiPrices): Prices => ({
  ...nothing,
  input,
  output,
  cachedInput: cacheRead || null,
  cacheWrite: cacheWrite || null,
});

async function readPiAi(by: Unpacked): Promise<FeedReader> {
  const { MODELS } = await load<{ MODELS: Record<string, Record<string, PiModel>> }>(by, 'dist/models.generated.js');
  return (feed) =>
    Object.values(MODELS[feed] ?? {}).flatMap(({ id, cost, contextWindow }): Statement[] => {
      if (cost === undefined) return [];
      const bands = (cost.tiers ?? []).map((tier) => ({ above: tier.inputTokensAbove, prices: ofPi(tier) }));
      return [{ by, feed, id, stated: stated(ofPi(cost), bands), contextWindow, ends: null }];
    });
}

interface GenaiPrices {
  calcPrice: typeof calcPrice;
  findProvider: typeof findProvider;
}

/**
 * The package matches names by prefix or substring and could return another model, so each model is looked up in a
 * separate list. For a provider that resells others' models, the package falls back to their lists.
 */
async function readGenaiPrices(by: Unpacked, day: string): Promise<FeedReader> {
  const { calcPrice, findProvider } = await load<GenaiPrices>(by, 'dist/index.js');
  const timestamp = new Date(`${day}T02:00:00Z`);
  const usage = { input_tokens: 1 };
  return (feed) => {
    const provider = findProvider({ providerId: feed });
    if (provider?.id !== feed) return [];
    const statements = (list: Provider, from: string) =>
      list.models.flatMap((model): Statement[] => {
        const { id, context_window } = model;
        const { fallback_model_providers: _, ...alone } = list;
        const one = { ...alone, models: [{ ...model, match: { equals: id } }] };
        const found = calcPrice(usage, id, { provider: one, timestamp });
        if (!found) return [];
        const prices = statedBy(found.model_price);
        return [{ by, feed: from, id, stated: prices, contextWindow: context_window ?? null, ends: null }];
      });
    const resold = (provider.fallback_model_providers ?? []).flatMap((id) => {
      const list = findProvider({ providerId: id });
      const isResold = (name: string) => {
        const model = calcPrice(usage, name, { providerId: feed, timestamp })?.model;
        return model?.id === name && !provider.models.includes(model);
      };
      if (!list) return [];
      const models = list.models.filter((model) => isResold(model.id));
      return statements({ ...list, models }, `${feed}, for which the list of ${id} holds`);
    });
    return [...statements(provider, feed), ...resold];
  };
}

interface LlmPrices {
  input: number;
  output: number;
  cacheRead: number | null;
  cacheWrite: number | null;
}

interface LlmModel extends LlmPrices {
  provider: string;
  context: number | null;
  deprecated?: string;
  longContext?: LlmPrices & { threshold: number };
}

const ofLlmPrices = ({ input, output, cacheRead, cacheWrite }: LlmPrices): Prices => ({
  ...nothing,
  input,
  output,
  cachedInput: cacheRead,
  cacheWrite,
});

async function readLlmPrices(by: Unpacked): Promise<FeedReader> {
  const text = readFileSync(join(by.dir, 'data/prices.json'), 'utf8');
  const { models } = JSON.parse(text) as { models: Record<string, LlmModel> };
  return (feed) =>
    Object.entries(models).flatMap(([id, model]): Statement[] => {
      if (model.provider !== feed) return [];
      const { longContext, context, deprecated } = model;
      const bands = longContext ? [{ above: longContext.threshold, prices: ofLlmPrices(longContext) }] : [];
      const prices = stated(ofLlmPrices(model), bands);
      return [{ by, feed, id, stated: prices, contextWindow: context, ends: deprecated ?? null }];
    });
}
