/**
 * What a task is likely to cost before it starts, by one's own earlier ones. Nothing that is known beforehand (agent, model,
 * repository) told more on recorded sessions: docs/evidence.md.
 */

export interface TaskForecast {
  /** How many earlier ones there are; fewer than `fewestTasks` are too few. */
  tasks: number;
  /** USD at which the next one ends at most, in half of such cases and in nine of ten; null: too few are known. */
  p50Usd: number | null;
  p90Usd: number | null;
}

/** From nine on one of them stands for p90. */
export const fewestTasks = 9;

/**
 * The next of n + 1 values that come in any order is at most the k-th smallest of the others in k of n + 1 cases (order
 * statistics, as in conformal prediction).
 * @param usd of each earlier task, in any order
 */
export function taskForecast(usd: readonly number[]): TaskForecast {
  const ascending = [...usd].sort((a, b) => a - b);
  const tasks = ascending.length;
  const at = (share: number) =>
    tasks < fewestTasks ? null : (ascending[Math.ceil(share * (tasks + 1)) - 1] as number);
  return { tasks, p50Usd: at(0.5), p90Usd: at(0.9) };
}
