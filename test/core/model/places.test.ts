/** What is priced in a place: the one rule behind calls, estimates, tables and SQL. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { regionalPrice } from '../../../runtime/core/dataset/price-on-day.ts';
import { priceCall } from '../../../runtime/core/pricing/price-call.ts';
import { pricesOnDay } from '../../../runtime/core/pricing/price-rows.ts';
import { usualDifference } from '../../../runtime/core/pricing/region-prices.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { DatedPrice, PlacePrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { placeCalled, placeIds, placesAround } from '../../../runtime/core/schemas/places.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { madeUpDataset } from '../../support/core/made-up.ts';

const sources = [{ name: 'made up', on: '2026-01-01' }];
const at = (input: number): PlacePrice => ({
  ...{ input, output: input * 5, cachedInput: input / 10, cacheWrite: null, longContext: [], sources },
});
const price = (input: number, more: Partial<DatedPrice> = {}): DatedPrice => ({
  ...{ from: null, ...at(input), cacheWrite1h: null, verifiedOn: '2026-01-01', ...more },
});

/** Sold at Bedrock: `zoned` in three places, `plain` everywhere at one price, `single` in one region. */
const dataset = madeUpDataset([
  { id: 'zoned', input: 3 },
  { id: 'plain', input: 1 },
  { id: 'single', input: 2 },
]);
const sold = (model: string, prices: DatedPrice[]) => ({
  ...{ host: 'bedrock', model, hostModelId: model, contextWindow: 1_000_000, agreement: 'single' as const, prices },
});
dataset.offers = {
  hosts: [{ id: 'bedrock', name: 'Amazon Bedrock', pricingUrl: 'https://aws.amazon.com', provider: null }],
  offers: [
    sold('zoned', [price(3, { places: { us: at(3.3), eu: at(3.6), regional: at(3.5) } })]),
    sold('plain', [price(1)]),
    sold('single', [price(2, { place: 'regional', places: { 'us-gov': at(2.4) } })]),
  ],
};
const catalog = catalogOf(dataset, '2026-06-01');
const call = (model: string, region?: string) =>
  priceCall(catalog, { model, host: 'bedrock', input: 1e6, ...(region !== undefined && { region }) });

describe('the price of a call', () => {
  test.each([
    ['zoned', undefined, 'global', true, 3],
    ['zoned', 'us', 'us', true, 3.3],
    ['zoned', 'EU', 'eu', true, 3.6],
    // A region of a cloud costs what its zone costs, else what a single region costs.
    ['zoned', 'us-east-1', 'us-east-1', true, 3.3],
    ['zoned', 'eu-central-1', 'eu-central-1', true, 3.6],
    ['zoned', 'sa-east-1', 'sa-east-1', false, 3.5],
    ['zoned', 'jp', 'jp', false, 3.5],
    ['plain', 'eu', 'eu', false, 1],
    ['single', undefined, 'regional', true, 2],
    ['single', 'global', 'global', false, 2],
    ['single', 'us-gov-west-1', 'us-gov-west-1', true, 2.4],
  ])('%s in %j is that of %s', (model, asked, region, regionPriceKnown, usd) => {
    expect(call(model, asked)).toMatchObject({ region, regionPriceKnown, usd });
  });

  test('in a place without one is told, with how far such prices usually are apart', () => {
    // 3.3, 3.6 and 3.5 for 3: 10, 20 and 16.67 % more; the middle one is 16.7 %.
    expect(usualDifference(catalog, 'bedrock', 'ca')).toMatchObject({
      prices: 3,
      models: 1,
      maxPct: expect.closeTo(20),
    });
    expect(call('plain', 'ca').notes[0]).toMatch(/Canada .*global price.* 16\.7 % more .*3 prices of 1 models?/);
    expect(call('plain').notes.join()).not.toMatch(/price of/);
  });

  test('how far is told by the nearest set that has prices: the place at the host, the host, the place, all', () => {
    const elsewhere = { ...dataset, offers: structuredClone(dataset.offers) };
    const { hosts, offers } = elsewhere.offers;
    for (const id of ['vertex', 'azure'])
      hosts.push({ id, name: id, pricingUrl: 'https://example.org', provider: null });
    offers.push({ ...sold('zoned', [price(3, { places: { us: at(4.5), jp: at(6) } })]), host: 'vertex' });
    offers.push({ ...sold('plain', [price(1)]), host: 'azure' });
    const others = catalogOf(elsewhere, '2026-06-01');
    const usual = (host: string, place: string) => {
      const { prices, medianPct } = usualDifference(others, host, place) ?? {};
      return [prices, Math.round(medianPct ?? 0)];
    };
    // Bedrock asks 10 % more in the US and 10, 20 and 17 % in all; Vertex 50 % in the US and 100 % in Japan.
    expect(usual('bedrock', 'us')).toEqual([1, 10]);
    expect(usual('bedrock', 'jp')).toEqual([3, 17]);
    expect(usual('vertex', 'eu')).toEqual([2, 75]);
    // Azure has no such prices: those of the place elsewhere, (10 + 50) / 2, else the middle one of 10, 17, 20, 50, 100.
    expect(usual('azure', 'us')).toEqual([2, 30]);
    expect(usual('azure', 'ca')).toEqual([5, 20]);
  });

  test('is refused where the region is no place', () => {
    expect(call('zoned', 'mars')).toMatchObject({ usd: null, unpriced: expect.stringMatching(/"mars".*us-east-1/) });
  });
});

