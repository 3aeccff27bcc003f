/**
 * The list of what can be billed: every row is found under its own names, wherever a bill is made of it. Notes on the
 * terms of a call, where they belong and nowhere else.
 */
import { expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import {
  billableUnits,
  byUnit,
  promptUnits,
  tokenUnits,
  toolUnits,
  unitAt,
} from '../../runtime/core/schemas/billable-units.ts';
import { serviceTiers } from '../../runtime/core/schemas/levels.ts';
import { callOf, fillCounts } from '../../runtime/logs/call-record.ts';
import { catalog } from '../support/core/catalog.ts';
import { madeUpCatalog } from '../support/core/made-up.ts';

test('no two units share a name, a field, a column or a meter', () => {
  for (const name of ['part', 'count', 'priceField', 'priceColumn', 'callColumn', 'label', 'meter', 'link'] as const) {
    expect(new Set(billableUnits.map((unit) => unit[name])).size, name).toBe(billableUnits.length);
  }
  const logged = billableUnits.flatMap(({ loggedAs }): readonly string[] => loggedAs);
  expect(new Set(logged).size).toBe(logged.length);
});

test('every unit is of tokens or of a tool, and has its place in the list', () => {
  expect([...tokenUnits, ...toolUnits].map(({ part }) => part)).toEqual(billableUnits.map(({ part }) => part));
  expect(promptUnits.map(({ part }) => part)).not.toContain('output');
  billableUnits.forEach(({ part }, index) => {
    expect(unitAt[part]).toBe(index);
  });
});

test('a record of a log keeps the count of every unit, and gives it back in the order of the list', () => {
  // A different count for each: 1, 2, 3, ...
  const counts = byUnit(billableUnits, 'count', ({ part }) => unitAt[part] + 1);
  const found = new Float64Array(billableUnits.length);
  fillCounts(found, callOf('model', { ...counts, reasoning: null }, counts));
  expect([...found]).toEqual(billableUnits.map((_, index) => index + 1));
});

test('a level of service bills one-hour writes at its own price, and none if it has none', () => {
  const source = { url: 'https://example.com/', on: '2026-11-01' };
  const tier = { input: 6, output: 30, cachedInput: 0.6, cacheWrite: 7.5, longContext: [], sources: [source] };
  const serviceTiers = { priority: { ...tier, cacheWrite1h: 12 }, batch: tier };
  const catalog = madeUpCatalog([{ id: 'model', cacheWrite1h: 2, serviceTiers }]);
  const written = (serviceTier: 'standard' | 'priority' | 'batch') =>
    priceCall(catalog, { model: 'model', cacheWrite1h: 1000, serviceTier }).usd;
  expect(written('priority')).toBe(0.012); // 1,000 x $12 / 1e6
  expect(written('standard')).toBe(0.002); // 1,000 x $2 / 1e6
  // The standard price does not stand in for one that the level lacks.
  expect(written('batch')).toBeNull();
});

/** Tiers of models that are not sold for long prompts, though the model is. */
const limited = catalog.models.flatMap(({ id, price }) =>
  serviceTiers.flatMap((tier) => {
    const above = price.longContext[0]?.above;
    const sold = tier === 'standard' ? undefined : price.serviceTiers?.[tier];
    return above !== undefined && sold?.longContext.length === 0 ? [{ id, tier, above }] : [];
  }),
);

test('a tier that is not sold for long prompts is said for those only', () => {
  expect(limited.length).toBeGreaterThan(0);
  for (const { id, tier, above } of limited) {
    const said = (input: number, serviceTier = tier) =>
      priceCall(catalog, { model: id, input, serviceTier }).notes.some((note) =>
        note.includes('is not sold for prompts'),
      );
    expect([said(above), said(above + 1), said(above + 1, 'standard')], id).toEqual([false, true, false]);
  }
});
