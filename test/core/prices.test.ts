/** Dated prices: which one is in force on a day, what changes with it, and the catalogue's metadata. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datasetMeta, metaOf, nextPriceChange } from '../../runtime/core/answers/meta.ts';
import { nextPriceAfter, priceOn } from '../../runtime/core/dataset/price-on-day.ts';
import { costModelVersion } from '../../runtime/core/dataset/version.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import { daysBetween } from '../../runtime/core/values/day.ts';
import { catalog, catalogOn, dataset, testDay } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { estimate, madeUpDataset, nothing } from '../support/core/made-up.ts';
import { rawOffers, rawPresets, rawProviders } from '../support/core/raw-data.ts';
import { newestDay, shippedCatalog } from '../support/core/shipped-data.ts';

/** The data files, read without any code of the product. */
interface FileModel {
  id: string;
  tier: string;
  releaseDate: string | null;
  lifecycle?: { shutDown: string | null };
  prices: {
    from: string | null;
    input: number;
    output: number;
    verifiedOn: string;
    sources: { url?: string; on: string }[];
  }[];
}
interface FileProvider {
  id: string;
  domains: string[];
  models: FileModel[];
}
const files = rawProviders as unknown as FileProvider[];
const fileModels = files.flatMap(({ models }) => models);

/** The day before or after, by the calendar. */
const shift = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/** The price of a file's model on a day: simply the last one that has begun. */
function inForce(model: FileModel, day: string) {
  let found: FileModel['prices'][number] | undefined;
  for (const price of model.prices) if (price.from === null || price.from <= day) found = price;
  return found;
}

/** Whether a model is known on a day: released, or named by a source if the release date is unknown. */
const known = (model: FileModel, day: string) =>
  inForce(model, day) !== undefined &&
  (model.releaseDate === null
    ? model.prices.some(({ sources }) => sources.some(({ on }) => on <= day))
    : model.releaseDate <= day);

const over = ({ lifecycle }: FileModel, day: string) => lifecycle?.shutDown != null && lifecycle.shutDown <= day;
const onSale = (model: FileModel, day: string) => known(model, day) && !over(model, day);

