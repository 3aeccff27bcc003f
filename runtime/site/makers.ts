/** The order in which models are listed: makers that people ask for first, then the others by name; newest models first. */
import type { Catalog, CatalogModel } from '../core/dataset/catalog.ts';
import { firstKnownDay } from '../core/dataset/lifecycle.ts';
import type { ProviderFile } from '../core/schemas/data-files/provider-file.ts';

const askedFor = [
  ...['anthropic', 'openai', 'google', 'xai', 'deepseek', 'meta', 'mistral'],
  ...['alibaba', 'moonshot', 'zai', 'minimax', 'amazon'],
];

type Maker = Pick<ProviderFile, 'id' | 'name'>;

/** The name of a maker as people say it: without the part in parentheses. */
export const shortName = ({ name }: Pick<Maker, 'name'>): string => name.replace(/ \(.*\)$/, '');

/** The makers that most people ask for. */
export const bestKnown = (makers: readonly ProviderFile[]): ProviderFile[] =>
  makers.filter(({ id }) => askedFor.includes(id)).sort(byMaker);

const placeOf = ({ id }: Maker): number => (askedFor.includes(id) ? askedFor.indexOf(id) : askedFor.length);

/** Compares two makers for their place in a list. */
export const byMaker = (a: Maker, b: Maker): number =>
  placeOf(a) - placeOf(b) || (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : Number(a.id !== b.id));

/** When each model was released. One whose release is not known was there before the later versions of its name. */
function releasesOf(models: readonly CatalogModel[]): Map<CatalogModel, number> {
  const named = models.map((model) => {
    const [, base = '', version = ''] = /^(\D*)([\d.]*)/.exec(model.facts.name.toLowerCase()) ?? [];
    return {
      model,
      base: model.provider.id + base,
      version: version.replace(/\d+/g, (digits) => digits.padStart(6, '0')),
      time: Date.parse(firstKnownDay(model.facts)),
    };
  });
  return new Map(
    named.map(({ model, base, version, time }) => {
      const later = named.filter((other) => other.base === base && other.version > version);
      const isKnown = model.facts.releaseDate !== null || version === '';
      return [model, isKnown ? time : Math.min(time, ...later.map((other) => other.time - 1))];
    }),
  );
}

/** The models on sale, by maker, the newest of each first. */
export function inListOrder({ models }: Pick<Catalog, 'models'>): CatalogModel[] {
  const makers = [...new Map(models.map(({ provider }) => [provider.id, provider])).values()].sort(byMaker);
  const places = new Map(makers.map(({ id }, place) => [id, place]));
  const placeIn = ({ provider }: CatalogModel): number => places.get(provider.id) ?? 0;
  const releases = releasesOf(models);
  const releaseOf = (model: CatalogModel): number => releases.get(model) ?? 0;
  return models.toSorted((a, b) => placeIn(a) - placeIn(b) || releaseOf(b) - releaseOf(a));
}
