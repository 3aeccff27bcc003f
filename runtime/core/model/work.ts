/** What can be computed for a workflow without knowing the model, and what a model makes of it. */

import type { CatalogModel } from '../dataset/catalog.ts';
import { faults } from '../schemas/answer-words.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { FittedTo } from '../schemas/estimate-request-schema.ts';
import type { Workflow, WorkflowField } from '../schemas/request-fields.ts';
import type { EffortStep } from '../schemas/workflow-schemas.ts';
import { lazily } from '../values/memoize.ts';
import { compactAtOn, largestCalls, type Shape, shapeOf, taskTools } from './shape.ts';

export interface Work {
  preset: Preset;
  workflow: Workflow;
  /** The fields that the caller stated, be it with the preset's value. */
  given: ReadonlySet<WorkflowField>;
  /** The caller's own runs that it was fitted to; null: to none. */
  fittedTo: FittedTo | null;
  /** r + r^2: what retries add to the dollars of tokens. */
  retryShare: number;
  /** Share of tasks whose result is worthless. */
  failureShare: number;
  /** With every fault. */
  shape: Shape;
  /** Tokens of the largest call of each task, as `largestCalls` has them. */
  largestCalls: () => readonly number[];
  /** The work as models do it, each way once, computed on first use; null: every model does the same. */
  onModels: WorkOnModel[] | null;
}

/** How a model does the work: at which effort, and where it compacts the transcript. */
interface WorkOnModel {
  callsMultiplier: number | undefined;
  outputMultiplier: number | undefined;
  compactAt: number | null;
  work: Work;
}

const nothing: ReadonlySet<WorkflowField> = new Set();

/**
 * The work as asked; `workOn` is what a model makes of it.
 * @param given the fields that the caller stated; where only bills are wanted it does not matter
 */
export function workOf(preset: Preset, workflow: Workflow, given = nothing, fittedTo: FittedTo | null = null): Work {
  const shape = shapeOf(workflow, preset.id);
  return {
    preset,
    workflow,
    given,
    fittedTo,
    retryShare: retryShare(workflow),
    failureShare: workflow.taskFailureRatePct / 100,
    shape,
    largestCalls: lazily(() => largestCalls(shape)),
    onModels: isSameOnAll(workflow) ? null : [],
  };
}

/** The work that a request describes. */
export const workFor = (asked: Pick<Work, 'preset' | 'workflow' | 'given' | 'fittedTo'>): Work =>
  workOf(asked.preset, asked.workflow, asked.given, asked.fittedTo);

/** A client library retries a failed call at most twice, so a share r of failures costs r + r^2 more. */
const retryShare = ({ retryRatePct }: Workflow): number => {
  const share = retryRatePct / 100;
  return share + share * share;
};

/** The workflow with its first `on` faults only. */
export function withFaults(workflow: Workflow, on: number): Workflow {
  const fewer = { ...workflow };
  for (const { field } of faults.slice(on)) fewer[field] = 0;
  return fewer;
}

/** The effect of the requested effort on a model; null: none is requested, or the model does not reason. */
export function effortOn(
  { workflow: { reasoningEffort } }: Pick<Work, 'workflow'>,
  { id, efforts, facts }: CatalogModel,
): EffortStep | null {
  if (reasoningEffort === null || facts.reasoning === false) return null;
  const step = efforts[reasoningEffort];
  if (step === undefined) throw new Error(`no effort ladder defines effort ${reasoningEffort} for ${id}`);
  return step;
}

/** Whether all models do the same work: no effort is asked for, and no compaction, which depends on the window. */
const isSameOnAll = ({ reasoningEffort, compactAtTokens }: Workflow): boolean =>
  reasoningEffort === null && compactAtTokens === null;

/** The workflow as a model does it: at the requested effort, and compacted before its window is full. */
export function workflowOn(workflow: Workflow, model: CatalogModel): Workflow {
  if (isSameOnAll(workflow)) return workflow;
  const step = effortOn({ workflow }, model);
  const at = step === null ? workflow : workflowAt(workflow, step);
  return { ...at, compactAtTokens: compactAtOn(workflow, model.facts.contextWindow) };
}

/**
 * The work as a model does it: at the requested effort it makes more or fewer calls, and writes more or less; with a
 * smaller window it compacts its transcript earlier.
 */
export function workOn(work: Work, model: CatalogModel): Work {
  if (work.onModels === null) return work;
  const step = effortOn(work, model);
  const callsMultiplier = step?.callsMultiplier;
  const outputMultiplier = step?.outputMultiplier;
  const compactAt = compactAtOn(work.workflow, model.facts.contextWindow);
  if (step === null && compactAt === work.workflow.compactAtTokens) return work;
  // There are few ways to do it: a search is faster than a key of three numbers.
  for (const way of work.onModels) {
    if (
      way.compactAt === compactAt &&
      way.callsMultiplier === callsMultiplier &&
      way.outputMultiplier === outputMultiplier
    ) {
      return way.work;
    }
  }
  const { preset, workflow, given, fittedTo } = work;
  // The workflow stays as the caller requested it, and the effort is not applied twice.
  const own = { ...workOf(preset, workflowOn(workflow, model), given, fittedTo), workflow, onModels: null };
  work.onModels.push({ callsMultiplier, outputMultiplier, compactAt, work: own });
  return own;
}

/** Effort multiplies calls, tools and searches alike; output per call changes by the output multiplier over the calls multiplier. */
const workflowAt = (workflow: Workflow, { callsMultiplier, outputMultiplier }: EffortStep): Workflow => ({
  ...workflow,
  modelCallsPerTask: workflow.modelCallsPerTask * callsMultiplier,
  toolCallsPerTask: workflow.toolCallsPerTask * callsMultiplier,
  ...Object.fromEntries(taskTools.map(({ perTask }) => [perTask, workflow[perTask] * callsMultiplier])),
  outputTokensPerCall: (workflow.outputTokensPerCall * outputMultiplier) / callsMultiplier,
});
