/**
 * Estimates compared with tasks simulated call by call, on every model with a long-context threshold: calls drawn from
 * the same spread (fractions as chances of one more call), and from a negative binomial with their mean and variance.
 */
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { workOf } from '../../runtime/core/model/bill.ts';
import { runCost } from '../../runtime/core/model/cost.ts';
import type { TaskTokens } from '../../runtime/core/model/tokens.ts';
import { type PresetId, presetIds, type Workflow } from '../../runtime/core/schemas/request-fields.ts';
import { type OracleModel, oracleBill } from '../support/core/oracle.ts';

export interface Simulated {
  presetId: PresetId;
  modelId: string;
  /** How far the estimate is above the simulation, in percent; null: the calls spread too little to draw. */
  sameSpreadPct: number;
  negativeBinomialPct: number | null;
}

export const simulations = (catalog: Catalog): Simulated[] =>
  presetIds.flatMap((presetId) =>
    catalog.models
      .filter(({ thresholds }) => thresholds.length > 0)
      .map((model) => ({ presetId, modelId: model.id, ...simulate(catalog, presetId, model) })),
  );

function simulate(catalog: Catalog, presetId: PresetId, model: CatalogModel) {
  const preset = catalog.preset(presetId);
  // The oracle writes at the usual price and finds nothing of another task.
  const own = { handoffs: 0, promptCaching: true, cacheTtl: '5m' as const, warmPrefixPct: 0 };
  const workflow = { ...preset.workflow, ...own };
  const { tokens } = workOf(preset, workflow);
  const estimated = runCost(tokens, model, workflow).usd;
  const made = oracleModel(model);
  const usd = new Map<number, number>();
  const of = (calls: number): number => {
    const known = usd.get(calls) ?? taskUsd(tokens, workflow, made, calls);
    usd.set(calls, known);
    return known;
  };
  let same = 0;
  for (const n of tokens.taskCalls) {
    const whole = Math.floor(n);
    same += ((1 - (n - whole)) * of(whole) + (n - whole) * of(whole + 1)) / tokens.taskCalls.length;
  }
  const sameSpreadPct = 100 * (estimated / same - 1);

  // Every task makes at least one call: only the others are drawn.
  const mean = tokens.calls - 1;
  const variance = tokens.taskCalls.reduce((sum, n) => sum + (n - tokens.calls) ** 2, 0) / tokens.taskCalls.length;
  if (variance <= mean) return { sameSpreadPct, negativeBinomialPct: null };
  let drawn = 0;
  negativeBinomial(mean, variance).forEach((chance, beyond) => {
    if (chance > 1e-9) drawn += chance * of(1 + beyond);
  });
  return { sameSpreadPct, negativeBinomialPct: 100 * (estimated / drawn - 1) };
}

const oracleModel = ({ price, minPrefixTokens, hitEfficiency, ownOutputCached }: CatalogModel): OracleModel => ({
  bands: [{ ...price, above: 0 }, ...price.longContext],
  minPrefix: minPrefixTokens,
  hitEfficiency: hitEfficiency.value,
  ownOutputCached,
  searchFee: 0,
});

/** USD of a task with `calls` whole calls, without retries; handoffs are ordinary calls here. */
const taskUsd = (tokens: TaskTokens, workflow: Workflow, model: OracleModel, calls: number): number =>
  oracleBill(
    {
      modelCalls: calls,
      toolCalls: calls,
      handoffs: 0,
      firstPrompt: tokens.firstPrompt,
      outputPerCall: tokens.outputPerCall,
      toolResult: tokens.growth - tokens.outputPerCall,
      userTokensPerCall: 0,
      retryPct: 0,
      loops: 0,
      hallucinatedPct: 0,
      caching: true,
      sharedPrefix: tokens.sharedPrefix,
      warmPrefix: 0,
      searches: 0,
      coldShare: tokens.coldShare,
      ...(workflow.compactAtTokens !== null && {
        compaction: {
          at: workflow.compactAtTokens,
          to: workflow.compactedToTokens ?? tokens.firstPrompt,
        },
      }),
    },
    model,
  ).costPerTask;

/** Probabilities of 0, 1, 2 ... in a negative binomial distribution with this mean and variance. */
function negativeBinomial(mean: number, variance: number): number[] {
  const p = mean / variance;
  const r = (mean * p) / (1 - p);
  const chances = [p ** r];
  for (let k = 1; k < 2000; k++) chances.push(((chances[k - 1] as number) * (k + r - 1) * (1 - p)) / k);
  return chances;
}
