/** An estimate in one sentence, for people: rounded, with its uncertainty. */

import type { CostRange } from '../model/cost-range.ts';
import { grouped } from '../values/money.ts';

export function summaryOf(costPerTask: number, { typicalTask, oneInTen, modelError }: CostRange): string {
  if (costPerTask === 0) return 'A task costs nothing.';
  const alike = typicalTask === costPerTask && oneInTen === costPerTask;
  const tasks = alike
    ? 'every task costs the same'
    : `half cost less than ${formatUsd(Math.max(typicalTask, 1e-9))}, one in ten more than ${formatUsd(oneInTen)}`;
  const error = modelError && `; on recorded runs such estimates are off by ${whole(modelError.dollarsPct)} %`;
  return `About ${formatUsd(costPerTask)} a task; ${tasks}${error ?? ''}.`;
}

/** Whole dollars from $100, cents from $1, two significant digits below: $12,346, $1.70, $0.85, $0.0042. */
export function formatUsd(usd: number): string {
  if (usd === 0) return '$0';
  if (usd >= 100) return `$${grouped(usd.toFixed(0))}`;
  let decimals = 2;
  for (let scaled = usd * 100; scaled < 10 && decimals < 10; scaled *= 10) decimals++;
  return `$${usd.toFixed(decimals).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

const whole = (pct: number): string => (pct < 1 ? 'less than 1' : pct.toFixed(0));
