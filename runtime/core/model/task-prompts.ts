/** The prompts of a task, the means of a price band over tasks, and what a cache holds before a task begins. */
import type { Compaction, Prompts } from './compaction.ts';

/** The prompts of one run of a task, before retries. */
export interface TaskPrompts extends Prompts {
  /** Calls of typical tasks, fewest first; their mean is that of all tasks. */
  taskCalls: readonly number[];
  /** How often each of them occurs, relative to the mean of 1; null: all equally often. */
  taskShares: readonly number[] | null;
  /** H: calls that find a cold cache because another agent took over. */
  handoffs: number;
  /** Of the calls that follow another one, neither a handoff nor a compaction, the share that finds a cold cache. */
  coldShare: number;
  /** null: the transcript is never compacted. */
  compaction: Compaction | null;
  /** System prompt and tool definitions: with these every task begins, so another task can leave them in the cache. */
  sharedPrefix: number;
  /** The part of them that another task left there, on a model that caches prefixes as short as these. */
  warmPrefix: number;
  /** O: output of a call. */
  outputPerCall: number;
  /** The prompts as models cut them, cached by `bandsFor`: many models cut them the same way. */
  cuts: Cut[];
}

/** Means over tasks. `short`, `fresh` and `old` add up to the prompts. */
export interface PromptBand {
  /** Without those that compact a transcript. */
  calls: number;
  /** Tokens of all prompts, those of calls that compact included, as in all that follow. */
  prompts: number;
  /** Tokens of prompts that are shorter than the shortest cached prefix. */
  short: number;
  /** Tokens that the cache has not seen: the first prompt, what later ones add, and a prompt that meets a cold cache. */
  fresh: number;
  /** Tokens that an earlier call sent, or another task where the prefix is warm. */
  old: number;
  /** The part of `fresh` that is the model's own output from the previous call. */
  ownOutput: number;
  /** Tokens of output. */
  output: number;
}

/** How a model cuts prompts, by the shortest prefix that it caches and its thresholds (tokens), and the resulting bands. */
export interface Cut {
  minPrefix: number;
  limits: readonly number[];
  bands: readonly PromptBand[];
}

/**
 * Tokens of the first prompt that another task left in the cache of a model: none where what tasks share is shorter than
 * the shortest prefix that it caches, since the rest of the first prompt differs from task to task.
 * @param minPrefix in tokens; 0: no minimum
 */
export const warmPrefixFor = (
  { sharedPrefix, warmPrefix }: Pick<TaskPrompts, 'sharedPrefix' | 'warmPrefix'>,
  minPrefix: number,
): number => (sharedPrefix >= minPrefix ? warmPrefix : 0);

/** Tokens of the prompt after a compaction that the call before it left in the cache: system prompt and tools. */
export function keptPrefixFor({ sharedPrefix }: TaskPrompts, { to }: Compaction, minPrefix: number): number {
  const kept = Math.min(sharedPrefix, to);
  return kept >= minPrefix ? kept : 0;
}
