/** What a workflow sends and receives: an agent re-sends its growing transcript with every call. */

import type { PresetId, Workflow } from '../schemas/request-fields.ts';
import { callsPerTimeoutLoop } from './assumptions.ts';
import { type Prompts, promptsOf, type TaskPrompts } from './prompt-bands.ts';
import { callSpreads, spreadCalls } from './spread.ts';

/** Tokens, calls and searches of one run of a task, before retries. All are means, so none need be whole. */
export interface TaskTokens extends TaskPrompts {
  /** n: model calls actually made. */
  calls: number;
  /** IN: input of all calls. */
  input: number;
  /** OUT: output of all calls. */
  output: number;
  /** CTX: the largest prompt of a task of `calls` calls. */
  peak: number;
  /** Web searches actually made. */
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
  // A single call has no growth; with less than one call the quotient would be far too large.
  const perCall = calls > 1 ? toolResults / calls : 0;
  const growth = outputTokensPerCall + workflow.userTokensPerCall + perCall * toolResultTokens;
  const taskCalls = spreadCalls(calls, workflow.callDispersion, callSpreads[kind]);

  return {
    calls,
    taskCalls,
    handoffs,
    firstPrompt,
    warmPrefix: (workflow.warmPrefixPct / 100) * fixed,
    growth,
    input: meanInput(taskCalls, { firstPrompt, growth }),
    outputPerCall: outputTokensPerCall,
    output: calls * outputTokensPerCall,
    peak: firstPrompt + growth * Math.max(0, calls - 1),
    searches: searchesMade(workflow, h, fruitless),
    cuts: [],
  };
}

/**
 * Web searches are tool calls: a share h of them is invalid and repeated, and the fruitless tool calls in loops contain
 * the same share of searches as the others. With fewer than one tool call that share would be meaningless.
 */
function searchesMade({ searchesPerTask, toolCallsPerTask }: Workflow, h: number, fruitless: number): number {
  const share = Math.min(1, searchesPerTask / Math.max(1, toolCallsPerTask));
  return searchesPerTask * (1 + h) + fruitless * share;
}

function meanInput(taskCalls: readonly number[], prompts: Prompts): number {
  let sum = 0;
  for (const calls of taskCalls) sum += promptsOf(calls, prompts);
  return sum / taskCalls.length;
}
