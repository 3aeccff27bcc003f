/** What a price map lists, every model on sale on the catalog's day at its provider and at hosts with own prices, and what sellers are called there. */
import { sellers } from '../../../data/lists/elsewhere.json';
import { type Catalog, type CatalogModel, namesOf } from '../../core/dataset/catalog.ts';
import { offersIn, resellerOf } from '../../core/dataset/host-catalog.ts';
import { pricesFor, type Terms, type TokenPrices } from '../../core/dataset/price-on-day.ts';
import type { DatedPrice } from '../../core/schemas/data-files/dated-price.ts';
import type { HostFile } from '../../core/schemas/data-files/offers-file.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { decimal } from '../../core/values/money.ts';

export interface Listed {
  /** The model at the price of its seller. */
  model: CatalogModel;
  seller: Seller;
  /** Whether a host sells it at its own price; otherwise it is the list price of its provider. */
  isOffer: boolean;
  /** The names under which the seller is asked for it: id and aliases, or the host's own name. */
  names: readonly string[];
}

interface Seller {
  /** Id of a provider or of a host; one that is both has one id. */
  id: string;
  name: string;
  pricingUrl: string;
  /** Domains of the provider's own pages; empty: a host. */
  domains: readonly string[];
  /** Whether it sells other makers' models: the name of a model alone does not mean its price. */
  isHost: boolean;
}

/** Each model at its provider, or at the host that resells it under its own price list; then the offers of hosts. */
export function listedIn(catalog: Catalog): Listed[] {
  const own = catalog.models.map((model): Listed => {
    const reseller = resellerOf(catalog, model);
    if (reseller !== undefined) return { model, seller: sellerOf(reseller), isOffer: true, names: namesOf(model) };
    const { id, name, pricingUrl, domains } = model.provider;
    return { model, seller: { id, name, pricingUrl, domains, isHost: false }, isOffer: false, names: namesOf(model) };
  });
  const offered = offersIn(catalog).map(
    ({ host, offer, model }): Listed => ({ model, seller: sellerOf(host), isOffer: true, names: [offer.hostModelId] }),
  );
  return [...own, ...offered];
}

const sellerOf = ({ id, name, pricingUrl }: HostFile): Seller => ({ id, name, pricingUrl, domains: [], isHost: true });

/** USD per 1,000,000 tokens; null: not offered or unknown. */
export interface Rates {
  input: number;
  output: number;
  cachedInput: number | null;
  /** The input price where writing carries no premium. */
  cacheWrite: number;
  cacheWrite1h: number | null;
}

export const ratesOf = (prices: TokenPrices & { readonly input: number; readonly output: number }): Rates => ({
  input: prices.input,
  output: prices.output,
  cachedInput: prices.cachedInput ?? null,
  cacheWrite: prices.cacheWrite ?? prices.input,
  cacheWrite1h: prices.cacheWrite1h ?? null,
});

/** The prices that are known, under a format's names for them. @param shown a price as the format has it */
export function ratesUnder<Shown>(
  names: Readonly<Partial<Record<keyof Rates, string>>>,
  prices: Parameters<typeof ratesOf>[0],
  shown: (usdPerMTok: number) => Shown,
): Record<string, Shown> {
  const rates = ratesOf(prices);
  return Object.fromEntries(
    Object.entries(names).flatMap(([part, name]) => {
      const usd = rates[part as keyof Rates];
      return usd === null ? [] : [[name, shown(usd)]];
    }),
  );
}

/** The price in force on other terms; null: not sold on them. */
export const priceOnTerms = (model: CatalogModel, terms: Partial<Terms>): DatedPrice | null =>
  pricesFor(model, model.listPrice, { serviceTier: 'standard', region: 'global', ...terms });

/** USD per token of a price per 1,000,000, as the nearest number to the decimal: 0.3 is 3e-7, not 0.3 / 1e6. */
export const perToken = (usdPerMTok: number): number => Number(`${decimal(usdPerMTok)}e-6`);

export const withoutNulls = <Value>(
  entries: Readonly<Record<string, Value | null | undefined>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(entries).flatMap(([key, value]) => (value == null ? [] : [[key, value]])));

/** What sellers are called elsewhere, and where their API is, if it is not below their domains. */
type Elsewhere = { [name in Format | 'litellmPrefix' | 'api']?: string };
const elsewhere: Readonly<Record<string, Elsewhere>> = sellers;

type Format = 'litellm' | 'modelsDev' | 'genaiPrices' | 'llmPrices' | 'openrouter';

export const sellerIn = (format: Format, { id }: Seller): string => lookUp(elsewhere, id)?.[format] ?? id;

/** What LiteLLM writes before the name of a model of this seller. */
export const litellmPrefix = (seller: Seller): string =>
  lookUp(elsewhere, seller.id)?.litellmPrefix ?? `${sellerIn('litellm', seller)}/`;

/** A regular expression for the addresses of the seller's API; below its own domains, or else one that matches none. */
export function apiPattern({ id, domains }: Seller): string {
  const known = lookUp(elsewhere, id)?.api;
  if (known !== undefined) return known;
  const own = domains.map((domain) => domain.replaceAll('.', '\\.')).join('|');
  return own === '' ? '(?!)' : `https?://([^/]*\\.)?(${own})(/|$)`;
}
