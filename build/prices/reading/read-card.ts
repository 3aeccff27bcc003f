import { isSkipped } from '../meaning/context.ts';
import type { Provider } from '../providers/description.ts';
import { type Card, type Context, PageError } from '../types.ts';
import { checkFields, isField, meaningOf, type Reading, readingOf, type Value } from './reading.ts';

/** Reads a model's card. Throws on a price with an unknown label, since it could be any price. */
export function readCard(card: Card, context: Context, provider: Provider): Reading[] {
  if (!provider.cards || isSkipped(provider, context)) return [];
  const values = card.pairs.flatMap(({ header, cell }): Value[] => {
    const { kind, group } = meaningOf(header, provider);
    if (kind === 'unknown') throw new PageError(`${context.place}: a price with the unknown label "${header}"`);
    return isField(kind) ? [{ field: kind, group, header, cell }] : [];
  });
  checkFields(
    values.map((value) => value.field),
    { ...provider, expects: [] },
    context,
  );
  return [readingOf(card.label, values, context)];
}
