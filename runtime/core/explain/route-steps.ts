/** A cheaper route that an estimate suggests: the steps of `routesVia` and `suggestion`, in their order. */

import type { Suggestion } from '../api/schemas.ts';
import { extraCalls, extraFailures, splitShare } from '../model/assumptions.ts';
import { unitsPerDollar } from '../model/money.ts';
import type { Ledger } from './ledger.ts';

/** Needs C, LOOP and context of the chosen model, and C2, LOOP2 and context2 of the other one. */
export function explainRoute(ledger: Ledger, { strategy }: Suggestion, pointer: string): void {
  const units = (usd: number, finest: 1e9 | 1e6) =>
    ledger.given('u', unitsPerDollar(usd, finest), 'units in a dollar', 'units', 'rounding');
  const assumed = 'assumption of the cost model';
  ledger.given('more', extraFailures, 'more failures of a lower tier', 'share', assumed);
  ledger.step('low', 'min(1, f + more)', 'failures of the lower tier', 'share');
  if (strategy === 'switch') {
    ledger.step('Cr', 'C2', 'cost per task: that of the other model', 'USD', `${pointer}/costPerTask`);
    ledger.step('fr', 'f', 'failures: assumed to be the same', 'share');
    ledger.step('sharePct', '100', 'share of the calls', '%', `${pointer}/sharePct`);
  } else if (strategy === 'split') {
    ledger.given('Q', splitShare, 'share of the calls of the lower tier', 'share', assumed);
    ledger.given('e', extraCalls, 'times the calls it needs', 'times', assumed);
    ledger.step('own', 'context + (1 - Q) * (LOOP - context)', 'part of the chosen model', 'USD');
    ledger.step('other', 'context2 + e * Q * (LOOP2 - context2)', 'part of the lower tier', 'USD');
    units(ledger.get('(own + other) * m'), 1e9);
    ledger.step('Cr', 'round((own + other) * m * u) / u', 'cost per task', 'USD', `${pointer}/costPerTask`);
    ledger.step('fr', 'low', 'failures', 'share');
    ledger.step('sharePct', 'round(Q * 1e6) / 1e4', 'share of the calls', '%', `${pointer}/sharePct`);
  } else {
    strategy satisfies 'escalate';
    units(ledger.get('C2 + low * C'), 1e9);
    const what = 'cost per task: the lower tier, and its failures again';
    ledger.step('Cr', 'round((C2 + low * C) * u) / u', what, 'USD', `${pointer}/costPerTask`);
    ledger.step('fr', 'low * f', 'failures: those of both', 'share');
    ledger.step('sharePct', '100', 'share of the tasks', '%', `${pointer}/sharePct`);
  }
  const failures = `${pointer}/assumedFailureRatePct`;
  ledger.step('failurePct', 'round(fr * 1e6) / 1e4', 'failures, as shown', '%', failures);
  units(ledger.get('Cr / (1 - fr)'), 1e9);
  const success = `${pointer}/costPerSuccessfulTask`;
  ledger.step('CSr', 'round(Cr / (1 - fr) * u) / u', 'cost per successful task', 'USD', success);
  const saving = ledger.get('CS') === 0 ? '0' : 'round((1 - CSr / CS) * 1e6) / 1e4';
  ledger.step('savingPct', saving, 'saving per successful task', '%', `${pointer}/savingPct`);
  units(ledger.get('V * (1 - f) * (CS - CSr)'), 1e6);
  const monthly = 'round(V * (1 - f) * (CS - CSr) * u) / u';
  ledger.step('monthlySaving', monthly, 'saving for the same successes', 'USD a month', `${pointer}/monthlySaving`);
  const breakEven = 'round(max(0, 1 - (1 - f) * Cr / C) * 1e6) / 1e4';
  const what = 'failure rate at which the route stops paying';
  ledger.step('breakEven', breakEven, what, '%', `${pointer}/breakEvenFailureRatePct`);
}
