/** What to use instead of a model that ends: the provider's advice, followed past models that have ended themselves. */
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import { quote } from '../values/did-you-mean.ts';
import type { Catalog, CatalogModel } from './catalog.ts';

/** A sentence's end: which living model its provider recommends, or where the chain of successors ends. */
export function insteadOf({ find }: Pick<Catalog, 'find'>, { lifecycle }: Pick<ModelFile, 'lifecycle'>): string {
  const named = lifecycle?.successor ?? null;
  if (named === null) return 'its maker names no successor';
  const ended: CatalogModel[] = [];
  let next: string | null = named;
  for (let model = find(named); model?.status === 'shutDown' && !ended.includes(model); model = find(next ?? '')) {
    ended.push(model);
    next = model.facts.lifecycle?.successor ?? null;
    if (next === null) break;
  }
  const [first] = ended;
  if (first === undefined) return `its maker recommends ${quote(named)}`;
  const then = `its maker recommended ${quote(named)}, shut down on ${first.facts.lifecycle?.shutDown}`;
  const last = ended.at(-1) as CatalogModel;
  if (next !== null && !ended.some(({ id }) => id === next)) return `${then}, and now recommends ${quote(next)}`;
  return last === first
    ? `${then}, and names no successor of that`
    : `${then}; its successors end with ${quote(last.id)}, shut down on ${last.facts.lifecycle?.shutDown}`;
}
