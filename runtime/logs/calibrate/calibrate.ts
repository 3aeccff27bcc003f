/** A workflow file from the runs of a log: the request for an estimate, and how its fields were fitted. */

import { resolveRequest } from '../../core/answers/resolved-request.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { costModelVersion } from '../../core/dataset/version.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { groupBy } from '../statistics.ts';
import { type Fit, fitWorkflow, workflowIn } from './fit-workflow.ts';
import { fittedToOf, heldOutErrors, oneInTenOf } from './holdout.ts';
import { kindOfWork, type LoggedRun, type LoggedRuns, leftOut } from './logged-runs.ts';
import { firstPrompt, hitShare, isHeldOut } from './workflow-numbers.ts';

export interface CalibrateOptions {
  /** null: the kind of work that the log shows. */
  preset: PresetId | null;
  /** Id of the model whose calls are used; null: the one with the most tokens. */
  model: string | null;
  /** Share of the tasks held out to test the fit; null: none. */
  holdout: number | null;
  /** Selects which tasks are held out. */
  seed: number;
}

type FitOptions = CalibrateOptions & { model: string; preset: PresetId };

/** What `agent-cost estimate calibrate` writes. `request` is what `POST /api/v1/estimate` takes. */
export type WorkflowFile = ReturnType<typeof calibrate>;
export type Calibration = WorkflowFile['calibration'];

/** The log has too little data to fit a workflow; the message says what is missing. */
export class TooLittle extends Error {}

/** With fewer tasks a note warns that the fit is uncertain. */
const fewTasks = 30;

/** @throws TooLittle */
export function calibrate(catalog: Catalog, logged: LoggedRuns, options: CalibrateOptions) {
  const shares = sharesOf(logged.runs);
  const model = options.model ?? shares[0]?.model;
  const runs = logged.runs.filter((run) => run.model === model);
  if (model === undefined || runs.length === 0) throw new TooLittle(nothingToFit(logged, options, shares));
  const preset = options.preset ?? kindOfWork(runs);
  const chosen = { ...options, model, preset };
  const fit = fitWorkflow(catalog, runs, preset, model);
  const notes = [...fit.notes];
  const fitted = fittedToOf(runs, (some) => oneInTenOf(catalog, fittedRequest(catalog, some, chosen)));
  const request: EstimateRequest = {
    ...requestOf(catalog, fit, runs, chosen, notes),
    ...(fitted && { fittedTo: fitted }),
  };
  const tasks = groupBy(runs, ({ task }) => task).size;
  const read = hitShare(fit.sums);
  const assumed = catalog.find(model)?.hitEfficiency.value ?? null;
  return {
    request,
    calibration: {
      datasetVersion: catalog.version,
      pricesAsOf: catalog.asOf,
      costModelVersion,
      log: {
        records: logged.records,
        /** The calls the workflow was fitted to, in `runs` tries at `tasks` tasks, in these days (UTC). */
        ...{ calls: fit.sums.calls, runs: runs.length, tasks, ...daysOf(runs) },
        /** Percent of the input tokens of all runs, by model. */
        models: shares,
      },
      fields: Object.fromEntries(fit.fields.map(({ field, ...rest }): [string, typeof rest] => [field, rest])),
      /** Fields that stay as the preset has them, with the reason. */
      left: Object.fromEntries(fit.left.map(({ field, why }): [string, string] => [field, why])),
      /** Share of resent tokens that were read from the cache, as recorded and as estimates of the model assume. */
      hitEfficiency: { recorded: fit.sums.warmRead > 0 ? Math.min(1, read) : null, assumed },
      notes: [...notes, ...notesOf(logged, tasks, model, shares)],
      /** Fitted to the other tasks, tested on those held out. */
      holdout: options.holdout === null ? null : heldOut(catalog, runs, chosen, options.holdout),
    },
  };
}

/**
 * The request of the fit. A logged host or service tier without a price, or an unknown model, is left out with a note.
 */
