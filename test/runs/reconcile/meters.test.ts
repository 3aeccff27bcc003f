import { expect, test } from 'vitest';
import { attoIn } from '../../../runtime/logs/reconcile/invoice.ts';
import { modelIn, perUnit, unitOf } from '../../../runtime/logs/reconcile/meters.ts';

test.each([
  ['USW2-Claude4.5Sonnet-cache-write-input-token-count', 'claude-4.5-sonnet', 'cacheWrite'],
  ['USE1-Nova2.0Lite-cache-read-input-token-count', 'nova-2.0-lite', 'cachedInput'],
  ['USE1-Claude4Sonnet-input-tokens-cross-region-global', 'claude-4-sonnet', 'input'],
  ['gpt-4o-mini-0718-Outp-glbl Tokens', 'gpt-4o-mini', 'output'],
  ['gpt 4o 0513 Input global Tokens', 'gpt-4o', 'input'],
  ['gpt 4o 1120 cached Inp glbl Tokens', 'gpt-4o', 'cachedInput'],
  ['gpt-4o-2024-08-06, cached input', 'gpt-4o-2024-08-06', 'cachedInput'],
])('the meter %s is %s, %s', (meter, model, unit) => {
  expect([modelIn(meter), unitOf(meter)]).toEqual([model, unit]);
});

test('a meter of something else names no unit', () => {
  expect(['USE1-DataTransfer-Out-Bytes', 'Standard D2s v3', 'BoxUsage:t3.micro'].map((name) => perUnit(name))).toEqual([
    null,
    null,
    null,
  ]);
  expect(unitOf('BoxUsage:t3.micro')).toBeNull();
});

test.each([
  ['1K tokens', 1000],
  ['1M', 1_000_000],
  ['Tokens', 1],
  ['1,000,000 tokens', 1_000_000],
  ['GB-Mo', null],
  ['', null],
])('%j is %s', (unit, per) => expect(perUnit(unit)).toBe(per));

test('amounts are read exactly', () => {
  // 123.45 cents are 1.2345 dollars; a dollar is 10^18.
  expect(attoIn('123.45', 'amount', 2)).toBe(1_234_500_000_000_000_000n);
  expect(attoIn(1e-7, 'amount')).toBe(100_000_000_000n);
  expect(attoIn('-$1,234.5', 'amount')).toBe(-1_234_500_000_000_000_000_000n);
  for (const wrong of ['', 'one', null, '1.2.3', '1e99', Number.NaN])
    expect(() => attoIn(wrong, 'amount')).toThrow('amount');
});
