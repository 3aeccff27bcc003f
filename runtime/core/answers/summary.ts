/** An estimate in one sentence, for people: rounded, with its uncertainty. */

import type { CostRange } from '../model/cost-range.ts';
import type { ModelError } from '../model/model-error.ts';
import { grouped } from '../values/money.ts';

export function summaryOf(costPerTask: number, { typicalTask, oneInTen, modelError }: CostRange): string {
  if (costPerTask === 0) return 'A task costs nothing.';
  const alike = typicalTask === costPerTask && oneInTen === costPerTask;
  const tasks = alike
    ? 'every task costs the same'
    : `half cost less than ${formatUsd(Math.max(typicalTask, 1e-9))}, one in ten more than ${formatUsd(oneInTen)}`;
  return `About ${formatUsd(costPerTask)} a task; ${tasks}${modelError === null ? '.' : errorInWords(modelError)}`;
}

/** How far the estimate may be off, and by what: nothing is said that was not recorded. */
function errorInWords({ question, basis, dollarsPct, owners, factor }: ModelError): string {
  if (question === 'preset' && factor !== null) {
    const middle =
      basis === 'boards' ? 'On the middle one of the measured boards' : 'For the middle one of the recorded owners';
    const many = owners === null ? '' : ` (${owners})`;
    return `. ${middle}${many} it is off by a factor of ${factor.toFixed(1)}: fit the inputs to your own logs.`;
  }
  if (dollarsPct === null) return '.';
  return `; if the inputs hold, such estimates are off by ${whole(dollarsPct)} % on ${runsOf[basis ?? 'unseen']}.`;
}

const runsOf: Record<NonNullable<ModelError['basis']>, string> = {
  measured: 'recorded runs of this kind on this model',
  unseen: 'recorded runs of this kind by agents that were not fitted',
  otherOwners: 'real sessions of owners that were not fitted',
  boards: 'measured boards',
};

/** Whole dollars from $100, cents from $1, two significant digits below: $12,346, $1.70, $0.85, $0.0042. */
export function formatUsd(usd: number): string {
  if (usd === 0) return '$0';
  if (usd >= 100) return `$${grouped(usd.toFixed(0))}`;
  let decimals = 2;
  for (let scaled = usd * 100; scaled < 10 && decimals < 10; scaled *= 10) decimals++;
  return `$${usd.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

const whole = (pct: number): string => (pct < 1 ? 'less than 1' : pct.toFixed(0));
