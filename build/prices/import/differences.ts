/** What a new import changes, one line per row. */
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ImportedModelsFile } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';

type File = Partial<ImportedModelsFile & Offers>;

/** `+` a new row, `-` a removed one, `~` a changed one, with its price in USD per 1,000,000 tokens. */
export function differences(before: File, after: File): string[] {
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const lines = [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was === undefined) return `  + ${name}  ${is?.price}`;
    if (is === undefined) return `  - ${name}  ${was.price}`;
    if (was.price !== is.price) return `  ~ ${name}  ${was.price} -> ${is.price}`;
    return was.text === is.text ? [] : `  ~ ${name}  ${is.price} (names, sources or days)`;
  });
  return lines.length > 0 ? lines : ['  ~ only its hosts or its layout'];
}

function rowsOf({ providers = [], offers = [] }: File): Map<string, { price: string; text: string }> {
  const models = providers.flatMap(({ id, models }) => models.map((model) => [`${id}  ${model.id}`, model] as const));
  const rows = [...models, ...offers.map((offer) => [`${offer.host}  ${offer.model}`, offer] as const)];
  return new Map(
    rows.map(([name, row]) => [name, { price: printed(row.prices.at(-1)), text: JSON.stringify(row) }] as const),
  );
}

const printed = (price: DatedPrice | undefined): string =>
  price === undefined ? '' : `${price.input} / ${price.output}, cached ${price.cachedInput ?? 'none'}`;
