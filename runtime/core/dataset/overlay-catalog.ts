/** A catalog for another day, or with a user's own prices. */

import { ApiError } from '../schemas/api-error.ts';
import type { Overlay, OverlayRule } from '../schemas/data-files/overlay-file.ts';
import { didYouMean, quote } from '../values/did-you-mean.ts';
import { type Catalog, type CatalogModel, catalogFrom } from './catalog.ts';
import { overlaidPrices, overlayOf } from './overlay-prices.ts';
import { isResolved, resolve, unresolvedReason } from './resolve.ts';

/**
 * The same data at the prices in force on another day, with the models known by then.
 * @param day YYYY-MM-DD (UTC)
 */
export const catalogOn = (catalog: Catalog, day: string): Catalog =>
  day === catalog.asOf
    ? catalog
    : catalogFrom({ ...catalog.file, asOf: day, version: `${catalog.file.version}@${day}` });

/**
 * The catalog at a user's own prices, which every answer computed from it uses. Its version and each changed price
 * carry the name of the overlay. An overlay that passed its schema is refused if a rule names something that does not
 * exist.
 */
export function withOverlay(catalog: Catalog, overlay: Overlay): Catalog | ApiError {
  const rules: { rule: OverlayRule; models: ReadonlySet<string> }[] = [];
  for (const [index, rule] of overlay.rules.entries()) {
    const models = modelsOf(catalog, rule);
    if (typeof models === 'string') return new ApiError('invalid_request', `rules[${index}]${models}`);
    rules.push({ rule, models });
  }
  const { file } = catalog;
  const providers = file.data.providers.map((provider) => ({
    ...provider,
    models: provider.models.map((facts) => {
      const own = rules.flatMap(({ rule, models }) => (models.has(facts.id) ? rule : []));
      return own.length === 0 ? facts : { ...facts, prices: overlaidPrices(facts.prices, own, overlay.name) };
    }),
  }));
  const version = `${catalog.version}+${overlay.name}-${checksum(JSON.stringify(overlay))}`;
  return catalogFrom({ ...file, asOf: catalog.asOf, version, data: { ...file.data, providers } });
}

/** Ids of the models whose price in force an overlay has changed. */
export const overlaidModels = ({ models }: Catalog): string[] =>
  models.filter(({ price }) => overlayOf(price) !== null).map(({ id }) => id);

/** Ids of the models that a rule applies to, or what is wrong with it. */
function modelsOf(catalog: Catalog, { provider, model, tier, from, until }: OverlayRule): ReadonlySet<string> | string {
  if (from !== undefined && until !== undefined && until < from) {
    return `: until (${until}) must not be before from (${from}).`;
  }
  const providers = catalog.providers.map(({ id }) => id);
  if (provider !== undefined && !providers.includes(provider)) {
    return `.provider: Unknown provider ${quote(provider)}.${didYouMean(provider, providers)}`;
  }
  const found = model === undefined ? undefined : resolve(catalog, model);
  if (found !== undefined && !isResolved(found)) {
    return `.model: ${unresolvedReason(catalog, model as string, found)}`;
  }
  const concerned = ({ id, provider: of, facts }: Pick<CatalogModel, 'id' | 'provider' | 'facts'>): boolean =>
    (provider === undefined || of.id === provider) &&
    (tier === undefined || facts.tier === tier) &&
    (found === undefined || id === found.model.id);
  const ids = catalog.providers.flatMap((of) =>
    of.models.flatMap((facts) =>
      concerned({ id: facts.id, provider: of as CatalogModel['provider'], facts }) ? facts.id : [],
    ),
  );
  return ids.length === 0 ? ': applies to no model.' : new Set(ids);
}

/** 32 bits in hex, to distinguish overlays; exact in every engine. */
function checksum(text: string): string {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 65_599 + text.charCodeAt(i)) % 4_294_967_291;
  return hash.toString(16).padStart(8, '0');
}
