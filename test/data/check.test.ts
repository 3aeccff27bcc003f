import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkData } from '../../build/data/check-data.ts';
import type { DataProblem } from '../../build/data/data-problem.ts';
import { dataSchemaNames, dataSchemaText } from '../../runtime/core/schema-files/data-schemas.ts';
import { readData } from '../../build/data/read-data.ts';
import { frozenOn, testDay } from '../support/core/catalog.ts';
import { frozenFiles } from '../support/core/frozen-data.ts';
import { projectRoot, type RawModel, type RawPreset, type RawPrice, type RawProvider } from '../support/core/raw-data.ts';

/** The frozen data, parsed, for a test to break. */
class Data {
  private readonly files = new Map(frozenFiles.map(({ path, text }) => [path, JSON.parse(text)]));

  provider = (id: string) => this.files.get(`data/providers/${id}.json`) as RawProvider;
  get presets(): RawPreset[] {
    return this.files.get('data/presets.json').presets;
  }

  /** The first model that fits, and its place. */
  model(fits: (model: RawModel, provider: string) => boolean = () => true) {
    for (const [file, { id: provider, models }] of this.files as Map<string, RawProvider>) {
      const index = models?.findIndex((model) => fits(model, provider)) ?? -1;
      const model = models?.[index];
      if (model) return { file, at: `/models/${index}`, model };
    }
    throw new Error('the data has no such model');
  }

  /** The first price that fits, and its place. */
  price(fits: (price: RawPrice) => boolean = () => true) {
    const { file, at, model } = this.model(({ prices }) => prices.some(fits));
    const index = model.prices.findIndex(fits);
    return { file, at: `${at}/prices/${index}`, model, price: model.prices[index] as RawPrice };
  }

  texts = () => [...this.files].map(([path, value]) => ({ path, text: JSON.stringify(value, null, 2) }));
}

const problemsOf = (files: { path: string; text: string }[], asOf = testDay): DataProblem[] => {
  const result = checkData(files, { asOf, today: frozenOn });
  return 'problems' in result ? result.problems : [];
};

/** What a break should be answered with: one problem at this place, its message like this. */
interface Expected {
  file: string;
  at: string;
}

/** Breaks the frozen data in one way and expects exactly one problem, at that place, saying this. */
function refuses(why: string, breaks: (data: Data) => Expected, says: RegExp, asOf = testDay) {
  test(`refuses ${why}`, () => {
    const data = new Data();
    const { file, at } = breaks(data);
    expect(problemsOf(data.texts(), asOf)).toEqual([
      { file, pointer: at, line: expect.any(Number), message: expect.stringMatching(says) },
    ]);
  });
}

/** A model with one price that holds since its release, so that later ones can be appended. */
const undated = ({ prices: [first, ...others] }: RawModel) => others.length === 0 && first?.from === null;

test('finds nothing wrong with the frozen data', () => {
  expect(problemsOf(frozenFiles)).toEqual([]);
});

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

  test('names the model in the message, so that nobody has to count', () => {
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
    'a source of tomorrow',
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
    'thresholds that do not rise',
    (data) => {
      const { file, at, price } = data.price(({ longContext }) => (longContext as object[]).length === 1);
      const bands = price.longContext as object[];
      bands.push({ ...bands[0] });
      return { file, at: `${at}/longContext/1/above` };
    },
    /not above .* the threshold before it/,
  );
});

