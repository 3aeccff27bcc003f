/** An estimate in one sentence, for people: rounded, with its uncertainty. */

import type { CostRange, ModelError } from '../schemas/cost-schemas.ts';
import type { FittedTo } from '../schemas/estimate-request-schema.ts';
import { grouped } from '../values/money.ts';

export function summaryOf(costPerTask: number, { typicalTask, oneInTen, modelError }: CostRange): string {
  if (costPerTask === 0) return 'A task costs nothing.';
  const alike = typicalTask === costPerTask && oneInTen === costPerTask;
  const tasks = alike
    ? 'every task costs the same'
    : `half cost less than ${formatUsd(Math.max(typicalTask, 1e-9))}, one in ten more than ${formatUsd(oneInTen)}`;
  return `About ${formatUsd(costPerTask)} a task; ${tasks}. ${errorInWords(modelError, costPerTask)}`;
}

/** How far the estimate may be off, and by what: nothing is said that was not recorded. */
function errorInWords(error: ModelError | null, costPerTask: number): string {
  if (error === null) return 'No runs of this kind were recorded that say how far off this may be.';
  const { question, basis, dollarsPct, owners, factor, fittedTo } = error;
  if (fittedTo !== undefined) return fittedInWords(fittedTo, costPerTask);
  if (question === 'preset' && factor !== null) {
    const times = `The preset itself was ${factor.toFixed(1)} times too high or too low`;
    const place = basis === 'boards' ? middleOf(owners, 'board', 'measured') : middleOf(owners, 'owner', 'recorded');
    return `${times} ${basis === 'boards' ? 'on' : 'for'} ${place}: put in your own numbers.`;
  }
  if (dollarsPct === null) return 'How far off this may be is not known in dollars.';
  return `Where the calls and tokens of a task were known, such estimates missed the dollars of ${runsOf[basis ?? 'unseen']} by ${whole(dollarsPct)} % on average.`;
}

/** How well the mean of one's own runs is known, and whether the range held for later ones. */
export function fittedInWords({ sessions, meanLow, meanHigh, later, below }: FittedTo, costPerTask: number): string {
  const mean = `their mean is ${formatUsd(meanLow * costPerTask)} to ${formatUsd(meanHigh * costPerTask)} in 19 of 20 cases`;
  const held =
    later === 0
      ? 'whether later ones stay within this range was not tried: too few are known'
      : `of the ${later} latest, ${below} stayed below what one in ten should exceed, as earlier ones had it, and the range is as wide as that asks`;
  return `Fitted to ${sessions} of your own: ${mean}; ${held}.`;
}

/** Of which the factor is told: `the middle one of 8 measured boards`, `the only measured board`. */
function middleOf(count: number | null, what: string, how: string): string {
  if (count === 1) return `the only ${how} ${what}`;
  return `the middle one of ${count ?? 'the'} ${how} ${what}s`;
}

const runsOf: Record<NonNullable<ModelError['basis']>, string> = {
  measured: 'recorded runs of this kind on this model',
  unseen: 'recorded runs of this kind by agents that were not fitted, none on this model with a cache,',
  otherOwners: 'real sessions, of owners that were not fitted,',
  boards: 'measured boards',
  ownRuns: 'your own runs',
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