describe('an estimate', () => {
  const estimate = (request: EstimateRequest): Estimate => {
    const asked = resolveRequest(catalog, request);
    if (asked instanceof ApiError) throw new Error(asked.message);
    return answer(asked) as Estimate;
  };

  test('is made at the price of the place, by the field or by the name', () => {
    const byField = estimate({ modelId: 'zoned', host: 'bedrock', region: 'eu' });
    expect(byField.pricing).toMatchObject({ inputPerMTok: 3.6, region: 'eu' });
    const byName = estimate({ modelId: 'bedrock/eu/zoned' });
    expect(byName).toEqual(byField);
    expect(estimate({ modelId: 'bedrock/eu/zoned', region: 'us' }).pricing.inputPerMTok).toBe(3.3);
  });

  test('in a place without a price uses another one, and says so', () => {
    const { pricing, notes } = estimate({ modelId: 'plain', host: 'bedrock', region: 'jp' });
    expect(pricing).toMatchObject({ inputPerMTok: 1, region: 'jp' });
    expect(notes).toContainEqual(expect.stringMatching(/Japan .*global price/));
  });

  test('in no place is at the base price, which is told by no note', () => {
    const { pricing, notes } = estimate({ modelId: 'single', host: 'bedrock' });
    expect(pricing).toMatchObject({ inputPerMTok: 2, region: 'global' });
    expect(notes.join()).not.toMatch(/single region/);
  });
});

test('a level of service that has no price in a place has no row of it in the list of prices', () => {
  const batch = at(1.5);
  const made = madeUpDataset([{ id: 'zoned', input: 3 }]);
  const offer = sold('zoned', [price(3, { places: { us: at(3.3) }, serviceTiers: { batch } })]);
  made.offers = { ...dataset.offers, offers: [offer] };
  const rows = pricesOnDay(catalogOf(made, '2026-06-01'), '2026-06-01').filter(({ host }) => host === 'bedrock');
  expect(rows.map((row) => [row.service_tier, row.region, row.input_per_mtok])).toEqual([
    ['standard', 'global', 3],
    ['standard', 'us', 3.3],
    ['batch', 'global', 1.5],
  ]);
});

describe('laws of places', () => {
  const model = { facts: { id: 'zoned' }, provider: {} };
  const places = fc.dictionary(
    fc.constantFrom(...placeIds.slice(1)),
    fc.double({ min: 0.1, max: 100, noNaN: true }).map(at),
  );
  const regions = fc.constantFrom(
    ...placeIds,
    'us-east-1',
    'ap-northeast-1',
    'europe-west4',
    'swedencentral',
    'sa-east-1',
  );

  test('a price that is known for a region is its own, that of a zone around it, or the base', () => {
    fc.assert(
      fc.property(places, regions, (own, region) => {
        const found = regionalPrice(model, price(1, { places: own }), { serviceTier: 'standard', region });
        if (found === null) throw new Error('a place was refused');
        expect(found.own).toBe(found.place === 'global' ? null : own[found.place]);
        expect(found.isKnown).toBe(region === 'global' || placesAround(region).includes(found.place));
        // Nothing nearer was passed over.
        const nearer = placesAround(region).slice(
          0,
          found.isKnown ? placesAround(region).indexOf(found.place) : undefined,
        );
        if (region !== 'global') for (const one of nearer) expect(own[one]).toBeUndefined();
      }),
    );
  });

  test('names of places are read in any case, and no other word is a place', () => {
    for (const id of placeIds) expect(placeCalled(id.toUpperCase())).toBe(id);
    for (const word of ['', 'mars', 'usa', 'standard', 'not_available', 'gpt-5', 'data residency']) {
      expect(placeCalled(word), word).toBeNull();
    }
    expect(placeCalled('DataZoneStandard')).toBe('data-zone');
    expect(placeCalled('GlobalStandard')).toBe('global');
  });
});
