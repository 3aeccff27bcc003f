/** A cheaper route that an estimate suggests: the steps of `routesVia`, `provenRoutes` and `suggestion`, in their order. */

import { solvesMore } from '../answers/measured-route.ts';
import type { Suggestion } from '../answers/schemas/routing-schema.ts';
import { extraFailures, sharedFailures } from '../model/assumptions.ts';
import { unitsPerDollar } from '../values/money.ts';
import type { Ledger } from './ledger.ts';

/** Needs C of the chosen model, and C2 of the other one. */
export function explainRoute(ledger: Ledger, suggestion: Suggestion, pointer: string): void {
  const assumed = 'assumption of the cost model';
  if (suggestion.strategy === 'switch') {
    ledger.step('Cr', 'C2', 'cost per task: that of the other model', 'USD', `${pointer}/costPerTask`);
    ledger.step('fr', 'f', 'failures: assumed to be the same', 'share');
    ledger.step('even', ledger.get('C') === 0 ? '0' : '1 - (1 - f) * C2 / C', breakEven, 'share');
  } else {
    ledger.given('more', extraFailures, 'more failures of a lower tier', 'share', assumed);
    const pairs = 'pairs of models on Terminal-Bench 2';
    ledger.given('kappa', sharedFailures, 'how strongly failures are correlated', 'share', pairs);
    ledger.step('low', 'min(1, f + more)', 'failures of the lower tier', 'share');
    ledger.step('too', 'f + kappa * (1 - f)', 'of them, those that the chosen model fails too', 'share');
    units(ledger, 'C2 + low * C', 1e9);
    const what = 'cost per task: the lower tier, and its failures again';
    ledger.step('Cr', 'round((C2 + low * C) * u) / u', what, 'USD', `${pointer}/costPerTask`);
    ledger.step('fr', 'low * too', 'failures: those of both', 'share');
    const even = ledger.get('C') === 0 ? '0' : '(1 - (1 - f) * C2 / C) / (1 + kappa * (1 - f))';
    ledger.step('even', even, `${breakEven}, of the lower tier`, 'share');
  }
  units(ledger, 'Cr / (1 - fr)', 1e9);
  ledger.step('CSr', 'round(Cr / (1 - fr) * u) / u', perSuccess, 'USD', `${pointer}/costPerSuccessfulTask`);
  explainFigures(ledger, pointer);
}

/**
 * What each board measured of the two models, and the middle board. Needs C and costG of the chosen model, and G2 if
 * there are web searches.
 */
export function explainMeasuredRoute(ledger: Ledger, { measured }: Suggestion, pointer: string): void {
  const boards = measured.map((compared, i) => {
    const { board, taskRatio, successRate, chosenSuccessRate } = compared;
    ledger.given(`ratio${i}`, taskRatio, 'dollars of an attempt, over those of the chosen model', 'times', board);
    ledger.given(`solves${i}`, successRate, 'solved by the other model', 'share', board);
    ledger.given(`solved${i}`, chosenSuccessRate, 'solved by the chosen model', 'share', board);
    const cost = ledger.get('j') === 0 ? `C * ratio${i}` : `((C - costG) * ratio${i} + G2)`;
    units(ledger, cost, 1e9);
    ledger.step(`C${i}b`, `round(${cost} * u) / u`, `cost per task by ${board}`, 'USD');
    const failures = solvesMore(successRate, chosenSuccessRate)
      ? `f * (1 - solves${i}) / (1 - solved${i})`
      : `1 - (1 - f) * solves${i} / solved${i}`;
    ledger.step(`f${i}b`, failures, `failures by ${board}`, 'share');
    units(ledger, `C${i}b / (1 - f${i}b)`, 1e9);
    ledger.step(`CS${i}b`, `round(C${i}b / (1 - f${i}b) * u) / u`, `${perSuccess} by ${board}`, 'USD');
    return i;
  });
  const ofSuccess = (i: number | undefined) => ledger.get(`CS${i}b`);
  const byCost = boards.toSorted((a, b) => ofSuccess(a) - ofSuccess(b));
  const middle = byCost[Math.floor(byCost.length / 2)];
  const range = `${pointer}/costPerSuccessfulTaskRange`;
  ledger.step('low', `CS${byCost[0]}b`, 'the lowest of them', 'USD', `${range}/low`);
  ledger.step('high', `CS${byCost.at(-1)}b`, 'the highest of them', 'USD', `${range}/high`);
  ledger.step('Cr', `C${middle}b`, 'cost per task by the middle board', 'USD', `${pointer}/costPerTask`);
  ledger.step('fr', `f${middle}b`, 'failures by it', 'share');
  ledger.step('CSr', `CS${middle}b`, `${perSuccess} by it`, 'USD', `${pointer}/costPerSuccessfulTask`);
  ledger.step('even', '1 - (1 - f) * Cr / C', breakEven, 'share');
  explainFigures(ledger, pointer);
}

const perSuccess = 'cost per successful task';
const breakEven = 'failures at which the route stops paying';

/** The units per dollar to which the value of `formula` is rounded. */
const units = (ledger: Ledger, formula: string, finest: 1e9 | 1e6): void =>
  ledger.given('u', unitsPerDollar(ledger.get(formula), finest), 'units in a dollar', 'units', 'rounding');

/** Needs Cr, fr, CSr and even: the figures that every route has. */
function explainFigures(ledger: Ledger, pointer: string): void {
  ledger.step('sharePct', '100', 'share of the tasks', '%', `${pointer}/sharePct`);
  const failures = `${pointer}/assumedFailureRatePct`;
  ledger.step('failurePct', 'round(fr * 1e6) / 1e4', 'failures, as shown', '%', failures);
  const saving = ledger.get('CS') === 0 ? '0' : 'round((1 - CSr / CS) * 1e6) / 1e4';
  ledger.step('savingPct', saving, 'saving per successful task', '%', `${pointer}/savingPct`);
  const month = 'USD a month';
  units(ledger, 'V * (1 - f) * CSr', 1e6);
  const spend = 'spend for the same successes';
  ledger.step('MSr', 'round(V * (1 - f) * CSr * u) / u', spend, month, `${pointer}/monthlySpend`);
  units(ledger, 'max(0, MS - MSr)', 1e6);
  const saved = 'round(max(0, MS - MSr) * u) / u';
  ledger.step('monthlySaving', saved, 'saving for the same successes', month, `${pointer}/monthlySaving`);
  const shown = `${pointer}/breakEvenFailureRatePct`;
  ledger.step('breakEven', 'round(min(1, max(0, even)) * 1e6) / 1e4', `${breakEven}, as shown`, '%', shown);
}
