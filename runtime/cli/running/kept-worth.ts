/** List dollars per percent of each quota, as the last report on one's own logs found them, kept in the index of logs. */
import type { PlanWorth } from '../../logs/plan/plan-worth.ts';
import type { LogIndex } from '../log-index.ts';

const label = 'dollars per percent';

/** By agent and minutes of the window. */
export type UsdPerPct = Readonly<Record<string, number>>;

export const quotaKey = ({ agent, minutes }: { agent: string; minutes: number }): string => `${agent} ${minutes}`;

export function keepWorth(index: LogIndex | null, { quotas }: PlanWorth): void {
  const found = quotas.flatMap((one) =>
    one.usdPerPct === null ? [] : [[quotaKey(one), one.usdPerPct.middle] as const],
  );
  try {
    index?.put(label, Buffer.from(JSON.stringify(Object.fromEntries(found))));
  } catch {
    // A status line then shows percents alone.
  }
}

export function keptWorth(index: LogIndex | null): UsdPerPct {
  const entry = index?.entry(label);
  return entry ? JSON.parse(entry.toString('utf8')) : {};
}
