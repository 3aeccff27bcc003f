/**
 * LiteLLM's `model_prices_and_context_window.json`, which `LITELLM_MODEL_COST_MAP_URL` loads and ccusage reads: an entry
 * for each name, in USD per token. LiteLLM takes the prices of the highest `_above_Nk_tokens` that the prompt exceeds
 * for the whole call; for xAI it takes them from N tokens on.
 */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { placeInName } from '../../core/dataset/resolve.ts';
import { serviceTierNames } from '../../core/schemas/levels.ts';
import {
  type Listed,
  listedIn,
  litellmPrefix,
  perToken,
  priceOnTerms,
  type Rates,
  ratesUnder,
  sellerIn,
  withoutNulls,
} from './listed.ts';

type Entry = Record<string, unknown>;

const fields = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cachedInput: 'cache_read_input_token_cost',
  cacheWrite: 'cache_creation_input_token_cost',
  cacheWrite1h: 'cache_creation_input_token_cost_above_1hr',
} as const satisfies Record<keyof Rates, string>;

export const litellm = (catalog: Catalog): Record<string, Entry> =>
  Object.fromEntries(
    listedIn(catalog).flatMap((listed) => {
      const entry = entryOf(listed);
      return litellmNames(listed).map((name) => [name, entry]);
    }),
  );

/**
 * Under LiteLLM's prefix and, unless the seller is a host, alone: ccusage looks up the name as it was logged. No host sells
 * under a bare name: what does not say Bedrock itself (`meta.llama3-1-8b-instruct-v1:0`) gets its prefix.
 */
export function litellmNames({ seller, names }: Listed): string[] {
  const prefix = litellmPrefix(seller);
  const prefixed = names.map((name) =>
    prefix === '' && seller.isHost && placeInName(name).host === null ? `${seller.id}/${name}` : prefix + name,
  );
  return prefix === '' || seller.isHost ? prefixed : [...prefixed, ...names];
}

function entryOf({ model, seller }: Listed): Entry {
  const { contextWindow, maxOutputTokens, lifecycle } = model.facts;
  const search = model.webSearchPer1000;
  return withoutNulls<unknown>({
    litellm_provider: sellerIn('litellm', seller),
    mode: 'chat',
    max_input_tokens: contextWindow,
    max_output_tokens: maxOutputTokens,
    max_tokens: maxOutputTokens ?? contextWindow,
    ...pricesOf(model.price, ''),
    ...Object.assign({}, ...model.price.longContext.map((band) => pricesOf(band, above(band.above, seller.id)))),
    ...tierPrices(model, seller.id),
    ...(search !== null && {
      search_context_cost_per_query: Object.fromEntries(
        ['low', 'medium', 'high'].map((size) => [`search_context_size_${size}`, perToken(search * 1000)]),
      ),
    }),
    deprecation_date: lifecycle?.shutDown,
    source: seller.pricingUrl,
  });
}

/** `_above_200k_tokens` means more than 200,000 tokens, and at xAI 200,000 and more. */
function above(tokens: number, seller: string): string {
  const named = seller === 'xai' ? tokens + 1 : tokens;
  return `_above_${named % 1000 === 0 ? `${named / 1000}k` : named}_tokens`;
}

const pricesOf = (prices: Parameters<typeof ratesUnder>[1], suffix: string): Record<string, number> => {
  const found = Object.entries(ratesUnder(fields, prices, perToken));
  return Object.fromEntries(found.map(([field, usd]) => [field + suffix, usd]));
};

/** The one-hour write has no price of its own on other levels of service, and a batch has prices of input and output only. */
function tierPrices(model: Listed['model'], seller: string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const tier of serviceTierNames) {
    const price = priceOnTerms(model, { serviceTier: tier });
    if (price === null) continue;
    const bands = model.listPrice.serviceTiers?.[tier]?.longContext ?? [];
    if (tier === 'batch') {
      Object.assign(found, {
        input_cost_per_token_batches: perToken(price.input),
        output_cost_per_token_batches: perToken(price.output),
      });
      continue;
    }
    for (const band of [{ ...price, above: null }, ...bands]) {
      const { cacheWrite1h: _, ...others } = band;
      Object.assign(found, pricesOf(others, `${band.above === null ? '' : above(band.above, seller)}_${tier}`));
    }
  }
  return found;
}
