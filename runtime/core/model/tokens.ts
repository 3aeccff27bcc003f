/** What a workflow sends and receives: an agent re-sends its growing transcript with every call. */

import type { PresetId, Workflow } from '../dataset/fields.ts';
import { callsPerTimeoutLoop } from './assumptions.ts';
import { callSpreads, meanOf, spreadCalls } from './spread.ts';

/** A client library sends a failed call again at most twice, so a share r of failures costs r + r^2 more. */
export const retryShare = (workflow: Workflow): number => {
  const r = workflow.retryRatePct / 100;
  return r + r * r;
};

/** Tokens, calls and searches of one run of a task, before retries. All are means, so none need be whole. */
export interface TaskTokens {
  /** n: model calls really made. */
  calls: number;
  /** Calls of equally likely tasks, fewest first; their mean is `calls`. */
  taskCalls: readonly number[];
  /** H: calls that meet a cold cache because another agent took over. */
  handoffs: number;
  /** B: the first call's prompt. */
  firstPrompt: number;
  /** What of the first prompt another task left in the cache. */
  warmPrefix: number;
  /** g: growth of the prompt from one call to the next. */
  growth: number;
  /** IN: input of all calls. */
  input: number;
  /** O: output of a call. */
  outputPerCall: number;
  /** OUT: output of all calls. */
  output: number;
  /** CTX: the largest prompt of a task of `calls` calls. */
  peak: number;
  /** Web searches really made. */
  searches: number;
}

/** The tokens of a run: input grows with the square of the calls. */
export function tokensPerTask(workflow: Workflow, kind: PresetId): TaskTokens {
  const h = workflow.hallucinatedToolPct / 100;
  const fruitless = workflow.timeoutLoopsPerTask * callsPerTimeoutLoop;
  const { modelCallsPerTask: N, toolCallsPerTask: K, handoffs, toolResultTokens, outputTokensPerCall } = workflow;

  const fixed = workflow.systemPromptTokens + workflow.toolSchemaTokens;
  const firstPrompt = fixed + workflow.retrievedContextTokens;
  const calls = N + h * K + fruitless + handoffs;
  const toolResults = K * (1 + h) + fruitless;
  // A single call has no growth; fewer calls than one would blow the quotient up.
  const perCall = calls > 1 ? toolResults / calls : 0;
  const growth = outputTokensPerCall + workflow.userTokensPerCall + perCall * toolResultTokens;
  const taskCalls = spreadCalls(calls, workflow.callDispersion, callSpreads[kind]);
  const shape = { firstPrompt, growth };

  return {
    calls,
    taskCalls,
    handoffs,
    firstPrompt,
    warmPrefix: (workflow.warmPrefixPct / 100) * fixed,
    growth,
    input: meanOf(taskCalls.map((n) => promptsOf(n, shape))),
    outputPerCall: outputTokensPerCall,
    output: calls * outputTokensPerCall,
    peak: firstPrompt + growth * Math.max(0, calls - 1),
    searches: searchesMade(workflow, h, fruitless),
  };
}

/**
 * Web searches are tool calls: a share h of them is invalid and made again, and of the fruitless tool calls in loops as
 * many are searches as among the others. With fewer tool calls than one that share would mean nothing.
 */
function searchesMade({ searchesPerTask, toolCallsPerTask }: Workflow, h: number, fruitless: number): number {
  const share = Math.min(1, searchesPerTask / Math.max(1, toolCallsPerTask));
  return searchesPerTask * (1 + h) + fruitless * share;
}

/** The prompts of a task: its first, and by how much the next is longer. */
interface Prompts {
  firstPrompt: number;
  growth: number;
}

/** Tokens of the first `calls` prompts of a task. */
export const promptsOf = (calls: number, { firstPrompt, growth }: Prompts): number =>
  calls * firstPrompt + (growth * calls * Math.max(0, calls - 1)) / 2;

/** How many of `calls` have a prompt of at most `limit` tokens: the prompts grow, so they are the first ones. */
export function callsUpTo(limit: number, calls: number, { firstPrompt, growth }: Prompts): number {
  if (growth === 0) return firstPrompt <= limit ? calls : 0;
  return Math.min(calls, Math.max(0, Math.floor((limit - firstPrompt) / growth) + 1));
}

/** How many of `calls` have a prompt shorter than `limit` tokens. */
export function callsBelow(limit: number, calls: number, { firstPrompt, growth }: Prompts): number {
  if (growth === 0) return firstPrompt < limit ? calls : 0;
  return Math.min(calls, Math.max(0, Math.ceil((limit - firstPrompt) / growth)));
}
