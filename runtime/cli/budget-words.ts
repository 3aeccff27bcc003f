/** Money and days in the sentences of `check` and `watch`. */
import type { Limit } from '../core/budgets/check-budgets.ts';
import { shortDollars } from '../core/values/money.ts';
import { percent, usd } from '../core/values/rounded.ts';

/** `+$0.28`, `-$1.20` */
export const signed = (value: number): string =>
  value === 0 ? 'unchanged' : `${value > 0 ? '+' : '-'}${usd(Math.abs(value))}`;

/** ` (+100.0 %)`; empty if there was nothing before or nothing changed. */
export const growth = (before: number, change: number): string =>
  before === 0 || change === 0 ? '' : ` (${change > 0 ? '+' : '-'}${percent(Math.abs((100 * change) / before))})`;

const months = 'January February March April May June July August September October November December'.split(' ');

/** 1 January 2027 */
export function longDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[Number(month) - 1]} ${year}`;
}

/** `$0.30 a task`, `$0.33 a task (baseline + 10 %)` */
export function limitWords({ limit, allowed, usd: most }: Limit): string {
  const per = limit.startsWith('perTask') ? 'a task' : 'a month';
  return limit.endsWith('GrowthPct') ? `${usd(most)} ${per} (baseline + ${allowed} %)` : `${shortDollars(most)} ${per}`;
}

/** `$0.26 over` */
export const overWords = ({ spent, usd: most }: Limit): string => `${usd(spent - most)} over`;
