/**
 * Every name that clouds and gateways sell models under, priced as the newest dataset had it on its day, or refused. The names and
 * prices are those of @earendil-works/pi-ai 1.5.2 (npm, MIT, 2026-11-10), which lists Amazon Bedrock by place.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nothing, type Prices } from '../../build/prices/check/compare-prices.ts';
import {
  type ComparedNames,
  comparedNames,
  comparedText,
  type NamedPrice,
} from '../../build/prices/import/compare-names.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

const on = '2026-11-10';
const catalog = shippedCatalog();

/** The names of a list, with their prices by length of the prompt. */
function namesIn(feed: string): NamedPrice[] {
  const names = new Map<string, NamedPrice>();
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'data/cloud-names.csv'), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines) {
    const [of, id = '', above, ...numbers] = line.split(',');
    if (of !== feed) continue;
    const [input = null, output = null, cachedInput = null, cacheWrite = null] = numbers.map((n) =>
      n === '' ? null : Number(n),
    );
    const prices: Prices = { ...nothing, input, output, cachedInput, cacheWrite };
    const known = names.get(id);
    if (known === undefined) names.set(id, { id, stated: { base: prices, bands: null } });
    else known.stated = { ...known.stated, bands: [...(known.stated.bands ?? []), { above: Number(above), prices }] };
  }
  return [...names.values()];
}

const compared = (feed: string, prefix: string): ComparedNames => comparedNames(catalog, namesIn(feed), prefix, on);

test.each([
  ['amazon-bedrock', '', 202, 0],
  ['amazon-bedrock', 'bedrock/', 202, 0],
  ['google-vertex', 'vertex_ai/', 13, 0],
  ['azure', 'azure/', 45, 12],
  ['openrouter', 'openrouter/', 403, 32],
  ['vercel-ai-gateway', 'vercel_ai_gateway/', 307, 4],
])('%s, called %s...: each name at its price there, or refused with a reason', (feed, prefix, count, mostRefused) => {
  const found = compared(feed, prefix);
  expect(comparedText(feed, found)).toMatch(/, 0 at another price$/);
  expect(found.other).toEqual([]);
  expect(found.right.length + found.refused.length).toBe(count);
  expect(found.refused.length).toBeLessThanOrEqual(mostRefused);
  for (const { why } of found.refused) expect(why).not.toBe('');
});

test('a name is told from a wrong price: the comparison is not blind', () => {
  const dearer = namesIn('amazon-bedrock').map(({ id, stated }) => ({
    id,
    stated: { ...stated, base: { ...stated.base, output: (stated.base.output ?? 0) * 1.1 } },
  }));
  const { right, other } = comparedNames(catalog, dearer, '', on);
  expect(right).toEqual([]);
  expect(other.every(({ part }) => part === 'output')).toBe(true);
});

test('a place is priced as the dataset has it, to the cent', () => {
  // 1,000,000 * 3.30 / 1e6 + 100,000 * 16.50 / 1e6 = 3.30 + 1.65; global: 3.00 + 1.50.
  const usd = (model: string) => priceCall(catalog, { model, on, input: 1e6, output: 1e5 }).usd;
  expect(usd('us.anthropic.claude-sonnet-4-6')).toBe(4.95);
  expect(usd('global.anthropic.claude-sonnet-4-6')).toBe(4.5);
  expect(usd('arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-6')).toBe(4.95);
  // Amazon's own: 0.069 + 0.0276 in Europe, 0.06 + 0.024 in the US.
  expect(usd('eu.amazon.nova-lite-v1:0')).toBe(0.0966);
  expect(usd('us.amazon.nova-lite-v1:0')).toBe(0.084);
});

test('the only names of Claude at a price that stands in for that of their place have no prefix', () => {
  const { standIns } = compared('amazon-bedrock', '');
  expect(standIns.every((id) => id.startsWith('anthropic.claude-'))).toBe(true);
  for (const model of standIns) {
    const { regionPriceKnown, region, notes } = priceCall(catalog, { model, on, input: 1000 });
    expect({ regionPriceKnown, region }).toEqual({ regionPriceKnown: false, region: 'regional' });
    expect(notes.join()).toMatch(/10 % more .*median of \d+ prices of \d+ models on Amazon Bedrock/);
  }
});
