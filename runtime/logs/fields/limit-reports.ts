/**
 * How much of a plan's quotas an agent says is used: percents with their times, never content.
 *
 * Claude Code hands them to its status line: `rate_limits.five_hour` and `.seven_day`, each with `used_percentage` and
 * `resets_at` (https://code.claude.com/docs/en/statusline). Codex writes them into its rollouts with each `token_count`:
 * `rate_limits.primary` and `.secondary`, each with `used_percent`, `window_minutes` and `resets_at`, in old ones
 * `resets_in_seconds` (https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs, RateLimitSnapshot).
 */
import { isObject, type JsonObject, objectIn, textIn } from './values.ts';

export interface LimitReport {
  /** The program that reported it. */
  agent: string;
  /** In milliseconds since 1970. */
  at: number;
  /** How long the window of the quota is. */
  minutes: number;
  /** Percent of it, at least 0; agents round it in ways of their own. */
  usedPct: number;
  /** When it begins anew, in milliseconds since 1970; null: not told. */
  resetsAt: number | null;
}

/** Resets that differ by less are one: Codex once told how many seconds were left. */
const sameResetMs = 120_000;

const isSameReset = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) < sameResetMs);

/** Whether two say the same of one window, at different times. */
export const saysTheSame = (a: LimitReport, b: LimitReport): boolean =>
  a.agent === b.agent && a.minutes === b.minutes && a.usedPct === b.usedPct && isSameReset(a.resetsAt, b.resetsAt);

/** Reports of one file that are kept. */
const mostKept = 20_000;

/** Adds a report to those of a file; of some that say the same, one after the other, the first and the last are kept. */
export function noteLimit(kept: LimitReport[], report: LimitReport): void {
  const ofKind = (at: number): number => {
    for (let i = at; i >= 0 && i > at - 8; i--) if ((kept[i] as LimitReport).minutes === report.minutes) return i;
    return -1;
  };
  const last = ofKind(kept.length - 1);
  const before = last < 0 ? -1 : ofKind(last - 1);
  const isThird =
    before >= 0 && saysTheSame(kept[last] as LimitReport, report) && saysTheSame(kept[before] as LimitReport, report);
  if (isThird) kept.splice(last, 1);
  if (kept.length < mostKept) kept.push(report);
}

const codexParts = ['primary', 'secondary'] as const;

/** The reports in `rate_limits` of a Codex rollout; limits of single models are others, and left out. */
export function codexLimits(limits: unknown, at: number | null): LimitReport[] {
  if (!isObject(limits) || at === null || (textIn(limits, 'limit_id') ?? 'codex') !== 'codex') return [];
  return codexParts.flatMap((part) => {
    const {
      used_percent: used,
      window_minutes: minutes,
      resets_at: resets,
      resets_in_seconds: left,
    } = objectIn(limits, part);
    const resetsAt = isTime(resets) ? resets * 1000 : isAmount(left) ? at + left * 1000 : null;
    return isAmount(used) && isAmount(minutes) ? [{ agent: 'Codex', at, minutes, usedPct: used, resetsAt }] : [];
  });
}

const claudeParts = [
  ['five_hour', 300],
  ['seven_day', 10_080],
] as const;

/** The reports in `rate_limits` of what Claude Code writes to its status line. */
export function claudeLimits(told: JsonObject, at: number): LimitReport[] {
  const limits = objectIn(told, 'rate_limits');
  return claudeParts.flatMap(([part, minutes]) => {
    const { used_percentage: used, resets_at: resets } = objectIn(limits, part);
    const resetsAt = isTime(resets) ? resets * 1000 : null;
    return isAmount(used) ? [{ agent: 'Claude Code', at, minutes, usedPct: used, resetsAt }] : [];
  });
}

/** A report as it is kept in a file, or null where it is none. */
export function limitReport(value: unknown): LimitReport | null {
  if (!isObject(value)) return null;
  const { at, minutes, usedPct, resetsAt } = value;
  const agent = textIn(value, 'limitsOf');
  if (agent === null || !isTime(at) || !isAmount(minutes) || !isAmount(usedPct)) return null;
  return { agent, at, minutes, usedPct, resetsAt: isTime(resetsAt) ? resetsAt : null };
}

/** Percents, minutes and seconds of no more than a year. */
const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 4e7;
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 2.5e14;
