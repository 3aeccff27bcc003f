/** The price of a record compared with `priceCall` and with whole-number arithmetic. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../bench/random.ts';
import { namesOf } from '../../../runtime/core/dataset/catalog.ts';
import { changeDays } from '../../../runtime/core/dataset/unchanged-days.ts';
import { priceCall } from '../../../runtime/core/pricing/price-call.ts';
import { tariffChanges } from '../../../runtime/core/pricing/tariff.ts';
import { billableUnits } from '../../../runtime/core/schemas/billable-units.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { emptyPrice, priceRecord } from '../../../runtime/logs/report/price-record.ts';
import { RecordTariffs } from '../../../runtime/logs/report/record-tariffs.ts';
import { catalog, dataset } from '../../support/core/catalog.ts';
import { rounds } from '../../support/rounds.ts';
import { call } from '../readers/read.ts';
import { anyRecord, at, reportOn } from './records.ts';

const runs = (numRuns: number) => ({ numRuns: rounds(numRuns), seed: 20261121 });

const dayOf = (time: number | null): string =>
  time === null ? catalog.asOf : new Date(time).toISOString().slice(0, 10);

function expected({ model, at, host, region, serviceTier, ...record }: CallRecord) {
  const { input, cachedInput, cacheWrite, cacheWrite1h, output, searches } = record;
  return priceCall(catalog, {
    ...{ model, input, cachedInput, cacheWrite, cacheWrite1h, output, searches, serviceTier, on: dayOf(at) },
    ...(host !== null && { host }),
    ...(region !== null && { region }),
  });
}

describe('the days on which a tariff can change', () => {
  const models = [...catalog.models, ...catalog.shutDown];
  const hosts = [null, ...catalog.offers.hosts.map(({ id }) => id)];
  const days = changeDays(
    models.map(({ facts }) => facts),
    catalog.offers,
  );

  test('are complete: on any other day a call has the same price as on the day before', () => {
    const question = fc.constantFrom(...models).chain((model) =>
      fc.record({
        model: fc.constantFrom(...namesOf(model)),
        host: fc.constantFrom(...hosts),
        serviceTier: fc.constantFrom('standard' as const, 'batch' as const, 'flex' as const, 'priority' as const),
        // Days on which it changes, and those of every model.
        day: fc.oneof(fc.constantFrom(...changeDays([model.facts], catalog.offers)), fc.constantFrom(...days)),
        input: fc.constantFrom(1, 300_000),
      }),
    );
    let changed = 0;
    fc.assert(
      fc.property(question, ({ host, day, ...call }) => {
        const answer = (on: string) => {
          const priced = priceCall(catalog, { ...call, ...(host !== null && { host }), on });
          // Notes age with the look at the provider's page; dollars do not.
          return {
            ...priced,
            on: null,
            notes: null,
            unpriced: priced.unpriced?.replace(`known for ${on}`, 'known for that day'),
          };
        };
        const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
        if (isDeepStrictEqual(answer(day), answer(before))) return;
        changed++;
        expect(tariffChanges(catalog, call.model)).toContain(day);
      }),
      runs(20_000),
    );
    expect(changed).toBeGreaterThan(rounds(50));
  });

  test('include those of the model and its hosts, and its shutdown', () => {
    for (const { facts } of models) {
      const offers = catalog.offers.offers.filter(({ model }) => model === facts.id);
      const dated = [...facts.prices, ...offers.flatMap(({ prices }) => prices)].slice(1);
      const changes = tariffChanges(catalog, facts.id);
      expect(changes).toEqual([...changes].sort());
      for (const { from } of dated) if (from !== null && from > (changes[0] as string)) expect(changes).toContain(from);
      if (facts.lifecycle?.shutDown) expect(changes).toContain(facts.lifecycle.shutDown);
    }
    expect(tariffChanges(catalog, 'a-model-of-ones-own')).toEqual([]);
  });
});

describe('a record', () => {
  test('costs the same as with priceCall, line by line, after any other records', () => {
    // One instance for all: state kept from one record must not leak into another.
    const tariffs = new RecordTariffs(catalog, { on: null, host: null });
    const price = emptyPrice();
    let priced = 0;
    fc.assert(
      fc.property(anyRecord, (record) => {
        const tariff = tariffs.of(record);
        priceRecord(price, record, tariff);
        const { usd, lines, unpriced, model, host } = expected(record);
        expect(price.isPriced).toBe(usd !== null);
        expect({ model: tariff.model, host: tariff.host }).toEqual({ model: model ?? record.model, host });
        if (usd === null) {
          expect(tariffs.reasonOf(record, tariff)).toBe(unpriced);
          return;
        }
        priced++;
        expect(price.units / (1e9 / price.nanoPerUnit)).toBe(usd);
        const ours = billableUnits.map(({ part }, index) => [
          part,
          (price.lines[index] as number) / (1e9 / price.nanoPerUnit),
        ]);
        const theirs = billableUnits.map(({ part }) => [part, lines.find((line) => line.part === part)?.usd ?? 0]);
        expect(ours).toEqual(theirs);
      }),
      runs(20_000),
    );
    expect(priced).toBeGreaterThan(rounds(4000));
  });

  test('has the same tariff after it was evicted', () => {
    const tariffs = new RecordTariffs(catalog, { on: null, host: null });
    const names = Array.from({ length: 60_000 }, (_, index) => call({ model: `made-up-${index}`, input: 1 }));
    const known = call({ model: 'gpt-4o', input: 1, at: at('2026-11-01') });
    const before = tariffs.of(known);
    expect(names.filter((record) => tariffs.of(record).isPriced)).toEqual([]);
    expect(tariffs.of(known)).toEqual(before);
  });

  test('of several calls is in the band of their mean prompt', () => {
    // Gemini 2.5 Pro up to 200,000 prompt tokens: $1.25 in. Three calls of 150,000 each: 450,000 x 1.25 / 1e6.
    const three = call({ model: 'gemini-2.5-pro', calls: 3, input: 450_000, at: at('2026-11-01') });
    expect(reportOn([three]).total).toMatchObject({ calls: 3, usd: 0.5625 });
    // One call of 450,000 is above the threshold, at $2.50.
    expect(reportOn([{ ...three, calls: 1 }]).total).toMatchObject({ calls: 1, usd: 1.125 });
  });
});

/** Rates as whole nano-dollars per million tokens: every price of the data has at most nine decimals. */
const nanoRate = (rate: number): bigint => BigInt(Math.round(rate * 1e9));
const halfUp = (quantity: number, rate: number): bigint =>
  (BigInt(quantity) * nanoRate(rate) * 2n + 1_000_000n) / 2_000_000n;

