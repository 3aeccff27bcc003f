/** What the data check refuses in prices and their dates. */
import { describe, expect, test } from 'vitest';
import type { RawModel, RawPrice } from '../../support/core/raw-data.ts';
import { Data, problemsOf, refuses } from './broken-data.ts';

describe('a price', () => {
  const set = (field: string, value: unknown) => (data: Data) => {
    const { file, at, price } = data.price();
    Object.assign(price, { [field]: value });
    return { file, at: `${at}/${field}` };
  };
  const without = (field: string) => (data: Data) => {
    const { file, at, price } = data.price();
    delete price[field];
    return { file, at };
  };

  refuses('one that is a string', set('input', '3'), /must be a number at least 0 \(got "3"\)/);
  refuses('one below 0', set('output', -0.5), /must be at least 0 \(got -0\.5\)/);
  refuses('null where a price must be known', set('input', null), /must be a number at least 0 \(got null\)/);
  refuses('a missing price', without('output'), /field output is missing/);
  refuses('a missing list of sources', without('sources'), /field sources is missing/);
  refuses('an empty list of sources', set('sources', []), /fewer than 1|at least 1/);
  refuses('a missing verification date', without('verifiedOn'), /field verifiedOn is missing/);

  test('names the model in the message', () => {
    const data = new Data();
    const { model, price } = data.price();
    Object.assign(price, { input: '3' });
    expect(problemsOf(data.texts())[0]?.message).toContain(model.id);
  });

  const sourced = (source: object) => (data: Data) => {
    const { file, at, price } = data.price();
    price.sources = [source];
    return { file, at: `${at}/sources/0` };
  };
  refuses('a source without url and name', sourced({ on: '2026-01-01' }), /exactly one of url, name/);
  refuses(
    'a source with both url and name',
    sourced({ on: '2026-01-01', url: 'https://example.com/', name: 'x' }),
    /exactly one of url, name/,
  );
  refuses('a source without a day', sourced({ name: 'x' }), /field on is missing/);
  refuses(
    'a source dated tomorrow',
    (data) => {
      const { file, at } = sourced({ name: 'x', on: '2026-11-22' })(data);
      return { file, at: `${at}/on` };
    },
    /2026-11-22 is in the future/,
  );

  refuses(
    'a cached price above the input price',
    (data) => {
      const { file, at, price } = data.price(({ cachedInput }) => cachedInput !== null);
      price.cachedInput = price.input + 0.01;
      return { file, at: `${at}/cachedInput` };
    },
    /above the input price/,
  );
  refuses(
    'a cached price above the input price in a long-context price',
    (data) => {
      const { file, at, price } = data.price(({ longContext }) => (longContext as object[]).length > 0);
      const band = (price.longContext as RawPrice[])[0] as RawPrice;
      band.cachedInput = band.input + 0.01;
      return { file, at: `${at}/longContext/0/cachedInput` };
    },
    /above the input price/,
  );
  refuses(
    'a cached price above the input price outside the peak hours',
    (data) => {
      const { file, at, price } = data.price(({ offPeak }) => offPeak !== undefined);
      const offPeak = price.offPeak as RawPrice;
      offPeak.cachedInput = offPeak.input + 0.01;
      return { file, at: `${at}/offPeak/cachedInput` };
    },
    /above the input price/,
  );
  test('may have a cached price equal to the input price', () => {
    const data = new Data();
    const { price } = data.price(({ cachedInput }) => cachedInput !== null);
    price.cachedInput = price.input;
    expect(problemsOf(data.texts())).toEqual([]);
  });
});

describe('long-context prices', () => {
  const band = (above: (model: RawModel) => number) => (data: Data) => {
    const { file, at, model, price } = data.price(({ longContext }) => (longContext as object[]).length === 1);
    (price.longContext as { above: number }[])[0] = { ...(price.longContext as [{ above: number }])[0] };
    (price.longContext as { above: number }[])[0] = {
      ...(price.longContext as [{ above: number }])[0],
      above: above(model),
    };
    return { file, at: `${at}/longContext/0/above` };
  };
  refuses(
    'a context window below the threshold',
    band(({ contextWindow }) => contextWindow + 1),
    /above the context window/,
  );
  refuses(
    'thresholds that do not increase',
    (data) => {
      const { file, at, price } = data.price(({ longContext }) => (longContext as object[]).length === 1);
      const bands = price.longContext as object[];
      bands.push({ ...bands[0] });
      return { file, at: `${at}/longContext/1/above` };
    },
    /not above .* the threshold before it/,
  );
});

/** Whether a model has one price, in force since its release, so that later ones can be appended. */
const undated = ({ prices: [first, ...others] }: RawModel) => others.length === 0 && first?.from === null;

describe('a date', () => {
  /** Appends prices that begin on these days to a model that had one price. */
  const appended = (data: Data, ...days: (string | null)[]) => {
    const { file, at, model } = data.model(undated);
    const [first] = model.prices as [RawPrice];
    for (const from of days) {
      const verifiedOn = from ?? first.verifiedOn;
      model.prices.push({ ...first, from, sources: [{ name: 'made up', on: verifiedOn }], verifiedOn });
    }
    return { file, at: `${at}/prices/${days.length}`, last: model.prices.at(-1) as RawPrice };
  };
  const appendedFrom =
    (...days: (string | null)[]) =>
    (data: Data) => {
      const { file, at } = appended(data, ...days);
      return { file, at: `${at}/from` };
    };

  refuses('prices out of order', appendedFrom('2026-03-01', '2026-02-01'), /oldest first/);
  refuses('two prices on one day', appendedFrom('2026-03-01', '2026-03-01'), /not after 2026-03-01/);
  refuses('a second price without a date', appendedFrom(null), /only the first price may have no date/);
  refuses(
    'a day that does not exist',
    (data) => {
      const { file, at, last } = appended(data, '2026-02-28');
      last.from = '2026-02-30';
      return { file, at: `${at}/from` };
    },
    /must be a date .*got "2026-02-30"/,
  );
  refuses(
    'a day in another format',
    (data) => {
      const { file, at, last } = appended(data, '2026-02-28');
      last.verifiedOn = '28.02.2026';
      return { file, at: `${at}/verifiedOn` };
    },
    /must be a date .*got "28\.02\.2026"/,
  );
  refuses(
    'a verification in the future',
    (data) => {
      const { file, at, last } = appended(data, '2026-11-01');
      last.verifiedOn = '2026-11-22';
      return { file, at: `${at}/verifiedOn` };
    },
    /2026-11-22 is in the future/,
  );
  const verifiedBefore = (data: Data) => {
    const made = appended(data, '2026-12-24');
    Object.assign(made.last, { sources: [{ name: 'made up', on: '2026-11-01' }], verifiedOn: '2026-11-01' });
    return made;
  };
  refuses(
    'a verification before the price began',
    (data) => {
      const { file, at } = verifiedBefore(data);
      return { file, at: `${at}/verifiedOn` };
    },
    /2026-11-01 is before 2026-12-24.*"announced": true/,
  );
  test('of an announced price may be verified before the price begins', () => {
    const data = new Data();
    verifiedBefore(data).last.announced = true;
    expect(problemsOf(data.texts())).toEqual([]);
  });
});
