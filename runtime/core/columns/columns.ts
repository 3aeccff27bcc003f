/**
 * What one run of a task costs on every model at once, without an object per model. The plain version is `runCost`; the
 * columns hold the same bits. Prompts are cut into bands once for all models that cut them the same way.
 */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { PricedModels } from '../dataset/terms.ts';
import { type Work, workOn } from '../model/bill.ts';
import { priceBands, type RunUsd, searchUsd } from '../model/cost.ts';
import { bandsFor } from '../model/prompt-bands.ts';
import type { TaskTokens } from '../model/tokens.ts';
import { faults } from '../model/waste.ts';
import { tiers } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';

/** What differs between models, in the order of the catalog. */
export interface PriceColumns {
  models: readonly CatalogModel[];
  window: Float64Array;
  /** Index in `tiers`. */
  tier: Uint8Array;
  /** 1: the fee for web searches is known, 0: it is not. */
  knowsFee: Uint8Array;
  /** Buffers for a run at each fault step and one more figure, overwritten for every question. */
  scratch: { runs: readonly RunColumns[]; perSuccess: Float64Array };
}

/** The columns of a market, created on first use. */
export const columnsOf = memoize(priceColumns);

function priceColumns({ models }: Pick<PricedModels, 'models'>): PriceColumns {
  return {
    models,
    window: Float64Array.from(models, ({ facts }) => facts.contextWindow),
    tier: Uint8Array.from(models, ({ facts }) => tiers.indexOf(facts.tier)),
    knowsFee: Uint8Array.from(models, ({ webSearchPer1000 }) => Number(webSearchPer1000 !== null)),
    scratch: {
      runs: Array.from({ length: faults.length + 1 }, () => runColumns(models.length)),
      perSuccess: new Float64Array(models.length),
    },
  };
}

/** A run on every model, with the figures of RunCost. */
export interface RunColumns {
  /** The tokens it was computed from; null: not filled yet. */
  of: TaskTokens | null;
  /** The largest prompt, in tokens. */
  peak: Float64Array;
  freshUsd: Float64Array;
  readsUsd: Float64Array;
  outputUsd: Float64Array;
  searchUsd: Float64Array;
}

const runColumns = (count: number): RunColumns => ({
  of: null,
  peak: new Float64Array(count),
  freshUsd: new Float64Array(count),
  readsUsd: new Float64Array(count),
  outputUsd: new Float64Array(count),
  searchUsd: new Float64Array(count),
});

/** USD of the tokens of the run on the model at `i`, added up as `runCost` does. */
export const tokensUsdOf = ({ freshUsd, readsUsd, outputUsd }: RunColumns, i: number): number =>
  (freshUsd[i] as number) + (readsUsd[i] as number) + (outputUsd[i] as number);

/** Reused for every model: only its numbers change. */
const one: RunUsd = { reads: 0, freshUsd: 0, readsUsd: 0, outputUsd: 0 };

/**
 * Fills `run` with the cost of the work on every model, with the faults of one step. The last work is remembered: the
 * build requests the same one once per model, which would otherwise take quadratic time.
 */
export function costOnAll(columns: PriceColumns, work: Work, step: number, run: RunColumns): void {
  const asked = work.faultSteps[step] as TaskTokens;
  if (run.of === asked) return;
  run.of = asked;
  const { models } = columns;
  const { freshUsd, readsUsd, outputUsd, peak } = run;
  for (let i = 0; i < models.length; i++) {
    const model = models[i] as CatalogModel;
    const tokens = work.atEffort === null ? asked : (workOn(work, model).faultSteps[step] as TaskTokens);
    priceBands(bandsFor(tokens, model), tokens, model, work.workflow, one);
    freshUsd[i] = one.freshUsd;
    readsUsd[i] = one.readsUsd;
    outputUsd[i] = one.outputUsd;
    peak[i] = tokens.peak;
    run.searchUsd[i] = searchUsd(tokens, model.webSearchPer1000);
  }
}
