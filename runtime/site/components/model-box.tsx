/** The box of a model field, with the models of its catalog. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { memoize } from '../../core/values/memoize.ts';
import { listPrice } from '../formatting.ts';
import { inListOrder } from '../makers.ts';
import type { ModelFieldProps } from './model-field.tsx';
import { type ListedName, ModelPicker } from './model-picker.tsx';

export const ModelBox = ({ catalog, ...field }: ModelFieldProps) => (
  <ModelPicker {...field} models={listedNames(catalog)} />
);

/** The models of a catalog, as a list to choose from. */
export const listedNames = memoize((catalog: Catalog): ListedName[] =>
  inListOrder(catalog).map(({ id, facts, provider, listPrice: price }) => ({
    id,
    name: facts.name,
    aliases: facts.aliases,
    maker: provider.name,
    prices: `$${listPrice(price.input)} / $${listPrice(price.output)}`,
  })),
);
