import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { modelDetailOf } from '../../../runtime/core/answers/models.ts';
import type { Catalog, CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { withPricingTerms } from '../../../runtime/core/dataset/terms.ts';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import { ask, isAnswered } from '../../../runtime/site/cost/evaluate-form.ts';
import { nextPriceOf, warningsOf } from '../../../runtime/site/cost/warnings.tsx';
import { ComingNotice } from '../../../runtime/site/model/lifecycle-section.tsx';
import { catalog as frozen, testDay } from '../../support/core/catalog.ts';
import { catalogOf } from '../../support/core/dated.ts';

const id = 'claude-opus-4-8';
const day = '2026-11-30';
const note = 'Fast mode is removed on this day.';

/** The catalog in which fast mode of one model ends on a day to come; its other prices stay. */
function withoutFastMode(): Catalog {
  const data = structuredClone(frozen.file.data);
  for (const { prices } of data.providers.flatMap(({ models }) => models).filter((model) => model.id === id)) {
    const last = prices.at(-1) as DatedPrice;
    const { priority, ...serviceTiers } = last.serviceTiers ?? {};
    expect(priority).toBeDefined();
    prices.push({ ...last, from: day, serviceTiers, note, announced: true });
  }
  return catalogOf(data, testDay);
}

const catalog = withoutFastMode();
const opus = catalog.find(id) as CatalogModel;

test('a price that changes on other terms only is no change', () => {
  expect(nextPriceOf(opus, catalog)).toBeNull();
  expect(nextPriceOf(withPricingTerms(opus, { serviceTier: 'batch', region: 'global' }), catalog)).toBeNull();
  const fast = withPricingTerms(opus, { serviceTier: 'priority', region: 'global' });
  expect(nextPriceOf(fast, catalog)?.on).toBe(day);
});

test.each([
  ['standard', 0],
  ['priority', 1],
])('on the terms %s, so many warnings of a change appear: %d', (serviceTier, count) => {
  const answered = ask(catalog, { modelId: opus.id, serviceTier });
  if (!isAnswered(answered)) throw new Error('refused');
  expect(warningsOf(answered).filter((warning) => warning.includes(day))).toHaveLength(count);
});

test('the page of a model says what changes where its prices stay', () => {
  const model = modelDetailOf(catalog, opus);
  const text = renderToString(h(ComingNotice, { model, asOf: testDay }));
  expect(text).toContain(day);
  expect(text).toContain(note);
  expect(text).not.toContain('$');
});
