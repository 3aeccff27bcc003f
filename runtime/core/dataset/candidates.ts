/** The models that a word, a family or a name without its hyphens may mean: `sonnet`, `gemini flash`, `gpt5`. */
import type { Catalog, CatalogModel } from './catalog.ts';
import { firstKnownDay } from './lifecycle.ts';
import { hasWords, wordsOf } from './name-words.ts';

/** More would be a list of models, not an answer. */
const most = 12;

/**
 * Models whose provider and id contain the words of `name` in this order, newest first; a number must follow directly
 * on what stands before it, so that `sonnet 4.6` is not Sonnet 4. Only the model itself where a name differs from its
 * id in nothing but hyphens and dots. Models that are shut down come only where no other does.
 */
export function candidates(catalog: Catalog, name: string): CatalogModel[] {
  const asked = wordsOf(name);
  if (!asked.some((word) => /[a-z]{2}/.test(word))) return [];
  const among = ({ models }: Pick<Catalog, 'models'>): CatalogModel[] => {
    const same = models.filter(({ id }) => wordsOf(id).join('') === asked.join(''));
    const found = same.length > 0 ? same : models.filter((model) => hasWords(wordsIn(model), asked));
    return newestFirst(found).slice(0, most);
  };
  const onSale = among(catalog);
  return onSale.length > 0 ? onSale : among({ models: catalog.shutDown });
}

const wordsIn = ({ id, provider }: CatalogModel): string[] => [...wordsOf(provider.id), ...wordsOf(id)];

function newestFirst(models: readonly CatalogModel[]): CatalogModel[] {
  const days = new Map(models.map((model) => [model, firstKnownDay(model.facts)]));
  const day = (model: CatalogModel): string => days.get(model) as string;
  return [...models].sort((a, b) => (day(a) === day(b) ? 0 : day(a) < day(b) ? 1 : -1));
}
