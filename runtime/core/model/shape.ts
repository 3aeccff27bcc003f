/** The shape of the work: how many calls a task makes, where its prompts begin, and what each call adds to the next. */

import { type ToolUnit, toolUnits } from '../schemas/billable-units.ts';
import { firstPromptOf, type PresetId, type Workflow } from '../schemas/request-fields.ts';
import { callsPerTimeoutLoop, earlyGrowth, mostOfWindow } from './assumptions.ts';
import { type Growth, type Leg, legOf, promptAt, type Takes } from './leg.ts';
import { callSpreads, type SpreadTasks, spreadCalls } from './spread.ts';
import type { Used } from './used.ts';

/** One run of a task, before retries. Counts are means, so none need be whole. */
export interface Shape {
  /** Model calls actually made, without those that compact the transcript. */
  calls: number;
  /** The tasks that stand for all of them: their calls, with `calls` as their mean. */
  tasks: SpreadTasks;
  /** The calls before the first compaction, and those after each; null: the transcript is never compacted. */
  first: Leg;
  later: Leg | null;
  /** Tokens that a call adds to the next prompt, but for the first ones of sessions. */
  growth: number;
  outputPerCall: number;
  /** Tokens of system prompt and tool definitions, and of them those that another task left in the cache. */
  sharedPrefix: number;
  warmPrefix: number;
  /** Calls that find a cold cache because another agent took over. */
  handoffs: number;
  /** Of the calls that follow another one, neither a handoff nor a compaction, the share that finds a cold cache. */
  coldShare: number;
  /** Whether the calls that compact are billed: no log records them. */
  billsCompactions: boolean;
  /** Uses of each tool that has a fee, in the order of `taskTools`. */
  uses: readonly number[];
  /** The mean of all tasks by price band, for each way to take prompts, on first use; a changed copy needs its own list. */
  means: { takes: Takes; bands: readonly Used[] }[];
}

type TaskTool = Extract<ToolUnit, { perTask: unknown }>;

/** The tools with a fee whose uses a workflow states, each in the field `perTask`. */
export const taskTools = toolUnits.filter((unit): unit is TaskTool => 'perTask' in unit);

/** The prompt at which a model's transcript is compacted: never above 95 % of its window. null: never compacted. */
export const compactAtOn = (
  { compactAtTokens }: Pick<Workflow, 'compactAtTokens'>,
  contextWindow: number,
): number | null => (compactAtTokens === null ? null : Math.min(compactAtTokens, mostOfWindow * contextWindow));

/** The shape of a workflow of a kind of work, on a model whose window is large enough. */
export function shapeOf(workflow: Workflow, kind: PresetId): Shape {
  const { modelCallsPerTask, toolCallsPerTask, handoffs, toolResultTokens, outputTokensPerCall } = workflow;
  const invalid = workflow.hallucinatedToolPct / 100;
  const fruitless = workflow.timeoutLoopsPerTask * callsPerTimeoutLoop;
  const calls = modelCallsPerTask + invalid * toolCallsPerTask + fruitless + handoffs;
  const toolResults = toolCallsPerTask * (1 + invalid) + fruitless;
  // A single call has no growth; with less than one call the quotient would be far too large.
  const perCall = calls > 1 ? toolResults / calls : 0;
  const growth = outputTokensPerCall + workflow.userTokensPerCall + perCall * toolResultTokens;
  const sharedPrefix = workflow.systemPromptTokens + workflow.toolSchemaTokens;
  const start = firstPromptOf(workflow);
  const { compactAtTokens: at } = workflow;
  const compactAt = at === null || growth <= 0 || at <= start ? null : at;
  // A compaction shortens neither the system prompt nor the tools.
  const after = compactAt && Math.min(Math.max(workflow.compactedToTokens ?? start, sharedPrefix), compactAt);
  return {
    calls,
    tasks: spreadCalls(calls, workflow.callDispersion, callSpreads[kind]),
    first: legOf(start, growthsOf(growth, kind, earlyGrowth.times), compactAt),
    later: after === null ? null : legOf(after, growthsOf(growth, kind, earlyGrowth.afterCompaction), compactAt),
    growth,
    outputPerCall: outputTokensPerCall,
    sharedPrefix,
    warmPrefix: (workflow.warmPrefixPct / 100) * sharedPrefix,
    handoffs,
    coldShare: workflow.coldCallsPct / 100,
    billsCompactions: true,
    uses: taskTools.map(({ perTask }) => usesOf(workflow[perTask], toolCallsPerTask, invalid, fruitless)),
    means: [],
  };
}

/** How prompts of a kind of work grow, of which a call adds `growth` tokens: in sessions the first calls add `times` as much. */
const growthsOf = (growth: number, kind: PresetId, times: number): Growth[] => {
  const later = { calls: Number.POSITIVE_INFINITY, growth };
  return kind === 'session' ? [{ calls: earlyGrowth.first, growth: times * growth }, later] : [later];
};

/**
 * Uses of a tool that has a fee are tool calls: a share of them is invalid and repeated, and the fruitless tool calls in
 * loops contain the same share of them as the others. With fewer than one tool call that share would be meaningless.
 */
const usesOf = (wanted: number, toolCalls: number, invalid: number, fruitless: number): number =>
  wanted * (1 + invalid) + fruitless * Math.min(1, wanted / Math.max(1, toolCalls));

/** Tokens of the largest prompt of a task of `calls` calls. */
export function largestPrompt({ first, later }: Pick<Shape, 'first' | 'later'>, calls: number): number {
  const last = (many: number) => Math.max(0, Math.ceil(many * (1 - 1e-9)) - 1);
  if (later === null || calls <= first.calls) return promptAt(first, last(calls));
  return Math.max(promptAt(first, first.calls - 1), promptAt(later, last(Math.min(later.calls, calls - first.calls))));
}

/** Tokens of the largest call of each task, the prompt and the answer to it: longer tasks have no smaller one. */
export const largestCalls = (shape: Shape): number[] =>
  shape.tasks.calls.map((calls) => largestPrompt(shape, calls) + shape.outputPerCall);

/** Tokens of the largest prompt of a task of mean length. */
export const peakOf = (shape: Shape): number => largestPrompt(shape, shape.calls);

/** Tokens of the first prompt that another task left in a cache: none where what tasks share is too short to be cached. */
export const warmPrefixFor = (
  { sharedPrefix, warmPrefix }: Pick<Shape, 'sharedPrefix' | 'warmPrefix'>,
  minPrefix: number,
): number => (sharedPrefix >= minPrefix ? warmPrefix : 0);

/** Tokens of the prompt after a compaction that the call before it left in the cache: system prompt and tools. */
export function keptPrefixFor(
  { sharedPrefix, later }: Pick<Shape, 'sharedPrefix' | 'later'>,
  minPrefix: number,
): number {
  const kept = later === null ? 0 : Math.min(sharedPrefix, later.start);
  return kept >= minPrefix ? kept : 0;
}

/** Uses of a tool in a task, such as web searches actually made. */
export const usesOfTool = ({ uses }: Pick<Shape, 'uses'>, part: TaskTool['part']): number =>
  uses[taskTools.findIndex((tool) => tool.part === part)] as number;
