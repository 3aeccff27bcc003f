/**
 * The shape of OpenRouter's `GET /api/v1/models`: USD per token as decimal strings. The prices are those of each model's
 * own provider, not what OpenRouter charges. An override holds for the whole call above `min_prompt_tokens`.
 */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { decimal } from '../../core/values/money.ts';
import { type Listed, listedIn, perToken, type Rates, ratesUnder, sellerIn, withoutNulls } from './listed.ts';

/** The format has no hosts: what each model costs at its own provider. */
export function openrouter(catalog: Catalog) {
  const data = listedIn(catalog)
    .filter(({ isOffer }) => !isOffer)
    .map(modelOf);
  return { data, links: { next: null }, total_count: data.length };
}

export const openrouterName = ({ model, seller }: Listed): string => `${sellerIn('openrouter', seller)}/${model.id}`;

function modelOf(listed: Listed): Record<string, unknown> {
  const { model, seller } = listed;
  const { name, contextWindow, maxOutputTokens, releaseDate, lifecycle } = model.facts;
  const id = openrouterName(listed);
  return {
    id,
    canonical_slug: id,
    name: `${seller.name}: ${name}`,
    // Seconds since 1970; 0: the day of the release is not known.
    created: releaseDate === null ? 0 : Date.parse(`${releaseDate}T00:00:00Z`) / 1000,
    context_length: contextWindow,
    // The prices are those of text; what else a model takes is not in this dataset.
    architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'] },
    pricing: pricingOf(model),
    top_provider: { context_length: contextWindow, max_completion_tokens: maxOutputTokens, is_moderated: false },
    per_request_limits: null,
    supported_parameters: [],
    default_parameters: null,
    supported_voices: null,
    expiration_date: lifecycle?.shutDown ?? null,
    links: { details: seller.pricingUrl },
  };
}

const keys = {
  input: 'prompt',
  output: 'completion',
  cachedInput: 'input_cache_read',
  cacheWrite: 'input_cache_write',
  cacheWrite1h: 'input_cache_write_1h',
} as const satisfies Record<keyof Rates, string>;

function pricingOf({ price, webSearchPer1000 }: Listed['model']): Record<string, unknown> {
  const overrides = price.longContext.map((band) => ({ min_prompt_tokens: band.above, ...tokensOf(band) }));
  return {
    ...tokensOf(price),
    ...withoutNulls({ web_search: webSearchPer1000 === null ? null : decimal(perToken(webSearchPer1000 * 1000)) }),
    ...(overrides.length > 0 && { overrides }),
  };
}

const tokensOf = (prices: Parameters<typeof ratesUnder>[1]): Record<string, string> =>
  ratesUnder(keys, prices, (usd) => decimal(perToken(usd)));
