import { describe, expect, test } from 'vitest';
import { checkData } from '../../build/data/check-data.ts';
import type { DataFile, DataProblem } from '../../build/data/read-data.ts';
import { boardsOf } from '../../runtime/core/benchmarks/facts.ts';
import { statusOn } from '../../runtime/core/dataset/lifecycle.ts';
import { priceOn } from '../../runtime/core/dataset/price-on-day.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { frozenOn } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { frozenFiles } from '../support/core/frozen-data.ts';
import { estimate } from '../support/core/made-up.ts';
import { newestDay, shippedCatalog, shippedFiles } from '../support/core/shipped-data.ts';

/** Days that are not earlier than any day in the data. */
// biome-ignore lint/complexity/useMathMinMax: days are text
const madeUpDays = ['2026-12-02', '2027-01-15', '2027-08-31'].map((day) => (day > newestDay ? day : newestDay));

const problems = (files: readonly DataFile[], day: string): DataProblem[] => {
  const checked = checkData(files, { asOf: day, today: day });
  return 'problems' in checked ? checked.problems : [];
};

/** The files with one model changed: by default the frozen ones, so that new prices break no test. */
const changed = (
  provider: string,
  id: string,
  change: (model: ModelFile) => void,
  files: readonly DataFile[] = frozenFiles,
): DataFile[] =>
  files.map((file) => {
    if (file.path !== `data/providers/${provider}.json`) return file;
    const content = JSON.parse(file.text) as ProviderFile;
    change(content.models.find((model) => model.id === id) as ModelFile);
    return { ...file, text: JSON.stringify(content, null, 2) };
  });

const last = ({ prices }: ModelFile) => prices.at(-1) as DatedPrice;

describe.each(madeUpDays)('on %s', (day) => {
  test('nothing is wrong, and every preset has a default on sale', () => {
    const checked = checkData(shippedFiles, { asOf: day, today: day });
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems, null, 2));
    const catalog = catalogOf(checked.data, day);
    for (const { defaultModel } of catalog.presets) expect(catalog.models).toContain(catalog.find(defaultModel));
  });

  test('a correct dated change passes: one model of each provider gets a higher price with its source', () => {
    const source = { url: 'https://example.com/pricing', on: day };
    const dearer = (price: DatedPrice): DatedPrice => {
      const { announced: _, holdsUntil: __, serviceTiers: ___, ...rest } = price;
      const times = (value: number | null) => (value === null ? null : value * 1.25);
      const band = (one: DatedPrice['longContext'][number]) => ({
        ...one,
        input: one.input * 1.25,
        output: one.output * 1.25,
      });
      const prices = { input: price.input * 1.25, output: price.output * 1.25, cachedInput: times(price.cachedInput) };
      return {
        ...rest,
        ...prices,
        longContext: price.longContext.map(band),
        from: day,
        sources: [source],
        verifiedOn: day,
      };
    };
    const all = shippedFiles.map((file) => {
      if (!file.path.startsWith('data/providers/')) return file;
      const content = JSON.parse(file.text) as ProviderFile;
      for (const model of content.models) {
        const before = priceOn(model.prices, day);
        if (!before || before.from === day || statusOn(model, day) === 'shutDown') continue;
        model.prices.splice(model.prices.indexOf(before) + 1, 0, dearer(before));
        break;
      }
      return { ...file, text: JSON.stringify(content, null, 2) };
    });
    expect(problems(all, day)).toEqual([]);
  });
});

describe('an implausible price is refused, with file, line, place and what to do', () => {
  const day = madeUpDays[0] as string;
  const refuses = (change: (price: DatedPrice) => void, says: RegExp) => {
    const files = changed('openai', 'gpt-6.1-sol', (model) => change(last(model)));
    const found = problems(files, day);
    const message = found.map((one) => one.message).find((one) => says.test(one));
    expect(message, JSON.stringify(found)).toMatch(
      /correct it, or explain in "confirmed"|never costs more than a fresh one/,
    );
    expect(message).toContain('(gpt-6.1-sol)');
    expect(found[0]?.file).toBe('data/providers/openai.json');
    const line = files.find(({ path }) => path === found[0]?.file)?.text.split('\n')[(found[0]?.line ?? 0) - 1];
    expect(line).toContain(`"${found[0]?.pointer.split('/').at(-1)}":`);
    // Confirmed with a reason, it passes, unless it is impossible.
    const confirmed = changed('openai', 'gpt-6.1-sol', (model) => {
      change(last(model));
      last(model).confirmed = 'The page says so.';
    });
    return problems(confirmed, day);
  };

  test('a millionth, or a million times', () => {
    for (const factor of [1e-6, 1e6]) {
      const change = (price: DatedPrice) => {
        price.input *= factor;
        price.output *= factor;
        for (const field of ['cachedInput', 'cacheWrite'] as const) price[field] = (price[field] ?? 0) * factor;
        price.longContext = [];
        delete price.serviceTiers;
      };
      expect(refuses(change, /differs from .*median of its tier frontier, by a factor of 10 or more/)).toEqual([]);
    }
  });

  test('input and output swapped', () => {
    const swap = (price: DatedPrice) => {
      [price.input, price.output] = [price.output, price.input];
      price.longContext = [];
      delete price.serviceTiers;
    };
    expect(refuses(swap, /below the input price.*swapped/)).toEqual([]);
  });

  test('a jump of more than three times', () => {
    const files = changed('anthropic', 'claude-opus-5-5', (model) => {
      const { serviceTiers: _, ...price } = last(model);
      model.prices.push({
        ...price,
        from: day,
        input: price.input * 3.1,
        cacheWrite: null,
        cacheWrite1h: null,
        sources: [{ name: 'made up', on: day }],
        verifiedOn: day,
      });
    });
    expect(problems(files, day)[0]?.message).toMatch(/12\.4.* after 4 is a change by a factor of more than 3/);
  });

  test('a cached price above the input price, even a confirmed one', () => {
    const dear = (price: DatedPrice) => {
      price.cachedInput = price.input * 1.01;
    };
    expect(refuses(dear, /above the input price/)).toHaveLength(1);
  });

  test('a long-context price below the base, a batch above and a priority below the standard', () => {
    refuses((price) => Object.assign(price.longContext[0] as object, { input: 1 }), /price of shorter prompts/);
    refuses((price) => Object.assign(price.serviceTiers?.batch as object, { output: 11 }), /between 0\.1 and 1 times/);
    refuses((price) => Object.assign(price.serviceTiers?.priority as object, { output: 9 }), /between 1 and 5 times/);
  });
});

