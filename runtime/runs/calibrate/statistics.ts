/** The numbers of a workflow as functions of sums over its runs. NaN: the runs cannot tell. */
import type { PresetId } from '../../core/dataset/request-fields.ts';
import { callSpreads, meanOf, spreadCalls } from '../../core/model/spread.ts';
import type { RunSums } from './task-sums.ts';

export const callsPerTask = ({ calls, runs }: RunSums): number => calls / runs;
export const firstPrompt = ({ firstPrompt, runs }: RunSums): number => firstPrompt / runs;
export const outputPerCall = ({ output, calls }: RunSums): number => output / calls;
export const searchesPerTask = ({ searches, runs }: RunSums): number => searches / runs;
export const failureShare = ({ failed, known }: RunSums): number => failed / known;

/** What a call adds to the next prompt: with it, and the first prompts, the prompts add up to those recorded. */
export const growthPerCall = ({ input, level, pairs }: RunSums): number => (input - level) / pairs;

/** What a call adds beyond its own output: results of tools, words of a user. */
export const otherGrowth = (sums: RunSums): number => Math.max(0, growthPerCall(sums) - outputPerCall(sums));

/** The share r of calls sent again where r + r^2 are: each at most twice. */
export const retryShare = ({ retries, calls }: RunSums): number => (Math.sqrt(1 + (4 * retries) / calls) - 1) / 2;

/** The share of the first prompt that another task left in the cache. */
export const warmShare = ({ firstCached, firstPrompt }: RunSums): number => firstCached / firstPrompt;

/** Of the tokens that were sent before in the same run, the share that was read from the cache. */
export const hitShare = ({ read, resent }: RunSums): number => read / resent;

/** The squared coefficient of variation of calls per run, its variance with one degree of freedom less than runs. */
export function callVariation({ runs, calls, squares }: RunSums): number {
  const mean = calls / runs;
  return ((squares / runs - mean * mean) * runs) / (runs - 1) / (mean * mean);
}

const mostDispersion = 25;

/**
 * The `callDispersion` with which the sixteen tasks of the cost model have the recorded mean of squares: the squared
 * coefficient of variation, and more of it where tasks of fewer than one call are cut off.
 */
export function dispersionFor(calls: number, variation: number, kind: PresetId): number {
  const wanted = calls * calls * (1 + variation);
  const squares = (dispersion: number): number =>
    meanOf(spreadCalls(calls, dispersion, callSpreads[kind]).map((n) => n * n));
  if (calls <= 1 || variation <= 0) return 0;
  if (squares(mostDispersion) <= wanted) return mostDispersion;
  let [low, high] = [0, mostDispersion];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (squares(middle) < wanted) low = middle;
    else high = middle;
  }
  return high;
}
