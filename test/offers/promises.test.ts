/** A host's promise of a price ends like a maker's: in answers, lists and changes, and an import keeps it. */
import { expect, test } from 'vitest';
import { changesOf } from '../../runtime/core/answers/changes.ts';
import { offersOf } from '../../runtime/core/answers/host-offers.ts';
import { offersFor } from '../../runtime/core/dataset/host-catalog.ts';
import { promise } from '../../runtime/core/pricing/price-notes.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import { dataset } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';

const before = (price: DatedPrice): DatedPrice => ({ ...price, input: price.input * 2, output: price.output * 2 });
const promised = (price: DatedPrice): DatedPrice => ({ ...price, from: '2026-10-01', holdsUntil: '2026-11-30' });
const data = {
  ...dataset,
  offers: {
    ...dataset.offers,
    offers: dataset.offers.offers.map((offer) =>
      offer.host === 'azure' && offer.model === 'gpt-5.5'
        ? { ...offer, prices: [before(offer.prices[0] as DatedPrice), promised(offer.prices[0] as DatedPrice)] }
        : offer,
    ),
  },
};
const isIt = (one: { host: string | null; modelId: string }) => one.host === 'azure' && one.modelId === 'gpt-5.5';

test.each([
  ['2026-11-23', /is promised until 2026-11-30/],
  ['2026-12-01', /was promised until 2026-11-30; the price since then is not known/],
])('on %s an answer at the host says it', (day, said) => {
  const catalog = catalogOf(data, day);
  const sold = offersFor(catalog, 'gpt-5.5').find(({ host }) => host.id === 'azure');
  expect(promise({ catalog, model: sold?.model as NonNullable<typeof sold>['model'] })).toMatch(said);
  expect(catalog.inForce.until).toBe(day < '2026-12-01' ? '2026-11-30' : catalog.inForce.until);
});

test('the list of offers and the changes have its last day', () => {
  const catalog = catalogOf(data, '2026-11-23');
  expect(offersOf(catalog).find(isIt)).toMatchObject({ priceFrom: '2026-10-01', priceHoldsUntil: '2026-11-30' });
  expect(changesOf(catalog).find(isIt)).toMatchObject({ on: '2026-10-01', priceHoldsUntil: '2026-11-30' });
});
