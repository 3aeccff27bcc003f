/**
 * What a call costs at list prices.
 *
 * The parts of its prompt do not overlap: `input` is what was neither read from the cache nor written to it. The whole
 * prompt, input + cachedInput + cacheWrite + cacheWrite1h, determines the price band, and every part of the call, its
 * output included, is billed at the prices of that band.
 *
 * An example at a boundary, with Gemini 2.5 Pro: up to 200,000 prompt tokens a million costs 1.25 in, 0.125 from the
 * cache and 10 out; above, 2.50, 0.25 and 15.
 *
 *     input 200,000,                      output 1,000: 0.25                   + 0.010 = $0.26
 *     input 200,001,                      output 1,000: 0.5000025              + 0.015 = $0.5150025
 *     input 100,000, cachedInput 100,001, output 1,000: 0.25      + 0.02500025 + 0.015 = $0.29000025
 */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { overlayOf } from '../dataset/overlay-prices.ts';
import { nextPriceAfter, type Terms } from '../dataset/price-on-day.ts';
import { webSearchFeeOf } from '../dataset/provider-fees.ts';
import { mainSource } from '../dataset/sources.ts';
import type { DatedPrice, Source } from '../schemas/data-files/dated-price.ts';
import type { Call, PricedCall, PricedCalls, PricedLine } from '../schemas/priced-call-schemas.ts';
import { addUp } from '../values/money.ts';
import { bandOf, fallsBack } from './call-terms.ts';
import { priceNotes } from './price-notes.ts';
import { tariffOf } from './tariff.ts';
import { tokenParts } from './token-parts.ts';

/** The price of one call that passed its schema. Without a price `usd` is null, and `unpriced` gives the reason. */
export function priceCall(catalog: Catalog, call: Call): PricedCall {
  const { input = 0, cachedInput = 0, cacheWrite = 0, cacheWrite1h = 0, on = catalog.asOf } = call;
  const terms: Terms = { serviceTier: call.serviceTier ?? 'standard', region: call.region ?? 'global' };
  const blank: PricedCall = {
    model: null,
    provider: null,
    on,
    ...terms,
    host: call.host ?? null,
    promptTokens: input + cachedInput + cacheWrite + cacheWrite1h,
    usd: null,
    unpriced: null,
    near: [],
    lines: [],
    pricing: null,
    notes: [],
  };
  const tariff = tariffOf(catalog, { model: call.model, host: blank.host, on, ...terms });
  const named = {
    ...blank,
    model: tariff.model?.id ?? null,
    provider: tariff.model?.provider.id ?? null,
    host: tariff.host,
  };
  if (tariff.price === null) return { ...named, ...tariff.reason() };
  const { model, price, isOffer } = tariff;
  const priced = { ...named, ...billOf(model, price, call, named.promptTokens) };
  return {
    ...priced,
    pricing: pricingOf(model, price, on, named.promptTokens),
    notes: notesOf(model, { ...priced, host: isOffer ? null : named.host }, terms),
  };
}

/** Several calls, each at its own model, day and terms. The total is null if one of them has no price. */
export function priceCalls(catalog: Catalog, calls: readonly Call[]): PricedCalls {
  const priced = calls.map((call) => priceCall(catalog, call));
  const known = priced.flatMap(({ usd }) => usd ?? []);
  const usdOfPriced = addUp(known, 1e9).total;
  const unpriced = priced.length - known.length;
  return { usd: unpriced === 0 ? usdOfPriced : null, usdOfPriced, unpriced, calls: priced };
}

/** What a sentence calls a line without a price. */
const noPrice: Partial<Record<PricedLine['part'], string>> = {
  cachedInput: 'tokens read from the cache',
  cacheWrite1h: 'one-hour cache writes',
  webSearch: 'web searches',
};

/** The lines of a call and their exact sum. */
function billOf(
  model: CatalogModel,
  price: DatedPrice,
  call: Call,
  promptTokens: number,
): Pick<PricedCall, 'lines' | 'usd' | 'unpriced'> {
  const band = bandOf(price, promptTokens) ?? price;
  const source = nameOf(mainSource(model.provider, price.sources));
  const unrounded: Omit<PricedLine, 'usd'>[] = tokenParts.map(([part, rateIn]) => ({
    part,
    quantity: call[part] ?? 0,
    unit: 'tokens',
    rate: rateIn(band),
    per: 1e6,
    source,
  }));
  const fee = webSearchFeeOf(model);
  unrounded.push({
    part: 'webSearch',
    quantity: call.searches ?? 0,
    unit: 'calls',
    rate: fee?.usd ?? null,
    per: fee?.per ?? 1000,
    source: fee === undefined ? null : nameOf(mainSource(model.provider, fee.sources)),
  });
  const used = unrounded.filter(({ quantity }) => quantity > 0);
  const sum = addUp(
    used.map(({ quantity, rate, per }) => (quantity * (rate ?? 0)) / per),
    1e9,
  );
  const missing = used.filter(({ rate }) => rate === null).map(({ part }) => noPrice[part]);
  return {
    usd: missing.length === 0 ? sum.total : null,
    unpriced:
      missing.length === 0
        ? null
        : `${model.facts.name} has no price for ${missing.join(' and ')}: not offered, or not known.`,
    lines: used.map(({ source, ...line }, index) => ({
      ...line,
      usd: line.rate === null ? null : (sum.parts[index] as number),
      source: line.rate === null ? null : source,
    })),
  };
}

const nameOf = (source: Source | undefined): string | null => source?.url ?? source?.name ?? null;

function pricingOf(model: CatalogModel, price: DatedPrice, on: string, promptTokens: number): PricedCall['pricing'] {
  return {
    source: overlayOf(price) === null ? 'list' : 'overlay',
    from: price.from,
    until: nextPriceAfter(model.facts.prices, on)?.from ?? null,
    verifiedOn: price.verifiedOn,
    aboveTokens: bandOf(price, promptTokens)?.above ?? null,
    url: mainSource(model.provider, price.sources)?.url ?? null,
    sources: price.sources,
  };
}

/** Hosts that belong to a provider but have another name. */
const ownHosts: Record<string, string> = { bedrock: 'amazon', vertex: 'google' };

function notesOf(
  model: CatalogModel,
  { host, on, promptTokens, lines }: Pick<PricedCall, 'host' | 'on' | 'promptTokens' | 'lines'>,
  terms: Terms,
): string[] {
  const { facts, provider } = model;
  const notes: string[] = [];
  if (host !== null && (ownHosts[host] ?? host) !== provider.id) {
    notes.push(`This is the list price of ${provider.name}: ${host} sets its own, which may differ.`);
  }
  if (fallsBack(model, terms, promptTokens)) {
    notes.push(`The ${terms.serviceTier} tier is not sold for prompts this long: the standard price is used.`);
  }
  if (promptTokens > facts.contextWindow) {
    notes.push(
      `The prompt is longer than the context window of ${facts.contextWindow} tokens. If this is the sum of several calls, price them one by one: the length of each prompt determines its price.`,
    );
  }
  const search = lines.some(({ part }) => part === 'webSearch') ? webSearchFeeOf(model)?.note : undefined;
  if (search !== undefined) notes.push(`Web search: ${search}`);
  return [...notes, ...priceNotes({ catalog: { asOf: on }, model })];
}
