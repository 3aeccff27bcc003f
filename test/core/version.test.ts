/** A version identifies the numbers: the same version for the same answers, another one for different answers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { published } from '../../runtime/api/published.ts';
import { evidenceCsv } from '../../runtime/audit/datapackage.ts';
import { catalogFrom, OtherCostModel } from '../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../runtime/core/dataset/dataset.ts';
import { inForceOn } from '../../runtime/core/dataset/unchanged-days.ts';
import { costModelVersion, datedDataset } from '../../runtime/core/dataset/version.ts';
import { noOffers } from '../../runtime/core/schemas/data-files/offers-file.ts';
import { sha256 } from '../support/build.ts';
import { dataset, smallDataset, testDay } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { ending, madeUpDataset } from '../support/core/made-up.ts';
import { rawProviders, unchangedAround } from '../support/core/raw-data.ts';
import { everything, rounds } from '../support/rounds.ts';

type Provider = Dataset['providers'][number];
type Price = Provider['models'][number]['prices'][number];

const hex = (text: string): string => sha256(Buffer.from(text));
const dated = (data: Dataset, day: string) => datedDataset(data, day, hex);
const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** A digest of every answer of a day without its version, and of the evidence for auditors. */
function answersOf(data: Dataset, day: string): string {
  const catalog = { ...catalogFrom(dated(data, day)), version: '' };
  const texts = [...published(catalog)].map(({ file, text }) => `${file} ${text()}`);
  return hex(JSON.stringify([texts, evidenceCsv(data), data.providers]));
}

/** Every day on which something begins or ends in the shipped data, and the days around it. */
const daysOfData = [
  ...new Set(
    rawProviders
      .flatMap(({ models }) =>
        models.flatMap(({ releaseDate, lifecycle, prices }) => [
          releaseDate,
          lifecycle?.deprecatedOn ?? null,
          lifecycle?.shutDown ?? null,
          ...prices.map(({ from }) => from),
          ...prices.map(({ holdsUntil }) => (holdsUntil as string | undefined) ?? null),
        ]),
      )
      .flatMap((day) => (day === null || day < '2026-02' ? [] : [dayAfter(day, -1), day, dayAfter(day)])),
  ),
].sort();

describe('the shipped data', () => {
  test('is in force while nothing changes, with one version on all those days', () => {
    expect(daysOfData.length).toBeGreaterThan(60);
    for (const day of daysOfData.filter((_, at) => everything || at % 5 === 0)) {
      const days = unchangedAround(day);
      expect(inForceOn(dataset, day), day).toEqual(days);
      expect(dated(dataset, day).version, day).toBe(dated(dataset, days.from).version);
      expect(dated(dataset, day).asOf).toBe(days.from);
    }
  });

  test('has another version exactly where its answers differ, over all its changes', () => {
    // One day represents those around it. Every answer of each is made, so days after the last confirmed price suffice.
    const some = daysOfData.filter((day) => day >= '2026-11-01' && day <= '2027-03');
    const data = everything ? dataset : smallDataset();
    const byVersion = new Map<string, string>();
    for (const day of some) {
      const { version } = dated(data, day);
      const answers = answersOf(data, day);
      expect(byVersion.get(version) ?? answers, day).toBe(answers);
      byVersion.set(version, answers);
    }
    expect(new Set(byVersion.values()).size).toBe(byVersion.size);
    expect(byVersion.size).toBeGreaterThan(everything ? 4 : 2);
  });
});

describe('random data', () => {
  const someDay = fc.integer({ min: 0, max: 40 }).map((days) => dayAfter('2026-06-01', days));
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const someModel = fc.record({
    releaseDate: orNull(someDay),
    ends: orNull(fc.tuple(someDay, orNull(someDay))),
    holdsUntil: orNull(someDay),
    first: orNull(someDay),
    later: fc.uniqueArray(someDay, { maxLength: 3 }),
    prices: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
  });

  type SomeModel = typeof someModel extends fc.Arbitrary<infer T> ? T : never;

  /** The random models, and one that always has a price, because the preset needs one. */
  const someData = fc.array(someModel, { minLength: 1, maxLength: 3 }).map((models): Dataset => {
    const data = madeUpDataset([{ id: 'model' }, ...models.map((_, index) => ({ id: `model-${index}` }))]);
    const made = (provider: Provider): Provider => ({
      ...provider,
      models: provider.models.map((model, index) => {
        const facts = models[index - 1];
        return facts === undefined ? model : { ...model, ...datedFacts(model.prices[0] as Price, facts) };
      }),
    });
    return { ...data, providers: data.providers.map(made) };
  });

  function datedFacts(base: Price, { first, later, prices, ends, holdsUntil, releaseDate }: SomeModel) {
    const froms = [first, ...later.toSorted().filter((day) => first === null || day > first)];
    const [one = null, other = null] = ends ?? [];
    // The data check refuses a shutdown before its announcement.
    const [deprecatedOn = null, shutDown = null] = other === null ? [one] : [one as string, other].sort();
    const dated = froms.map((from, n) => ({ ...base, from, input: prices[n] as number }));
    if (holdsUntil !== null) Object.assign(dated.at(-1) as Price, { holdsUntil });
    return { releaseDate, lifecycle: ending({ deprecatedOn, shutDown }), prices: dated };
  }

  test('has the same version on two days exactly if it has the same answers', () => {
    fc.assert(
      fc.property(someData, someDay, someDay, (data, one, other) => {
        const sameName = dated(data, one).version === dated(data, other).version;
        expect(sameName).toBe(answersOf(data, one) === answersOf(data, other));
        const { from, until } = inForceOn(data, one);
        expect(sameName).toBe(other >= from ? other <= (until ?? other) : catalogOf(data, other).asOf === from);
      }),
      { numRuns: rounds(300) },
    );
  });

  test('has another version when a number changes, and the same again when it is restored', () => {
    fc.assert(
      fc.property(someData, someDay, fc.nat(), fc.integer({ min: 4, max: 9 }), (data, day, which, price) => {
        const edited = structuredClone(data);
        const prices = edited.providers.flatMap(({ models }) => models.flatMap(({ prices }) => prices));
        const found = prices[which % prices.length] as (typeof prices)[number];
        const before = found.input;
        found.input = price;
        expect(dated(edited, day).version).not.toBe(dated(data, day).version);
        found.input = before;
        expect(dated(edited, day).version).toBe(dated(data, day).version);
      }),
    );
  });

  test('has the same version with a field stated at its default, and another one with any other value', () => {
    const stating = (searchesPerTask: number) => ({
      ...dataset,
      presets: dataset.presets.map((preset) => ({
        ...preset,
        workflow: { ...preset.workflow, searchesPerTask },
        assumed: [...preset.assumed, 'searchesPerTask' as const],
      })),
    });
    const { version } = dated(dataset, testDay);
    expect(dated(stating(0), testDay).version).toBe(version);
    expect(dated(stating(1), testDay).version).not.toBe(version);
  });

  test('has another version when any single number of the shipped data changes', () => {
    const before = dated(dataset, testDay).version;
    const text = JSON.stringify(dataset);
    const numbers = [...text.matchAll(/(?<=[:,[])\d+(\.\d+)?(?=[,\]}])/g)];
    expect(numbers.length).toBeGreaterThan(500);
    fc.assert(
      fc.property(fc.constantFrom(...numbers), (match) => {
        const changed = `${text.slice(0, match.index)}${Number(match[0]) + 1}${text.slice(match.index + match[0].length)}`;
        expect(dated(JSON.parse(changed) as Dataset, testDay).version).not.toBe(before);
      }),
      { numRuns: rounds(200) },
    );
  });
});

