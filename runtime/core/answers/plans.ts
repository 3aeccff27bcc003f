/** Plans with quotas, as published. */
import type { Catalog } from '../dataset/catalog.ts';
import { didYouMean, quote } from '../values/did-you-mean.ts';
import type { Plan } from './schemas/plan-schema.ts';

export const plansOf = ({ plans }: Pick<Catalog, 'plans'>): Plan[] =>
  plans.map(({ id, name, provider, usdPerMonth, perSeat, agents, windows, note = null, sources }) => ({
    ...{ id, name, provider, usdPerMonth, perSeat, agents, windows, note, sources },
  }));

/** A plan by its id, or a message for an unknown one. */
export function planNamed(catalog: Pick<Catalog, 'plans'>, id: string): Plan | string {
  const plans = plansOf(catalog);
  const ids = plans.map((one) => one.id);
  return plans.find((one) => one.id === id) ?? `Unknown plan ${quote(id)}.${didYouMean(id, ids)}`;
}
