/** A logged call as if another model had made it. */
import type { CatalogModel } from '../core/dataset/catalog.ts';
import { tiersSold } from '../core/dataset/price-on-day.ts';
import { type CallRecord, promptOf } from './call-record.ts';

/** The call, and what had to change because the other model does not offer it. */
export interface Elsewhere {
  call: CallRecord;
  /** The model has no price for cached tokens: they count as fresh input. */
  withoutCache: boolean;
  /** The model is not sold at this service tier: the standard tier is used. */
  atStandard: boolean;
  /** The prompt exceeds the context window: the call could not have been made. */
  tooLong: boolean;
}

/**
 * Moves a call to another model, to price the same tokens there. Drops the logged region, host and web searches: the
 * model is priced at `host`, or at its own provider.
 */
export function callOn(model: CatalogModel, host: string | null, call: CallRecord): Elsewhere {
  const { cachedInput: cachedPrice, cacheWrite1h: hourPrice } = model.price;
  const withoutCache = cachedPrice === null && call.cachedInput > 0;
  const atStandard = !tiersSold(model.listPrice).includes(call.serviceTier);
  const longWrites = (hourPrice ?? null) === null ? call.cacheWrite1h : 0;
  return {
    call: {
      ...call,
      model: model.id,
      host,
      region: null,
      serviceTier: atStandard ? 'standard' : call.serviceTier,
      input: call.input + (withoutCache ? call.cachedInput : 0),
      cachedInput: withoutCache ? 0 : call.cachedInput,
      cacheWrite: call.cacheWrite + longWrites,
      cacheWrite1h: call.cacheWrite1h - longWrites,
      searches: 0,
    },
    withoutCache,
    atStandard,
    tooLong: promptOf(call) > call.calls * model.facts.contextWindow,
  };
}