describe('the days of a made-up model', () => {
  const on = (facts: object, day: string) => {
    const data = madeUpDataset([{ id: 'model' }]);
    const provider = data.providers[0] as Dataset['providers'][number];
    const model = { ...(provider.models[0] as object), ...facts };
    return inForceOn({ providers: [{ ...provider, models: [model] }], offers: noOffers } as unknown as Dataset, day);
  };
  const base = madeUpDataset([{}]).providers[0]?.models[0]?.prices[0] as object;
  const from = (...days: (string | null)[]) => ({ prices: days.map((day) => ({ ...base, from: day })) });

  test.each([
    // Months of 31, 30, 28 and 29 days, and the turn of a year.
    ['2026-08-01', '2026-07-31'],
    ['2026-07-01', '2026-06-30'],
    ['2026-03-01', '2026-02-28'],
    ['2028-03-01', '2028-02-29'],
    ['2100-03-01', '2100-02-28'],
    ['2027-01-01', '2026-12-31'],
    ['2026-12-10', '2026-12-09'],
  ])('end on the day before a change on %s', (change, last) => {
    expect(on(from(null, change), '2026-02-01')).toEqual({ from: '2026-01-01', until: last });
  });

  test('begin on the day of a change, and have no end if nothing is scheduled', () => {
    expect(on(from('2026-02-01', '2026-05-01'), '2026-05-01')).toEqual({ from: '2026-05-01', until: null });
  });

  test('begin on the later day of release and price', () => {
    expect(on({ releaseDate: '2026-05-01', ...from('2026-02-01') }, '2026-06-01').from).toBe('2026-05-01');
    expect(on({ releaseDate: '2026-02-01', ...from('2026-05-01') }, '2026-06-01').from).toBe('2026-05-01');
    expect(on({ releaseDate: '2026-05-01', ...from(null, '2026-03-01') }, '2026-04-01').until).toBe('2026-04-30');
  });

  test('end when it is deprecated or shut down, and when a promise ends without a later price', () => {
    const lifecycle = ending({ deprecatedOn: '2026-08-01', shutDown: '2026-09-01' });
    expect(on({ lifecycle }, '2026-06-01').until).toBe('2026-07-31');
    expect(on({ lifecycle }, '2026-08-01')).toEqual({ from: '2026-08-01', until: '2026-08-31' });
    expect(on({ lifecycle }, '2026-09-01')).toEqual({ from: '2026-09-01', until: null });
    expect(on({ lifecycle, releaseDate: '2026-10-01' }, '2026-06-01').until).toBe('2026-09-30');
    const promised = (holdsUntil: string, ...later: string[]) => {
      const { prices } = from(null, ...later);
      return { prices: prices.map((price, n) => (n === 0 ? { ...price, holdsUntil } : price)) };
    };
    expect(on(promised('2026-12-31'), '2026-06-01').until).toBe('2026-12-31');
    expect(on(promised('2028-02-28'), '2028-03-01').from).toBe('2028-02-29');
    expect(on(promised('2026-08-31', '2026-09-01'), '2026-06-01').until).toBe('2026-08-31');
    expect(on(promised('2026-08-31', '2026-07-01'), '2026-08-01')).toEqual({ from: '2026-07-01', until: null });
  });
});

test('a catalog of another cost model is refused: its version would not identify the numbers', () => {
  const file = dated(dataset, testDay);
  expect(file.costModelVersion).toBe(costModelVersion);
  expect(() => catalogFrom({ ...file, costModelVersion: costModelVersion + 1 })).toThrow(OtherCostModel);
});
