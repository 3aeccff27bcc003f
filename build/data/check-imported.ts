/** What is asked of imported models beside what is asked of every model. */
import type { DatedPrice } from '../../runtime/core/dataset/files/dated-price.ts';
import type { ImportedModelsFile } from '../../runtime/core/dataset/files/imported-models-file.ts';
import type { ProviderFile } from '../../runtime/core/dataset/files/provider-file.ts';
import { lineagesOf } from '../../runtime/core/dataset/sources.ts';
import type { Report } from './data-problem.ts';

type Imported = Pick<ImportedModelsFile, 'providers'>;

/** What the notes of a model say whose price one lineage alone states. */
export const singleNote =
  'Imported from one dataset alone: no other confirms the price, and nobody looked at a price page.';

/**
 * Imported models are marked, belong to a provider there is, and say so where one lineage alone states their price. A file
 * of `data/providers` has none of them, and may be empty only where they fill it.
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
      const isSingle = !restsOnTwo(model);
      if (isSingle === model.notes.some((note) => note.startsWith(singleNote))) return;
      const [who, must] = isSingle ? ['one lineage alone states', 'must'] : ['two lineages state', 'must not'];
      report(`${at}/notes`, `${who} the price: a note ${must} begin with "${singleNote}" (${model.id})`);
    });
  });
}

/** Whether two independent lineages state the newest price. */
export const restsOnTwo = ({ prices }: { prices: readonly DatedPrice[] }): boolean =>
  prices.slice(-1).every((price) => lineagesOf(price).length >= 2);

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
