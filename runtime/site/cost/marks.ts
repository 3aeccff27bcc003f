/** What a figure of a model does not show by itself: when the model ends, when its price changes. */
import { type Catalog, type CatalogModel, modelOn } from '../../core/dataset/catalog.ts';
import { hasLapsed, nextPriceAfter, nextPriceFor } from '../../core/dataset/price-on-day.ts';

type Day = Pick<Catalog, 'asOf'>;

/** The day on which the model is shut down, YYYY-MM-DD; null: none is known. */
export const endOf = ({ facts }: CatalogModel): string | null => facts.lifecycle?.shutDown ?? null;

/** The next day with another price of the model on its terms, and the model on that day; null: none is known. */
export function nextPriceOf(model: CatalogModel, { asOf }: Day): { on: string; then: CatalogModel } | null {
  const on = nextPriceFor(model, model.facts.prices, asOf, model.terms)?.from;
  const then = on ? modelOn(model, on) : undefined;
  return on && then ? { on, then } : null;
}

/** The last day for which the price is promised, where nothing is known of what follows; null: no such day. */
export function promisedUntil({ facts, listPrice }: CatalogModel, { asOf }: Day): string | null {
  const until = listPrice.holdsUntil;
  if (until === undefined || nextPriceAfter(facts.prices, asOf) !== undefined) return null;
  return hasLapsed(facts.prices, listPrice, asOf) ? null : until;
}