describe('the price in force', () => {
  const prices = madeUpDataset([
    {
      input: 1,
      laterPrices: [
        { from: '2026-03-01', input: 2 },
        { from: '2026-12-31', input: 3 },
      ],
    },
  ]).providers[0]?.models[0]?.prices as DatedPrice[];

  test.each([
    ['1970-01-01', 1, '2026-03-01'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-03-01', 2, '2026-12-31'],
    ['2026-12-30', 2, '2026-12-31'],
    ['2026-12-31', 3, undefined],
    ['2027-01-01', 3, undefined],
  ])('on %s is the one with input %d, and the next begins on %s', (day, input, next) => {
    expect(priceOn(prices, day)?.input).toBe(input);
    expect(nextPriceAfter(prices, day)?.from ?? undefined).toBe(next);
  });

  test('is undefined before the first dated one', () => {
    const dated = prices.slice(1);
    expect(priceOn(dated, '2026-02-28')).toBeUndefined();
    expect(priceOn(dated, '2026-03-01')?.input).toBe(2);
    expect(nextPriceAfter(dated, '2026-02-28')?.from).toBe('2026-03-01');
  });

  test('changes on its first day, not before, for every dated price of the dataset', () => {
    const changes = dataset.providers
      .flatMap(({ models }) => models)
      .flatMap(({ prices }) => prices.map((price, index) => ({ prices, price, index })));
    let dated = 0;
    for (const { prices, price, index } of changes) {
      if (price.from === null) continue;
      dated++;
      expect(priceOn(prices, price.from)).toBe(price);
      expect(priceOn(prices, shift(price.from, -1))).toBe(index === 0 ? undefined : prices[index - 1]);
      expect(nextPriceAfter(prices, shift(price.from, -1))).toBe(price);
      expect(nextPriceAfter(prices, price.from)).toBe(prices[index + 1]);
    }
    expect(dated).toBe(fileModels.flatMap(({ prices }) => prices).filter(({ from }) => from !== null).length);
    expect(dated).toBeGreaterThan(10);
  });

  test('on any day is the last one that has begun', () => {
    const day = fc.integer({ min: 0, max: 1000 }).map((days) => shift('2025-01-01', days));
    fc.assert(
      fc.property(day, (day) => {
        const priced = new Map(catalogOn(day).models.map(({ id, price }) => [id, price.input]));
        expect(priced).toEqual(
          new Map(
            fileModels.filter((model) => onSale(model, day)).map((model) => [model.id, inForce(model, day)?.input]),
          ),
        );
      }),
      { numRuns: 100, seed: 20261120 },
    );
  });
});

describe('announced changes', () => {
  const oneMillion = {
    ...nothing,
    modelCallsPerTask: 1,
    systemPromptTokens: 1_000_000,
    outputTokensPerCall: 1_000_000,
  };
  const on = (day: string, modelId: string) => estimate(catalogOn(day), { ...oneMillion, modelId });

  // A million tokens in and a million out cost the sum of the two prices.
  test.each([
    // 2 + 10, then 4 + 20
    ['gemini-4-argon', '2026-11-30', 12, '2026-12-01', 24],
    // 0.75 + 3.75, then 1.5 + 7.5
    ['gemini-3.6-flash', '2026-12-31', 4.5, '2027-01-01', 9],
    ['gemini-3.7-flash', '2026-12-31', 4.5, '2027-01-01', 9],
    ['gemini-3.8-flash', '2026-12-31', 4.5, '2027-01-01', 9],
  ])('%s costs twice as much from its day on', (modelId, before, low, after, high) => {
    expect(on(before, modelId).costPerTask).toBe(low);
    expect(on(after, modelId).costPerTask).toBe(high);
    expect(shift(before, 1)).toBe(after);
  });

  test('are noted in the estimate until they take effect, and are in its prices from then on', () => {
    const before = on('2026-11-30', 'gemini-4-argon');
    expect(before.pricing).toMatchObject({
      inputPerMTok: 2,
      outputPerMTok: 10,
      cachedInputPerMTok: 0.1,
      inForceSince: '2026-10-13',
    });
    expect(before.notes).toContainEqual(expect.stringMatching(/2026-12-01.*\$4.*\$20/));
    const after = on('2026-12-01', 'gemini-4-argon');
    expect(after.pricing).toMatchObject({
      inputPerMTok: 4,
      outputPerMTok: 20,
      cachedInputPerMTok: 0.2,
      inForceSince: '2026-12-01',
    });
    expect(after.notes).not.toContainEqual(expect.stringMatching(/2026-12-01/));
  });

  test('the next one, and the models it affects', () => {
    const next = (day: string) => nextPriceChange(catalogOn(day));
    const flash = { on: '2027-01-01', models: ['gemini-3.8-flash', 'gemini-3.7-flash', 'gemini-3.6-flash'] };
    expect(next('2026-11-20')).toEqual({ on: '2026-12-01', models: ['gemini-4-argon'] });
    expect(next('2026-11-30')).toEqual({ on: '2026-12-01', models: ['gemini-4-argon'] });
    expect(next('2026-12-01')).toEqual({ on: flash.on, models: expect.arrayContaining(flash.models) });
    expect(next('2026-12-31')?.models).toHaveLength(3);
    expect(next('2027-01-01')).toBeNull();
  });
});

describe('a model that is not released yet', () => {
  test('is absent until its release', () => {
    expect(catalogOn('2026-10-12').find('gemini-4-argon')).toBeUndefined();
    expect(catalogOn('2026-10-13').find('gemini-4-argon')?.id).toBe('gemini-4-argon');
    expect(catalogOn('2026-09-27').find('claude-sonnet-5.5')).toBeUndefined();
    expect(catalogOn('2026-09-28').find('claude-sonnet-5.5')?.id).toBe('claude-sonnet-5-5');
  });

  test('is absent even if its price has no date', () => {
    // claude-haiku-5-5: released on 2026-10-07, price without a first day.
    expect(catalogOn('2026-10-06').models.map(({ id }) => id)).not.toContain('claude-haiku-5-5');
    expect(catalogOn('2026-10-07').models.map(({ id }) => id)).toContain('claude-haiku-5-5');
  });
});

describe('the metadata of the catalogue, recounted from the files', () => {
  const days = [testDay, '2025-12-31', '2026-09-20', '2026-12-01', '2027-01-01'];

  test.each(days)('counts on %s', (day) => {
    const { counts } = datasetMeta(catalogOn(day));
    const models = fileModels.filter((model) => onSale(model, day));
    const tier = (name: string) => models.filter((model) => model.tier === name).length;
    // Each offer is known from 2026-09-23 on, the day of the older of its two sources.
    const offered = day < '2026-09-23' ? [] : rawOffers;
    expect(counts).toEqual({
      providers: files.length,
      models: models.length,
      shutDown: fileModels.filter((model) => known(model, day) && over(model, day)).length,
      presets: rawPresets.length,
      offers: offered.length,
      prices: models.length + offered.length,
      byHost: Object.fromEntries(
        ['azure', 'bedrock', 'groq', 'vertex'].map((id) => [id, offered.filter(({ host }) => host === id).length]),
      ),
      byTier: { frontier: tier('frontier'), mid: tier('mid'), fast: tier('fast') },
      byProvider: Object.fromEntries(
        files.map(({ id, models: own }) => [id, own.filter((model) => onSale(model, day)).length]),
      ),
    });
  });

  test.each(days)('freshness on %s', (day) => {
    let newest = '0000-01-01';
    const days = { own: [] as string[], others: [] as string[] };
    let models = 0;
    for (const { domains, models: own } of files) {
      for (const model of own) {
        const price = onSale(model, day) ? inForce(model, day) : undefined;
        if (price === undefined) continue;
        models++;
        if (price.from !== null && price.from > newest) newest = price.from;
        const isOwn = ({ url }: { url?: string }) => {
          const host = url === undefined ? '' : new URL(url).hostname;
          return domains.some((domain) => `.${host}`.endsWith(`.${domain}`));
        };
        for (const kind of ['own', 'others'] as const) {
          const seen = price.sources.filter((source) => isOwn(source) === (kind === 'own')).map(({ on }) => on);
          days[kind].push(...seen.sort().slice(-1));
        }
      }
    }
    const freshness = (list: string[]) => ({ oldest: list.sort()[0], newest: list.at(-1), models: list.length });
    expect(metaOf(catalogOn(day))).toMatchObject({
      pricesVerified: days.own.sort()[0],
      pricesVerifiedCovers: expect.stringMatching(`^${days.own.length} of ${models} models\\b`),
      seenAtProvider: freshness(days.own),
      seenInDatasets: freshness(days.others),
      pricesUpdated: newest,
    });
  });

  test('the first day of the prices, and the version named after it', () => {
    const meta = datasetMeta(catalog);
    expect(meta).toMatchObject({
      ...{ currency: 'USD', apiVersion: 'v1', priceUnit: 'USD per 1,000,000 tokens', costModelVersion },
    });
    expect(meta.pricesAsOf <= testDay).toBe(true);
    expect(meta.datasetVersion).toMatch(new RegExp(`^${meta.pricesAsOf}-[0-9a-f]{8}$`));
    expect(metaOf(catalog)).toMatchObject({
      datasetVersion: meta.datasetVersion,
      pricesInForce: { from: meta.pricesAsOf },
    });
  });

  test('the oldest look at what presets and boards name is told beside that at all, at most 30 days before the dataset', () => {
    const named = [
      ...catalog.presets.map(({ defaultModel }) => defaultModel),
      ...catalog.measured.flatMap(({ rows }) => rows.flatMap(({ modelId }) => modelId ?? [])),
    ];
    const used = catalog.models.filter(({ id, facts }) => [id, ...facts.aliases].some((name) => named.includes(name)));
    const looks = used.map(
      ({ price }) =>
        price.sources
          .map(({ on }) => on)
          .sort()
          .at(-1) as string,
    );
    const { usedPricesSeen, usedPricesSeenCovers } = metaOf(catalog);
    expect(usedPricesSeen).toBe(looks.sort()[0]);
    expect(usedPricesSeenCovers).toMatch(new RegExp(`^${used.length} models `));
    const shipped = metaOf(shippedCatalog());
    expect(daysBetween(shipped.usedPricesSeen as string, newestDay)).toBeLessThanOrEqual(30);
  });

  test('a catalogue without dated prices is in force from its oldest source on', () => {
    const plain = catalogOf(madeUpDataset([{}]), '2026-06-01');
    expect(metaOf(plain)).toMatchObject({
      pricesUpdated: '2026-01-01',
      pricesVerified: '2026-01-01',
      usedPricesSeen: '2026-01-01',
      pricesInForce: { from: '2026-01-01', until: null },
    });
    expect(nextPriceChange(plain)).toBeNull();
  });

  test('every name finds its model, and no other', () => {
    for (const model of catalog.models) {
      for (const name of [model.id, ...model.facts.aliases]) expect(catalog.find(name)).toBe(model);
    }
    expect(catalog.find('no-such-model')).toBeUndefined();
  });
});
