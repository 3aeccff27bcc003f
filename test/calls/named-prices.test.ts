/** Names that only a seller's list has: priced there, on the days it is known for, and nowhere else. */
import { describe, expect, test } from 'vitest';
import { catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { tariffChanges } from '../../runtime/core/pricing/tariff.ts';
import type { Call } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { catalog } from '../support/core/catalog.ts';

const { file } = catalog;
const gateway = { id: 'openrouter', name: 'OpenRouter', pricingUrl: 'https://openrouter.ai/models', provider: null };
const list = (on: string, from: string | null, prices: Record<string, number[]>, seller = 'openrouter') => ({
  ...{ seller, source: { name: `list of ${on}`, on }, from, prices },
});
const named = [
  list('2026-09-01', null, { 'acme/tiny-1': [0.1, 0.4, 0.02], 'gpt-5:nitro': [2, 16] }),
  list('2026-11-01', '2026-11-01', { 'acme/tiny-1': [0.2, 0.8] }),
  { ...list('2026-09-01', null, { 'acme/long-2': [1, 2] }), above: { 'acme/long-2': [[1000, 3, 6]] } },
  list('2026-09-01', null, { 'moon-v1-32k': [1, 3] }, 'moonshot'),
  {
    ...list('2026-09-01', null, { 'moon-v0': [2, 4] }, 'moonshot'),
    sold: {
      'moon-v0': { from: null, shutDown: '2026-07-01', source: { fact: 'Ended', name: 'a page', on: '2026-07-02' } },
    },
  },
  {
    ...list('2026-09-01', null, { 'moon-v2': [3, 6] }, 'moonshot'),
    sold: {
      'moon-v2': { from: null, shutDown: '2026-09-01', source: { fact: 'Ended', name: 'a page', on: '2026-09-01' } },
    },
  },
  {
    ...list('2026-09-01', null, { 'acme/old-3': [4, 8] }),
    sold: {
      'acme/old-3': { from: '2026-02-01', shutDown: null, source: { fact: 'Sold', name: 'a list', on: '2026-02-01' } },
    },
  },
];
const { offers } = file.data;
const listed = catalogFrom({
  ...file,
  data: { ...file.data, offers: { hosts: [...offers.hosts, gateway], offers: offers.offers, named } },
});
const usd = (model: string, fields: Partial<Call> = {}) =>
  priceCall(listed, { model, on: '2026-10-01', input: 1_000_000, ...fields }).usd;

describe('a name at the seller whose list has it', () => {
  test('costs what the list states', () => {
    expect(usd('openrouter/acme/tiny-1')).toBe(0.1);
    expect(usd('acme/tiny-1', { host: 'openrouter' })).toBe(0.1);
    // 0.10 + 0.02 + 0.40
    expect(usd('openrouter/acme/tiny-1', { cachedInput: 1_000_000, output: 1_000_000 })).toBe(0.52);
    expect(usd('OpenRouter/Acme/Tiny-1')).toBe(0.1);
  });

  test('and says which list, and that no other confirms it', () => {
    const { model, provider, host, pricing, notes } = priceCall(listed, {
      ...{ model: 'openrouter/acme/tiny-1', on: '2026-10-01', input: 1 },
    });
    expect({ model, provider, host }).toEqual({ model: 'acme/tiny-1', provider: 'openrouter', host: 'openrouter' });
    expect(pricing?.sources).toEqual([{ name: 'list of 2026-09-01', on: '2026-09-01' }]);
    expect(notes.join()).toMatch(/from one dataset alone/);
  });

  test('changes with the list, and is not known before the first', () => {
    expect(usd('openrouter/acme/tiny-1', { on: '2026-10-31' })).toBe(0.1);
    expect(usd('openrouter/acme/tiny-1', { on: '2026-11-01' })).toBe(0.2);
    expect(usd('openrouter/acme/tiny-1', { on: '2026-08-31' })).toBeNull();
    expect(tariffChanges(listed, 'openrouter/acme/tiny-1')).toEqual(['2026-09-01', '2026-11-01']);
  });

  test('says so once the newest list of the seller lacks it', () => {
    // A host with models of its own: their records are no names of a list, however old.
    const own = catalog.models.find(({ provider }) => offers.hosts.some(({ id }) => id === provider.id));
    const host = { id: own?.provider.id as string };
    const at = (day: string) =>
      offers.offers.slice(0, 1).map((one) => ({
        ...one,
        host: host.id,
        prices: one.prices.map((price) => ({ ...price, sources: [{ name: 'a list', on: day }] })),
      }));
    const noted = (model: string, on: string, lists = at('2026-11-01')) => {
      const data = { ...file.data, offers: { hosts: offers.hosts, offers: lists, named: atHost } };
      return priceCall(catalogFrom({ ...file, data }), { model, host: host.id, on, input: 1 }).notes.join();
    };
    const atHost = [list('2026-09-01', null, { 'acme/tiny-1': [1, 2] }, host.id)];
    expect(noted('acme/tiny-1', '2026-11-01')).toMatch(/list of 2026-11-01 lacks acme\/tiny-1: .* of 2026-09-01\./);
    expect(noted('acme/tiny-1', '2026-10-31')).not.toMatch(/lacks/);
    expect(noted('acme/tiny-1', '2026-11-01', at('2026-09-01'))).not.toMatch(/lacks/);
    expect(noted(offers.offers[0]?.model as string, '2026-11-01')).not.toMatch(/lacks/);
    expect(noted(own?.id as string, '2026-12-01', at('2026-12-01'))).not.toMatch(/lacks|^$/);
  });

  test('has the price of long prompts', () => {
    // 1,000 tokens at $1, 1,001 at $3 per million.
    expect(usd('openrouter/acme/long-2', { input: 1000 })).toBe(0.001);
    expect(usd('openrouter/acme/long-2', { input: 1001 })).toBe(0.003003);
  });

  test('is known from the day on which an older source states that it is sold', () => {
    const before = priceCall(listed, { model: 'openrouter/acme/old-3', on: '2026-01-31', input: 1 });
    expect(before).toMatchObject({ usd: null, near: [] });
    expect(before.unpriced).toMatch(/at openrouter is known for 2026-01-31; the first known is of 2026-02-01\.$/);
    expect(usd('openrouter/acme/old-3', { on: '2026-02-01' })).toBe(4);
  });

  test('has a price until its seller shuts it down, and none after it', () => {
    const on = (day: string) => priceCall(listed, { model: 'moon-v0', on: day, input: 1_000_000 });
    expect(on('2026-06-30')).toMatchObject({ model: 'moon-v0', usd: 2 });
    // The list is younger than the end: it states the last price, and a note says so.
    expect(on('2025-01-01').usd).toBe(2);
    expect(on('2025-01-01').notes.join()).toMatch(/2026-09-01, after the end of moon-v0/);
    expect(on('2026-07-01')).toMatchObject({ model: 'moon-v0', usd: null });
    expect(on('2026-07-01').unpriced).toMatch(/shut down on 2026-07-01/);
    // So does a list of the very day of the end.
    expect(usd('moon-v2', { on: '2026-08-31' })).toBe(3);
  });

  test("a maker's own list prices the name alone", () => {
    expect(usd('moon-v1-32k')).toBe(1);
    expect(usd('moonshot/moon-v1-32k')).toBe(1);
    expect(usd('openrouter/moonshotai/moon-v1-32k')).toBeNull();
  });

  test('a variant of a model of the dataset has its own price there', () => {
    expect(usd('openrouter/openai/gpt-5:nitro')).toBe(2);
    expect(usd('gpt-5')).toBe(1.25);
  });
});

test.each([
  ['no seller', 'acme/tiny-1', {}],
  ['another seller', 'groq/acme/tiny-1', {}],
  ['another level of service', 'openrouter/acme/tiny-1', { serviceTier: 'batch' as const }],
])('has no price with %s', (_, name, fields) => {
  expect(usd(name, fields)).toBeNull();
});

test('a place that the list does not state is told', () => {
  const { usd: price, regionPriceKnown } = priceCall(listed, {
    ...{ model: 'openrouter/acme/tiny-1', on: '2026-10-01', input: 1_000_000, region: 'eu' },
  });
  expect({ price, regionPriceKnown }).toEqual({ price: 0.1, regionPriceKnown: false });
});

test('such names are in no list of models', () => {
  expect(listed.models.map(({ id }) => id)).toEqual(catalog.models.map(({ id }) => id));
});
