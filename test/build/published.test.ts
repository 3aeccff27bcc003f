import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { routes } from '../../runtime/api/routes.ts';
import { filesBelow, sha256 } from '../support/build.ts';
import { testDay } from '../support/core/catalog.ts';
import {
  idsOf,
  type RawPrice,
  rawModels,
  rawPresets,
  rawProviders,
  rawShutDown,
  rawTiers,
  testDays,
} from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';

const api = join(testDist, 'public/api/v1');
const read = (file: string) => JSON.parse(readFileSync(join(api, file), 'utf8'));
const idsIn = (file: string): string[] => (read(file).data as { id: string }[]).map(({ id }) => id).sort();

/** Without the encodings, which are next to each file. */
const plain = filesBelow(api).filter((path) => path.endsWith('.json'));
const namesOf = (models: typeof rawModels) => models.flatMap(({ id, aliases }) => [id, ...aliases]);
const names = namesOf(rawModels);
const providers = rawProviders.map(({ id }) => id);
const presets = rawPresets.map(({ id }) => id);

/** Routes of one file, such as meta.json. */
const single = routes
  .filter(({ path, parameters }) => parameters.length === 0 && path !== '/models')
  .map(({ id }) => `${id}.json`);

const { plans }: { plans: { id: string }[] } = JSON.parse(readFileSync(join(projectRoot, 'data/plans.json'), 'utf8'));

describe('the published files', () => {
  test('are one per route, per model and alias, and per filter, including empty ones', () => {
    const expected = [
      ...single,
      'models.json',
      'openapi.json',
      ...['litellm', 'models.dev', 'genai-prices', 'llm-prices', 'openrouter'].flatMap((name) => [
        `exports/${name}.json`,
        `exports/${name}.left-out.json`,
      ]),
      ...readdirSync(join(projectRoot, 'data/measured')).map((name) => `measured/${name}`),
      ...plans.map(({ id }) => `plans/${id}.json`),
      ...rawTiers.map((tier) => `models/by-tier/${tier}.json`),
      ...providers.map((provider) => `models/by-provider/${provider}.json`),
      ...providers.flatMap((provider) => rawTiers.map((tier) => `models/by-provider/${provider}/by-tier/${tier}.json`)),
      'models/by-provider/none.json',
      ...[...names, ...namesOf(rawShutDown)].map((name) => `models/${name}.json`),
      ...presets.flatMap((preset) => names.map((name) => `estimate/${preset}/${name}.json`)),
      ...presets.flatMap((preset) => names.map((name) => `advice/${preset}/${name}.json`)),
      ...presets.map((preset) => `estimate/compare/${preset}.json`),
      ...presets.map((preset) => `estimate/compare/solved/${preset}.json`),
      ...[...routes.map(({ id }) => id), 'estimate-request', 'advice-request', 'error', 'agent-cost'].map(
        (name) => `schemas/${name}.json`,
      ),
    ];
    expect(new Set(expected).size).toBe(expected.length);
    expect(plain.filter((path) => !expected.includes(path))).toEqual([]);
    expect(expected.filter((path) => !plain.includes(path))).toEqual([]);
  });

  test('exist for filters without models too', () => {
    const empty = providers.flatMap((provider) =>
      rawTiers.filter((tier) => idsOf(provider, tier).length === 0).map((tier) => `${provider}/by-tier/${tier}`),
    );
    expect(empty.length).toBeGreaterThan(0);
    for (const filter of empty) expect(read(`models/by-provider/${filter}.json`).data).toEqual([]);
  });

  test('of a filter contain exactly its models', () => {
    expect(idsIn('models.json')).toEqual(idsOf());
    expect(idsIn('models/by-provider/none.json')).toEqual([]);
    for (const tier of rawTiers) expect(idsIn(`models/by-tier/${tier}.json`)).toEqual(idsOf(undefined, tier));
    for (const provider of providers) {
      expect(idsIn(`models/by-provider/${provider}.json`)).toEqual(idsOf(provider));
      for (const tier of rawTiers) {
        expect(idsIn(`models/by-provider/${provider}/by-tier/${tier}.json`)).toEqual(idsOf(provider, tier));
      }
    }
  });

  test('of the providers count their models and have their facts', () => {
    const { data } = read('providers.json');
    for (const { id, name, pricingUrl, caching } of rawProviders) {
      expect(data).toContainEqual(
        expect.objectContaining({ id, name, pricingUrl, caching, modelCount: idsOf(id).length }),
      );
    }
    expect(data).toHaveLength(providers.length);
  });

  test('of an alias have the same bytes as those of its model, and are written once', () => {
    const placeOf = (file: string) => statSync(join(api, file)).ino;
    for (const { id, aliases } of rawModels) {
      for (const alias of aliases) {
        for (const dir of ['models', ...presets.flatMap((preset) => [`estimate/${preset}`, `advice/${preset}`])]) {
          const [own, other] = [join(dir, `${id}.json`), join(dir, `${alias}.json`)];
          expect(readFileSync(join(api, other)).equals(readFileSync(join(api, own)))).toBe(true);
          for (const suffix of ['', '.gz', '.br']) expect(placeOf(other + suffix)).toBe(placeOf(own + suffix));
        }
      }
    }
  });

  test('are of the size that an answer may have', () => {
    const bytesOf = (file: string): number => statSync(join(api, file)).size;
    const estimates = presets.flatMap((preset) => idsOf().map((id) => bytesOf(`estimate/${preset}/${id}.json`)));
    expect(estimates.length).toBe(presets.length * idsOf().length);
    estimates.sort((a, b) => a - b);
    expect(estimates.at(-1)).toBeLessThanOrEqual(4200);
    expect(estimates[estimates.length >> 1]).toBeLessThanOrEqual(3500);
    for (const preset of presets) {
      for (const file of [`estimate/compare/${preset}.json`, `estimate/compare/solved/${preset}.json`]) {
        const { ranking } = read(file).data as { ranking: unknown[] };
        const row = ranking.reduce<number>((sum, one) => sum + JSON.stringify(one).length, 0) / ranking.length;
        expect(row, file).toBeLessThanOrEqual(350);
        expect(bytesOf(file) / ranking.length, file).toBeLessThanOrEqual(75_000 / 186);
      }
    }
  });

  test('show the price in force, to the digit in the data', () => {
    const published = new Map((read('models.json').data as { id: string }[]).map((model) => [model.id, model]));
    for (const { id, name, provider, tier, contextWindow, maxOutputTokens, prices } of rawModels) {
      const price = prices.filter(({ from }) => from === null || from <= testDay).at(-1) as RawPrice;
      const expected = {
        id,
        name,
        provider,
        tier,
        inputPerMTok: price.input,
        outputPerMTok: price.output,
        cachedInputPerMTok: price.cachedInput,
        cacheWritePerMTok: price.cacheWrite,
        contextWindow,
        maxOutputTokens,
        priceFrom: price.from,
        verifiedOn: price.verifiedOn,
      };
      expect(published.get(id)).toMatchObject(expected);
      expect(read(`models/${id}.json`).data).toMatchObject(expected);
      expect(read(`models/${id}.json`).data.prices).toHaveLength(prices.length);
    }
  });

  test('of a ranking rank every model once', () => {
    for (const preset of presets) {
      const { data } = read(`estimate/compare/${preset}.json`);
      const ranked = data.ranking as { modelId: string; rank: number }[];
      expect(ranked.map(({ modelId }) => modelId).sort()).toEqual(idsOf());
      expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, index) => index + 1));
    }
  });

  test('of a preset contain the values of the data file', () => {
    expect(read('presets.json').data).toMatchObject(rawPresets);
  });

  test('are JSON on one line', () => {
    for (const path of plain) {
      const text = readFileSync(join(api, path), 'utf8');
      expect(text.indexOf('\n'), path).toBe(text.length - 1);
      expect(() => JSON.parse(text), path).not.toThrow();
    }
  });
});

