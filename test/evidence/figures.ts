/** Every figure of `npm run evidence`, computed from the data of this repository. */

import { boardsOf } from '../../runtime/core/benchmarks/facts.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import type { EvidenceFile } from '../../runtime/core/schemas/data-files/evidence-file.ts';
import { groupSums } from '../../runtime/logs/backtest/backtest.ts';
import {
  crossValidated,
  dollarsOf,
  groupLeftOut,
  type Predictions,
  unfitted,
} from '../../runtime/logs/backtest/cache-fit.ts';
import { type BilledRun, isBilled, naiveInput, naiveUsd } from '../../runtime/logs/backtest/recorded-runs.ts';
import { percentOff } from '../../runtime/logs/statistics.ts';
import { type EffortError, effortError } from './effort.ts';
import { escalateSigns, failurePairs } from './escalation.ts';
import { type GroupMeans, groupMeans } from './group-means.ts';
import { alone, type HeldOutRoutes, heldOutRoutes, withKin } from './held-out-routes.ts';
import { type OldPrices, routesAtOldPrices } from './old-prices.ts';
import { recordedRuns } from './read-evidence.ts';
import { type SessionFigures, sessionFigures } from './sessions.ts';
import { type Simulated, simulations } from './simulation.ts';

export interface DollarError {
  /** Mean absolute error of a run, in percent. */
  runsPct: number;
  /** Mean absolute error of the mean of a group of runs, in percent. */
  groupsPct: number;
}

export interface Figures {
  /** Interactive sessions, constants taken from other owners. */
  sessions: SessionFigures;
  /** Mean absolute error of the input tokens, in percent. */
  inputTokens: { runs: number; errorPct: number; naivePct: number };
  dollars: {
    runs: number;
    /** Calls times the first prompt at the input price. */
    naive: DollarError;
    /** A perfect cache, nothing fitted. */
    unfitted: DollarError;
    /** Hit efficiency, warm prefix and own output cached by model. */
    byModel: DollarError;
    /** The shipped form: hit efficiency and own output cached by model, the warm prefix by agent. */
    shipped: DollarError;
    /** All three by agent. */
    byGroup: DollarError;
    /** By model, fitted only on the other agents. */
    newAgent: DollarError;
  };
  groupMeans: GroupMeans;
  effort: EffortError;
  wrongOrder: { board: string; models: number; pairs: number; wrongOrderPct: number }[];
  routes: { boardLeftOut: HeldOutRoutes; benchmarkLeftOut: HeldOutRoutes };
  oldPrices: OldPrices;
  escalate: { pairs: number; right: number; independent: number };
  simulation: { estimates: number; sameSpread: Simulated; negativeBinomial: Simulated; beyondGoal: number };
}

export function figuresOf(catalog: Catalog): Figures {
  const runs = recordedRuns();
  const billed = runs.filter(isBilled);
  const simulated = simulations(catalog);
  const worst = (size: (one: Simulated) => number): Simulated =>
    simulated.reduce((worst, one) => (size(one) > size(worst) ? one : worst));
  const drawn = (one: Simulated): number => Math.abs(one.negativeBinomialPct ?? 0);
  return {
    sessions: sessionFigures(catalog),
    inputTokens: {
      runs: runs.length,
      errorPct: percentOff(runs.map(({ tokens, input }) => [tokens.input, input])),
      naivePct: percentOff(runs.map((run) => [naiveInput(run), run.input])),
    },
    dollars: {
      runs: billed.length,
      naive: errorOf(billed, naiveUsd),
      unfitted: errorOf(billed, (run) => dollarsOf(run, unfitted)),
      byModel: errorOf(billed, from(crossValidated(billed, 'all by model'))),
      shipped: errorOf(billed, from(crossValidated(billed, 'warm prefix by group'))),
      byGroup: errorOf(billed, from(crossValidated(billed, 'all by group'))),
      newAgent: errorOf(billed, from(groupLeftOut(billed))),
    },
    groupMeans: groupMeans(runs),
    effort: effortError(catalog),
    wrongOrder: boardsOf(catalog).flatMap(({ id, pairs }) => (pairs === null ? [] : [{ board: id, ...pairs }])),
    routes: { boardLeftOut: heldOutRoutes(catalog, alone), benchmarkLeftOut: heldOutRoutes(catalog, withKin) },
    oldPrices: routesAtOldPrices(catalog),
    escalate: escalateSigns(failurePairs()),
    simulation: {
      estimates: simulated.length,
      sameSpread: worst((one) => Math.abs(one.sameSpreadPct)),
      negativeBinomial: worst(drawn),
      beyondGoal: simulated.filter((one) => drawn(one) > 5).length,
    },
  };
}

const errorOf = (runs: readonly BilledRun[], predict: (run: BilledRun) => number): DollarError => ({
  runsPct: percentOff(runs.map((run) => [predict(run), run.usd])),
  groupsPct: percentOff(groupSums(runs, predict)),
});

const from =
  (predictions: Predictions) =>
  (run: BilledRun): number =>
    predictions.get(run) as number;

/** The published figures: `data/evidence/model-error.json`. */
export const evidenceFileOf = ({ inputTokens, dollars }: Figures): EvidenceFile => ({
  inputTokens: { runs: inputTokens.runs, errorPct: oneDecimal(inputTokens.errorPct) },
  dollars: {
    runs: dollars.runs,
    errorPct: oneDecimal(dollars.shipped.runsPct),
    groupsPct: oneDecimal(dollars.shipped.groupsPct),
    newAgentPct: oneDecimal(dollars.newAgent.runsPct),
  },
});

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
