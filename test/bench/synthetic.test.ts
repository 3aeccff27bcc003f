/** What the bench makes up: datasets of any size, bodies, and sessions whose dollars were worked out by hand. */
import { readFileSync } from 'node:fs';
import isEstimateRequest from 'virtual:validator/estimate-request';
import { describe, expect, test } from 'vitest';
import { estimateBodies } from '../../bench/load/bodies.ts';
import { ourUsd } from '../../bench/logs/our-usd.ts';
import { peerCases } from '../../bench/logs/peer-cases.ts';
import { randomFrom } from '../../bench/random.ts';
import { syntheticData } from '../../bench/synthetic.ts';
import { checkData } from '../../build/data/check-data.ts';
import { readData } from '../../build/data/read-data.ts';
import type { Preset } from '../../runtime/core/schemas/data-files/presets-file.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { testDay } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';

const { presets } = JSON.parse(readFileSync('data/presets.json', 'utf8')) as { presets: Preset[] };

const checked = (models: number) => {
  const data = syntheticData(models, 1, presets);
  return checkData(
    [
      { path: 'data/presets.json', text: JSON.stringify({ presets: data.presets }) },
      ...data.providers.map((file) => ({ path: `data/providers/${file.id}.json`, text: JSON.stringify(file) })),
    ],
    { asOf: testDay, today: testDay },
  );
};

describe('the generator', () => {
  test('gives the same numbers for the same seed, and different ones for another', () => {
    const draw = (seed: number) => {
      const random = randomFrom(seed);
      return Array.from({ length: 5 }, () => random.whole(1, 1000));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  test('gives the numbers of Mulberry32', () => {
    // The first number for the state 0 in other implementations.
    expect(randomFrom(0).next()).toBe(0.26642920868471265);
  });
});

describe('a synthetic dataset', () => {
  test('passes every check of the data, at any size', () => {
    for (const models of [1, 16, 100, 777]) {
      const result = checked(models);
      expect('problems' in result ? result.problems : []).toEqual([]);
      if ('data' in result) expect(catalogOf(result.data, testDay).models).toHaveLength(models);
    }
  });

  test('is the same for the same seed, byte for byte', () => {
    const text = (seed: number) => JSON.stringify(syntheticData(60, seed, presets));
    expect(text(3)).toBe(text(3));
    expect(text(3)).not.toBe(text(4));
  });

  test('has what makes real data expensive: many providers, histories, thresholds, cache prices, aliases', () => {
    const { providers } = syntheticData(1000, 1, presets);
    const models = providers.flatMap(({ models }) => models);
    const prices = models.map(({ prices }) => prices);
    const share = (count: number) => count / models.length;
    expect(providers.length).toBeGreaterThanOrEqual(13);
    expect(share(models.filter(({ aliases }) => aliases.length > 0).length)).toBeGreaterThan(0.2);
    expect(share(models.filter(({ caching }) => caching !== undefined).length)).toBeGreaterThan(0.1);
    expect(share(prices.filter((list) => list.length > 1).length)).toBeGreaterThan(0.08);
    expect(share(prices.filter(([price]) => price?.longContext.length).length)).toBeGreaterThan(0.1);
    expect(share(prices.filter(([price]) => price?.cacheWrite !== null).length)).toBeGreaterThan(0.2);
    expect(share(prices.filter(([price]) => price?.cachedInput !== null).length)).toBeGreaterThan(0.9);
  });
});

describe('bodies', () => {
  const bodies = estimateBodies(300, 5, ['a', 'b', 'c']);

  test('are all different, accepted, and the same for the same seed', () => {
    expect(new Set(bodies).size).toBe(300);
    expect(bodies).toEqual(estimateBodies(300, 5, ['a', 'b', 'c']));
    for (const body of bodies) expect(isEstimateRequest(JSON.parse(body)), body).toBe(true);
  });

  test('for compare name no model', () => {
    for (const body of estimateBodies(50, 5, ['a'], { compare: true })) {
      expect(JSON.parse(body) as EstimateRequest).toMatchObject({ compare: true });
      expect(JSON.parse(body)).not.toHaveProperty('modelId');
    }
  });
});

test('every session costs what the price list of its provider gives', async () => {
  const checked = checkData(readData('data'), { asOf: '2026-11-22', today: '2100-01-01' });
  if ('problems' in checked) throw new Error('the data has problems');
  const catalog = catalogOf(checked.data, '2026-11-22');
  for (const one of peerCases) expect(await ourUsd(catalog, one), one.name).toBeCloseTo(one.usd, 9);
});