const published = filesBelow(join(testDist, 'public')).filter((path) => !/\.(gz|br)$/.test(path));

test.each([
  ['.gz', gunzipSync],
  ['.br', brotliDecompressSync],
])('every published file has a %s next to it that decodes to its bytes', (suffix, decode) => {
  for (const path of published) {
    const file = join(testDist, 'public', path);
    expect(decode(readFileSync(file + suffix)).equals(readFileSync(file)), path).toBe(true);
  }
});

test('the manifest has the size and SHA-256 of every file, and no other entries', () => {
  const manifest = JSON.parse(readFileSync(join(testDist, 'manifest.json'), 'utf8'));
  const found = filesBelow(testDist).filter((path) => path !== 'manifest.json' && path !== 'built.json');
  expect(Object.keys(manifest.files).sort()).toEqual(found);
  for (const path of found) {
    const file = join(testDist, path);
    expect(manifest.files[path], path).toEqual({ bytes: statSync(file).size, sha256: sha256(readFileSync(file)) });
  }
  expect(manifest.pricesAsOf).toBe(testDays.from);
  const built = JSON.parse(readFileSync(join(testDist, 'built.json'), 'utf8'));
  expect(built.manifest, 'built.json has that of the manifest').toBe(
    sha256(readFileSync(join(testDist, 'manifest.json'))),
  );
});

test('no program generates code while it runs', () => {
  for (const path of filesBelow(testDist).filter((path) => path.endsWith('.js'))) {
    expect(readFileSync(join(testDist, path), 'utf8'), path).not.toMatch(/new Function\(|(?<!\.)\beval\(/);
  }
});
