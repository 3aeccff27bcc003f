/** What is recommended instead of a model that ended: a living model, or where the chain of successors ends. */
import { expect, test } from 'vitest';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { insteadOf } from '../../runtime/core/dataset/successor.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import type { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { ending, type MadeUpModel, madeUpCatalog } from '../support/core/made-up.ts';

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
  ['one', /^its provider recommends "alive"$/],
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
