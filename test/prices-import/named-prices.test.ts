/** Names that only sellers' lists have: whose snapshots they are, until when they are sold, and when a record replaces them. */
import { expect, test } from 'vitest';
import { statedOf } from '../../build/prices/check/compare-prices.ts';
import { nothingLeftOut } from '../../build/prices/check/match-model.ts';
import { namedPrices, type SellersNames, whyNotNamed } from '../../build/prices/import/named-prices.ts';
import type { Statement } from '../../build/prices/import/packages.ts';
import type { NamedPrices } from '../../runtime/core/schemas/data-files/offers-file.ts';
import { catalog } from '../support/core/catalog.ts';

const by = { lineage: 'genai-prices', name: 'made-up', version: '1.0.0', on: catalog.asOf } as const;
const says = (id: string, input: number, more: Partial<Statement> = {}): Statement => ({
  ...{ by, feed: 'openai', id, contextWindow: null, ends: null, ...more },
  stated: statedOf({ input, output: 2 * input, cachedInput: null, cacheWrite: null, cacheWrite1h: null }, []),
});
const list = (...statements: Statement[]): SellersNames[] => [
  { seller: 'openai', prefix: '', statements, isGateway: false },
];
const named = (lists: SellersNames[], before: NamedPrices[] = []) =>
  namedPrices(catalog, lists, before, nothingLeftOut);

test('a snapshot has the price of its model, unless the list prices it by itself', () => {
  const [group] = named(list(says('acme-1', 3, { snapshots: ['acme-1-2501', 'acme-1-2508'] }), says('acme-1-2508', 5)));
  expect(group?.prices).toEqual({ 'acme-1': [3, 6], 'acme-1-2501': [3, 6], 'acme-1-2508': [5, 10] });
});

test('an end that a package states is kept with its source; one of more than two years ago leaves the name out', () => {
  const groups = named(list(says('acme-1', 3, { ends: '2026-01-31' }), says('acme-0', 3, { ends: '2024-01-31' })));
  expect(groups.map(({ prices }) => prices)).toEqual([{ 'acme-1': [3, 6] }]);
  expect(groups[0]?.sold?.['acme-1']).toMatchObject({
    from: null,
    shutDown: '2026-01-31',
    source: { name: 'made-up 1.0.0 (npm): openai', on: catalog.asOf },
  });
});

test('a name that has a record of its maker by now is dropped, although the model is shut down', () => {
  const ended = catalog.shutDown.find(({ provider }) => provider.id === 'openai') ?? catalog.shutDown[0];
  const { id, provider } = ended as NonNullable<typeof ended>;
  const source = { name: 'an older import', on: '2026-08-01' };
  const before = [{ seller: provider.id, source, from: null, prices: { [id]: [3, 6], 'acme-1': [3, 6] } }];
  const groups = named([{ seller: provider.id, prefix: '', statements: [], isGateway: false }], before);
  expect(groups.map(({ prices }) => prices)).toEqual([{ 'acme-1': [3, 6] }]);
});

test('a name that an offer of the host prices by now is dropped, but not of a day before the offer', () => {
  const { host = '', hostModelId = '' } = catalog.offers.offers[0] ?? {};
  const kept = (on: string) => {
    const source = { name: 'an older import', on };
    const before = [{ seller: host, source, from: null, prices: { [hostModelId]: [3, 6], 'acme-1': [3, 6] } }];
    return named([{ seller: host, prefix: `${host}/`, statements: [], isGateway: false }], before)[0]?.prices;
  };
  expect(kept(catalog.asOf)).toEqual({ 'acme-1': [3, 6] });
  expect(kept('2020-01-01')).toEqual({ [hostModelId]: [3, 6], 'acme-1': [3, 6] });
});

test("a maker's name without a number is kept, unless it is a line of models that have it before theirs", () => {
  const line = /^([a-z]+-[a-z]+)-\d/.exec(catalog.models.find(({ id }) => /^[a-z]+-[a-z]+-\d/.test(id))?.id ?? '')?.[1];
  const [group] = named(list(says('acme-beta', 3), says(line as string, 5)));
  expect(group?.prices).toEqual({ 'acme-beta': [3, 6] });
  // At a host it is the name of what the host sells.
  const why = (prefix: string) =>
    whyNotNamed(catalog, { seller: 'together', prefix, isGateway: false }, says(line as string, 5), nothingLeftOut);
  expect(why('')).toBe('It stands for a line of models.');
  expect(why('together/')).not.toBe('It stands for a line of models.');
});

test('what its maker has shut down is no name at a cloud, but at a gateway, which may still sell it', () => {
  const { id } = catalog.shutDown.find(({ provider }) => provider.id === 'openai') as { id: string };
  const why = (seller: string, isGateway: boolean) =>
    whyNotNamed(catalog, { seller, prefix: `${seller}/`, isGateway }, says(id, 3), nothingLeftOut);
  expect(why('azure', false)).toBe('Its maker has shut it down.');
  expect(why('azure', true)).toBeNull();
});
