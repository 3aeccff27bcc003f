/** Prices and models that end: the answers on the days around the end. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { published } from '../../runtime/api/published.ts';
import { routes } from '../../runtime/api/routes.ts';
import { metaOf } from '../../runtime/core/answers/meta.ts';
import { modelDetailOf, modelOf } from '../../runtime/core/answers/models.ts';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { lastSeenInWords, lineageOf } from '../../runtime/core/dataset/sources.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { catalogOn } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { ending, estimate, madeUpDataset, ranking } from '../support/core/made-up.ts';
import { testDist } from '../support/dist.ts';

const days = ['2026-11-20', '2026-12-01', '2026-12-12', '2027-01-15'] as const;
const detail = (id: string, day: string) => {
  const catalog = catalogOn(day);
  return modelDetailOf(catalog, catalog.find(id) as CatalogModel);
};
const notes = (id: string, day: string) =>
  estimate(catalogOn(day), { presetId: 'coding', modelId: id }).notes.join(' ');
const listed = (day: string) => new Set(catalogOn(day).models.map(({ id }) => id));

describe('GPT-5.6 Sol, whose price is promised until 2026-11-21', () => {
  test('is promised on 2026-11-20, with nothing claimed for later days', () => {
    expect(detail('gpt-5.6-sol', '2026-11-20')).toMatchObject({ priceHoldsUntil: '2026-11-21', confidence: 'medium' });
    expect(notes('gpt-5.6-sol', '2026-11-20')).toMatch(
      /promised until 2026-11-21; the price after that is not known.*\$5.*\$30/,
    );
  });

  test.each(['2026-12-01', '2026-12-12', '2027-01-15'])('on %s is used with low confidence and a reason', (day) => {
    expect(detail('gpt-5.6-sol', day)).toMatchObject({ inputPerMTok: 4, outputPerMTok: 20, confidence: 'low' });
    expect(notes('gpt-5.6-sol', day)).toMatch(/was promised until 2026-11-21; the price since then is not known/);
    expect(notes('gpt-5.6-sol', day)).toMatch(/Confidence in this price is low/);
  });

  test('a promise followed by a dated price needs no such notes', () => {
    // gemini-4-argon: promised until 2026-11-30, another price from 2026-12-01.
    expect(notes('gemini-4-argon', '2026-11-20')).not.toMatch(/not known/);
    expect(notes('gemini-4-argon', '2026-12-01')).not.toMatch(/promised/);
    expect(detail('gemini-4-argon', '2026-12-01').confidence).toBe('high');
  });
});

describe('Gemini 2.5 Pro and Flash, billed as other models from 2026-12-01', () => {
  test('are deprecated before that day, and state what they will be billed as', () => {
    expect(detail('gemini-2.5-pro', '2026-11-20')).toMatchObject({
      status: 'deprecated',
      sunsetDate: '2026-12-01',
      lifecycle: { billedAs: 'gemini-3.8-flash', hosts: [{ host: 'Google Vertex AI', shutDown: '2026-10-20' }] },
    });
    expect(notes('gemini-2.5-flash', '2026-11-20')).toMatch(/2026-12-01.*billed as gemini-3\.5-flash-lite/);
  });

  test.each([
    ['gemini-2.5-pro', 'gemini-3.8-flash', 'Gemini 3.8 Flash'],
    ['gemini-2.5-flash', 'gemini-3.5-flash-lite', 'Gemini 3.5 Flash-Lite'],
  ])('%s costs what %s costs from then on', (id, successor, name) => {
    for (const day of ['2026-12-01', '2026-12-12', '2027-01-15']) {
      const catalog = catalogOn(day);
      const asked = estimate(catalog, { presetId: 'coding', modelId: id });
      const other = estimate(catalog, { presetId: 'coding', modelId: successor });
      const { modelId, notes, ...rest } = asked;
      const { modelId: _, notes: theirs, ...expected } = other;
      expect(rest).toEqual(expected);
      expect([modelId, notes.length]).toEqual([id, theirs.length + 1]);
      expect(notes.join(' ')).toMatch(`was shut down on 2026-12-01: calls to it are answered by ${name}`);
      expect(listed(day)).not.toContain(id);
      expect(detail(id, day)).toMatchObject({ status: 'shutDown', lifecycle: { successor } });
    }
  });

  test('Gemini 2.5 Flash-Lite stays active: its last day applies to another host', () => {
    for (const day of days) {
      expect(detail('gemini-2.5-flash-lite', day)).toMatchObject({ status: 'active', sunsetDate: null });
    }
  });
});

test("the end of a guarantee is not a shutdown: Anthropic's models stay active", () => {
  for (const day of days) {
    for (const id of ['claude-haiku-4-5', 'claude-sonnet-4-5', 'claude-opus-4-5']) {
      expect(detail(id, day)).toMatchObject({ status: 'active', sunsetDate: null });
    }
  }
  expect(detail('claude-haiku-4-5', days[0]).lifecycle?.notBefore).toBe('2026-10-15');
});

describe('a model that is shut down', () => {
  const over = ending({ deprecatedOn: '2026-02-01', shutDown: '2026-06-01', successor: 'new' });
  const on = (day: string, billedAs: string | null = null) =>
    catalogOf(
      madeUpDataset([
        { id: 'new', input: 2, output: 4, tier: 'mid' },
        { id: 'old', input: 1, output: 1, tier: 'mid', lifecycle: { ...over, billedAs } },
      ]),
      day,
    );
  const work = { modelCallsPerTask: 1, systemPromptTokens: 1000, outputTokensPerCall: 100 };

  test('is listed and ranked until its last day, but not suggested once its shutdown is announced', () => {
    const before = on('2026-01-31');
    expect(ranking(before, work).ranking.map(({ modelId }) => modelId)).toEqual(['old', 'new']);
    expect(estimate(before, { ...work, modelId: 'new' }).routing).toBeNull();
    expect(before.find('old')?.status).toBe('active');
    expect(on('2026-02-01').find('old')?.status).toBe('deprecated');
    const after = on('2026-06-01');
    expect(after.models.map(({ id }) => id)).toEqual(['new']);
    expect(ranking(after, work).ranking.map(({ modelId }) => modelId)).toEqual(['new']);
    expect(estimate(after, { ...work, modelId: 'new' }).routing).toBeNull();
    expect(after.find('old')?.status).toBe('shutDown');
  });

  test('is published by id, and its estimate only if calls are still answered', () => {
    const files = (billedAs: string | null) => [...published(on('2026-06-01', billedAs))].map(({ file }) => file);
    expect(files(null)).toContain('models/old.json');
    expect(files(null)).not.toContain('estimate/coding/old.json');
    expect(files('new')).toContain('estimate/coding/old.json');
  });

  test('gets the same answer from file, GET and POST', () => {
    const route = routes.find(({ id }) => id === 'estimate');
    for (const billedAs of [null, 'new']) {
      const catalog = on('2026-06-01', billedAs);
      const located = route?.locate(catalog, '', 'presetId=coding&modelId=old');
      if (billedAs === null) {
        expect(located).toBeInstanceOf(ApiError);
        expect((located as ApiError).message).toBe((resolveRequest(catalog, { modelId: 'old' }) as ApiError).message);
      } else {
        const file = [...published(catalog)].find((one) => one.file === located);
        expect(JSON.parse(file?.text() ?? '{}').data).toEqual(estimate(catalog, { modelId: 'old' }));
      }
    }
  });
});

test('a model without a release date appears on the day of the oldest source that names it', () => {
  const data = madeUpDataset([{}]);
  expect(catalogOf(data, '2025-12-31').models).toEqual([]);
  expect(catalogOf(data, '2026-01-01').models).toHaveLength(1);
  for (const id of ['qwen3.8-max', 'muse-wonder-1.0', 'kimi-k3.1-pro', 'claude-fable-5-2', 'gemini-3.8-flash']) {
    expect(catalogOn('2026-05-20').find(id), id).toBeUndefined();
    expect(catalogOn('2026-11-20').find(id), id).toBeDefined();
  }
});

describe('freshness', () => {
  test('feeds of one package count as one source, and so do datasets made from each other', () => {
    const names = ['@earendil-works/pi-ai 1.5.2 (npm): first-party feed', 'pi-ai: OpenRouter feed', 'models.dev (git)'];
    expect(new Set(names.map((name) => lineageOf({ name, on: '2026-11-10' }))).size).toBe(1);
    const github = [
      'https://github.com/a/b/pull/1',
      'https://github.com/a/b/issues/2',
      'https://github.com/a/c/pull/1',
    ];
    expect(new Set(github.map((url) => lineageOf({ url, on: '2026-11-10' }))).size).toBe(2);
  });

  test('no price relies on several feeds of one package', () => {
    for (const { facts } of catalogOn('2026-11-20').models) {
      for (const { sources } of facts.prices) {
        const packages = sources
          .filter(({ name }) => name?.includes('pi-ai'))
          .map(({ name, on }) => `${name?.split(':')[0]} ${on}`);
        expect(new Set(packages).size, facts.id).toBe(packages.length);
      }
    }
  });

  test('high confidence needs three independent sources', () => {
    for (const { facts, price, confidence } of catalogOn('2026-11-20').models) {
      if (confidence !== 'high') continue;
      expect(new Set(price.sources.map(lineageOf)).size, facts.id).toBeGreaterThanOrEqual(3);
    }
  });

  test('high confidence needs a look at the provider at most 60 days before the day of the catalog', () => {
    const price = (look: string | null) => [
      ...(look === null ? [] : [{ url: 'https://docs.example.com/prices', on: look }]),
      ...['one', 'another', 'a third'].map((name) => ({ name, on: '2026-05-30' })),
    ];
    const confidence = (look: string | null, day = '2026-06-01') => {
      const data = madeUpDataset([{ laterPrices: [{ from: '2026-06-01', sources: price(look) }] }]);
      return modelOf(catalogOf(data, day).models[0] as CatalogModel).confidence;
    };
    // 31 days in May, 30 in April: 2 April is 60 days before 1 June, 1 April is 61.
    expect(['2026-06-01', '2026-04-02', '2026-04-01', null].map((look) => confidence(look))).toEqual([
      'high',
      'high',
      'medium',
      'medium',
    ]);
    // The days of one stretch between two changes have one answer.
    expect(confidence('2026-04-02', '2026-11-20')).toBe('high');
    for (const { id, seen, confidence: found } of catalogOn('2026-11-20').models) {
      if (found === 'high') expect(seen.atProvider, id).not.toBeNull();
    }
  });

  test('lastSeen tells a price on its own provider’s page from one in datasets, wherever verifiedOn stands', () => {
    const catalog = catalogOn('2026-11-20');
    const inDatasets = { on: '2026-11-10', where: 'dataset' };
    const { verifiedOn, lastSeen, confidence } = modelOf(catalog.find('gpt-6-luna') as CatalogModel);
    expect({ verifiedOn, lastSeen, confidence }).toEqual({
      verifiedOn: '2026-11-10',
      lastSeen: inDatasets,
      confidence: 'medium',
    });
    expect(estimate(catalog, { presetId: 'coding', modelId: 'gpt-6-luna' }).pricing.lastSeen).toEqual(inDatasets);
    const sonnet = detail('claude-sonnet-4-6', '2026-11-20');
    expect(sonnet.lastSeen).toEqual({ on: sonnet.seenAtProvider, where: 'provider' });
    expect(sonnet.prices.find(({ state }) => state === 'current')?.lastSeen).toEqual(sonnet.lastSeen);
    expect(new Set(sonnet.offers.map(({ lastSeen: { where } }) => where))).toEqual(new Set(['dataset']));
    const call = priceCall(catalog, { model: 'claude-sonnet-4-6', input: 1 });
    expect(call.pricing?.lastSeen).toEqual(sonnet.lastSeen);
    expect(lastSeenInWords(sonnet.lastSeen)).toBe(`seen at the maker on ${sonnet.seenAtProvider}`);
    expect(lastSeenInWords(lastSeen)).toMatch(/2026-11-10.*not verified/);
  });

  test('a price that only datasets show is not verified at its provider, and the meta says so', () => {
    const catalog = catalogOn('2026-11-20');
    const model = modelOf(catalog.find('mercury-3') as CatalogModel);
    expect([model.seenAtProvider, model.seenInDatasets]).toEqual([null, '2026-11-10']);
    const { seenAtProvider, pricesVerified, pricesVerifiedCovers } = metaOf(catalog);
    expect(seenAtProvider.models).toBeLessThan(catalog.models.length);
    expect(pricesVerified).toBe(seenAtProvider.oldest);
    expect(pricesVerifiedCovers).toContain(`${seenAtProvider.models} of ${catalog.models.length} models`);
    const { meta } = JSON.parse(readFileSync(join(testDist, 'public/api/v1/models.json'), 'utf8'));
    expect(meta).toEqual(metaOf(catalog));
  });
});

describe('other prices than the standard ones', () => {
  const inForce = (id: string) => detail(id, '2026-11-20').prices.find(({ state }) => state === 'current');

  test('one-hour writes above a threshold, storage, fees and regions', () => {
    expect(inForce('claude-haiku-5-5')?.longContext[0]?.cacheWrite1hPerMTok).toBe(1);
    expect(inForce('gemini-3.8-flash')?.cacheStoragePerMTokHour).toBe(0.5);
    expect(inForce('gemini-3.1-pro-preview')?.cacheStoragePerMTokHour).toBe(4.5);
    const fee = (id: string) => detail(id, '2026-11-20').webSearchPer1000;
    expect(['gpt-6.1-sol', 'claude-opus-5-5', 'gemini-4-argon', 'gemini-2.5-pro', 'grok-4.7'].map(fee)).toEqual([
      10, 10, 14, 35, 5,
    ]);
    expect(fee('mistral-large-4')).toBeNull();
    const regions = (id: string) =>
      detail(id, '2026-11-20').regions.map(({ region, multiplier }) => [region, multiplier]);
    expect(regions('claude-opus-5-5')).toEqual([['us', 1.1]]);
    expect(regions('claude-haiku-4-5')).toEqual([]);
    expect(regions('gpt-5.4')).toEqual([['data residency', 1.1]]);
  });
});