function requestOf(
  catalog: Catalog,
  fit: Fit,
  runs: readonly LoggedRun[],
  { preset, model: modelId }: FitOptions,
  notes: string[] = [],
): EstimateRequest {
  const all = { presetId: preset, modelId, ...hostOf(runs), ...workflowIn(fit) } as EstimateRequest;
  const { host: _, ...atProvider } = all;
  const { serviceTier: __, ...standard } = atProvider;
  const { modelId: ___, ...anyModel } = standard;
  for (const request of [all, atProvider, standard]) {
    const question = resolveRequest(catalog, request);
    if (!(question instanceof ApiError)) return request;
    notes.push(question.message);
  }
  return anyModel;
}

/** The request fitted to some runs, whose range owes nothing to others of them. */
const fittedRequest = (catalog: Catalog, runs: readonly LoggedRun[], options: FitOptions): EstimateRequest =>
  requestOf(catalog, fitWorkflow(catalog, runs, options.preset, options.model), runs, options);

/** The host of all runs, where the log names one and no other. */
function hostOf(runs: readonly LoggedRun[]): Pick<EstimateRequest, 'host'> {
  const hosts = new Set(runs.map(({ host }) => host));
  const [host] = hosts;
  return hosts.size === 1 && host ? { host } : {};
}

function heldOut(catalog: Catalog, runs: readonly LoggedRun[], options: FitOptions, share: number) {
  const { seed, preset, model } = options;
  const [asked, kept] = [true, false].map((held) => runs.filter(({ task }) => isHeldOut(task, share, seed) === held));
  if (asked === undefined || kept === undefined || asked.length === 0 || kept.length === 0) {
    throw new TooLittle(`--holdout ${share} leaves one side of ${runs.length} tasks empty: more tasks are needed.`);
  }
  const fit = fitWorkflow(catalog, kept, preset, model);
  const { calls, output, runs: count } = fit.sums;
  const naive = { calls: calls / count, firstPrompt: firstPrompt(fit.sums), output: output / count };
  const tasksIn = (some: readonly LoggedRun[]) => groupBy(some, ({ task }) => task).size;
  return {
    share,
    seed,
    fittedTo: tasksIn(kept),
    heldOut: tasksIn(asked),
    ...heldOutErrors(catalog, requestOf(catalog, fit, kept, options), naive, asked),
  };
}

/** The models by their input tokens, most first; equals by name. */
function sharesOf(runs: readonly LoggedRun[]): { model: string; inputPct: number }[] {
  const total = runs.reduce((sum, { input }) => sum + input, 0);
  return [...groupBy(runs, ({ model }) => model)]
    .map(([model, own]) => ({ model, input: own.reduce((sum, { input }) => sum + input, 0) }))
    .sort((a, b) => b.input - a.input || (a.model < b.model ? -1 : 1))
    .map(({ model, input }) => ({ model, inputPct: total === 0 ? 0 : Math.round((1000 * input) / total) / 10 }));
}

function daysOf(runs: readonly LoggedRun[]): { from: string | null; until: string | null } {
  const days = runs.flatMap(({ at }) => (at === null ? [] : [new Date(at).toISOString().slice(0, 10)])).sort();
  return { from: days[0] ?? null, until: days.at(-1) ?? null };
}

function nothingToFit(
  { ungrouped, summed }: LoggedRuns,
  { model }: CalibrateOptions,
  shares: { model: string }[],
): string {
  if (model !== null && shares.length > 0) {
    return `--model: the log has no calls of ${model}. Models in it: ${shares.map((one) => one.model).join(', ')}.`;
  }
  if (summed > 0) return 'Each row of this log sums up several calls; a workflow needs individual calls.';
  if (ungrouped > 0)
    return `None of the ${ungrouped} calls has a session or a task; a workflow needs to know which calls belong together.`;
  return 'The log has no calls to fit a workflow to.';
}

function notesOf(
  logged: LoggedRuns,
  tasks: number,
  model: string,
  shares: readonly { model: string; inputPct: number }[],
): string[] {
  const others = shares.filter((one) => one.model !== model);
  return [
    ...(tasks < fewTasks
      ? [
          `Only ${tasks} ${tasks === 1 ? 'task' : 'tasks'}: means of fewer than ${fewTasks} tasks are uncertain, and their spread even more so.`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `Only the calls of ${model} are included. Other models in the log, in percent of its input tokens: ${others
            .slice(0, 5)
            .map((one) => `${one.model} ${one.inputPct} %`)
            .join(', ')}; --model fits one of them.`,
        ]
      : []),
    ...leftOut(logged),
  ];
}
