/** `--write` leaves valid data on any day: tested on a copy of the shipped data, day after day. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkData } from '../../../build/data/check-data.ts';
import { readData } from '../../../build/data/read-data.ts';
import { checkAppendOnly } from '../../../build/data/released-prices.ts';
import { genaiPrices } from '../../../build/prices/check/genai-prices.ts';
import { check } from '../../../build/prices/check/run-check.ts';
import { update, writeData } from '../../../build/prices/check/update.ts';
import { statusOn } from '../../../runtime/core/dataset/lifecycle.ts';
import { priceOn } from '../../../runtime/core/dataset/price-on-day.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { catalogOf } from '../../support/core/dated.ts';
import { newestDay } from '../../support/core/shipped-data.ts';
import { projectRoot } from '../../support/project-root.ts';
import { page, pageText } from '../support.ts';

const dir = join(temporaryDirectory(), 'data');
cpSync(join(projectRoot, 'data'), dir, { recursive: true });
const providersIn = () =>
  readData(dir)
    .filter(({ path }) => path.startsWith('data/providers/'))
    .map(({ text }) => JSON.parse(text) as ProviderFile);
const anthropicIn = () => providersIn().find(({ id }) => id === 'anthropic') as ProviderFile;

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** Days after the newest day in the data, on which the check may run next. */
const days = [7, 14, 60].map((later) => plusDays(newestDay, later));

/** Anthropic's price page as it would be on `day` if only the price of `changed` had changed: to a tenth less. */
function priceList(day: string, changed: string): string {
  const rows = anthropicIn().models.flatMap((model) => {
    const price = priceOn(model.prices, day);
    if (!price || price.longContext.length > 0 || statusOn(model, day) !== 'active') return [];
    const factor = model.id === changed ? 0.9 : 1;
    const times = (value: number | null) => (value === null ? null : Number((value * factor).toPrecision(12)));
    return [
      {
        label: model.name,
        input: times(price.input),
        output: times(price.output),
        cachedInput: times(price.cachedInput),
        cacheWrite: times(price.cacheWrite),
        cacheWrite1h: times(price.cacheWrite1h),
      },
    ];
  });
  return pageText(rows);
}

/** Compares the copy on `day` with a page and the installed dataset, and writes, as the command does. */
function run(day: string, text: string) {
  const files = readData(dir);
  const pages = [page(text, { day, basis: 'fetched' })];
  const checked = check(providersIn(), { pages, datasets: [genaiPrices()], failures: [], notes: [] }, day);
  const { files: changed, edits } = update(files, checked);
  return { checked, edits, problems: writeData(dir, files, changed, day) };
}

const onSale = (day: string): ModelFile[] =>
  anthropicIn().models.filter((model) => statusOn(model, day) === 'active' && priceOn(model.prices, day));

test.each(days)('on %s', (day) => {
  const before = providersIn();
  const changed = (onSale(day).find(({ prices }) => prices.at(-1)?.longContext.length === 0) as ModelFile).id;
  const text = priceList(day, changed);
  const { checked, edits, problems } = run(day, text);
  expect(problems).toEqual([]);
  expect(checked.failures).toEqual([]);
  expect(edits.find(({ model }) => model === changed)?.what).toContain(`new price from ${day}`);
  expect(edits.filter(({ what }) => what.startsWith('verified')).length).toBeGreaterThan(5);

  // What other datasets still state is explained by the dated change, and needs no review.
  const fromDatasets = check(providersIn(), { pages: [], datasets: [genaiPrices()], failures: [], notes: [] }, day);
  expect(fromDatasets.findings.filter(({ needsPerson }) => needsPerson)).toEqual([]);

  // The data is valid and can be built, on this day and the next.
  for (const on of [day, plusDays(day, 1)]) {
    const result = checkData(readData(dir), { asOf: on, today: on });
    if ('problems' in result) throw new Error(JSON.stringify(result.problems, null, 2));
    expect(catalogOf(result.data, on).models.length).toBeGreaterThan(50);
  }
  const rewritten: string[] = [];
  for (const released of before) {
    const after = providersIn().find(({ id }) => id === released.id) as ProviderFile;
    checkAppendOnly(released, after, (pointer, message) => rewritten.push(`${pointer}: ${message}`));
  }
  expect(rewritten).toEqual([]);

  const again = run(day, text);
  expect(again.edits).toEqual([]);
  expect(again.checked.findings.filter(({ status }) => status === 'changed')).toEqual([]);
});
