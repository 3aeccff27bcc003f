/** Compares sources with the dataset, model by model. Writes nothing. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { checkDatasets, type KnownDisagreement, knownDisagreements } from './check-datasets.ts';
import { checkLifecycle } from './check-lifecycle.ts';
import { checkPages } from './check-pages.ts';
import type { Checked, Finding, Sources } from './findings.ts';
import { type LeftOut, nothingLeftOut } from './left-out.ts';
import { matcher } from './match-model.ts';

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
  known: readonly KnownDisagreement[] = knownDisagreements,
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
