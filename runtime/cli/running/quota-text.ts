/** What is used of the quotas of a plan, short enough for a status line. */
import { lookUp } from '../../core/values/look-up.ts';
import type { LimitReport } from '../../logs/fields/limit-reports.ts';
import type { PlanWorth } from '../../logs/plan/plan-worth.ts';
import type { LogIndex } from '../log-index.ts';
import { money } from './status-text.ts';

/** `5 h 34 % (about $6.80)`, `week 61 % (about $310)`: dollars at list price, where a report found those of a percent. */
export function quotasText(limits: readonly LimitReport[], index: LogIndex | null): string[] {
  if (limits.length === 0) return [];
  const worth = keptWorth(index);
  return limits.map((one) => {
    const usdPerPct = lookUp(worth, quotaKey(one));
    const dollars = usdPerPct === undefined ? '' : ` (about ${money(usdPerPct * one.usedPct)})`;
    return `${shortWindow(one.minutes)} ${Math.floor(one.usedPct)} %${dollars}`;
  });
}

/** `week`, `5 h`, `30 d`. */
export const shortWindow = (minutes: number): string =>
  minutes === 10_080 ? 'week' : minutes >= 2880 ? `${Math.round(minutes / 1440)} d` : `${Math.round(minutes / 60)} h`;

/** List dollars per percent of each quota, as the last report on one's own logs found them, kept in the index of logs. */
const label = 'dollars per percent';

/** By agent and minutes of the window. */
type UsdPerPct = Readonly<Record<string, number>>;

const quotaKey = ({ agent, minutes }: { agent: string; minutes: number }): string => `${agent} ${minutes}`;

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

function keptWorth(index: LogIndex | null): UsdPerPct {
  const entry = index?.entry(label);
  return entry ? JSON.parse(entry.toString('utf8')) : {};
}
