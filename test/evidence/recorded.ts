/** Recorded agent runs, and what the cost model says of a task of their shape. */
import type { PresetId, Workflow } from '../../runtime/core/dataset/request-fields.ts';
import { type PromptBand, promptBands } from '../../runtime/core/model/prompt-bands.ts';
import { type TaskTokens, tokensPerTask } from '../../runtime/core/model/tokens.ts';
import { nothing } from '../support/core/made-up.ts';
import { numberIn, numberOrNull, readRows } from './read-evidence.ts';

interface RunPrices {
  input: number;
  output: number;
  cachedInput: number;
  cacheWrite: number;
}

/** One task by one model. `tokens` and `bands` are the cost model's, of a task of the run's shape. */
export interface Run {
  group: number;
  /** 0 to 4, by a hash of the task: runs of one task are in one fold. */
  fold: number;
  model: string;
  kind: PresetId;
  /** USD per 1M tokens when it ran; null: the run states no cost. */
  prices: RunPrices | null;
  calls: number;
  toolCalls: number;
  firstPrompt: number;
  lastPrompt: number;
  input: number;
  output: number;
  /** What was billed; null: not recorded. */
  usd: number | null;
  tokens: TaskTokens;
  /** All of the prompts, with nothing in the cache before the first call. */
  band: PromptBand;
}

/** A run that was billed. */
export type BilledRun = Run & { prices: RunPrices; usd: number };

export function recordedRuns(): Run[] {
  const groups = new Map(readRows('recorded-groups.csv').map((row) => [row.group, row]));
  return readRows('recorded-runs.csv').map((row) => {
    const group = groups.get(row.group);
    if (group === undefined) throw new Error(`no group ${row.group}`);
    const calls = numberIn(row, 'calls');
    const shape = {
      calls,
      toolCalls: numberOrNull(row, 'toolCalls') ?? calls,
      firstPrompt: numberIn(row, 'firstPrompt'),
      lastPrompt: numberIn(row, 'lastPrompt'),
      output: numberIn(row, 'output'),
    };
    const kind = group.kind as PresetId;
    const tokens = tokensPerTask(workflowOf(shape), kind);
    return {
      ...shape,
      group: numberIn(row, 'group'),
      fold: numberIn(row, 'fold'),
      model: group.model ?? '',
      kind,
      prices:
        group.inputPrice === ''
          ? null
          : {
              input: numberIn(group, 'inputPrice'),
              output: numberIn(group, 'outputPrice'),
              cachedInput: numberIn(group, 'cachedPrice'),
              cacheWrite: numberIn(group, 'writePrice'),
            },
      input: numberIn(row, 'input'),
      usd: numberOrNull(row, 'usd'),
      tokens,
      band: promptBands(tokens, 0, [])[0] as PromptBand,
    };
  });
}

export const isBilled = (run: Run): run is BilledRun => run.prices !== null && run.usd !== null;

type Shape = Pick<Run, 'calls' | 'toolCalls' | 'firstPrompt' | 'lastPrompt' | 'output'>;

/**
 * The workflow of a run: of a run goes in its calls, tool calls, first prompt, output, and the mean growth of the prompt,
 * (last prompt - first prompt)/(calls - 1).
 */
export function workflowOf({ calls, toolCalls, firstPrompt, lastPrompt, output }: Shape): Workflow {
  const outputPerCall = output / calls;
  const growth = calls > 1 ? (lastPrompt - firstPrompt) / (calls - 1) : outputPerCall;
  // What the transcript grew by beyond the output came from tools, or from the user where no tool was called. In 8 runs
  // it grew by less than the output, for reasoning is not sent again; no workflow can say that, so there it is 0.
  const rest = Math.max(0, growth - outputPerCall);
  return {
    ...nothing,
    modelCallsPerTask: calls,
    toolCallsPerTask: toolCalls,
    systemPromptTokens: firstPrompt,
    outputTokensPerCall: outputPerCall,
    toolResultTokens: toolCalls > 0 ? (rest * calls) / toolCalls : 0,
    userTokensPerCall: toolCalls > 0 ? 0 : rest,
  };
}

/** Anthropic gives the discount only to those who ask, and these runs did not; the others give it unasked. */
export const wasCached = ({ model }: Pick<Run, 'model'>): boolean => !model.includes('claude');

/** Every call sends the first prompt and nothing else: the usual estimate. */
export const naiveInput = ({ calls, firstPrompt }: Run): number => calls * firstPrompt;

/** Mean of the absolute relative errors, in percent. */
export function percentOff(pairs: readonly (readonly [predicted: number, real: number])[]): number {
  let sum = 0;
  for (const [predicted, real] of pairs) sum += Math.abs(predicted / real - 1);
  return (100 * sum) / pairs.length;
}