describe('a date', () => {
  /** Appends prices that begin on these days to a model that had one price. */
  const appended = (data: Data, ...days: (string | null)[]) => {
    const { file, at, model } = data.model(undated);
    const [first] = model.prices as [RawPrice];
    for (const from of days) model.prices.push({ ...first, from, verifiedOn: from ?? first.verifiedOn });
    return { file, at: `${at}/prices/${days.length}`, last: model.prices.at(-1) as RawPrice };
  };
  const appendedFrom = (...days: (string | null)[]) => (data: Data) => {
    const { file, at } = appended(data, ...days);
    return { file, at: `${at}/from` };
  };

  refuses('prices out of order', appendedFrom('2026-03-01', '2026-02-01'), /oldest first/);
  refuses('two prices of one day', appendedFrom('2026-03-01', '2026-03-01'), /not after 2026-03-01/);
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
    'a day written in another way',
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
    made.last.verifiedOn = '2026-11-01';
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

describe('a name', () => {
  const taken = /is already an id or alias of .*whatever their case/;
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
    'an alias that differs from an id by its case alone',
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
    'a file that is not called like its provider',
    (data) => {
      data.provider('xai').id = 'grok';
      return { file: 'data/providers/xai.json', at: '/id' };
    },
    /called data\/providers\/grok\.json/,
  );
});

describe('a model', () => {
  refuses(
    'a tier outside the three',
    (data) => {
      const { file, at, model } = data.model();
      model.tier = 'medium';
      return { file, at: `${at}/tier` };
    },
    /must be one of fast, mid, frontier \(got "medium"\)/,
  );
  refuses(
    'an unknown field, and suggests the one that was meant',
    (data) => {
      const { file, at, model } = data.model();
      model.contextWindows = 1;
      return { file, at };
    },
    /Unknown field "contextWindows".*Did you mean "contextWindow"\?/,
  );
  refuses(
    'a field nobody knows in a price',
    (data) => {
      const { file, at, price } = data.price();
      price.cachedinput = 1;
      return { file, at };
    },
    /Unknown field "cachedinput".*Did you mean "cachedInput"\?/,
  );
  refuses(
    'a context window that is not whole',
    (data) => {
      const { file, at, model } = data.model();
      model.contextWindow = 1000.5;
      return { file, at: `${at}/contextWindow` };
    },
    /must be an integer at least 1 \(got 1000\.5\)/,
  );
  refuses(
    'a model without prices',
    (data) => {
      const { file, at, model } = data.model();
      model.prices = [];
      return { file, at: `${at}/prices` };
    },
    /fewer than 1/,
  );
});

describe('a preset', () => {
  const file = 'data/presets.json';
  const coding = (data: Data) => data.presets[0] as RawPreset;
  const defaultOf = (data: Data) => data.model(({ id }) => id === coding(data).defaultModel).model;

  refuses(
    'a default model that does not exist',
    (data) => {
      coding(data).defaultModel = 'claude-9';
      return { file, at: '/presets/0/defaultModel' };
    },
    /"claude-9" is not the id of a model/,
  );
  refuses(
    'a default model that is not released on the day of the build',
    (data) => {
      defaultOf(data).releaseDate = '2026-11-21';
      return { file, at: '/presets/0/defaultModel' };
    },
    /on 2026-11-20/,
  );
  refuses(
    'a default model that has no price yet on the day of the build',
    (data) => {
      const { prices } = defaultOf(data);
      prices.splice(1);
      Object.assign(prices[0] as RawPrice, { from: '2026-11-21', announced: true });
      return { file, at: '/presets/0/defaultModel' };
    },
    /has no price on 2026-11-20/,
  );
  refuses(
    'a preset listed twice',
    (data) => {
      data.presets.push(structuredClone(coding(data)));
      return { file, at: '/presets' };
    },
    /"coding" is listed 2 times/,
  );
  refuses(
    'a missing preset',
    (data) => {
      data.presets.pop();
      return { file, at: '/presets' };
    },
    /"voice" is listed 0 times/,
  );
  refuses(
    'a value over its bound',
    (data) => {
      coding(data).workflow.retryRatePct = 101;
      return { file, at: '/presets/0/workflow/retryRatePct' };
    },
    /must be between 0 and 100 \(got 101\)/,
  );
  refuses(
    'a missing value',
    (data) => {
      delete coding(data).workflow.handoffs;
      return { file, at: '/presets/0/workflow' };
    },
    /field handoffs is missing/,
  );
  refuses(
    'a value that is called neither measured nor assumed',
    (data) => {
      coding(data).assumed = (coding(data).assumed as string[]).filter((name) => name !== 'handoffs');
      return { file, at: '/presets/0' };
    },
    /handoffs is listed 0 times in measured and assumed/,
  );
});

describe('a file', () => {
  const spoiled = (path: string, text: string) => frozenFiles.map((file) => (file.path === path ? { path, text } : file));

  test('that is not JSON is refused as a whole', () => {
    const path = 'data/providers/cohere.json';
    const cut = frozenFiles.find((file) => file.path === path)?.text.slice(0, 500) as string;
    const [problem, ...others] = problemsOf(spoiled(path, cut));
    expect(problem).toEqual({ file: path, pointer: '', line: 1, message: expect.stringMatching(/^not JSON: /) });
    expect(others).toEqual([]);
  });

  test.each([
    ['a comma too many in an object', '{\n  "a": 1,\n}', 'line 3, column 1: property name expected (got "}")'],
    ['a comma too many in a list', '{\n  "a": [1, 2,]\n}', 'line 2, column 14: value expected (got "]")'],
    ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: comma expected (got "\\"")'],
    ['an end that comes too early', '{\n  "a": 1', 'line 2, column 9: close brace expected (got the end of the file)'],
  ])('with %s is refused with line and column', (_what, text, message) => {
    const path = 'data/providers/cohere.json';
    expect(problemsOf(spoiled(path, text))).toEqual([
      { file: path, pointer: '', line: 1, message: `not JSON: ${message}` },
    ]);
  });

  test.each(['null', '[]', '"x"', '{}', ''])('that holds %j is refused', (text) => {
    const problems = problemsOf(spoiled('data/presets.json', text));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ file }) => file === 'data/presets.json')).toBe(true);
  });

  test('of presets that is missing is missed', () => {
    const problems = problemsOf(frozenFiles.filter(({ path }) => path !== 'data/presets.json'));
    expect(problems.map(({ file }) => file)).toContain('data/presets.json');
  });
});

