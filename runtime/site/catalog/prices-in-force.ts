/**
 * The part of a catalog that estimates depend on, for the first view of the page: no sources, notes, evidence texts, plans or
 * host prices. It keeps the shape of a catalog, so the same code reads both.
 */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { lineageOf, seen } from '../../core/dataset/sources.ts';
import type { DatedPrice, Source } from '../../core/schemas/data-files/dated-price.ts';
import type { MeasuredFile, MeasuredRun } from '../../core/schemas/data-files/measured-file.ts';
import type { ModelFile } from '../../core/schemas/data-files/model-file.ts';
import type { PresetFile } from '../../core/schemas/data-files/presets-file.ts';
import type { ProviderFile } from '../../core/schemas/data-files/provider-file.ts';
import type { PricesInForce } from './compact-catalog.ts';

/** Gives the same estimates as the whole catalog, except those at a host. */
export function pricesInForce({ file, inForce }: Catalog): PricesInForce {
  const { providers, presets, measured, offers, plans: _, ...others } = file.data;
  return {
    inForce,
    file: {
      ...file,
      data: {
        ...others,
        providers: providers.map(providerInShort),
        presets: presets.map(presetInShort),
        measured: measured.map(boardInShort),
        offers: { hosts: offers.hosts, offers: [] },
      },
    },
  };
}

function providerInShort({ corrections: _, ...provider }: ProviderFile): ProviderFile {
  const { caching, toolFees, regions, models } = provider;
  return {
    ...provider,
    rules: [],
    caching: {
      ...caching,
      description: '',
      hitEfficiency: { ...caching.hitEfficiency, source: '' },
      sources: [],
    },
    ...(toolFees && { toolFees: toolFees.map((fee) => ({ ...fee, sources: [] })) }),
    ...(regions && { regions: regions.map(({ note: _, ...region }) => ({ ...region, sources: [] })) }),
    models: models.map((model) => modelInShort(model, provider)),
  };
}

function modelInShort({ lifecycle, caching, inputs: _, ...model }: ModelFile, provider: ProviderFile): ModelFile {
  const { source: __, hitEfficiency, ...ownCaching } = caching ?? {};
  return {
    ...model,
    tierReason: '',
    notes: [],
    ...(lifecycle && { lifecycle: { ...lifecycle, hosts: [], sources: [] } }),
    ...(caching && {
      caching: { ...ownCaching, ...(hitEfficiency && { hitEfficiency: { ...hitEfficiency, source: '' } }) },
    }),
    prices: model.prices.map((price) => priceInShort(price, provider)),
  };
}

function priceInShort(
  { note: _, confirmed: __, announced: ___, serviceTiers, places, ...price }: DatedPrice,
  provider: ProviderFile,
): DatedPrice {
  const short = (of: Pick<DatedPrice, 'sources'>): Source[] => inShort(of, provider);
  const tiers = Object.entries(serviceTiers ?? {}).map(([name, tier]) => [name, { ...tier, sources: short(tier) }]);
  const there = Object.entries(places ?? {}).map(([place, { hostModelId: _, ...of }]) => [
    place,
    { ...of, sources: short(of) },
  ]);
  return {
    ...price,
    sources: short(price),
    ...(serviceTiers && { serviceTiers: Object.fromEntries(tiers) }),
    ...(places && { places: Object.fromEntries(there) }),
  };
}

/**
 * As many sources as there are lineages, up to the three that give the highest confidence, with the first and last day
 * of a source, and the last one on a page of the provider. Sources of a single lineage stay as they are: an answer may
 * quote them.
 */
function inShort(price: Pick<DatedPrice, 'sources'>, provider: ProviderFile): Source[] {
  const { sources } = price;
  const count = new Set(sources.map(lineageOf)).size;
  if (count === 1) return sources.map(({ note: _, ...source }) => source);
  const days = sources.map(({ on }) => on).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const { atProvider } = seen(provider, price);
  const short: Source[] = atProvider === null ? [] : [{ url: `https://${provider.domains[0]}`, on: atProvider }];
  for (let n = 0; short.length < Math.min(3, count); n++) short.push({ name: String(n), on: n === 0 ? first : last });
  return short.some(({ on }) => on === last) ? short : [...short, { name: '0', on: last }];
}

const presetInShort = (preset: PresetFile): PresetFile => ({
  ...preset,
  description: `${preset.description.split('. ', 1)[0]}.`.replace('..', '.'),
  defaultModelReason: '',
  evidence: [],
});

const boardInShort = (board: MeasuredFile): MeasuredFile => ({
  ...board,
  name: '',
  runs: '',
  licence: null,
  sources: [],
  notes: [],
  rows: board.rows.map(runInShort),
});

/** Recorded dollars matter only without tokens; of a model outside the dataset only the cached share matters. */
function runInShort(run: MeasuredRun): MeasuredRun {
  const { modelId, inputTokens, cachedTokens, outputTokens } = run;
  const recordedUsd = inputTokens === null || outputTokens === null ? run.recordedUsd : null;
  const unnamed = { model: '', config: null, version: null, note: null, attempts: null, tasks: null };
  if (modelId !== null) return { ...run, ...unnamed, recordedUsd };
  return {
    ...unnamed,
    modelId,
    effort: null,
    on: '',
    successRate: 0,
    calls: null,
    inputTokens,
    cachedTokens,
    outputTokens: null,
    recordedUsd: null,
  };
}
