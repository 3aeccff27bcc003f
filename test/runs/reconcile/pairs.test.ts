/** 500 made-up pairs of logs and invoices: every difference in its class, and the sums exact. */
import { expect, test } from 'vitest';
import { type DifferenceClass, differenceClasses } from '../../../runtime/logs/reconcile/differences.ts';
import { attoIn, modelIn, perUnit, unitOf } from '../../../runtime/logs/reconcile/invoice.ts';
import { readInvoice } from '../../../runtime/logs/reconcile/read-invoice.ts';
import { type ReconcileOptions, Reconciler, type Reconciliation } from '../../../runtime/logs/reconcile/reconcile.ts';
import { TimeZone, utc } from '../../../runtime/logs/report/time-zone.ts';
import { catalogOn } from '../../support/core/catalog.ts';
import { rounds } from '../../support/rounds.ts';
import { madeUpPair, type Pair } from './made-up-pairs.ts';

const catalog = catalogOn('2026-11-20');

async function reconciled({ invoice, logs }: Pair, zone = utc): Promise<Reconciliation> {
  const bytes = new TextEncoder().encode(invoice);
  const { lines, report } = await readInvoice(async function* () {
    yield bytes;
  }, 'invoice');
  expect({ broken: report.broken, damage: report.damage }).toEqual({ broken: 0, damage: null });
  const options: ReconcileOptions = {
    ...{ by: ['day', 'model'], since: null, until: null, on: null, host: null, zone, tolerance: { pct: 1 } },
  };
  const reconciler = new Reconciler(catalog, lines, options);
  reconciler.add(logs);
  return reconciler.result();
}

const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, one) => total + BigInt(one), 0n);

test('every difference is in its class, and the classes add up to both totals to the nano-dollar', async () => {
  for (let seed = 1; seed <= rounds(500); seed++) {
    const pair = madeUpPair(seed);
    const made = await reconciled(pair);
    const { invoiceNanoUsd, logNanoUsd } = made.total;
    const outside = BigInt(made.callsLeftOut);
    expect({ seed, outside, billed: BigInt(invoiceNanoUsd), listed: BigInt(logNanoUsd) }).toEqual({
      ...{ seed, outside: 0n, billed: pair.billed, listed: pair.listed },
    });
    for (const part of [made.rows, made.classes]) {
      expect(sum(part.map((one) => one.invoiceNanoUsd))).toBe(pair.billed);
      expect(sum(part.map((one) => one.logNanoUsd))).toBe(pair.listed);
    }
    for (const name of Object.keys(differenceClasses) as DifferenceClass[]) {
      if (name === 'rounding') continue;
      const got = BigInt(made.classes.find((one) => one.class === name)?.differenceNanoUsd ?? '0');
      const wanted = pair.expected[name] ?? 0n;
      const off = got > wanted ? got - wanted : wanted - got;
      // Without tokens the price is a ratio of binary fractions: a millionth of a dollar for each of 12 days and 3 models.
      const slack = 2n * pair.slack + (pair.hasTokens ? 0n : 36_000n);
      expect({ seed, form: pair.form, name, got, wanted, isClose: off <= slack }).toMatchObject({ isClose: true });
    }
  }
});

test('an invoice in days of another zone is told apart, and agrees in that zone', async () => {
  for (const [hours, zone] of [
    [-8, 'Etc/GMT+8'],
    [9, 'Asia/Tokyo'],
  ] as const) {
    for (let seed = 1; seed <= rounds(30); seed++) {
      const pair = madeUpPair(seed, hours);
      const made = await reconciled(pair);
      const named = [...made.notes.join().matchAll(/of UTC([+-][\d.]+)(?: to UTC([+-][\d.]+))?/g)][0] ?? [];
      const [first = Number.NaN, last = first] = named.slice(1).filter(Boolean).map(Number);
      expect(first).toBeLessThanOrEqual(hours);
      expect(last).toBeGreaterThanOrEqual(hours);
      const right = await reconciled(pair, new TimeZone(zone));
      expect(right.notes).toEqual([]);
      expect(right.classes.map((one) => one.class)).toEqual(['matched']);
      expect(right.isWithinTolerance).toBe(true);
    }
  }
});

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
