/** What is said of a name that is a gateway's as well as a maker's: `z-ai/glm-5.3`. */
import type { Catalog } from '../dataset/catalog.ts';
import { memoize } from '../values/memoize.ts';
import { decimal } from '../values/money.ts';
import { type Tariff, type TariffQuestion, tariffOf } from './tariff.ts';

/** The makers before the slash in a gateway's names. */
const makersAt = memoize(
  ({ offers }: Catalog): Map<string, Set<string>> =>
    new Map(
      offers.hosts
        .filter(({ passesOn }) => passesOn !== undefined)
        .map(({ id }) => {
          const names = [
            ...offers.offers.filter(({ host }) => host === id).map(({ hostModelId }) => hostModelId),
            ...(offers.named ?? []).filter(({ seller }) => seller === id).flatMap(({ prices }) => Object.keys(prices)),
          ];
          return [id, new Set(names.map((name) => name.slice(0, Math.max(0, name.indexOf('/')))))];
        }),
    ),
);

/**
 * The note on a name that does not say which gateway served it, where a gateway sells it at a price of its own; null: no
 * gateway is known to.
 */
export function gatewayNote(catalog: Catalog, question: TariffQuestion, { host, price }: Tariff): string | null {
  const slash = question.model.indexOf('/');
  if (host !== null || slash < 0) return null;
  const maker = question.model.slice(0, slash).toLowerCase();
  const others = catalog.offers.hosts.flatMap(({ id, name }): string[] => {
    if (!makersAt(catalog).get(id)?.has(maker)) return [];
    const there = tariffOf(catalog, { ...question, host: id });
    if (there.price === null || !there.isOffer) return [];
    const { input, output } = there.price;
    return input === price.input && output === price.output ? [] : [`${name} $${decimal(input)}/$${decimal(output)}`];
  });
  if (others.length === 0) return null;
  return `Gateways use this name too, at their own prices: ${others.join(', ')} per 1M tokens in/out. Give the one that served the call as its host.`;
}