test('lists every problem at once, each with its file and place', () => {
  const data = new Data();
  const [first, second] = data.provider('openai').models as [RawModel, RawModel];
  Object.assign(first.prices[0] as RawPrice, { input: '3' });
  second.tier = 'medium';
  const [third, fourth] = data.provider('mistral').models as [RawModel, RawModel];
  third.aliases.push(fourth.id);
  (third.prices[0] as RawPrice).verifiedOn = '2027-01-01';
  (data.presets[0] as RawPreset).workflow.handoffs = -1;
  const places = problemsOf(data.texts()).map(({ file, pointer }) => file + pointer);
  expect(places.sort()).toEqual(
    [
      'data/presets.json/presets/0/workflow/handoffs',
      'data/providers/mistral.json/models/0/prices/0/verifiedOn',
      'data/providers/mistral.json/models/1/id',
      'data/providers/openai.json/models/0/prices/0/input',
      'data/providers/openai.json/models/1/tier',
    ].sort(),
  );
});

test('lists what is wrong between presets and models beside what is wrong with a price', () => {
  const data = new Data();
  const { file, at, price } = data.price(({ cachedInput }) => cachedInput !== null);
  price.cachedInput = price.input + 1;
  (data.presets[0] as RawPreset).defaultModel = 'claude-9';
  const places = problemsOf(data.texts()).map(({ file, pointer }) => file + pointer);
  expect(places.sort()).toEqual([`${file}${at}/cachedInput`, 'data/presets.json/presets/0/defaultModel'].sort());
});

test.each(dataSchemaNames)('data/schemas/%s is what the code says', (name) => {
  const text = dataSchemaText(name);
  const onDisk = readFileSync(join(projectRoot, 'data/schemas', name), 'utf8');
  expect(onDisk, 'Write it anew with `npm run schemas`.').toBe(text);
});

test('data/schemas holds nothing else, and every data file names its schema', () => {
  expect(readdirSync(join(projectRoot, 'data/schemas')).sort()).toEqual([...dataSchemaNames].sort());
  const schemaOf = (path: string) => {
    if (path === 'data/presets.json') return 'schemas/presets.schema.json';
    if (path === 'data/imported/models.json') return '../schemas/imported-models.schema.json';
    const [, folder = ''] = path.split('/');
    const names: Record<string, string> = { evidence: 'evidence', imported: 'offers', measured: 'measured', providers: 'provider' };
    return `../schemas/${names[folder]}.schema.json`;
  };
  for (const { path, text } of readData(join(projectRoot, 'data'))) {
    expect(JSON.parse(text).$schema, path).toBe(schemaOf(path));
  }
});

describe('a region', () => {
  refuses(
    'a region that is called global',
    (data) => {
      const [region] = data.provider('anthropic').regions as { region: string }[];
      if (region) region.region = 'global';
      return { file: 'data/providers/anthropic.json', at: '/regions/0/region' };
    },
    /"global" stands for processing in no region/,
  );
});
