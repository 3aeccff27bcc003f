/** How the prompt of a task grows from call to call, and how much of it is cached. */

import type { ResolvedRequest } from '../../core/answers/resolved-request.ts';
import { withPricingTerms } from '../../core/dataset/terms.ts';
import { workOf, workOn } from '../../core/model/bill.ts';
import { usesCache } from '../../core/model/cache-use.ts';

export interface Growth {
  /** Calls of a task of mean length, and of the longest of sixteen equally likely ones. */
  calls: number;
  mostCalls: number;
  /** Tokens that a model accepts in a prompt. */
  window: number;
  /** Prompts above these tokens are billed at a higher price. */
  thresholds: readonly number[];
  /** Some of the calls, from the first to the last of the longest task; between two the growth is linear. */
  points: readonly GrowthPoint[];
  /** The point of any call. */
  pointAt: (call: number) => GrowthPoint;
}

export interface GrowthPoint {
  call: number;
  /** Mean tokens of its prompt, and how many of them are read from the cache. */
  prompt: number;
  cached: number;
}

const mostPoints = 24;

export function growthOf({ preset, model, workflow }: ResolvedRequest): Growth {
  const { tokens } = workOn(workOf(preset, workflow), model);
  const priced = withPricingTerms(model, workflow);
  const { firstPrompt, growth, handoffs, calls, outputPerCall } = tokens;
  const mostCalls = Math.max(1, Math.ceil(tokens.taskCalls.at(-1) ?? calls));
  const hits = usesCache(priced, workflow) ? priced.hitEfficiency.value : 0;
  const ownOutput = priced.ownOutputCached * Math.min(outputPerCall, growth);
  const warm = firstPrompt >= priced.minPrefixTokens ? tokens.warmPrefix : 0;
  const promptAt = (call: number): number => firstPrompt + growth * (call - 1);
  // A handoff meets a cold cache: that many calls of a task of mean length read nothing.
  const notHandedOver = Math.max(0, 1 - handoffs / Math.max(1, calls));
  const cachedAt = (call: number): number => {
    if (call === 1) return hits * warm;
    const before = promptAt(call - 1);
    return before < priced.minPrefixTokens ? 0 : hits * (before * notHandedOver + ownOutput);
  };
  const pointAt = (call: number): GrowthPoint => ({
    call,
    prompt: promptAt(call),
    cached: Math.min(promptAt(call), cachedAt(call)),
  });
  const step = Math.max(1, Math.ceil(mostCalls / mostPoints));
  const drawn = [1, 2];
  for (let call = 1 + step; call < mostCalls; call += step) drawn.push(call);
  const points = [...new Set([...drawn, mostCalls])].filter((call) => call <= mostCalls).map(pointAt);
  return { calls, mostCalls, window: model.facts.contextWindow, thresholds: priced.thresholds, points, pointAt };
}
