/** What a session that runs will have cost. */
import { addCall, forecastSession, newSession } from '../core/model/session-forecast.ts';
import { priceCall } from '../core/pricing/price-call.ts';
import { tariffOf } from '../core/pricing/tariff.ts';
import { promptTokensIn } from '../core/schemas/billable-units.ts';
import type { Options } from './catalog.ts';
import { InvalidRequest } from './invalid-request.ts';
import { catalogIn, checkCall } from './requests.ts';
import type { Call, SessionForecast } from './types.ts';

/** A call of a session, and whether the transcript was compacted before it, where that is known. */
export interface SessionCall extends Call {
  compacted?: boolean;
}

/** The calls of a session so far, in order, without those of its subagents. */
export interface RunningSession {
  calls: readonly SessionCall[];
  /** Program that makes them, as `Claude Code` or `Codex`: where it compacts its transcript is then known. */
  agent?: string;
  /** How many calls your earlier sessions had made when they ended: they then count beside the recorded ones. */
  earlier?: readonly number[];
}

/**
 * What a session that runs will have cost at its end, as a range: half of the sessions that got so far end at or below
 * `p50`, nine of ten at or below `p90`. It rests on how long recorded sessions of other people went on, so it is wide;
 * `basis.tried` says how such forecasts did, and is null before the fifth call, where none was tried.
 *
 * @example
 * const call = { model: 'claude-sonnet-4-6', input: 5, cachedInput: 31_000, cacheWrite: 1_400, output: 350 };
 * const { soFar, p50, p90 } = forecast({ calls: Array(12).fill(call), agent: 'Claude Code' });
 * console.log(`$${soFar.usd} so far, $${p50.usd} to $${p90.usd} at the end`);
 * @throws InvalidRequest if there is no call, a field is unknown or out of bounds, or the catalog has no such evidence
 */
export function forecast({ calls, agent, earlier = [] }: RunningSession, options: Options = {}): SessionForecast {
  const catalog = catalogIn(options);
  if (!Array.isArray(calls) || calls.length === 0)
    throw new InvalidRequest('calls must be a list of one call or more.');
  if (!Array.isArray(earlier) || earlier.some((count) => !Number.isSafeInteger(count) || count < 1)) {
    throw new InvalidRequest('earlier must be a list of how many calls each earlier session made, such as [31, 4].');
  }
  if (catalog.evidence?.forecast === undefined) {
    throw new InvalidRequest('This catalog.json is older than forecasts: it does not say how long sessions go on.');
  }
  const session = newSession();
  calls.forEach(({ compacted = false, ...call }, index) => {
    checkCall(call, `calls[${index}]`);
    const { cachedInput = 0, cacheWrite = 0, cacheWrite1h = 0, output = 0 } = call;
    const prompt = promptTokensIn(call);
    const { usd } = priceCall(catalog, call);
    addCall(session, { prompt, cached: cachedInput, compacted, cacheWrite, cacheWrite1h, output, usd });
  });
  const last = calls.at(-1) as SessionCall;
  const tariff = tariffOf(catalog, {
    model: last.model,
    host: last.host ?? null,
    on: last.on ?? catalog.asOf,
    serviceTier: last.serviceTier ?? 'standard',
    region: last.region ?? null,
  });
  return forecastSession(catalog.evidence.forecast, {
    session,
    price: tariff.price,
    contextWindow: tariff.model?.facts.contextWindow ?? null,
    agent: agent ?? null,
    agentVersion: null,
    earlier,
  });
}
