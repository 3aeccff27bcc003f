/** A dataset of any size, similar to the shipped one, for the build and the server at scale. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatedPrice } from '../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../runtime/core/schemas/data-files/model-file.ts';
import type { Preset } from '../runtime/core/schemas/data-files/presets-file.ts';
import type { ProviderFile } from '../runtime/core/schemas/data-files/provider-file.ts';
import { type Tier, tiers } from '../runtime/core/schemas/request-fields.ts';
import { digits, type Random, randomFrom } from './random.ts';

const providerNames = [
  ...['Aurora', 'Basalt', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Harbor'],
  ...['Iris', 'Juniper', 'Krypton', 'Lumen', 'Meridian', 'Nimbus', 'Onyx', 'Prairie'],
];

/** Days on which prices start; all are before any build. */
const days = ['2024-03-01', '2024-09-15', '2025-02-10', '2025-06-01', '2025-08-20'] as const;
const verifiedOn = '2025-09-01';

/** Input prices of a tier, USD per 1,000,000 tokens. */
const inputPrices: Record<Tier, [number, number]> = { fast: [0.03, 0.4], mid: [0.3, 3], frontier: [1.5, 15] };

export interface SyntheticData {
  providers: ProviderFile[];
  presets: Preset[];
}

/** A dataset of `models` models; `presets` are the shipped ones, pointed at models of this dataset. */
export function syntheticData(models: number, seed: number, presets: readonly Preset[]): SyntheticData {
  const random = randomFrom(seed);
  const providers = providerNames.slice(0, Math.min(models, providerNames.length)).map((name, index, all) => {
    const count = Math.floor(models / all.length) + Number(index < models % all.length);
    return provider(random, name, count);
  });
  const first = (index: number) => (providers[index % providers.length] as ProviderFile).models[0] as ModelFile;
  return { providers, presets: presets.map((preset, index) => ({ ...preset, defaultModel: first(index).id })) };
}

/** Writes the dataset as a directory for `--data` of the build. */
export function writeSynthetic(dir: string, models: number, seed = 1): void {
  const shipped = readFileSync(join(import.meta.dirname, '../data/presets.json'), 'utf8');
  const { providers, presets } = syntheticData(models, seed, (JSON.parse(shipped) as { presets: Preset[] }).presets);
  mkdirSync(join(dir, 'providers'), { recursive: true });
  writeFileSync(join(dir, 'presets.json'), JSON.stringify({ presets }));
  for (const file of providers) writeFileSync(join(dir, 'providers', `${file.id}.json`), JSON.stringify(file));
}

function provider(random: Random, name: string, count: number): ProviderFile {
  const id = name.toLowerCase();
  const url = `https://${id}.example/pricing`;
  return {
    id,
    name,
    domains: ['example.com'],
    pricingUrl: url,
    caching: {
      mode: random.pick(['automatic', 'explicit', 'hint'] as const),
      description: `Prompts of ${name} are cached by prefix; a later call that begins alike reads them at less.`,
      minPrefixTokens: random.pick([null, 1024, 1024, 2048]),
      hitEfficiency: { value: digits(0.8 + random.next() * 0.19, 2), basis: 'assumed', source: 'Synthetic.' },
      defaultTtl: '5m',
      sources: [{ fact: 'Kept for five minutes', url, on: verifiedOn }],
    },
    rules: ['Batch halves every price. Not in this file.'],
    models: Array.from({ length: count }, (_, index) => model(random, id, index, url)),
  };
}

/** Deprecated, without a shutdown date. */
const ending = {
  deprecatedOn: '2025-06-01',
  shutDown: null,
  notBefore: null,
  successor: null,
  billedAs: null,
  sources: [{ fact: 'Deprecated', name: 'made up', on: '2025-06-01' }],
};

function model(random: Random, provider: string, index: number, url: string): ModelFile {
  const tier = tiers[index % tiers.length] as Tier;
  const size = { fast: 'mini', mid: 'base', frontier: 'max' }[tier];
  const id = `${provider}-${random.whole(1, 9)}.${random.whole(0, 9)}-${size}-${index}`;
  const contextWindow = random.pick([128_000, 200_000, 256_000, 400_000, 1_000_000, 1_048_576]);
  const aliases = random.chance(0.3) ? [`${id}-20250601`, `${provider}:${id}`] : [];
  return {
    id,
    name: `${provider[0]?.toUpperCase()}${provider.slice(1)} ${size} ${index}`,
    aliases,
    tier,
    tierReason: `The ${size} line of ${provider}`,
    contextWindow,
    maxOutputTokens: random.pick([null, 8192, 65_536, 128_000]),
    releaseDate: random.chance(0.3) ? null : days[0],
    ...(random.chance(0.08) && { lifecycle: ending }),
    confidence: random.chance(0.9) ? 'high' : 'medium',
    notes: random.chance(0.6)
      ? [`Context window: ${contextWindow} stated by the provider; a gateway states less.`]
      : [],
    ...(random.chance(0.2) && { caching: { minPrefixTokens: random.pick([null, 512, 4096]) } }),
    prices: prices(random, tier, contextWindow, url),
  };
}

/** One price, or a history of several, each cheaper than the one before. */
function prices(random: Random, tier: Tier, contextWindow: number, url: string): ModelFile['prices'] {
  const changes = random.chance(0.15) ? random.whole(1, days.length - 1) : 0;
  const input = random.spread(...inputPrices[tier]);
  const outputPerInput = random.pick([3, 4, 5, 6, 8]);
  const cachedShare = random.chance(0.95) ? random.pick([0.025, 0.1, 0.2, 0.25, 0.5]) : null;
  const writes = random.chance(0.32);
  const long = random.chance(0.22) ? random.pick([100_000, 128_000, 200_000, 272_000]) : null;
  return Array.from({ length: changes + 1 }, (_, index): DatedPrice => {
    const times = (factor: number) => digits(input * 0.8 ** index * factor, 4);
    const band = (factor: number) => ({
      input: times(factor),
      output: times(factor * outputPerInput),
      cachedInput: cachedShare === null ? null : times(factor * cachedShare),
      cacheWrite: writes ? times(factor * 1.25) : null,
    });
    return {
      from: index === 0 ? null : (days[index] as string),
      ...band(1),
      cacheWrite1h: writes && random.chance(0.5) ? times(2) : null,
      longContext: long === null || long > contextWindow ? [] : [{ above: long, ...band(2) }],
      // Random, so a few are far from the others of their tier.
      confirmed: 'Synthetic.',
      sources: [
        { url, on: verifiedOn },
        { name: 'A gateway that resells this model', on: verifiedOn },
        ...(random.chance(0.7) ? [{ name: 'A published dataset of prices', on: days[4] }] : []),
      ],
      verifiedOn,
    };
  });
}
