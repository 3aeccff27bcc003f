/** What a dataset states about one model. Datasets never decide, because they copy the same pages. */

import { priceOn } from '../../../runtime/core/dataset/price-on-day.ts';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { type Comparison, compare, nothing } from './compare-prices.ts';
import type { Entry, PriceDataset } from './datasets/price-dataset.ts';
import { type KnownDisagreement, knownDisagreements } from './known-disagreements.ts';
import type { Finding, Why } from './report/findings.ts';

/** Compares an entry of a dataset with our price on `day`. */
export function judgeEntry(
  provider: string,
  model: ModelFile,
  dataset: PriceDataset,
  { key, stated }: Entry,
  day: string,
  known: readonly KnownDisagreement[] = knownDisagreements,
): Finding[] {
  const price = priceOn(model.prices, day);
  if (!price) return [];
  return compare(price, stated).map((comparison): Finding => {
    const { field, ours, theirs, verdict } = comparison;
    const found = { provider, model: model.id, field, old: ours, new: theirs, source: dataset.name, place: key };
    if (verdict === 'same') return { ...found, status: 'agreeing', needsPerson: false };
    if (verdict === 'silent') return { ...found, status: 'silent', needsPerson: false };
    if (dataset.reseller) {
      const cause = 'a reseller: the price of its cheapest host or its own, not the price of the provider';
      return { ...found, status: 'disagreeing', why: 'reseller', cause, needsPerson: false };
    }
    const written = known.find((one) => applies(one, dataset, model, day) && states(one, comparison));
    const reason = written
      ? { why: 'known' as const, cause: written.cause }
      : datedCause(model, price, comparison, dataset);
    return { ...found, status: 'disagreeing', ...reason, needsPerson: reason === null };
  });
}

/** Whether a known disagreement is about this model in this dataset on this day. */
export const applies = (known: KnownDisagreement, { id }: PriceDataset, model: ModelFile, day: string): boolean =>
  known.source === id && known.models.includes(model.id) && (known.from ?? '') <= day && day < (known.until ?? '9');

const states = ({ fields }: KnownDisagreement, { field, theirs }: Comparison): boolean =>
  theirs !== null && fields[field] === theirs;

/** Explains a difference if the dataset has a scheduled price of ours, or an earlier one and is not newer than ours. */
function datedCause(
  model: ModelFile,
  price: DatedPrice,
  { field, theirs }: Comparison,
  { day }: PriceDataset,
): { why: Why; cause: string } | null {
  const at = model.prices.indexOf(price);
  const shows = (other: DatedPrice) => ourValue(other, field) === theirs;
  const later = model.prices.slice(at + 1).find(shows);
  if (later) return { why: 'scheduled', cause: `equals our price scheduled for ${later.from}` };
  const earlier = model.prices.slice(0, at).findLast(shows);
  if (!earlier || (day !== null && day > price.verifiedOn)) return null;
  return { why: 'stale', cause: `equals our price before ${price.from}` };
}

function ourValue(price: DatedPrice, field: string): number | null | undefined {
  return compare(price, silence).find((one) => one.field === field)?.ours;
}
const silence = { base: nothing, upTo: null, bands: null, offPeak: null };
