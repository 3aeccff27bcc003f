/** Which model of ours a label is. Equality after folding, or a row of the table; never a guess. */
import type { ModelFile } from '../../../runtime/core/dataset/files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/dataset/files/provider-file.ts';
import { labels } from './labels.ts';

/**
 * Case, and the sign between two parts of a name, say nothing: `GLM-4.7 Flash` is `glm-4.7-flash`, `opus 4.8` is
 * `opus-4-8`. A separator is never removed or inserted, so that `gpt-4-1` and `gpt-41`, or `o3` and `o-3`, stay apart,
 * and the whole name counts, so that `sonnet-5` is not `sonnet-5-5`.
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
  /** Two models of ours fold to this label: a row of the table has to say which. */
  | { kind: 'ambiguous'; models: string[] };

/** Looks labels of one provider up. */
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