describe('days and references of a shutdown', () => {
  const day = madeUpDays[0] as string;
  const wrong = (change: Partial<NonNullable<ModelFile['lifecycle']>>) =>
    problems(
      changed('openai', 'gpt-5', (model) => Object.assign(model.lifecycle as object, change)),
      day,
    ).map(({ pointer, message }) => `${pointer.split('/').slice(3).join('/')}: ${message}`);

  test.each([
    [
      { shutDown: '2025-01-01', deprecatedOn: null },
      /lifecycle\/shutDown: 2025-01-01 is before 2025-08-07, its release/,
    ],
    [{ shutDown: '2026-06-10' }, /2026-06-10 is before 2026-06-11, the day on which the shutdown became known/],
    [{ deprecatedOn: null }, /lifecycle\/deprecatedOn: must not be null with a shutdown on 2026-12-11/],
    [{ notBefore: '2027-01-01' }, /guaranteed not to be shut down/],
    [{ successor: 'gpt-99' }, /lifecycle\/successor: "gpt-99" is not the id of a model/],
    [{ billedAs: 'gpt-5' }, /is the model itself/],
  ])('%o', (change, says) => {
    expect(wrong(change).join('\n')).toMatch(says);
  });

  test('a promise that ends before it begins', () => {
    const files = changed('openai', 'gpt-5.6-sol', (model) => Object.assign(last(model), { holdsUntil: '2026-08-20' }));
    expect(problems(files, day)[0]?.message).toMatch(/2026-08-20 is before 2026-08-21, when the price begins/);
  });

  test('a default shut down within 90 days is a warning, and one already shut down a problem', () => {
    const ending = changed('openai', 'gpt-5.4-mini', (model) => {
      const sources = [{ fact: 'Made up', name: 'made up', on: frozenOn }];
      const lifecycle = {
        deprecatedOn: frozenOn,
        shutDown: '2027-10-01',
        notBefore: null,
        successor: null,
        billedAs: null,
      };
      model.lifecycle = { ...lifecycle, sources };
    });
    const on = (asOf: string) => checkData(ending, { asOf, today: asOf });
    expect(on('2027-07-03')).toMatchObject({ warnings: [] });
    expect(on('2027-07-04')).toMatchObject({
      warnings: [
        {
          file: 'data/presets.json',
          message: expect.stringMatching(/gpt-5\.4-mini.*support.*2027-10-01.*90 more days/),
        },
      ],
    });
    expect(on('2027-10-01')).toMatchObject({
      problems: [{ message: expect.stringMatching(/was shut down on 2027-10-01/) }],
    });
  });
});

test('the reason for the model of coding has every board of its kind with it, with the figures of each', () => {
  const shipped = shippedCatalog();
  const { defaultModel, defaultModelReason } = shipped.preset('coding');
  const boards = boardsOf(shipped).filter(({ domain }) => domain === 'coding');
  const runs = boards.flatMap(({ benchmark, harness, rows }) =>
    rows.flatMap((row) => (row.modelId === defaultModel ? [{ ...row, benchmark, harness }] : [])),
  );
  const cents = (usd: number | null) => (usd as number).toFixed(2);
  const ends = (values: (number | null)[]) =>
    `${cents(Math.min(...(values as number[])))} to ${cents(Math.max(...(values as number[])))}`;
  expect(runs).toHaveLength(7);
  for (const { benchmark, harness, usdPerTask, usdPerSolvedTask } of runs) {
    const [, told = ''] = defaultModelReason.split(
      benchmark === 'Terminal-Bench 2' ? `in ${harness} ` : `${benchmark} `,
    );
    expect(told, benchmark).toMatch(new RegExp(`^${cents(usdPerTask)} and ${cents(usdPerSolvedTask)}\\b`));
  }
  expect(defaultModelReason).toContain(`${ends(runs.map(({ usdPerTask }) => usdPerTask))} dollars a task`);
  expect(defaultModelReason).toContain(`${ends(runs.map(({ usdPerSolvedTask }) => usdPerSolvedTask))} a solved one`);
  const { costPerTask, costPerSuccessfulTask } = estimate(shipped, { presetId: 'coding' });
  expect(defaultModelReason).toContain(`${cents(costPerTask)} a task and ${cents(costPerSuccessfulTask)} a successful`);
});
