/** What came and what changed, from the dated prices. */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { DatedPrice } from '../dataset/dataset.ts';
import type { Change } from './schemas.ts';

/** Newest first, then by model id. A release is known only where its day is. */
export function changesOf(catalog: Catalog): Change[] {
  return catalog.models
    .flatMap((model) => model.facts.prices.flatMap((price, index) => changeAt(catalog.asOf, model, price, index) ?? []))
    .sort((a, b) => (a.on === b.on ? (a.modelId < b.modelId ? -1 : 1) : a.on < b.on ? 1 : -1));
}

function changeAt(asOf: string, model: CatalogModel, price: DatedPrice, index: number): Change | null {
  const { facts, provider } = model;
  const before = facts.prices[index - 1];
  const on = before ? price.from : (price.from ?? facts.releaseDate);
  if (on === null) return null;
  return {
    on,
    kind: on > asOf ? 'scheduled' : before ? 'changed' : 'released',
    modelId: facts.id,
    modelName: facts.name,
    provider: provider.id,
    before: before ? sideOf(before) : null,
    after: sideOf(price),
    longContextChanged:
      before !== undefined && JSON.stringify(before.longContext) !== JSON.stringify(price.longContext),
    note: price.note ?? null,
    sources: price.sources,
  };
}

const sideOf = ({ input, output, cachedInput, cacheWrite }: DatedPrice): Change['after'] => ({
  inputPerMTok: input,
  outputPerMTok: output,
  cachedInputPerMTok: cachedInput,
  cacheWritePerMTok: cacheWrite,
});
