/** The values that a calculation starts from, and where they come from: fields of the request, prices, fees. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { regionsOf, toolFeeOf } from '../dataset/provider-fees.ts';
import { lastSeenInWords, lastSeenOf } from '../dataset/sources.ts';
import { aboutField, type WorkflowField } from '../schemas/request-fields.ts';
import type { Steps } from '../values/steps.ts';

/** Records a numeric field under its symbol, and the share `x` of a percentage `x_pct`; other fields have no symbol. */
export function giveField(steps: Steps, name: WorkflowField, value: unknown, from: string, pointer?: string): void {
  const { symbol, label, unit = '' } = aboutField[name];
  if (symbol === undefined || typeof value !== 'number') return;
  steps.given(symbol, value, label, unit, from, pointer);
  if (symbol.endsWith('_pct')) steps.step(symbol.slice(0, -4), `${symbol} / 100`, value / 100, label, 'share');
}

/** The prices of a model for prompts up to its first long-context threshold, and how it caches. */
export function givePrices(steps: Steps, model: CatalogModel): void {
  const { price } = model;
  const since = price.from === null ? 'since release' : `since ${price.from}`;
  const from = `list price of ${model.id}${termsInWords(model)} ${since}, ${lastSeenInWords(lastSeenOf(model.seen))}`;
  const give = (symbol: string, value: number | null, what: string, field: string) => {
    if (value !== null) steps.given(symbol, value, what, 'USD per 1M tokens', from, `/pricing/${field}`);
  };
  give('p_in', price.input, 'input price', 'inputPerMTok');
  give('p_out', price.output, 'output price', 'outputPerMTok');
  give('p_cached', price.cachedInput, 'price of input from the cache', 'cachedInputPerMTok');
  give('p_write', price.cacheWrite, 'price of a cache write', 'cacheWritePerMTok');
  giveSearchFee(steps, 'p_web', model, model.webSearchPer1000 === null ? undefined : '/pricing/webSearchPer1000');
  const { value, basis, source } = model.hitEfficiency;
  const hits = `${basis}: ${source}`;
  steps.given('eta', value, 'share of ideal cache hits', 'share', hits, '/assumptions/cacheHitEfficiency');
  const own = 'share of the output that the next call finds cached';
  steps.given('own', model.ownOutputCached, own, 'share', hits, '/assumptions/ownOutputCached');
  const rules = model.minPrefixTokens === 0 ? 'none known' : `caching rules of ${model.provider.name}`;
  const prefix = 'shortest prefix that is cached';
  steps.given('M', model.minPrefixTokens, prefix, 'tokens', rules, '/assumptions/minCacheablePrefixTokens');
}

export function giveSearchFee(steps: Steps, symbol: string, model: CatalogModel, pointer?: string): void {
  const fee = toolFeeOf(model, 'webSearch');
  const from =
    fee === undefined
      ? 'unknown: no sum includes searches'
      : `fee of ${model.provider.name}: ${fee.sources.map(({ url, name, on }) => `${url ?? name}, ${on}`).join('; ')}`;
  steps.given(symbol, model.webSearchPer1000 ?? 0, 'fee for 1,000 web searches', 'USD', from, pointer);
}

/** ` in batch`, ` in the region us, times 1.1`, both, or an empty string for the standard terms. */
export function termsInWords({ terms: { serviceTier, region }, ...model }: CatalogModel): string {
  const times = regionsOf(model).find((one) => one.region === region)?.multiplier;
  return `${serviceTier === 'standard' ? '' : ` in ${serviceTier}`}${region === 'global' ? '' : ` in the region ${region}`}${times === undefined ? '' : `, times ${times}`}`;
}