/** The bill of a call at the standard tier of its provider, in whole numbers only. */
function slowNano(record: CallRecord): bigint | null {
  const day = dayOf(record.at);
  const facts = dataset.providers.flatMap(({ models }) => models).find(({ id }) => id === record.model);
  const price = facts?.prices.filter(({ from }) => from === null || from <= day).at(-1);
  if (price === undefined) return null;
  const prompt = record.input + record.cachedInput + record.cacheWrite + record.cacheWrite1h;
  const band = price.longContext.filter(({ above }) => prompt > above).at(-1) ?? price;
  if (record.cachedInput > 0 && band.cachedInput === null) return null;
  return (
    halfUp(record.input, band.input) +
    halfUp(record.cachedInput, band.cachedInput ?? 0) +
    halfUp(record.cacheWrite, band.cacheWrite ?? band.input) +
    halfUp(record.output, band.output)
  );
}

test('the total of 20,000 calls equals a slow sum in whole numbers', () => {
  const models = ['claude-sonnet-4-6', 'claude-haiku-4-5', 'gpt-5.4', 'gpt-4o', 'gemini-4-argon'];
  const { next: random } = randomFrom(7);
  const next = (below: number): number => Math.floor(random() * below);
  const records = Array.from({ length: 20_000 }, () =>
    call({
      model: models[next(models.length)] as string,
      // Across the change of Claude Sonnet 4.6 on 2026-03-13 and that of Gemini 4 Argon on 2026-12-01.
      at: at('2026-03-06') + next(300) * 86_400_000,
      input: next(150_000),
      cachedInput: next(4) === 0 ? 0 : next(200_000),
      cacheWrite: next(3) === 0 ? next(20_000) : 0,
      output: next(9000),
    }),
  );
  // Before its release a model has no price.
  const isKnown = ({ model, at }: CallRecord) =>
    model !== 'gemini-4-argon' || (at as number) >= Date.parse('2026-10-13');
  const slow = records.filter(isKnown).map((record) => slowNano(record) as bigint);
  const { total } = reportOn(records);
  expect(total.unpricedCalls).toBe(records.length - slow.length);
  expect(total.unpricedCalls).toBeGreaterThan(100);
  expect(total.nanoUsd).toBe(String(slow.reduce((sum, nano) => sum + nano, 0n)));
});

test('sums are exact far beyond what a double can hold', () => {
  // 10^9 output tokens of Claude Haiku 4.5 at $5 per million: $5,000 a call, 10^13 nano-dollars less one call of one token.
  const record = call({ model: 'claude-haiku-4-5', output: 1e9, at: at('2026-11-01') });
  const small = call({ model: 'claude-haiku-4-5', output: 1, at: at('2026-11-01') });
  const { total } = reportOn([...Array.from({ length: 3000 }, () => record), small]);
  expect(total.nanoUsd).toBe('15000000000005000');
  // 10^15 tokens in one record: $5,000,000,000, in micro-dollars or coarser.
  const huge = call({ model: 'claude-haiku-4-5', output: 1e15, calls: 1e9, at: at('2026-11-01') });
  expect(reportOn([huge, small]).total.nanoUsd).toBe('5000000000000005000');
});

test('what is said of a price does not depend on which call is read first', () => {
  // Within one period of the price of Claude Sonnet 4.6, which was last seen on 2026-09-01: certain in October, less so
  // a month later.
  const calls = ['2026-10-01', '2026-11-02'].map((day) => call({ model: 'claude-sonnet-4-6', at: at(day), input: 1 }));
  const { notes } = reportOn(calls);
  expect(notes).toEqual([expect.stringContaining('claude-sonnet-4-6: Confidence in this price is medium')]);
  expect(reportOn([...calls].reverse()).notes).toEqual(notes);
  expect(reportOn(calls.slice(0, 1)).notes).toEqual(notes);
});
