/** Compares the datasets with all models, and the known disagreements with the datasets. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import type { Checked, CheckedDataset } from './check-result.ts';
import { applies, judgeEntry } from './compare-with-dataset.ts';
import type { Entry, PriceDataset } from './datasets/price-dataset.ts';
import type { KnownDisagreement } from './known-disagreements.ts';
import type { Finding } from './report/findings.ts';
import type { Sources } from './sources/sources.ts';

/** Adds what each dataset states about each model to `checked`. */
export function checkDatasets(
  providers: readonly ProviderFile[],
  { datasets }: Sources,
  checked: Checked,
  known: readonly KnownDisagreement[],
): void {
  for (const [index, dataset] of datasets.entries()) {
    for (const provider of providers) {
      for (const model of provider.models) {
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
