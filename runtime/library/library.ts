/**
 * What LLM calls and agents cost, computed locally: no network, no clock, no dependencies. The prices ship with the
 * package; a newer `catalog.json` can replace them.
 */

export { type Catalog, catalog, type Options } from './catalog.ts';
export { advise, callsOf, estimate, explain, type RankingAtOwnPrices, rank } from './estimates.ts';
export { measured, models, plans, priceOn, type Resolution, resolve } from './facts.ts';
export { forecast, type RunningSession, type SessionCall } from './forecasts.ts';
export { InvalidRequest } from './invalid-request.ts';
export { type CallFacts, costProcessor, price, priceResponse } from './pricing.ts';
export type { CostProcessor, EndedSpan } from './span-processor.ts';
export * from './types.ts';
