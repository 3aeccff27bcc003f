/** The effect of reasoning effort on the dollars of a task: predicted for each model from the ladders of the others. */

import { priceRun } from '../../runtime/core/benchmarks/price-run.ts';
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { billFor } from '../../runtime/core/model/bill.ts';
import { shapeOf } from '../../runtime/core/model/shape.ts';
import { meanOf } from '../../runtime/core/model/walk.ts';
import { workOf } from '../../runtime/core/model/work.ts';
import type { MeasuredRun } from '../../runtime/core/schemas/data-files/measured-file.ts';
import { type Workflow, withDefaults } from '../../runtime/core/schemas/request-fields.ts';
import { median } from '../../runtime/core/values/median.ts';

export interface EffortError {
  models: number;
  steps: number;
  /** Mean absolute natural logarithm of predicted over measured dollars of an attempt. */
  withLadder: number;
  withoutLadder: number;
}

/** A run with all fields that are needed. */
type Counted = MeasuredRun & { modelId: string; calls: number; inputTokens: number; outputTokens: number };

const isCounted = (run: MeasuredRun): run is Counted =>
  run.modelId !== null && run.effort !== null && !!run.calls && !!run.inputTokens && !!run.outputTokens;

/** Over every model run at `high` and at another effort on DeepSWE. */
export function effortError(catalog: Catalog): EffortError {
  const rows = catalog.measured.find(({ id }) => id === 'deepswe')?.rows.filter(isCounted) ?? [];
  const steps = rows.flatMap((run) => {
    const high = rows.find(({ modelId, effort }) => modelId === run.modelId && effort === 'high');
    const model = catalog.find(run.modelId);
    return high === undefined || high === run || model === undefined ? [] : [{ run, high, model }];
  });
  let [withLadder, withoutLadder] = [0, 0];
  for (const { run, high, model } of steps) {
    const others = steps.filter((step) => step.run.modelId !== run.modelId && step.run.effort === run.effort);
    const calls = median(others.map((step) => step.run.calls / step.high.calls));
    const output = median(others.map((step) => step.run.outputTokens / step.high.outputTokens));
    const usd = (counted: Counted): number => priceRun(counted, model, 0.9)?.usd ?? Number.NaN;
    const measured = usd(run) / usd(high);
    withLadder += Math.abs(Math.log(predicted(catalog, model, high, calls, output) / measured));
    withoutLadder += Math.abs(Math.log(measured));
  }
  return {
    models: new Set(steps.map(({ run }) => run.modelId)).size,
    steps: steps.length,
    withLadder: withLadder / steps.length,
    withoutLadder: withoutLadder / steps.length,
  };
}

/** Dollars of the work of `high` with `calls` and `output` times its calls and output, over those of `high`. */
function predicted(catalog: Catalog, model: CatalogModel, high: Counted, calls: number, output: number): number {
  const preset = catalog.preset('coding');
  const workflow = workflowOf(preset.workflow, high);
  const more = {
    ...workflow,
    modelCallsPerTask: workflow.modelCallsPerTask * calls,
    outputTokensPerCall: (workflow.outputTokensPerCall * output) / calls,
  };
  const usd = (one: Workflow): number => billFor(workOf(preset, one), model).costPerTask;
  return usd(more) / usd(workflow);
}

/** A workflow with the run's calls, input and output, and the preset's first prompt and spread. */
function workflowOf(preset: Workflow, { calls, inputTokens, outputTokens }: Counted): Workflow {
  const shape = withDefaults({
    ...preset,
    modelCallsPerTask: calls,
    outputTokensPerCall: outputTokens / calls,
    toolCallsPerTask: 0,
    toolResultTokens: 0,
    timeoutLoopsPerTask: 0,
    hallucinatedToolPct: 0,
    retryRatePct: 0,
    userTokensPerCall: 0,
  });
  // Input grows linearly with the tokens added per call.
  const [none, some] = [0, 1000].map(
    (user) => meanOf(shapeOf({ ...shape, userTokensPerCall: user }, 'coding')).prompts,
  );
  const perToken = ((some as number) - (none as number)) / 1000;
  return { ...shape, userTokensPerCall: Math.max(0, (inputTokens - (none as number)) / perToken) };
}
