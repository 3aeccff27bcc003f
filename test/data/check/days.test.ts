/** Days that cannot be right are refused, wherever they are: with the file, the place and what is expected. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAppendOnly } from '../../../build/data/released-prices.ts';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { frozenOn } from '../../support/core/catalog.ts';
import { frozenFiles } from '../../support/core/frozen-data.ts';
import { rounds } from '../../support/rounds.ts';
import { problemsOf } from './broken-data.ts';

const providers = frozenFiles
  .filter(({ path }) => path.startsWith('data/providers/'))
  .map(({ path, text }) => ({ path, file: JSON.parse(text) as ProviderFile }));

interface Place {
  path: string;
  provider: ProviderFile;
  model: ModelFile;
  /** JSON pointer of the model. */
  at: string;
}

const places: Place[] = providers.flatMap(({ path, file }) =>
  file.models.map((model, index) => ({ path, provider: file, model, at: `/models/${index}` })),
);

/** What the check says of the frozen data with one model changed. */
function findings({ path, provider, model }: Place, change: (copy: ModelFile) => void) {
  const changed = structuredClone(provider);
  change(changed.models.find(({ id }) => id === model.id) as ModelFile);
  return problemsOf(
    frozenFiles.map((file) => (file.path === path ? { path, text: JSON.stringify(changed, null, 2) } : file)),
  );
}

/** What the comparison with the released file says of one changed model. */
function edits({ provider, model }: Place, change: (copy: ModelFile) => void) {
  const changed = structuredClone(provider);
  change(changed.models.find(({ id }) => id === model.id) as ModelFile);
  const found: { pointer: string; message: string }[] = [];
  checkAppendOnly(provider, changed, (pointer, message) => found.push({ pointer, message }));
  return found;
}

const newest = ({ sources }: DatedPrice) =>
  sources
    .map(({ on }) => on)
    .sort()
    .at(-1) as string;
const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** Mutations of one price or model: what they change, where the problem is found, and what it names as expected. */
const mutations: {
  name: string;
  fits: (model: ModelFile, price: DatedPrice) => boolean;
  change: (model: ModelFile, price: DatedPrice, days: number) => void;
  at: (price: number) => string;
  says: (model: ModelFile, price: DatedPrice) => string;
}[] = [
  {
    name: 'a verification after its newest source',
    fits: (_, price) => newest(price) < '2026-11-01',
    change: (_, price, days) => Object.assign(price, { verifiedOn: daysFrom(newest(price), 1 + (days % 20)) }),
    at: (price) => `/prices/${price}/verifiedOn`,
    says: (_, price) => newest(price),
  },
  {
    name: 'a verification before its sources',
    fits: ({ releaseDate }, price) => price.from === null && releaseDate !== null,
    change: (_, price) => Object.assign(price, { verifiedOn: '2020-01-01' }),
    at: (price) => `/prices/${price}/verifiedOn`,
    says: (_, price) => newest(price),
  },
  {
    name: 'a source before the release',
    fits: ({ releaseDate }, { announced, from, sources }) =>
      releaseDate !== null && sources.length > 1 && (!announced || (from !== null && from > releaseDate)),
    change: ({ releaseDate }, { sources }, days) => {
      const year = Number(releaseDate?.slice(0, 4)) - 1 - (days % 3);
      // Not the newest, which is the day of verification.
      sources.sort((one, other) => (one.on < other.on ? -1 : 1));
      Object.assign(sources[0] as object, { on: `${year}-06-15` });
    },
    at: (price) => `/prices/${price}/sources/0/on`,
    says: ({ releaseDate }) => releaseDate as string,
  },
  {
    name: 'a release in the future',
    fits: ({ releaseDate }) => releaseDate !== null,
    change: (model, _, days) => Object.assign(model, { releaseDate: daysFrom(frozenOn, 1 + days) }),
    at: () => '/releaseDate',
    says: () => frozenOn,
  },
];

describe('in the files alone', () => {
  test.each(mutations)('$name is refused at any price, with what is expected', ({ fits, change, at, says }) => {
    const fitting = places.flatMap((place) =>
      place.model.prices.flatMap((price, index) => (fits(place.model, price) ? [{ place, index }] : [])),
    );
    expect(fitting.length).toBeGreaterThan(20);
    const any = fc.tuple(fc.constantFrom(...fitting), fc.nat(600));
    fc.assert(
      fc.property(any, ([{ place, index }, days]) => {
        const found = findings(place, (copy) => change(copy, copy.prices[index] as DatedPrice, days));
        expect(found).toContainEqual({
          file: place.path,
          pointer: place.at + at(index),
          line: expect.any(Number),
          message: expect.stringContaining(says(place.model, place.model.prices[index] as DatedPrice)),
        });
      }),
      { numRuns: rounds(100) },
    );
  });

  test('the frozen data have none of them', () => {
    expect(problemsOf([...frozenFiles])).toEqual([]);
  });
});

