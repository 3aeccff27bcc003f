/** A change says what changes, also where the prices that it shows stay. */
import { expect, test } from 'vitest';
import { changesOf } from '../../runtime/core/answers/changes.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import { catalogOf } from '../support/core/dated.ts';
import { madeUpDataset } from '../support/core/made-up.ts';

const made = madeUpDataset([{ id: 'model', provider: 'other', tier: 'mid', input: 1, output: 2 }]);
const [provider] = made.providers;
const [facts] = provider?.models ?? [];
if (provider === undefined || facts === undefined) throw new Error('made up without a model');
const first = facts.prices[0] as DatedPrice;
const tier = { input: 2, output: 4, cachedInput: null, cacheWrite: null, longContext: [], sources: first.sources };

/** What a change from one price to the next says beside the prices that it shows. */
const also = (before: Partial<DatedPrice>, after: Partial<DatedPrice>): string[] | undefined => {
  const prices = [
    { ...first, ...before },
    { ...first, from: '2026-09-01', ...after },
  ] as DatedPrice[];
  const data = { ...made, providers: [{ ...provider, models: [{ ...facts, prices }] }] };
  return changesOf(catalogOf(data, '2026-10-01')).find(({ on }) => on === '2026-09-01')?.alsoChanged;
};

test.each<[string, Partial<DatedPrice>, Partial<DatedPrice>, string[]]>([
  [
    'a level that ends',
    { serviceTiers: { batch: tier, priority: tier } },
    { serviceTiers: { batch: tier } },
    ['priority (fast mode) ends'],
  ],
  ['a level that begins', {}, { serviceTiers: { batch: tier } }, ['batch begins']],
  [
    'a level at another price',
    { serviceTiers: { batch: tier } },
    { serviceTiers: { batch: { ...tier, input: 3 } } },
    ['batch costs $3 in and $4 out'],
  ],
  ['one-hour writes', { cacheWrite1h: 4 }, { cacheWrite1h: 5 }, ['one-hour cache writes change']],
  ['places', {}, { places: { eu: { ...tier, hostModelId: 'eu.model' } } }, ['prices of places change']],
  [
    'nothing else',
    { serviceTiers: { batch: tier } },
    { serviceTiers: { batch: { ...tier, sources: [] } }, input: 3 },
    [],
  ],
])('%s', (_, before, after, said) => {
  expect(also(before, after)).toEqual(said);
});
