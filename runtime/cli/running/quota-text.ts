/** What is used of the quotas of a plan, short enough for a status line. */
import { lookUp } from '../../core/values/look-up.ts';
import type { LimitReport } from '../../logs/fields/limit-reports.ts';
import type { LogIndex } from '../log-index.ts';
import { keptWorth, quotaKey } from './kept-worth.ts';
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
