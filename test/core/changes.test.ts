/**
 * A change says what changes, also where the prices that it shows stay. What is recommended instead of a model that
 * ended: a living model, or where the chain of successors ends.
 */
import { expect, test } from 'vitest';
import { changesOf } from '../../runtime/core/answers/changes.ts';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { insteadOf } from '../../runtime/core/dataset/successor.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import { catalogOf } from '../support/core/dated.ts';
import { ending, type MadeUpModel, madeUpCatalog, madeUpDataset } from '../support/core/made-up.ts';

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

const model = (id: string, shutDown: string | null, successor: string | null): MadeUpModel => ({
  ...{ id, provider: 'other', tier: 'mid', input: 1, output: 2 },
  lifecycle: { ...ending(), deprecatedOn: '2025-01-01', shutDown, successor },
});
const catalog = madeUpCatalog([
  model('alive', null, null),
  model('one', '2026-01-01', 'alive'),
  model('two', '2025-06-01', 'one'),
  model('three', '2025-03-01', 'two'),
  model('last', '2025-09-01', null),
  model('before-last', '2025-05-01', 'last'),
  model('far', '2025-04-01', 'before-last'),
  model('ring-a', '2025-04-01', 'ring-b'),
  model('ring-b', '2025-04-02', 'ring-a'),
  model('leaving', '2027-06-01', 'one'),
]);
const instead = (id: string): string => insteadOf(catalog, catalog.find(id)?.facts ?? {});

test.each([
  ['one', /^its maker recommends "alive"$/],
  ['two', /"one", shut down on 2026-01-01, and now recommends "alive"$/],
  ['three', /"two", shut down on 2025-06-01, and now recommends "alive"$/],
  ['before-last', /"last", shut down on 2025-09-01, and names no successor/],
  ['far', /"before-last", shut down on 2025-05-01; .* end with "last", shut down on 2025-09-01$/],
  ['ring-a', /end with "ring-a"/],
  ['last', /names no successor$/],
])('%s', (id, said) => {
  expect(instead(id)).toMatch(said);
});

test('every refusal and note says the same', () => {
  const refused = resolveRequest(catalog, { presetId: 'coding', modelId: 'two' }) as ApiError;
  expect({ code: refused.code, says: refused.message.includes(instead('two')) }).toEqual({
    code: 'model_shut_down',
    says: true,
  });
  const call = { input: 1, on: catalog.asOf };
  expect(priceCall(catalog, { model: 'two', ...call }).unpriced).toContain(instead('two'));
  expect(priceCall(catalog, { model: 'leaving', ...call }).notes.join()).toContain(instead('leaving'));
});
