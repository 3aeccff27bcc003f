/** Finds the model that a label refers to: by equality after folding or by the label table, never by a guess. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { listNamed } from '../lists.ts';
import { type LeftOut, nothingLeftOut } from './left-out.ts';

/** Labels on pages that are not the id, an alias or the name of a model: the model each one refers to, by provider. */
export const labels: Record<string, Record<string, string>> = {};
for (const { provider, models } of listNamed<{ labels: { provider: string; models: Record<string, string> }[] }>(
  'labels',
).labels) {
  labels[provider] = { ...labels[provider], ...models };
}

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
  /** Its row is compared with no model, for a reason in `left-out.json`. */
  | { kind: 'left out' }
  | { kind: 'unknown' }
  /** Two of our models fold to this label: the label table must say which one it is. */
  | { kind: 'ambiguous'; models: string[] };

/** Looks up a label of one provider's pages. */
export type Matcher = (label: string) => Match;

export function matcher(
  provider: ProviderFile,
  leftOut: LeftOut = nothingLeftOut,
  table = lookUp(labels, provider.id) ?? {},
): Matcher {
  const pages = leftOut.pages.filter(({ seller }) => seller === provider.id);
  const aside = new Set(pages.flatMap(({ names }) => names.map(fold)));
  const explicit = new Map(Object.entries(table).map(([label, id]) => [fold(label), id]));
  const named = new Map<string, Set<ModelFile>>();
  for (const model of provider.models) {
    for (const name of [model.id, model.name, ...model.aliases]) {
      named.set(fold(name), (named.get(fold(name)) ?? new Set()).add(model));
    }
  }
  return (label) => {
    if (aside.has(fold(label))) return { kind: 'left out' };
    const row = explicit.get(fold(label));
    const models =
      row === undefined ? [...(named.get(fold(label)) ?? [])] : provider.models.filter(({ id }) => id === row);
    const [model, ...others] = models;
    if (!model) return { kind: 'unknown' };
    return others.length === 0 ? { kind: 'model', model } : { kind: 'ambiguous', models: models.map(({ id }) => id) };
  };
}
