/**
 * Finds the model that a label refers to: by equality after folding or by the label table, never by a guess. And what
 * packages and price pages list and the dataset leaves out on purpose: `left-out.json` in `data/`, with a reason for each.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { checkedList, listNamed } from '../../data/lists.ts';

/** Labels on pages that are not the id, an alias or the name of a model: the model each one refers to, by provider. */
export const labels = listNamed<Record<'labels', Record<string, { models: Record<string, string> }>>>('labels');

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
  table = lookUp(labels().labels, provider.id)?.models ?? {},
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

export interface LeftOut {
  /** Names of models at a seller: a provider, a host, or `*` for any. A `*` in a name stands for any text. */
  models: readonly { seller: string; names: readonly string[]; reason: string }[];
  /** Lists of a package that are not read: its names for sellers. */
  sellers: readonly { names: readonly string[]; reason: string }[];
  /** Rows of a seller's own price page that are compared with no model: their labels, as printed. */
  pages: readonly { seller: string; names: readonly string[]; reason: string }[];
}

export const nothingLeftOut: LeftOut = { models: [], sellers: [], pages: [] };

/** The list below `dir`; empty if it has none. Throws WrongUse, with the place, where it is not as described. */
export function readLeftOut(dir: string): LeftOut {
  const path = join(dir, 'left-out.json');
  if (!existsSync(path)) return nothingLeftOut;
  return { ...nothingLeftOut, ...checkedList<LeftOut>(readFileSync(path, 'utf8'), 'left-out', 'data/left-out.json') };
}

/** Whether `pattern`, in which `*` is any text, is the whole of `name`, ignoring case. */
const matches = (pattern: string, name: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  ).test(name);

/** Why a model is left out at a seller; null: it is not. */
export const reasonFor = ({ models }: LeftOut, seller: string, model: string): string | null =>
  models.find((one) => (one.seller === '*' || one.seller === seller) && one.names.some((name) => matches(name, model)))
    ?.reason ?? null;

/** Why a list of a package is not read; null: nothing says so. */
export const reasonForSeller = ({ sellers }: LeftOut, feed: string): string | null =>
  sellers.find((one) => one.names.some((name) => matches(name, feed)))?.reason ?? null;
