/**
 * The `current-v1.json` of simonw/llm-prices: a list of models, in USD per 1,000,000 tokens. A long prompt is a model of
 * its own there, `gemini-2.5-pro-200k`.
 */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type Listed, listedIn, sellerIn } from './listed.ts';

/** The format has no hosts: what each model costs at its own provider. */
export const llmPrices = (catalog: Catalog) => ({
  updated_at: catalog.asOf,
  prices: listedIn(catalog)
    .filter(({ isOffer }) => !isOffer)
    .flatMap(rowsOf),
});

const shortTokens = (tokens: number): string => (tokens % 1000 === 0 ? `${tokens / 1000}k` : String(tokens));

/** The id of a model for prompts longer than `above` tokens; null: up to the first threshold. */
export const llmPricesName = (id: string, above: number | null): string =>
  above === null ? id : `${id}-${shortTokens(above)}`;

function rowsOf({ model, seller }: Listed) {
  const { longContext } = model.price;
  const vendor = sellerIn('llmPrices', seller);
  const bands = [{ ...model.price, above: null }, ...longContext];
  return bands.map(({ above, input, output, cachedInput }) => ({
    id: llmPricesName(model.id, above),
    vendor,
    name: `${model.facts.name}${lengthOf(above, longContext[0]?.above)}`,
    input,
    output,
    input_cached: cachedInput,
  }));
}

function lengthOf(above: number | null, first: number | undefined): string {
  if (above !== null) return ` >${shortTokens(above)}`;
  return first === undefined ? '' : ` ≤${shortTokens(first)}`;
}
