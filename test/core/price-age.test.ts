import { describe, expect, test } from 'vitest';
import { ageInWords, newestLook, priceAge } from '../../runtime/core/dataset/price-age.ts';
import { catalog } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';

/** The newest day of any source in the prices in force, looked up the slow way. */
const [newest = ''] = [
  ...catalog.models.flatMap(({ price }) => price.sources.map(({ on }) => on)),
  ...catalog.offers.offers.flatMap(({ prices }) => prices.map(({ verifiedOn }) => verifiedOn)),
].sort((a, b) => (a < b ? 1 : -1));
const daysLater = (days: number) => new Date(Date.parse(newest) + days * 86_400_000).toISOString().slice(0, 10);

describe('the newest look at a price', () => {
  test('is the newest day of a source', () => {
    expect(newestLook(catalog)).toBe(newest);
  });

  test.each([
    [-3, 0, false],
    [0, 0, false],
    [1, 1, false],
    [14, 14, false],
    [15, 15, true],
    [400, 400, true],
  ])('on a day %d days later is %d days old; old: %s', (later, days, isOld) => {
    expect(priceAge(catalog, daysLater(later))).toEqual({ newestLook: newest, days, isOld });
  });

  test('is that of the dataset, whatever day its prices are asked for', () => {
    expect(newestLook(catalogOf(catalog.file.data, '2026-12-31')) >= newest).toBe(true);
  });
});

test('in words, with a warning after 14 days alone', () => {
  const words = (days: number) => ageInWords({ newestLook: '2026-11-20', days, isOld: days > 14 });
  expect(words(0)).toBe('Newest look at a price: 2026-11-20.');
  expect(words(1)).toContain('2026-11-20, a day ago.');
  expect(words(14)).toMatch(/14 days ago\.$/);
  expect(words(15)).toMatch(/15 days ago\. Prices change weekly/);
});
