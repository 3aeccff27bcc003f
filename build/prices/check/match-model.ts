/** Finds the model that a label refers to: by equality after folding or by the label table, never by a guess. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { labels } from './labels.ts';

/**
 * Ignores case and the kind of separator: `GLM-4.7 Flash` is `glm-4.7-flash`, `opus 4.8` is `opus-4-8`. Separators are
 * never removed or inserted, so `gpt-4-1` and `gpt-41`, or `o3` and `o-3`, stay distinct. The whole name counts, so
 * `sonnet-5` is not `sonnet-5-5`.
 */
export function fold(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replace(/[\s._-]+/g, '-');
}

export type Match =
  | { kind: 'model'; model: ModelFile }
  /** Known, and deliberately not in the dataset. */
  | { kind: 'left out' }
  | { kind: 'unknown' }
  /** Two of our models fold to this label: the label table must say which one it is. */
  | { kind: 'ambiguous'; models: string[] };

/** Returns a function that looks up labels of one provider. */
export function matcher(provider: ProviderFile, table = labels[provider.id] ?? {}): (label: string) => Match {
  const explicit = new Map(Object.entries(table).map(([label, id]) => [fold(label), id]));
  const named = new Map<string, Set<ModelFile>>();
  for (const model of provider.models) {
    for (const name of [model.id, model.name, ...model.aliases]) {
      named.set(fold(name), (named.get(fold(name)) ?? new Set()).add(model));
    }
  }
  return (label) => {
    const row = explicit.get(fold(label));
    if (row === null) return { kind: 'left out' };
    const models =
      row === undefined ? [...(named.get(fold(label)) ?? [])] : provider.models.filter(({ id }) => id === row);
    const [model, ...others] = models;
    if (!model) return { kind: 'unknown' };
    return others.length === 0 ? { kind: 'model', model } : { kind: 'ambiguous', models: models.map(({ id }) => id) };
  };
}
