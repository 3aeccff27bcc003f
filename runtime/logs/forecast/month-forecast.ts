/**
 * What this month will have cost at its end, from its days so far and one's own earlier weeks: the days that are left are
 * taken from earlier weeks drawn at random, each day from the same day of such a week. So weekends stay weekends, and busy
 * weeks stay busy. The same days always give the same figures.
 */
import { sameNumbers } from '../statistics.ts';

export type MonthForecast = ReturnType<typeof monthForecast>;

export const fewestWeeks = 4;
const mostWeeks = 13;
const draws = 4000;
const msPerDay = 86_400_000;

/**
 * Half of the months drawn cost at most p50, nine of ten at most p90; null: fewer whole weeks before this one are known
 * (`weeks`, at most `mostWeeks`) than needed.
 * @param days USD by day, YYYY-MM-DD; a day between the first and today without an entry cost nothing
 * @param today YYYY-MM-DD: the last day counted
 */
export function monthForecast(days: ReadonlyMap<string, number>, today: string) {
  const now = Date.parse(today) / msPerDay;
  const usdOn = (day: number): number => days.get(new Date(day * msPerDay).toISOString().slice(0, 10)) ?? 0;
  const month = today.slice(0, 7);
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  const first = Date.UTC(year, number - 1, 1) / msPerDay;
  const end = Date.UTC(year, number, 1) / msPerDay;
  let soFarUsd = 0;
  for (let day = first; day <= now; day++) soFarUsd += usdOn(day);
  const known = [...days.keys()].reduce((least, day) => Math.min(least, Date.parse(day) / msPerDay), now);
  const monday = mondayOf(now);
  const weeks = Math.max(0, Math.min(mostWeeks, Math.floor((monday - known) / 7)));
  const about = { month, today, soFarUsd, weeks, daysLeft: end - now - 1 };
  if (weeks < fewestWeeks) return { ...about, p50Usd: null, p90Usd: null };
  const random = sameNumbers();
  const ends = Array.from({ length: draws }, () => {
    let usd = soFarUsd;
    for (let week = monday; week < end; week += 7) {
      const drawn = monday - 7 * (1 + Math.floor(random() * weeks));
      for (let day = Math.max(week, now); day < Math.min(week + 7, end); day++) {
        const alike = usdOn(drawn + day - week);
        // Of today some is spent already.
        usd += day === now ? Math.max(0, alike - usdOn(now)) : alike;
      }
    }
    return usd;
  }).sort((a, b) => a - b);
  return { ...about, p50Usd: ends[draws * 0.5] as number, p90Usd: ends[draws * 0.9] as number };
}

/** 1970-01-01 was a Thursday. */
const mondayOf = (day: number): number => day - ((day + 3) % 7);

/** From nine on one of them stands for p90. */
export const fewestTasks = 9;

/**
 * USD at which the next task ends at most, in half of such cases and in nine of ten; null: fewer than `fewestTasks` are
 * known. The next of n + 1 values that come in any order is at most the k-th smallest of the others in k of n + 1 cases (order
 * statistics, as in conformal prediction).
 * @param usd of each earlier task, in any order
 */
export function taskForecast(usd: readonly number[]) {
  const ascending = [...usd].sort((a, b) => a - b);
  const tasks = ascending.length;
  const at = (share: number) =>
    tasks < fewestTasks ? null : (ascending[Math.ceil(share * (tasks + 1)) - 1] as number);
  return { tasks, p50Usd: at(0.5), p90Usd: at(0.9) };
}
