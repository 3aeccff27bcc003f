/** Tasks a month, as seen in a log. */
import { type Interval, studentT } from './intervals.ts';
import type { LoggedRun } from './logged-runs.ts';

export interface Traffic {
  tasksPerMonth: number;
  interval: Interval;
  /** Days from the first task to the last, inclusive. */
  days: number;
}

const msPerDay = 86_400_000;
const daysPerMonth = 365 / 12;
/** Fewer days do not include every day of the week. */
const fewestDays = 7;

/** null: fewer than seven days, or calls without a time. Days without a task count; first and last may be partial. */
export function trafficOf(runs: readonly LoggedRun[]): Traffic | null {
  const ofDay = new Map<number, number>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of runs) {
    if (at === null) return null;
    const day = Math.floor(at / msPerDay);
    ofDay.set(day, (ofDay.get(day) ?? 0) + 1);
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  const days = last - first + 1;
  if (!(days >= fewestDays)) return null;
  const mean = runs.length / days;
  let squares = (days - ofDay.size) * mean * mean;
  for (const tasks of ofDay.values()) squares += (tasks - mean) ** 2;
  const half = studentT(days - 1) * Math.sqrt(squares / (days - 1) / days);
  const interval = { low: Math.max(0, mean - half) * daysPerMonth, high: (mean + half) * daysPerMonth };
  return { tasksPerMonth: mean * daysPerMonth, interval, days };
}
