/** Compares the pages of a provider with its models: what they state, what they lack, and what else is on them. */

import { statusOn } from '../../../runtime/core/dataset/lifecycle.ts';
import { priceOn } from '../../../runtime/core/dataset/price-on-day.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { type Checked, type Finding, failureOf, type PageSource, sourceOf } from './findings.ts';
import { judgePages } from './judge-page.ts';
import type { Matcher } from './match-model.ts';
import { type Aside, type ReadPage, readPage } from './page-statements.ts';

/** Reads the pages of one provider and adds what they state to `checked`. */
export function checkPages(
  provider: ProviderFile,
  match: Matcher,
  pages: readonly PageSource[],
  checked: Checked,
): void {
  const read: ReadPage[] = [];
  for (const page of pages.filter((one) => one.provider === provider.id && !one.deprecations)) {
    try {
      read.push(readPage(page, provider.id, match));
    } catch (error) {
      checked.failures.push(failureOf(sourceOf(page), error));
    }
  }
  const dollars = read.filter(({ inDollars }) => inDollars);
  for (const { page, foreign, inDollars } of read) {
    if (foreign.length === 0) continue;
    const reason = `prices in ${foreign.join(', ')} are never compared with dollars`;
    if (inDollars || dollars.length > 0) checked.notes.push(`${page.name}: ${reason}`);
    else checked.failures.push({ provider: provider.id, source: page.name, reason });
  }
  for (const one of dollars) {
    const { name: source, day, basis } = one.page;
    checked.pages.push({
      provider: provider.id,
      source,
      day,
      basis,
      models: one.statements.length,
      remark: ageOf(one),
    });
  }
  if (dollars.length === 0) return;
  for (const model of provider.models) checkModel(provider, model, dollars, checked);
  for (const { page, unknown } of dollars) {
    for (const { label, place, prices, why } of unknown) {
      if (checked.findings.some((one) => one.provider === provider.id && one.label === label)) continue;
      const cause = why || `neither a model of ours nor in the label table: $${prices.input} in, $${prices.output} out`;
      const values = { old: null, new: prices.input, cause, needsPerson: true };
      checked.findings.push({
        provider: provider.id,
        model: null,
        label,
        field: 'model',
        status: 'new',
        source: page.name,
        place,
        ...values,
      });
    }
  }
}

/**
 * A saved page that shows an expired offer as current is older than the day it states: its numbers are reported but
 * never written.
 */
function ageOf({ page, ended }: ReadPage): string | null {
  if (page.basis === 'fetched' || page.basis === 'given' || ended === null) return null;
  return `it shows an offer that ended on ${ended}, so it is older than ${page.day}`;
}

function checkModel(provider: ProviderFile, model: ModelFile, pages: readonly ReadPage[], checked: Checked): void {
  const about = pages.filter(
    ({ statements, asides }) =>
      statements.some((one) => one.model === model) || asides.some((one) => one.model === model),
  );
  if (about.length === 0) {
    missing(provider, model, pages, checked);
    return;
  }
  // A page known to be out of date is ignored if a current one is available.
  const current = about.filter((one) => ageOf(one) === null);
  const counting = current.length > 0 ? current : about;
  const day = latestDay(counting);
  const newest = counting.filter(({ page }) => page.day === day);
  const statements = newest.flatMap((one) => one.statements.filter((statement) => statement.model === model));
  const asides = newest.flatMap((one) =>
    one.asides.filter(
      ({ model: of, scope }) =>
        // An expired offer next to a price in force needs no review.
        of === model && !(scope.kind === 'ended' && one.statements.some((statement) => statement.model === model)),
    ),
  );
  const extra = asides.flatMap((aside) => findingsOn(provider.id, model, aside));
  checked.findings.push(...extra);
  if (statements.length === 0) return;
  const prints = new Set(newest.flatMap((one) => [...one.prints]));
  const age = (page: PageSource) => ageOf(newest.find((one) => one.page === page) as ReadPage);
  const { findings, permit } = judgePages(provider.id, model, statements, prints, age);
  checked.findings.push(...findings);
  if (
    permit.kind !== 'none' &&
    !extra.some(({ needsPerson, field }) => needsPerson && !field.startsWith('scheduled'))
  ) {
    checked.permits.push(permit);
  }
}

function missing(provider: ProviderFile, model: ModelFile, pages: readonly ReadPage[], checked: Checked): void {
  // The model may be on a page that could not be read.
  if (checked.failures.some((one) => one.provider === provider.id && !one.deprecations)) return;
  const current = pages.filter((one) => ageOf(one) === null);
  const cause = absence(model, checked.on, latestDay(current.length > 0 ? current : pages));
  checked.findings.push({
    provider: provider.id,
    model: model.id,
    field: 'model',
    status: 'missing',
    old: priceOn(model.prices, checked.on)?.input ?? null,
    new: null,
    source: pages.map(({ page }) => page.name).join(', '),
    place: 'no row',
    ...(cause !== null && { cause }),
    needsPerson: cause === null,
  });
}

/** Why a page from `day` need not list the model; null: no reason is known. */
function absence(model: ModelFile, on: string, day: string): string | null {
  if (isWithdrawn(model, day)) return 'withdrawn by its provider';
  if (model.releaseDate !== null && model.releaseDate > day) return `released on ${model.releaseDate}, after the page`;
  const verifiedOn = priceOn(model.prices, on)?.verifiedOn;
  if (verifiedOn === undefined || day >= verifiedOn) return null;
  return `the page is from ${day}, our price was confirmed on ${verifiedOn}`;
}

const isWithdrawn = (model: ModelFile, day: string): boolean => statusOn(model, day) !== 'active';

const latestDay = (pages: readonly ReadPage[]): string =>
  pages
    .map(({ page }) => page.day)
    .toSorted()
    .at(-1) as string;

function findingsOn(provider: string, model: ModelFile, { page, place, scope, prices }: Aside): Finding[] {
  const base = { provider, model: model.id, source: page.name, place, old: null, new: prices.input, needsPerson: true };
  switch (scope.kind) {
    case 'retired': {
      const isKnown = isWithdrawn(model, page.day);
      const status = isKnown ? 'confirmed' : 'changed';
      const old = isKnown ? 'retired' : 'active';
      return [{ ...base, field: 'status', status, old, new: 'retired', needsPerson: !isKnown }];
    }
    case 'later': {
      const ours = priceOn(model.prices, scope.from);
      const isKnown = ours?.input === prices.input && ours.output === prices.output;
      const field = `scheduled for ${scope.from}`;
      const cause = `$${prices.input} in, $${prices.output} out from ${scope.from}`;
      const status = isKnown ? 'confirmed' : 'new';
      return [{ ...base, field, status, old: ours?.input ?? null, cause, needsPerson: !isKnown }];
    }
    case 'ended':
      return [{ ...base, field: 'price', status: 'disagreeing', cause: `the page limits this price to ${scope.on}` }];
    default:
      return [{ ...base, field: 'price', status: 'disagreeing', cause: `not clear: ${scope.what}` }];
  }
}