describe('against the released file', () => {
  const ending = places.filter(({ model }) => model.lifecycle?.shutDown);
  const promised = places.filter(({ model }) => model.prices.some((one) => one.holdsUntil && !one.announced));

  test('a deleted end of a model is refused, and a changed one without a new source', () => {
    expect(ending.length).toBeGreaterThan(5);
    for (const place of ending) {
      const deleted = edits(place, (copy) => {
        delete copy.lifecycle;
      });
      expect(deleted).toEqual([
        { pointer: `${place.at}/lifecycle`, message: expect.stringContaining(`missing (${place.model.id})`) },
      ]);
      const { shutDown } = place.model.lifecycle as { shutDown: string };
      for (const day of [null, '2031-01-01']) {
        const moved = (copy: ModelFile) => Object.assign(copy.lifecycle as object, { shutDown: day });
        expect(edits(place, moved)).toEqual([
          { pointer: `${place.at}/lifecycle/shutDown`, message: expect.stringContaining(`released "${shutDown}"`) },
        ]);
        const sourced = (copy: ModelFile) => {
          moved(copy);
          copy.lifecycle?.sources.push({ fact: 'Moved', name: 'made up', on: frozenOn });
        };
        expect(edits(place, sourced)).toEqual([]);
      }
    }
  });

  const reason = { why: 'Misread.', on: frozenOn, sources: [{ name: 'made up', on: frozenOn }] };

  /** What the comparison says of one changed model with a correction. */
  function correctedEdits(place: Place, change: (copy: ModelFile) => void, correction: object) {
    const changed = structuredClone(place.provider);
    change(changed.models.find(({ id }) => id === place.model.id) as ModelFile);
    changed.corrections = [{ model: place.model.id, ...reason, ...correction }] as NonNullable<
      ProviderFile['corrections']
    >;
    const found: string[] = [];
    checkAppendOnly(place.provider, changed, (pointer) => found.push(pointer));
    return found;
  }

  const scheduled = places.flatMap((place) =>
    place.model.prices.flatMap((price, index) => (price.announced ? [{ place, price, index }] : [])),
  );

  test('an announced price is removed only with a source after the announcement', () => {
    expect(scheduled.length).toBeGreaterThan(2);
    for (const { place, price, index } of scheduled) {
      const { from } = price;
      const withdrawn = (copy: ModelFile) => void copy.prices.splice(index, 1);
      expect(edits(place, withdrawn)).toEqual([
        { pointer: `${place.at}/prices`, message: expect.stringContaining(newest(price)) },
      ]);
      const removal = { from, was: { input: price.input }, now: null };
      expect(correctedEdits(place, withdrawn, removal)).toEqual([]);
      const stale = { ...removal, sources: [{ name: 'made up', on: newest(price) }] };
      expect(correctedEdits(place, withdrawn, stale)).toEqual([`${place.at}/prices`]);
    }
  });

  test('an announced price changes only with a source after the announcement', () => {
    for (const { place, price, index } of scheduled) {
      const changed = (on: string | null) => (copy: ModelFile) => {
        const announced = copy.prices[index] as DatedPrice;
        announced.output += 1;
        if (on !== null) announced.sources.push({ name: 'made up', on });
      };
      for (const on of [null, newest(price)])
        expect(edits(place, changed(on))).toEqual([
          { pointer: `${place.at}/prices/${index}/output`, message: expect.stringContaining(newest(price)) },
        ]);
      expect(edits(place, changed(daysFrom(newest(price), 1)))).toEqual([]);
      // It came true.
      const inForce = (copy: ModelFile) => delete copy.prices[index]?.announced;
      expect(edits(place, inForce)).toEqual([]);
    }
  });

  test('a source of a price that is scheduled for after the release is no older than the release', () => {
    for (const { place, index } of scheduled) {
      const aged = (copy: ModelFile) => Object.assign(copy.prices[index]?.sources[0] as object, { on: '2020-01-01' });
      expect(findings(place, aged).map(({ pointer }) => pointer)).toContain(`${place.at}/prices/${index}/sources/0/on`);
    }
  });

  test('a release stays, unless it is a correction; one that was unknown may be added', () => {
    const released = places.filter(({ model }) => model.releaseDate !== null);
    for (const place of released.slice(0, 20)) {
      const { releaseDate: was } = place.model;
      for (const now of ['2020-02-02', null]) {
        const moved = (copy: ModelFile) => Object.assign(copy, { releaseDate: now });
        expect(edits(place, moved)).toEqual([
          { pointer: `${place.at}/releaseDate`, message: expect.stringContaining(was as string) },
        ]);
        const correction = { from: null, was: { releaseDate: was }, now: { releaseDate: now } };
        expect(correctedEdits(place, moved, correction)).toEqual([]);
        expect(correctedEdits(place, moved, { ...correction, was: { releaseDate: '2019-01-01' } })).toHaveLength(1);
      }
    }
    const unknown = places.find(({ model }) => model.releaseDate === null) as Place;
    expect(edits(unknown, (copy) => Object.assign(copy, { releaseDate: '2026-01-01' }))).toEqual([]);
  });

  test('a promise that is deleted or shortened is refused, unless it is a correction; a longer one is not', () => {
    expect(promised.length).toBeGreaterThan(2);
    for (const place of promised) {
      const index = place.model.prices.findIndex((one) => one.holdsUntil && !one.announced);
      const { from, holdsUntil } = place.model.prices[index] as DatedPrice & { holdsUntil: string };
      const set = (day: string | undefined) => (copy: ModelFile) => {
        const price = copy.prices[index] as DatedPrice;
        if (day === undefined) delete price.holdsUntil;
        else price.holdsUntil = day;
      };
      for (const day of [undefined, '2026-09-01']) {
        expect(edits(place, set(day))).toEqual([
          { pointer: `${place.at}/prices/${index}/holdsUntil`, message: expect.stringContaining(holdsUntil) },
        ]);
      }
      expect(edits(place, set(daysFrom(holdsUntil, 30)))).toEqual([]);
      expect(correctedEdits(place, set(undefined), { from, was: { holdsUntil }, now: {} })).toEqual([]);
    }
  });
});
