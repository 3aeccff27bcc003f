/** What changed between two days: prices, models added and models removed. */
import { percentSign } from '../figures.ts';
import { type ListedModel, type ListedPrice, priceOnDay } from './listed-models.ts';

export interface Difference {
  model: ListedModel;
  /** undefined: not sold on that day. */
  before: ListedPrice | undefined;
  after: ListedPrice | undefined;
}

const compared = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;

/** Every model whose prices differ, in the order of `models`. */
export const differencesBetween = (models: readonly ListedModel[], from: string, to: string): Difference[] =>
  models.flatMap((model) => {
    const [before, after] = [priceOnDay(model, from), priceOnDay(model, to)];
    if (before === after || compared.every((key) => before?.[key] === after?.[key])) return [];
    return [{ model, before, after }];
  });

/** A change in percent of the earlier price, such as `+50 %`; '' if there is nothing to compare. */
export function changeOf(before: number | null | undefined, after: number | null | undefined): string {
  if (!before || after === null || after === undefined || before === after) return '';
  const percent = Math.round((after / before - 1) * 1000) / 10;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}${percentSign}`;
}
