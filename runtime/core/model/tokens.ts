/** What a workflow sends and receives: an agent re-sends its growing transcript with every call. */

import type { Assumptions, Workflow } from '../dataset/fields.ts';
import { callsPerTimeoutLoop } from './assumptions.ts';

/** A client library sends a failed call again at most twice, so a share r of failures costs r + r^2 more. */
export const retryShare = (workflow: Workflow): number => {
  const r = workflow.retryRatePct / 100;
  return r + r * r;
};

/** Tokens of one run of a task, before retries. All are means, so none need be whole. */
export interface TaskTokens {
  /** n: model calls really made. */
  calls: number;
  /** H: calls that meet a cold cache because another agent took over. */
  handoffs: number;
  /** B: the first call's prompt. */
  firstPrompt: number;
  /** g: growth of the prompt from one call to the next. */
  growth: number;
  /** IN: input of all calls. */
  input: number;
  /** OUT: output of all calls. */
  output: number;
  /** CTX: the largest prompt. */
  peak: number;
}

/** The tokens of a run in closed form: input grows with the square of the calls. */
export function tokensPerTask(workflow: Workflow, assumptions: Assumptions): TaskTokens {
  const h = workflow.hallucinatedToolPct / 100;
  const fruitless = workflow.timeoutLoopsPerTask * callsPerTimeoutLoop;
  const { modelCallsPerTask: N, toolCallsPerTask: K, handoffs, toolResultTokens, outputTokensPerCall } = workflow;

  const firstPrompt = workflow.systemPromptTokens + workflow.toolSchemaTokens + workflow.retrievedContextTokens;
  const calls = N + h * K + fruitless + handoffs;
  const toolResults = K * (1 + h) + fruitless;
  // A single call has no growth; fewer calls than one would blow the quotient up.
  const perCall = calls > 1 ? toolResults / calls : 0;
  const growth = outputTokensPerCall + assumptions.userTokensPerCall + perCall * toolResultTokens;
  const resent = calls > 1 ? (growth * (1 + assumptions.callDispersion) * calls * (calls - 1)) / 2 : 0;

  return {
    calls,
    handoffs,
    firstPrompt,
    growth,
    input: calls * firstPrompt + resent,
    output: calls * outputTokensPerCall,
    peak: firstPrompt + growth * Math.max(0, calls - 1),
  };
}

/**
 * How many calls have a prompt of at most `limit` tokens: the prompts grow, so they are the first ones. With a first
 * prompt of 1,000 tokens and a growth of 500, 3 calls (1,000, 1,500 and 2,000) have at most 2,000 tokens, and 2 at most
 * 1,999.
 */
export function callsUpTo(limit: number, { calls, firstPrompt, growth }: TaskTokens): number {
  if (growth === 0) return firstPrompt <= limit ? calls : 0;
  return Math.min(calls, Math.max(0, Math.floor((limit - firstPrompt) / growth) + 1));
}

/**
 * How many calls have a prompt shorter than `limit` tokens: in the example of `callsUpTo` 2 are shorter than 2,000, and 3
 * shorter than 2,001.
 */
export function callsBelow(limit: number, { calls, firstPrompt, growth }: TaskTokens): number {
  if (growth === 0) return firstPrompt < limit ? calls : 0;
  return Math.min(calls, Math.max(0, Math.ceil((limit - firstPrompt) / growth)));
}

/** Tokens of the first `calls` prompts (no dispersion). */
export const promptsUpTo = (calls: number, { firstPrompt, growth }: TaskTokens): number =>
  calls * firstPrompt + (calls > 1 ? (growth * calls * (calls - 1)) / 2 : 0);
