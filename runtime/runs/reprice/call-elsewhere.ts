/** The tokens of a call at the prices of another model. */
import type { CatalogModel } from '../../core/dataset/catalog.ts';
import { tiersSold } from '../../core/model/price-on-day.ts';
import { type CallRecord, promptOf } from '../call-record.ts';

/** What had to be taken otherwise than it was logged, for the other model does not have it. */
export interface Elsewhere {
  call: CallRecord;
  /** It has no price for cached tokens: they are taken as sent in full. */
  withoutCache: boolean;
  /** It is not sold at the level of service: the standard one is taken. */
  atStandard: boolean;
  /** Its context window is shorter than the prompt: the call could not have been made. */
  tooLong: boolean;
}

/** A region is left out, and so is the host: the model is priced at `host`, or at its own provider. */
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
