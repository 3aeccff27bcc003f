/** Breaks the frozen data, for tests of what the data check reports. */
import { expect, test } from 'vitest';
import { checkData } from '../../../build/data/check-data.ts';
import type { DataProblem } from '../../../build/data/read-data.ts';
import { frozenOn, testDay } from '../../support/core/catalog.ts';
import { frozenFiles } from '../../support/core/frozen-data.ts';
import type { RawModel, RawPreset, RawPrice, RawProvider } from '../../support/core/raw-data.ts';

/** The frozen data, parsed, for a test to break. */
export class Data {
  private readonly files = new Map(frozenFiles.map(({ path, text }) => [path, JSON.parse(text)]));

  provider = (id: string) => this.files.get(`data/providers/${id}.json`) as RawProvider;
  get presets(): RawPreset[] {
    return this.files.get('data/presets.json').presets;
  }

  /** The first matching model, and its place. */
  model(fits: (model: RawModel, provider: string) => boolean = () => true) {
    for (const [file, { id: provider, models }] of this.files as Map<string, RawProvider>) {
      const index = models?.findIndex((model) => fits(model, provider)) ?? -1;
      const model = models?.[index];
      if (model) return { file, at: `/models/${index}`, model };
    }
    throw new Error('the data has no such model');
  }

  /** The first matching price, and its place. */
  price(fits: (price: RawPrice) => boolean = () => true) {
    const { file, at, model } = this.model(({ prices }) => prices.some(fits));
    const index = model.prices.findIndex(fits);
    return { file, at: `${at}/prices/${index}`, model, price: model.prices[index] as RawPrice };
  }

  texts = () => [...this.files].map(([path, value]) => ({ path, text: JSON.stringify(value, null, 2) }));
}

export const problemsOf = (files: { path: string; text: string }[], asOf = testDay): DataProblem[] => {
  const result = checkData(files, { asOf, today: frozenOn });
  return 'problems' in result ? result.problems : [];
};

/** The place of the expected problem. */
interface Expected {
  file: string;
  at: string;
}

/** Breaks the frozen data in one way and expects exactly one problem, at that place, with a matching message. */
export function refuses(why: string, breaks: (data: Data) => Expected, says: RegExp, asOf = testDay) {
  test(`refuses ${why}`, () => {
    const data = new Data();
    const { file, at } = breaks(data);
    expect(problemsOf(data.texts(), asOf)).toEqual([
      { file, pointer: at, line: expect.any(Number), message: expect.stringMatching(says) },
    ]);
  });
}
