/** Random calls that exercise every pricing rule, their prices by `priceCall`, and the same calls as CSV. */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { hostOf, serviceTierOf } from '../../runtime/core/dataset/logged-names.ts';
import { dayAfter } from '../../runtime/core/dataset/unchanged-days.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { serviceTiers } from '../../runtime/core/schemas/levels.ts';
import { nameRows } from '../../runtime/exports/sql/names.ts';
import { callOf } from '../../runtime/logs/call-record.ts';

export interface LoggedCall {
  id: number;
  /** YYYY-MM-DD hh:mm:ss (UTC). */
  at: string | null;
  model: string;
  host: string | null;
  input: number;
  cached_input: number;
  cache_write: number;
  cache_write_1h: number;
  output: number;
  searches: number;
  service_tier: string | null;
}

export const csvColumns = [
  'id',
  'at',
  'model',
  'host',
  'input',
  'cached_input',
  'cache_write',
  'cache_write_1h',
  'output',
  'searches',
  'service_tier',
] as const satisfies (keyof LoggedCall)[];

/** CSV without a header; \N is null. */
export const csvOf = (calls: readonly LoggedCall[]): string =>
  calls.map((call) => `${csvColumns.map((column) => call[column] ?? '\\N').join(',')}\n`).join('');

/** A call as a record of a log. */
export const recordOf = ({ model, input, cached_input, cache_write, cache_write_1h, output, ...call }: LoggedCall) => ({
  ...callOf(model, {
    ...{ input, cachedInput: cached_input, cacheWrite: cache_write, cacheWrite1h: cache_write_1h, output },
    reasoning: null,
  }),
  ...{ at: call.at === null ? null : Date.parse(`${call.at}Z`), host: hostOf(call.host), searches: call.searches },
  serviceTier: serviceTierOf(call.service_tier),
});

/**
 * The price of a call by `priceCall` in nano-dollars; null: it has no price.
 * @param region as logged; null: none
 */
export function nanoUsdOf(catalog: Catalog, call: LoggedCall, region: string | null = null): number | null {
  const { usd } = priceCall(catalog, {
    model: call.model,
    input: call.input,
    cachedInput: call.cached_input,
    cacheWrite: call.cache_write,
    cacheWrite1h: call.cache_write_1h,
    output: call.output,
    searches: call.searches,
    serviceTier: serviceTierOf(call.service_tier),
    ...(call.at !== null && { on: call.at.slice(0, 10) }),
    ...(call.host !== null && { host: hostOf(call.host) as string }),
    ...(region !== null && { region }),
  });
  return usd === null ? null : Math.round(usd * 1e9);
}

/** A generator of pseudo-random whole numbers below `n` (Park and Miller, CACM 1988): the same calls in every run. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}

/**
 * Calls with every name in the script and with unknown names, on the days around every price change, with prompts
 * around every threshold, on every service tier, at every host and at unknown hosts.
 */
export function randomCalls(catalog: Catalog, count: number, seed = 20_261_121): LoggedCall[] {
  const roll = dice(seed);
  const one = <T>(values: readonly T[]): T => values[roll(values.length)] as T;
  const names = [...nameRows(catalog).map(({ name }) => name), 'unknown-model', 'gpt-5-latest'];
  const models = [...catalog.models, ...catalog.shutDown].map(({ id }) => id);
  const prices = [...catalog.models, ...catalog.shutDown].flatMap(({ facts }) => facts.prices);
  const changes = prices.flatMap(({ from }) => from ?? []);
  const shutDowns = [...catalog.models, ...catalog.shutDown].flatMap(({ facts }) => facts.lifecycle?.shutDown ?? []);
  const days = [...new Set([...changes, ...shutDowns].flatMap((day) => [day, dayAfter(day)]))].sort();
  const thresholds = [...new Set(prices.flatMap(({ longContext }) => longContext.map(({ above }) => above)))];
  const hosts = [
    null,
    null,
    null,
    ...catalog.offers.hosts.map(({ id }) => id),
    'AWS.Bedrock',
    'vertex_ai',
    'openrouter',
    'a new host',
  ];
  const tiers = [null, null, 'standard', 'standard', 'standard', 'Batch', 'fast', 'default', ...serviceTiers];
  const day = (): string =>
    roll(2) === 0
      ? one(days)
      : `202${4 + roll(4)}-${String(roll(12) + 1).padStart(2, '0')}-${String(roll(28) + 1).padStart(2, '0')}`;
  const clock = () => one(['00:00:00', '23:59:59', '12:34:56']);
  return Array.from({ length: count }, (_, id) => {
    const writes = roll(3) === 0 ? [roll(9000), roll(9) === 0 ? roll(5000) : 0] : [0, 0];
    const [cacheWrite = 0, cacheWrite1h = 0] = writes;
    const prompt = roll(3) === 0 ? one(thresholds) + roll(3) - 1 : roll(300_000) + cacheWrite + cacheWrite1h;
    const rest = Math.max(0, prompt - cacheWrite - cacheWrite1h);
    const cached = roll(2) === 0 ? 0 : roll(rest + 1);
    return {
      id,
      at: roll(20) === 0 ? null : `${day()} ${clock()}`,
      model: roll(2) === 0 ? one(models) : one(names),
      host: one(hosts),
      input: rest - cached,
      cached_input: cached,
      cache_write: cacheWrite,
      cache_write_1h: cacheWrite1h,
      output: roll(10) === 0 ? 0 : roll(8000),
      searches: roll(30) === 0 ? roll(5) : 0,
      service_tier: one(tiers),
    };
  });
}
