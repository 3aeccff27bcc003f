/** What a workflow sends and receives: an agent re-sends its growing transcript with every call. */

import type { PresetId, Workflow } from '../schemas/request-fields.ts';
import type { Steps } from '../values/steps.ts';
import { callsPerTimeoutLoop } from './assumptions.ts';
import { type Prompts, promptsFormula, promptsOf, type TaskPrompts } from './prompt-bands.ts';
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
export function tokensPerTask(workflow: Workflow, kind: PresetId, steps?: Steps): TaskTokens {
  const h = workflow.hallucinatedToolPct / 100;
  const fruitless = workflow.timeoutLoopsPerTask * callsPerTimeoutLoop;
  record: steps?.step('l', 't * L', fruitless, 'fruitless calls in loops', 'calls');
  const { modelCallsPerTask: N, toolCallsPerTask: K, handoffs, toolResultTokens, outputTokensPerCall } = workflow;

  const fixed = workflow.systemPromptTokens + workflow.toolSchemaTokens;
  record: steps?.step('fixed', 'S + T', fixed, 'system prompt and tool definitions', 'tokens');
  const warmPrefix = (workflow.warmPrefixPct / 100) * fixed;
  record: steps?.step('kept', 'w * fixed', warmPrefix, 'of them, left in the cache by another task', 'tokens');
  const firstPrompt = fixed + workflow.retrievedContextTokens;
  record: steps?.step('B', 'fixed + R', firstPrompt, 'the prompt of the first call', 'tokens');
  const calls = N + h * K + fruitless + handoffs;
  record: steps?.step('n', 'N + h * K + l + H', calls, 'calls actually made', 'calls');
  const toolResults = K * (1 + h) + fruitless;
  record: steps?.step('k', 'K * (1 + h) + l', toolResults, 'tool results actually appended', 'results');
  // A single call has no growth; with less than one call the quotient would be far too large.
  const perCall = calls > 1 ? toolResults / calls : 0;
  record: steps?.step('q', calls > 1 ? 'k / n' : '0', perCall, 'tool results that follow a call', 'results');
  const growth = outputTokensPerCall + workflow.userTokensPerCall + perCall * toolResultTokens;
  record: steps?.step('g', 'O + U + q * X', growth, 'growth of the prompt from call to call', 'tokens');
  const taskCalls = spreadCalls(calls, workflow.callDispersion, callSpreads[kind], steps);

  const prompts: Prompts = { firstPrompt, growth };
  const input = meanInput(taskCalls, prompts);
  record: if (steps) {
    const inputs = taskCalls.map((made) => promptsOf(made, prompts));
    steps.step('ti', promptsFormula('ni'), inputs, 'prompts of all calls of these tasks', 'tokens');
  }
  record: steps?.step('IN', 'mean(ti)', input, 'input of all calls', 'tokens');
  const output = calls * outputTokensPerCall;
  record: steps?.step('OUT', 'n * O', output, 'output of all calls', 'tokens');
  const peak = firstPrompt + growth * Math.max(0, calls - 1);
  record: steps?.step('CTX', 'B + g * max(0, n - 1)', peak, 'the largest prompt of a task of n calls', 'tokens');
  return {
    calls,
    taskCalls,
    handoffs,
    firstPrompt,
    sharedPrefix: fixed,
    warmPrefix,
    growth,
    input,
    outputPerCall: outputTokensPerCall,
    output,
    peak,
    searches: searchesMade(workflow, h, fruitless, steps),
    cuts: [],
  };
}

/**
 * Web searches are tool calls: a share h of them is invalid and repeated, and the fruitless tool calls in loops contain
 * the same share of searches as the others. With fewer than one tool call that share would be meaningless.
 */
function searchesMade(
  { searchesPerTask, toolCallsPerTask }: Workflow,
  h: number,
  fruitless: number,
  steps?: Steps,
): number {
  const share = Math.min(1, searchesPerTask / Math.max(1, toolCallsPerTask));
  const searches = searchesPerTask * (1 + h) + fruitless * share;
  record: if (steps) {
    const what = 'web searches actually made: invalid ones repeated, plus their share of the calls in loops';
    steps.step('j', 'J * (1 + h) + l * min(1, J / max(1, K))', searches, what, 'searches');
  }
  return searches;
}

function meanInput(taskCalls: readonly number[], prompts: Prompts): number {
  let sum = 0;
  for (const calls of taskCalls) sum += promptsOf(calls, prompts);
  return sum / taskCalls.length;
}
