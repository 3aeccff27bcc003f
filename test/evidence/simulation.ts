/**
 * Estimates compared with tasks simulated call by call, on every model with a long-context threshold: calls drawn from
 * the same spread (fractions as chances of one more call), and from a negative binomial with their mean and variance.
 */
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { runCost } from '../../runtime/core/model/cost.ts';
import { type Growth, legOf } from '../../runtime/core/model/leg.ts';
import type { Shape } from '../../runtime/core/model/shape.ts';
import { meanOf } from '../../runtime/core/model/walk.ts';
import { workOf } from '../../runtime/core/model/work.ts';
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

/** How an estimate spreads calls that vary so much, compared with the plain formula and with simulated tasks; percent. */
export interface Spread {
  dispersion: number;
  /** Input above n * B + g * (n * n * (1 + d) - n) / 2, of all presets that grow evenly without compactions: the furthest. */
  inputPct: number;
  /** Dollars above tasks simulated call by call with the same spread, which compact and go cold: the furthest. */
  sameSpreadPct: number;
  /** Dollars above tasks with calls from a negative binomial, never compacted; and compacted, the further of two. */
  negativeBinomialPct: number;
  compactedPct: number;
}

const dispersions = [0.1, 0.25, 0.5, 1, 2, 4.5, 10, 25];
const compacting: Partial<Workflow> = { compactAtTokens: 60_000, compactedToTokens: 20_000, coldCallsPct: 5 };

/** Of coding, of coding that compacts its transcript with one call in twenty cold, and of sessions, on one model. */
export const spreads = (catalog: Catalog, modelId: string): Spread[] =>
  dispersions.map((callDispersion) => {
    const on = catalog.models.find(({ id }) => id === modelId) as CatalogModel;
    const of = (presetId: PresetId, more: Partial<Workflow>) =>
      simulate(catalog, presetId, on, { ...more, callDispersion });
    const plain = of('coding', {});
    const compacted = [of('coding', compacting), of('session', {})];
    const inputs = presetIds.flatMap((presetId) =>
      [3, 12, 40, 300].map((modelCallsPerTask) => inputPct(catalog, presetId, { modelCallsPerTask, callDispersion })),
    );
    return {
      dispersion: callDispersion,
      inputPct: furthest(inputs),
      sameSpreadPct: furthest([plain, ...compacted].map((one) => one.sameSpreadPct)),
      negativeBinomialPct: plain.negativeBinomialPct ?? 0,
      compactedPct: furthest(compacted.map((one) => one.negativeBinomialPct ?? 0)),
    };
  });

const furthest = (values: readonly number[]): number =>
  values.reduce((far, value) => (Math.abs(value) > Math.abs(far) ? value : far), 0);

/** The input of a preset's tasks above that of the plain formula, in percent. */
function inputPct(catalog: Catalog, presetId: PresetId, more: Partial<Workflow>): number {
  const preset = catalog.preset(presetId);
  const { shape } = workOf(preset, { ...preset.workflow, compactAtTokens: null, ...more });
  // How prompts grow is another matter.
  const first = legOf(shape.first.start, [{ calls: Number.POSITIVE_INFINITY, growth: shape.growth }], null);
  const n = shape.calls;
  const squares = n * n * (1 + (more.callDispersion ?? 0));
  return (
    100 *
    (meanOf({ ...shape, first, means: [] }).prompts / (n * shape.first.start + (shape.growth * (squares - n)) / 2) - 1)
  );
}

/** @param more fields of the preset's workflow that are other ones; with a dispersion, calls are drawn with all of it */
function simulate(catalog: Catalog, presetId: PresetId, model: CatalogModel, more: Partial<Workflow> = {}) {
  const preset = catalog.preset(presetId);
  // The oracle writes at the usual price and finds nothing of another task.
  const own = { handoffs: 0, promptCaching: true, cacheTtl: '5m' as const, warmPrefixPct: 0 };
  const workflow = { ...preset.workflow, ...own, ...more };
  const { shape } = workOf(preset, workflow);
  const estimated = runCost(shape, model, workflow).usd;
  const made = oracleModel(model);
  const usd = new Map<number, number>();
  const exactly = (calls: number): number => {
    const known = usd.get(calls) ?? taskUsd(shape, workflow, made, calls);
    usd.set(calls, known);
    return known;
  };
  // Long tasks are simulated at some lengths, and those between lie on a line.
  const of = (calls: number): number => {
    if (calls <= 100) return exactly(calls);
    const step = 2 ** Math.max(0, Math.floor(Math.log2(calls / 12)));
    const low = Math.floor(calls / step) * step;
    return low === calls ? exactly(low) : exactly(low) + ((calls - low) / step) * (exactly(low + step) - exactly(low));
  };
  let same = 0;
  shape.tasks.calls.forEach((n, i) => {
    const whole = Math.floor(n);
    const share = (shape.tasks.shares?.[i] ?? 1) / shape.tasks.calls.length;
    same += share * ((1 - (n - whole)) * exactly(whole) + (n - whole) * exactly(whole + 1));
  });
  const sameSpreadPct = 100 * (estimated / same - 1);

  // Every task makes at least one call: only the others are drawn.
  const mean = shape.calls - 1;
  const variance =
    more.callDispersion === undefined
      ? shape.tasks.calls.reduce((sum, n) => sum + (n - shape.calls) ** 2, 0) / shape.tasks.calls.length
      : more.callDispersion * shape.calls * shape.calls;
  if (variance <= mean) return { sameSpreadPct, negativeBinomialPct: null };
  let drawn = 0;
  negativeBinomial(mean, variance).forEach((chance, beyond) => {
    if (chance > 1e-10) drawn += chance * of(1 + beyond);
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
function taskUsd(shape: Shape, workflow: Workflow, model: OracleModel, calls: number): number {
  const [early, later = early] = shape.first.grows as [Growth, Growth?];
  return oracleBill(
    {
      modelCalls: calls,
      toolCalls: calls,
      handoffs: 0,
      firstPrompt: shape.first.start,
      outputPerCall: shape.outputPerCall,
      toolResult: later.growth - shape.outputPerCall,
      earlyGrowth: early.growth,
      afterCompaction: (shape.later?.grows[0] ?? early).growth,
      userTokensPerCall: 0,
      retryPct: 0,
      loops: 0,
      hallucinatedPct: 0,
      caching: true,
      sharedPrefix: shape.sharedPrefix,
      warmPrefix: 0,
      searches: 0,
      coldShare: shape.coldShare,
      ...(workflow.compactAtTokens !== null && {
        compaction: {
          at: workflow.compactAtTokens,
          to: workflow.compactedToTokens ?? shape.first.start,
        },
      }),
    },
    model,
  ).costPerTask;
}

/** Probabilities of 0, 1, 2 ... in a negative binomial distribution with this mean and variance. */
function negativeBinomial(mean: number, variance: number): number[] {
  const p = mean / variance;
  const r = (mean * p) / (1 - p);
  const chances = [p ** r];
  // What is left beyond has less than a millionth of the variance.
  for (let k = 1; k < Math.max(2000, (40 * variance) / mean); k++)
    chances.push(((chances[k - 1] as number) * (k + r - 1) * (1 - p)) / k);
  return chances;
}
