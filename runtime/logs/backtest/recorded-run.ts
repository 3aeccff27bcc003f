/** A recorded agent run, and the cost model's tokens for a task of its shape. */

import type { PriceBand } from '../../core/dataset/price-on-day.ts';
import { type PromptBand, promptBands } from '../../core/model/prompt-bands.ts';
import { type TaskTokens, tokensPerTask } from '../../core/model/tokens.ts';
import { noWork, type PresetId, type Workflow } from '../../core/schemas/request-fields.ts';

/** The facts of a run that go into the cost model. */
export interface RunShape {
  calls: number;
  /** Equal to `calls` if tools were called but not counted; 0: none. */
  toolCalls: number;
  /** Tokens of the first and of the last prompt. */
  firstPrompt: number;
  lastPrompt: number;
  /** Output tokens of all calls. */
  output: number;
}

/** USD per 1M tokens. */
export type RunPrices = Pick<PriceBand, 'input' | 'output' | 'cachedInput' | 'cacheWrite'>;

/** The terms a run was billed on. */
export interface RunTerms {
  /** One price for each band of prompt lengths. */
  prices: readonly RunPrices[];
  /** The prompt lengths above which the next price applies. */
  thresholds: readonly number[];
  /** The shortest prefix that is cached, in tokens; 0: no minimum. */
  minPrefix: number;
  /** Whether cached tokens were discounted. */
  cached: boolean;
}

/** The recorded facts of a run. */
export interface Recorded extends RunShape {
  /** Runs of one agent on one model. */
  group: string;
  /** Runs that share cache numbers: those of one model, on any host and day. */
  family: string;
  model: string;
  kind: PresetId;
  /** 0 to 4, by a hash of the task: runs of one task are in one fold. */
  fold: number;
  /** Input tokens of all calls. */
  input: number;
  /** Billed USD of the tokens; null: not known. */
  usd: number | null;
  /** null: no prices are known. */
  terms: RunTerms | null;
}

/** With the cost model's `tokens` and `bands` for a task of this shape with a cold cache. */
export interface RecordedRun extends Recorded {
  tokens: TaskTokens;
  /** By price. */
  bands: readonly PromptBand[];
}

/** A run that was billed. */
export type BilledRun = RecordedRun & { terms: RunTerms; usd: number };

export function withTokens(recorded: Recorded): RecordedRun {
  const tokens = tokensPerTask(workflowOf(recorded), recorded.kind);
  const { minPrefix, thresholds } = recorded.terms ?? { minPrefix: 0, thresholds: [] };
  return { ...recorded, tokens, bands: promptBands(tokens, minPrefix, thresholds) };
}

export const isBilled = (run: RecordedRun): run is BilledRun => run.terms !== null && run.usd !== null && run.usd > 0;

/**
 * The workflow of a run, from its calls, tool calls, first prompt, output, and the mean growth of the prompt,
 * (last prompt - first prompt)/(calls - 1).
 */
export function workflowOf({ calls, toolCalls, firstPrompt, lastPrompt, output }: RunShape): Workflow {
  const outputPerCall = output / calls;
  const growth = calls > 1 ? (lastPrompt - firstPrompt) / (calls - 1) : outputPerCall;
  // Growth beyond the output came from tools, or from the user if no tool was called. The transcript grows by less than
  // the output if reasoning is not resent; a workflow cannot express that, so the rest is 0.
  const rest = Math.max(0, growth - outputPerCall);
  return {
    ...noWork,
    modelCallsPerTask: calls,
    toolCallsPerTask: toolCalls,
    systemPromptTokens: firstPrompt,
    outputTokensPerCall: outputPerCall,
    toolResultTokens: toolCalls > 0 ? (rest * calls) / toolCalls : 0,
    userTokensPerCall: toolCalls > 0 ? 0 : rest,
  };
}

/** Input tokens of the naive estimate: every call sends only the first prompt. */
export const naiveInput = ({ calls, firstPrompt }: Pick<RunShape, 'calls' | 'firstPrompt'>): number =>
  calls * firstPrompt;

/** USD of the naive estimate at the lowest input price, without a cache. */
export function naiveUsd({ terms: { prices }, ...run }: BilledRun): number {
  const { input, output } = prices[0] as RunPrices;
  return (naiveInput(run) * input + run.output * output) / 1e6;
}
