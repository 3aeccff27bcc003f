/**
 * What the data check refuses in ids, aliases and names of regions. What the data check refuses in prices of places.
 * What the data check refuses in `data/names.json`.
 */
import { describe, expect, test } from 'vitest';
import { frozenOn } from '../../support/core/catalog.ts';
import { frozenFiles } from '../../support/core/frozen-data.ts';
import type { RawModel } from '../../support/core/raw-data.ts';
import { type Data, problemsOf, refuses } from './broken-data.ts';

describe('a name', () => {
  const taken = /is already an id or alias of .*ignoring case/;
  const alias = (model: RawModel, name: string) => model.aliases.push(name) - 1;
  const openai = (data: Data, nth: number) => data.provider('openai').models[nth] as RawModel;
  const file = 'data/providers/openai.json';

  refuses(
    'an alias that is another id of the file',
    (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), openai(data, 0).id)}` }),
    taken,
  );
  refuses(
    'an alias listed twice in one model',
    (data) => {
      alias(openai(data, 2), 'new-alias');
      return { file, at: `/models/2/aliases/${alias(openai(data, 2), 'new-alias')}` };
    },
    taken,
  );
  refuses(
    'an alias of another provider',
    (data) => {
      const other = data.model((model, provider) => provider < 'openai' && model.aliases.length > 0).model;
      return { file, at: `/models/0/aliases/${alias(openai(data, 0), other.aliases[0] as string)}` };
    },
    taken,
  );
  refuses(
    'an alias that differs from an id only in case',
    (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), openai(data, 0).id.toUpperCase())}` }),
    taken,
  );
  refuses(
    'an id that another model has',
    (data) => {
      openai(data, 2).id = openai(data, 0).id;
      return { file, at: '/models/2/id' };
    },
    taken,
  );
  for (const id of ['a/b', 'a b', '../a', '.a', 'ä', 'a?b', 'a%20b', 'a#b', '']) {
    refuses(
      `the id ${JSON.stringify(id)}, which is not safe in a URL`,
      (data) => {
        openai(data, 2).id = id;
        return { file, at: '/models/2/id' };
      },
      /must be a name safe in a URL|fewer than 1/,
    );
    refuses(
      `the alias ${JSON.stringify(id)}, which is not safe in a URL`,
      (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), id)}` }),
      /must be a name safe in a URL|fewer than 1/,
    );
  }
  for (const id of ['by-provider', 'by-tier', 'compare']) {
    refuses(
      `the id "${id}", a path of the API`,
      (data) => {
        openai(data, 2).id = id;
        return { file, at: '/models/2/id' };
      },
      /path of the API/,
    );
    refuses(
      `the alias "${id}", a path of the API`,
      (data) => ({ file, at: `/models/2/aliases/${alias(openai(data, 2), id)}` }),
      /path of the API/,
    );
  }
  refuses(
    'a file that is not named after its provider',
    (data) => {
      data.provider('xai').id = 'grok';
      return { file: 'data/providers/xai.json', at: '/id' };
    },
    /called data\/providers\/grok\.json/,
  );
});

describe('a region', () => {
  refuses(
    'a region called global',
    (data) => {
      const [region] = data.provider('anthropic').regions as { region: string }[];
      if (region) region.region = 'global';
      return { file: 'data/providers/anthropic.json', at: '/regions/0/region' };
    },
    /"global" means processing in no particular region/,
  );
});

const file = 'data/providers/openai.json';

/** A price in Europe, a tenth above the base, with one mistake; returns the place of the mistake. */
const inEurope = (field: string, mistake: object) => (data: Data) => {
  const price = data.provider('openai').models[0]?.prices.at(-1) as Record<string, unknown> & {
    input: number;
    output: number;
  };
  const n = (data.provider('openai').models[0]?.prices.length ?? 1) - 1;
  price.places = {
    eu: {
      ...{ input: price.input * 1.1, output: price.output * 1.1, cachedInput: null, cacheWrite: null },
      ...{ longContext: [], sources: price.sources },
      ...mistake,
    },
  };
  return { file, at: `/models/0/prices/${n}/places/eu/${field}` };
};

describe('the price of a place', () => {
  refuses('far above the base price', inEurope('input', { input: 30 }), /times the price of .*expected/);
  refuses(
    'with cached input above input',
    inEurope('cachedInput', { cachedInput: 999 }),
    /cached token never costs more/,
  );
  refuses(
    'with thresholds that descend',
    inEurope('longContext/1/above', {
      longContext: [200_000, 100_000].map((above) => ({
        ...{ above, input: 99, output: 400, cachedInput: null, cacheWrite: null },
      })),
    }),
    /is not above 200000/,
  );
});

const path = 'data/names.json';
const sound = {
  names: ['gpt-reserve', 'composer-*'],
  reason: 'Only a plan has it.',
  meant: ['gpt-5.6-luna'],
  sources: [{ url: 'https://example.com/thread', on: frozenOn }],
};
/** Of the file alone: the frozen data has none. */
const pointersOf = (...planNames: object[]): string[] =>
  problemsOf([...frozenFiles.filter((file) => file.path !== path), { path, text: JSON.stringify({ planNames }) }])
    .filter(({ file }) => file === path)
    .map(({ pointer }) => pointer);

test('names that only plans have are sourced, new, and taken for models that exist', () => {
  expect(pointersOf(sound)).toEqual([]);
  expect(pointersOf({ ...sound, names: ['gpt-5.6-luna'] })).toEqual(['/planNames/0/names/0']);
  expect(pointersOf(sound, { ...sound, names: ['new', 'gpt-reserve'] })).toEqual(['/planNames/1/names/1']);
  expect(pointersOf({ ...sound, meant: ['no-such-model'] })).toEqual(['/planNames/0/meant/0']);
  const later = { ...sound.sources[0], on: '2099-01-01' };
  expect(pointersOf({ ...sound, sources: [...sound.sources, later] })).toEqual(['/planNames/0/sources/1/on']);
  expect(pointersOf({ ...sound, sources: [] })).toEqual(['/planNames/0/sources']);
});
