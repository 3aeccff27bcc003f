/** Compares sources with the dataset, model by model. Writes nothing. Datasets never decide, because they copy the same pages. */

import { statusOn } from '../../../runtime/core/dataset/lifecycle.ts';
import { priceOn } from '../../../runtime/core/dataset/price-on-day.ts';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { listNamed } from '../../data/lists.ts';
import { checkLifecycle } from './check-lifecycle.ts';
import { checkPages } from './check-pages.ts';
import { type Comparison, compare, nothing } from './compare-prices.ts';
import type { Entry, PriceDataset } from './datasets.ts';
import type { Checked, CheckedDataset, Finding, Sources, Why } from './findings.ts';
import { type LeftOut, matcher, nothingLeftOut } from './match-model.ts';

/**
 * Checks `providers` against `sources`.
 * @param on the day on which datasets are compared
 * @param sold what a provider sells of other makers' models, by its id: its pages confirm or contradict it, and nothing
 *   of it is written, since `npm run prices:import` makes it
 * @param leftOut rows of pages that are compared with no model
 */
export function check(
  providers: readonly ProviderFile[],
  sources: Sources,
  on: string,
  known: readonly KnownDisagreement[] = knownDisagreements().disagreements,
  sold: ReadonlyMap<string, readonly ModelFile[]> = new Map(),
  leftOut: LeftOut = nothingLeftOut,
): Checked {
  const checked: Checked = {
    on,
    providers: providers.map(({ id, models }) => ({ id, models: models.length + (sold.get(id)?.length ?? 0) })),
    pages: [],
    deprecationPages: [],
    datasets: sources.datasets.map(({ name, day, reseller }) => ({ name, day, reseller, models: 0 })),
    failures: [...sources.failures],
    notes: [...sources.notes],
    unlisted: sources.unlisted ?? null,
    findings: [],
    permits: [],
  };
  for (const provider of providers) {
    const others = sold.get(provider.id) ?? [];
    const all = { ...provider, models: [...provider.models, ...others] };
    checkPages(all, matcher(all, leftOut), sources.pages, checked);
    checked.permits = checked.permits.filter(({ model }) => !others.includes(model));
    checkLifecycle(provider, sources.pages, checked);
  }
  checkDatasets(providers, sources, checked, known);
  compareNotes(checked.findings);
  return checked;
}

/**
 * Adds to each change on a page which datasets already have the new number, and which still have ours. A dataset with
 * the number of the page needs no separate review.
 */
function compareNotes(findings: readonly Finding[]): void {
  for (const change of findings.filter(({ status }) => status === 'changed')) {
    const others = findings.filter(
      ({ model, field, status }) =>
        model === change.model && field === change.field && (status === 'agreeing' || status === 'disagreeing'),
    );
    const withNew = others.filter((one) => one.source !== change.source && one.new === change.new);
    for (const one of withNew.filter(({ needsPerson }) => needsPerson)) {
      one.cause = `as on the page, ${change.source}`;
      one.needsPerson = false;
    }
    change.alsoNew = withNew.map(({ source }) => source);
    change.stillOld = others.filter((one) => one.new === change.old).map(({ source }) => source);
  }
}

/** Where a dataset and our data differ, and why ours is kept. */
export interface KnownDisagreement {
  source: PriceDataset['id'];
  models: readonly string[];
  /** Their number per field, as in the report. */
  fields: Readonly<Record<string, number>>;
  /** The first day, and the first day after the end. Absent: no limit. */
  from?: string;
  until?: string;
  cause: string;
}

export const knownDisagreements = listNamed<{ disagreements: readonly KnownDisagreement[] }>('disagreements');

/** Adds what each dataset states about each model to `checked`. */
function checkDatasets(
  providers: readonly ProviderFile[],
  { datasets }: Sources,
  checked: Checked,
  known: readonly KnownDisagreement[],
): void {
  for (const [index, dataset] of datasets.entries()) {
    for (const provider of providers) {
      for (const model of provider.models) {
        // Datasets keep prices of models that nobody sells any more, and those do not change.
        if (statusOn(model, checked.on) === 'shutDown') continue;
        const entry = dataset.find(provider, model, checked.on);
        const findings = entry ? judgeEntry(provider.id, model, dataset, entry, checked.on, known) : [];
        if (entry) (checked.datasets[index] as CheckedDataset).models++;
        checked.findings.push(
          ...findings,
          ...obsolete(provider.id, model, dataset, entry, findings, checked.on, known),
        );
      }
    }
  }
}

/** Known disagreements of this model that no longer exist. */
function obsolete(
  provider: string,
  model: ModelFile,
  dataset: PriceDataset,
  entry: Entry | undefined,
  findings: readonly Finding[],
  on: string,
  known: readonly KnownDisagreement[],
): Finding[] {
  const written = known
    .filter((one) => applies(one, dataset, model, on))
    .flatMap(({ fields }) => Object.entries(fields));
  return written.flatMap(([field, theirs]): Finding[] => {
    const now = findings.find((finding) => finding.field === field);
    if (now?.why === 'known' && now.new === theirs) return [];
    return [
      {
        provider,
        model: model.id,
        field,
        status: 'obsolete',
        old: now?.old ?? null,
        new: now?.new ?? null,
        source: dataset.name,
        place: entry?.key ?? 'no entry',
        cause: `${theirs} is listed as a known disagreement, but the dataset no longer states it or now agrees`,
        needsPerson: true,
      },
    ];
  });
}

/** Compares an entry of a dataset with our price on `day`. */
function judgeEntry(
  provider: string,
  model: ModelFile,
  dataset: PriceDataset,
  { key, stated }: Entry,
  day: string,
  known: readonly KnownDisagreement[],
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
const applies = (known: KnownDisagreement, { id }: PriceDataset, model: ModelFile, day: string): boolean =>
  known.source === id && known.models.includes(model.id) && (known.from ?? '') <= day && day < (known.until ?? '9');

const states = ({ fields }: KnownDisagreement, { field, theirs }: Comparison): boolean =>
  theirs !== null && lookUp(fields, field) === theirs;

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
