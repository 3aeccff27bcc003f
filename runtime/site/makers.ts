/** The order in which models are listed: makers that people ask for first, then the others by name; newest models first. */
import type { Catalog, CatalogModel } from '../core/dataset/catalog.ts';
import { firstKnownDay } from '../core/dataset/lifecycle.ts';
import type { ProviderFile } from '../core/schemas/data-files/provider-file.ts';

const askedFor = [
  ...['anthropic', 'openai', 'google', 'xai', 'deepseek', 'meta', 'mistral'],
  ...['alibaba', 'moonshot', 'zai', 'minimax', 'amazon'],
];

type Maker = Pick<ProviderFile, 'id' | 'name'>;

const placeOf = ({ id }: Maker): number => (askedFor.includes(id) ? askedFor.indexOf(id) : askedFor.length);

/** Compares two makers for their place in a list. */
export const byMaker = (a: Maker, b: Maker): number =>
  placeOf(a) - placeOf(b) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : Number(a.id !== b.id));

/** The models on sale, by maker, the newest of each first. */
export function inListOrder({ models }: Pick<Catalog, 'models'>): CatalogModel[] {
  const makers = [...new Map(models.map(({ provider }) => [provider.id, provider])).values()].sort(byMaker);
  const places = new Map(makers.map(({ id }, place) => [id, place]));
  return models
    .map((model) => ({ model, place: places.get(model.provider.id) ?? 0, day: firstKnownDay(model.facts) }))
    .sort((a, b) => a.place - b.place || (a.day === b.day ? 0 : a.day < b.day ? 1 : -1))
    .map(({ model }) => model);
}
