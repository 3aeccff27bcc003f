/** What a workflow sends and receives: an agent re-sends its growing transcript with every call. */

import type { PresetId, Workflow } from '../schemas/request-fields.ts';
import type { Steps } from '../values/steps.ts';
import { callsPerTimeoutLoop, compactionOutput } from './assumptions.ts';
import {
  compactionOf,
  largestPrompt,
  largestPromptFormula,
  legsOf,
  type Prompts,
  promptsOfTask,
  promptsOfTaskFormula,
  recordLegs,
} from './compaction.ts';
import { callSpreads, meanOverTasks, recordMean, spreadCalls } from './spread.ts';
import type { TaskPrompts } from './task-prompts.ts';

/** Tokens, calls and searches of one run of a task, before retries. All are means, so none need be whole. */
export interface TaskTokens extends TaskPrompts {
  /** n: model calls actually made. */
  calls: number;
  /** The share of the last of the tasks, where it is rare; 0: all are equally likely. */
  rareTasks: number;
  /** Compactions of the transcript; each is one call more, whose tokens are in `input` and `output`. */
  compactions: number;
  /** IN: input of all calls. */
  input: number;
  /** OUT: output of all calls. */
  output: number;
  /** CTX: the largest prompt of a task of `calls` calls, in tokens. */
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
  const spread = spreadCalls(calls, workflow.callDispersion, callSpreads[kind], steps);

  const prompts: Prompts = { firstPrompt, growth };
  const compaction = compactionOf(workflow, prompts, steps);
  record: if (steps && compaction) {
    recordLegs(
      steps,
      spread.calls.map((made) => legsOf(made, compaction)),
    );
  }
  const input = meanOverTasks(spread, (made) => promptsOfTask(made, prompts, compaction));
  record: if (steps) {
    const inputs = spread.calls.map((made) => promptsOfTask(made, prompts, compaction));
    steps.step('ti', promptsOfTaskFormula(compaction), inputs, 'prompts of all calls of these tasks', 'tokens');
    recordMean(steps, spread, ['ti', inputs], ['IN', input, 'input of all calls', 'tokens']);
  }
  const compactions = compaction === null ? 0 : meanOverTasks(spread, (made) => legsOf(made, compaction).compactions);
  record: if (steps && compaction) {
    const ofTasks = spread.calls.map((made) => legsOf(made, compaction).compactions);
    recordMean(steps, spread, ['compi', ofTasks], ['comps', compactions, 'compactions of a task', 'compactions']);
  }
  const output = calls * outputTokensPerCall + compactions * compactionOutput;
  const outputFormula = compaction === null ? 'n * O' : 'n * O + comps * Wc';
  record: steps?.step('OUT', outputFormula, output, 'output of all calls', 'tokens');
  const peak = largestPrompt(calls, prompts, compaction);
  const largest = largestPromptFormula(calls, compaction);
  record: steps?.step('CTX', largest, peak, 'the largest prompt of a task of n calls', 'tokens');
  return {
    calls,
    taskCalls: spread.calls,
    taskShares: spread.shares,
    rareTasks: spread.rare,
    handoffs,
    coldShare: workflow.coldCallsPct / 100,
    compaction,
    compactions,
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
