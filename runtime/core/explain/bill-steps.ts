/** From the cost of a run to the published figures: the steps of `billFor`, `wasteIn` and `sharesOf`, in order. */

import { causes, faults, otherCauses } from '../model/waste.ts';
import { unitsPerDollar } from '../values/money.ts';
import type { Ledger } from './ledger.ts';

/** Units per dollar to which an amount is rounded: nano or micro, coarser for sums beyond what a double holds exactly. */
function giveUnits(ledger: Ledger, symbol: string, usd: number, finest: 1e9 | 1e6): void {
  const what = finest === 1e9 ? 'nano-dollars in a dollar' : 'micro-dollars in a dollar';
  ledger.given(symbol, unitsPerDollar(usd, finest), what, 'units', 'rounding; coarser only above 2.2 million dollars');
}

/**
 * The cost of a task and, if `fields` is set, the figures published with it.
 * @param knowsFees whether the fee of every search is known
 */
export function explainBill(ledger: Ledger, fields: boolean, knowsFees = true): void {
  const field = (pointer: string) => (fields ? pointer : null);
  giveUnits(ledger, 'u', ledger.get('F * m + E * m + Z * m + G'), 1e9);
  const parts = [
    ['F * m', 'freshInput', 'fresh input, retries included'],
    ['E * m', 'cachedInput', 'input from the cache, retries included'],
    ['Z * m', 'output', 'output, retries included'],
    ['G', 'toolFees', 'web searches'],
  ] as const;
  if (fields) {
    for (const [usd, name, what] of parts) {
      const pointer = name === 'toolFees' && !knowsFees ? null : `/costBreakdown/${name}`;
      ledger.step(`cost${usd[0]}`, `round(${usd} * u) / u`, what, 'USD', pointer);
    }
  }
  const whole = parts.map(([usd]) => `round(${usd} * u)`).join(' + ');
  ledger.step('C', `(${whole}) / u`, 'cost per task: the sum of its parts', 'USD', field('/costPerTask'));
  if (!fields) return;
  if (ledger.get('f') < 1) {
    giveUnits(ledger, 'u', ledger.get('C / (1 - f)'), 1e9);
    ledger.step('CS', 'round(C / (1 - f) * u) / u', 'cost per successful task', 'USD', '/costPerSuccessfulTask');
  }
  giveUnits(ledger, 'u', ledger.get('C * V'), 1e6);
  ledger.step('MS', 'round(C * V * u) / u', 'monthly spend', 'USD a month', '/monthlySpend');
  giveUnits(ledger, 'u', ledger.get('MS * 12 / 365'), 1e6);
  ledger.step('day', 'round(MS * 12 / 365 * u) / u', 'daily spend', 'USD a day', '/dailySpend');
  giveUnits(ledger, 'u', ledger.get('MS * 12'), 1e6);
  ledger.step('year', 'round(MS * 12 * u) / u', 'yearly spend', 'USD a year', '/yearlySpend');
  for (const [symbol, name] of [
    ['IN', 'input'],
    ['reads', 'cachedInput'],
    ['OUT', 'output'],
  ] as const) {
    const formula = `round(${symbol} * m * 1000) / 1000`;
    ledger.step(`m_${name}`, formula, `${name}, retries included`, 'tokens', `/tokensPerTaskWithRetries/${name}`);
  }
}

/** `parts` (symbols, USD per task) as amounts, monthly amounts and percent of the bill; none is counted twice. */
function explainShares(ledger: Ledger, parts: readonly string[], labels: readonly string[], pointers: Pointers): void {
  giveUnits(ledger, 'u', ledger.get('C'), 1e9);
  distribute(ledger, 'v', 'C', parts, labels, 'USD', pointers, 'costPerTask');
  giveUnits(ledger, 'u', ledger.get('MS'), 1e6);
  const monthly = parts.map((_, i) => `v${i} * V`);
  distribute(ledger, 'y', 'MS', monthly, labels, 'USD a month', pointers, 'monthly');
  ledger.step('p', '0', 'percent given so far, in units of 0.0001', 'units');
  let running = '0';
  parts.forEach((_, i) => {
    running = i === 0 ? 'v0' : `${running} + v${i}`;
    const upTo = ledger.get('C') === 0 ? '0' : `round(min(1, (${running}) / C) * 1e6)`;
    ledger.step('P', upTo, `percent up to ${labels[i]}, in units of 0.0001`, 'units');
    ledger.step(`z${i}`, '(P - p) / 1e4', `${labels[i]}, of the cost`, '%', pointers.part(i, 'pct'));
    ledger.step('p', 'P', 'percent given so far', 'units');
  });
  ledger.step('z', 'p / 1e4', 'together, of the cost', '%', pointers.total('pct'));
}

type Figure = 'costPerTask' | 'monthly' | 'pct';
interface Pointers {
  part: (index: number, figure: Figure) => string | null;
  total: (figure: Figure) => string | null;
}

/** Rounds each part to whole units, but never more than is left of `total`. */
function distribute(
  ledger: Ledger,
  symbol: string,
  total: string,
  parts: readonly string[],
  labels: readonly string[],
  unit: string,
  pointers: Pointers,
  figure: Figure,
): void {
  ledger.step('all', `round(${total} * u)`, 'total to distribute', 'units');
  ledger.step('rest', 'all', 'remainder', 'units');
  parts.forEach((part, i) => {
    ledger.step('i', `min(rest, round(${part} * u))`, `${labels[i]}, in units`, 'units');
    ledger.step(`${symbol}${i}`, 'i / u', `${labels[i]}`, unit, pointers.part(i, figure));
    ledger.step('rest', 'rest - i', 'remainder', 'units');
  });
  ledger.step(symbol, '(all - rest) / u', 'together', unit, pointers.total(figure));
}

/** Needs LOOP and RUN, and RUN0, RUN1 and so on: the run without faults, with the first fault only, and so on. */
export function explainWaste(ledger: Ledger): void {
  ledger.step('faults', 'max(0, RUN - RUN0)', 'what all faults add', 'USD');
  let rest = 'faults';
  faults.forEach(({ label }, i) => {
    const last = i === faults.length - 1;
    ledger.step(`a${i}`, last ? rest : `min(${rest}, max(0, RUN${i + 1} - RUN${i}))`, label, 'USD');
    rest = `${rest} - a${i}`;
  });
  otherCauses.forEach(({ label, formula }, i) => {
    ledger.step(`a${faults.length + i}`, formula, label, 'USD');
  });
  const symbols = causes.map((_, i) => `a${i}`);
  const labels = causes.map(({ label }) => label);
  explainShares(ledger, symbols, labels, {
    part: (i, figure) => `/waste/causes/${i}/${figure}`,
    total: (figure) => `/waste/${figure}`,
  });
}

/** Needs C, and C_on: the cost with prompt caching. */
export function explainSaving(ledger: Ledger): void {
  ledger.step('a0', 'max(0, C - C_on)', 'what caching would save', 'USD');
  explainShares(ledger, ['a0'], ['prompt caching'], {
    part: (_, figure) => `/savings/promptCaching/${figure}`,
    total: () => null,
  });
}
