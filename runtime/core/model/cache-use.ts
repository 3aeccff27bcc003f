/** What is read from the prompt cache, and what writing to it costs. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { PriceBand } from '../dataset/price-on-day.ts';
import type { Workflow } from '../schemas/request-fields.ts';
import type { PromptBand } from './task-prompts.ts';

/** How the caller uses the prompt cache. */
export type CacheUse = Pick<Workflow, 'promptCaching' | 'cacheTtl'>;

/** Whether a provider caches automatically, regardless of the request. */
export const cachesByItself = ({ provider, price }: CatalogModel): boolean =>
  provider.caching.mode === 'automatic' && price.cachedInput !== null;

/** Whether the cached price is paid at all. */
export const usesCache = (model: CatalogModel, { promptCaching }: CacheUse): boolean =>
  model.price.cachedInput !== null && (promptCaching || cachesByItself(model));

/** The price of a cache write: the one-hour price if it is requested and offered. */
export const writePrice = ({ cacheWrite, cacheWrite1h }: PriceBand, { cacheTtl }: CacheUse): number =>
  cacheTtl === '1h' && cacheWrite1h !== null ? cacheWrite1h : cacheWrite;

/**
 * Tokens of a band that are read from the cache: tokens sent before and the cached part of the model's own output,
 * times the hit efficiency.
 */
export const readFromCache = (
  { old, ownOutput }: PromptBand,
  { hitEfficiency, ownOutputCached }: CatalogModel,
): number => hitEfficiency.value * (old + ownOutputCached * ownOutput);
