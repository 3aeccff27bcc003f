/** What is asked of imported models beside what is asked of every model. */
import type { ImportedModelsFile, ProviderFile } from '../../runtime/core/dataset/dataset.ts';
import { lineageOf } from '../../runtime/core/dataset/sources.ts';
import type { Report } from './data-problem.ts';

type Imported = Pick<ImportedModelsFile, 'providers'>;

/**
 * Imported models are marked, belong to a provider there is, and rest on two lineages. A file of `data/providers` has none
 * of them, and may be empty only where they fill it.
 */
export function checkImported(
  providers: readonly ProviderFile[],
  { providers: imported }: Imported,
  reportFor: (provider: ProviderFile) => Report,
  report: Report,
): void {
  for (const provider of providers) {
    if (provider.models.length === 0 && !imported.some(({ id }) => id === provider.id)) {
      reportFor(provider)('/models', 'must have at least 1 entry');
    }
    provider.models.forEach(({ id, confidence }, n) => {
      if (confidence !== 'imported') return;
      const message = `must be "high", "medium" or "low": imported models are in data/imported/models.json (${id})`;
      reportFor(provider)(`/models/${n}/confidence`, message);
    });
  }
  imported.forEach(({ id, models }, n) => {
    if (!providers.some((provider) => provider.id === id)) {
      report(`/providers/${n}/id`, `"${id}" is not the id of a provider in data/providers`);
    }
    models.forEach((model, m) => {
      const at = `/providers/${n}/models/${m}`;
      if (model.confidence !== 'imported') report(`${at}/confidence`, `must be "imported" (${model.id})`);
      model.prices.forEach(({ sources }, p) => {
        if (new Set(sources.map(lineageOf)).size >= 2) return;
        report(`${at}/prices/${p}/sources`, `two independent lineages must state an imported price (${model.id})`);
      });
    });
  });
}

/** Each provider with its imported models alone, and where a problem of them is reported. */
export function importedProviders(
  providers: readonly ProviderFile[],
  { providers: imported }: Imported,
  report: Report,
): [ProviderFile, Report][] {
  return imported.flatMap(({ id, models }, n): [ProviderFile, Report][] => {
    const provider = providers.find((one) => one.id === id);
    if (provider === undefined) return [];
    // Fees, regions and corrections name models of the provider's own file.
    const { toolFees: _, regions: __, corrections: ___, ...facts } = provider;
    return [[{ ...facts, models }, (pointer, message) => report(`/providers/${n}${pointer}`, message)]];
  });
}
