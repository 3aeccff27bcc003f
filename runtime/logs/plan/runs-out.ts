/** When a window of a quota is used up, from how its user spent so far. */
import type { QuotaWindow } from './quota-windows.ts';
import type { Spending } from './spending.ts';

/** Times in milliseconds since 1970; null: not before the window begins anew. */
export interface RunsOut {
  p10: number | null;
  p50: number | null;
  p90: number | null;
}

/** A window in so many rounds, days of a week, and each of them in steps. */
const roundsPerWindow = 7;
const stepsPerRound = 8;
const stepsPerWindow = roundsPerWindow * stepsPerRound;
/** Windows back from now from which the pace is taken. */
const windowsBack = 8;
/** With fewer earlier beginnings there is too little to say. */
const fewestPaths = 10;
/** How many rounds of the usual pace this window's own is taken together with. */
const usualRounds = 3;

/**
 * What was spent after each earlier time, a whole number of rounds ago, is one way to go on from now, at the pace of this
 * window against the usual one: of these ways, one in ten is used up before p10, and one in ten after p90. Where a window
 * was used up and nothing could be spent, what was spent a round before stands in.
 * @param left dollars until the quota is used up
 * @param earlier windows of the same quota
 */
export function runsOut(
  { left, now, resetsAt, minutes }: { left: number; now: number; resetsAt: number; minutes: number },
  earlier: readonly QuotaWindow[],
  spending: Spending,
): RunsOut | null {
  if (left <= 0) return { p10: now, p50: now, p90: now };
  const step = (minutes * 60_000) / stepsPerWindow;
  const ahead = (resetsAt - now) / step;
  const past = stepsBack(now, step, earlier, spending);
  const usual = (past.reduce((sum, usd) => sum + usd, 0) / past.length) * stepsPerRound;
  if (!(usual > 0)) return null;
  const begun = resetsAt - minutes * 60_000;
  const rounds = (now - begun) / (step * stepsPerRound);
  const pace = (spending.between(begun, now) / usual + usualRounds) / (rounds + usualRounds);
  const times: number[] = [];
  for (let from = past.length % stepsPerRound; from + ahead <= past.length; from += stepsPerRound) {
    times.push(stepsTo(left / pace, past, from));
  }
  if (times.length < fewestPaths) return null;
  times.sort((a, b) => a - b);
  const quantile = (part: number): number | null => {
    const steps = times[Math.min(times.length - 1, Math.floor(part * times.length))] as number;
    return steps <= ahead ? Math.round(now + steps * step) : null;
  };
  return { p10: quantile(0.1), p50: quantile(0.5), p90: quantile(0.9) };
}

/** Dollars of each step back to the first call, the oldest first. */
function stepsBack(now: number, step: number, earlier: readonly QuotaWindow[], spending: Spending): number[] {
  const past: number[] = [];
  for (let back = windowsBack * stepsPerWindow; back > 0; back--) {
    const [from, to] = [now - back * step, now - (back - 1) * step];
    if (from < spending.firstAt) continue;
    const before = past[past.length - stepsPerRound];
    const isStopped = before !== undefined && earlier.some((one) => isFull(one, from, to));
    past.push(isStopped ? before : spending.between(from, to));
  }
  return past;
}

/** Whether a window was used up in most of a span. */
function isFull({ reports, resetsAt }: QuotaWindow, from: number, to: number): boolean {
  const full = reports.find(({ usedPct }) => usedPct >= 100);
  if (full === undefined || resetsAt === null) return false;
  return Math.min(to, resetsAt) - Math.max(from, full.at) > (to - from) / 2;
}

/** How many steps from one on it takes to spend so much, spread evenly within a step; infinite: more than are known. */
function stepsTo(left: number, past: readonly number[], from: number): number {
  let rest = left;
  for (let at = from; at < past.length; at++) {
    const usd = past[at] as number;
    if (usd >= rest) return at - from + rest / usd;
    rest -= usd;
  }
  return Number.POSITIVE_INFINITY;
}
