/**
 * How the prompts of a run go from call to call: how they grow, where the transcript was compacted, and which calls found
 * a cold cache. It is computed from the counts of a log alone.
 */
import type { PresetId } from '../schemas/request-fields.ts';
import { earlyGrowth } from './assumptions.ts';

/** A call of a run. */
export interface PromptCall {
  /** Tokens of the whole prompt. */
  prompt: number;
  /** Tokens of it that were read from the cache. */
  cached: number;
  /** Whether the log says that the transcript was compacted before it. */
  compacted: boolean;
}

export interface Transcript {
  /** Steps since the first call or the last compaction. */
  since: number;
  /** What the first steps after those count in sessions beyond one each, since they grow faster. */
  early: number;
  /** Tokens that the prompts grew by: the sum of all steps upwards, without those over a compaction. */
  growth: number;
  /** Compactions, and the sums of the prompts right before and right after them, in tokens. */
  compactions: number;
  compactedAt: number;
  compactedTo: number;
  /** Calls that follow another one without a compaction between them, and how many of them found a cold cache. */
  following: number;
  cold: number;
  /** Tokens that calls which found a warm cache could have read, and those that they read. */
  warmHeld: number;
  warmRead: number;
}

/** A prompt below this share of the one before was compacted, marked or not, if that one had so many tokens. */
const fallsTo = 0.7;
const longEnough = 60_000;
/** A cache is cold for a call that reads less than this share of what both prompts could share. */
const coldBelow = 0.5;

/** Whether the transcript was compacted between two calls. */
export const isCompacted = (before: Pick<PromptCall, 'prompt'>, { prompt, compacted }: PromptCall): boolean =>
  compacted || (before.prompt > longEnough && prompt < fallsTo * before.prompt);

/** Whether a call that follows another one without a compaction found a cold cache. */
export const isCold = (before: Pick<PromptCall, 'prompt'>, { prompt, cached }: PromptCall): boolean =>
  cached < coldBelow * Math.min(before.prompt, prompt);

/** No call follows another one yet. */
export const noSteps = (): Transcript => ({
  ...{ since: 0, early: 0, growth: 0, compactions: 0, compactedAt: 0, compactedTo: 0 },
  ...{ following: 0, cold: 0, warmHeld: 0, warmRead: 0 },
});

/** Adds a call that follows another one. */
export function addStep(sums: Transcript, before: Pick<PromptCall, 'prompt'>, call: PromptCall): void {
  if (isCompacted(before, call)) {
    sums.since = 0;
    sums.compactions += 1;
    sums.compactedAt += before.prompt;
    sums.compactedTo += call.prompt;
    return;
  }
  sums.since += 1;
  if (sums.since <= earlyGrowth.first) {
    sums.early += (sums.compactions === 0 ? earlyGrowth.times : earlyGrowth.afterCompaction) - 1;
  }
  sums.growth += Math.max(0, call.prompt - before.prompt);
  sums.following += 1;
  if (isCold(before, call)) sums.cold += 1;
  else {
    const shared = Math.min(before.prompt, call.prompt);
    sums.warmHeld += shared;
    sums.warmRead += Math.min(call.cached, shared);
  }
}

/** @param calls in the order in which they were made */
export function transcriptOf(calls: readonly PromptCall[]): Transcript {
  const sums = noSteps();
  for (let i = 1; i < calls.length; i++) addStep(sums, calls[i - 1] as PromptCall, calls[i] as PromptCall);
  return sums;
}

/** Steps of a run of a kind of work, those that grow faster counted by how much: g is the growth over them. */
export const stepsOf = ({ early }: Pick<Transcript, 'early'>, calls: number, kind: PresetId): number =>
  Math.max(0, calls - 1) + (kind === 'session' ? early : 0);

/** g: growth of the prompt from call to call, in tokens, but for the first ones of sessions; 0 for a single call. */
export const growthPerStep = (
  transcript: Pick<Transcript, 'growth' | 'early'>,
  calls: number,
  kind: PresetId,
): number => (calls > 1 ? transcript.growth / stepsOf(transcript, calls, kind) : 0);
