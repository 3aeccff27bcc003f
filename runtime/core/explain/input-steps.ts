/** The values that a calculation starts from. */
import { aboutField, type WorkflowField } from '../schemas/request-fields.ts';
import type { Ledger } from './ledger.ts';

/** Adds a numeric field under its symbol in formulas. */
export function giveField(ledger: Ledger, name: WorkflowField, value: unknown, from: string, pointer: string): void {
  const { symbol, label, unit } = aboutField[name];
  if (symbol === undefined || typeof value !== 'number') return;
  ledger.given(symbol, value, label, unit ?? '', from, pointer);
}

/** The share `x` of a percentage `x_pct`. */
export function explainShare(ledger: Ledger, name: WorkflowField, value: unknown): void {
  const { symbol, label } = aboutField[name];
  if (symbol?.endsWith('_pct') && typeof value === 'number')
    ledger.step(symbol.slice(0, -4), `${symbol} / 100`, label, 'share');
}

/** Needs r. */
export function explainRetries(ledger: Ledger): void {
  ledger.step('rho', 'r + r * r', 'calls added by retries: a client tries again at most twice', 'share');
  ledger.step('m', '1 + rho', 'retry factor', 'times');
}
