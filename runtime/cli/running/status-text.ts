/** The cost of a running session in words, short enough for a status line. */
import { plainName } from '../../core/values/printable.ts';
import { usd, whole } from '../../core/values/rounded.ts';
import type { Spent } from '../../logs/tally-sums.ts';
import { missingUsd, type SessionFigures, usdOfDay } from './session-figures.ts';

const longestName = 40;

/** What a session's program knows better than its log. */
export interface ToldBySession {
  /** Name of the model for people; null: that of the log. */
  model: string | null;
  /** Percent of the context window in use; null: not told. */
  contextPct: number | null;
  /** Dollars of the session as that program reckons them; null: not told. */
  usd: number | null;
}

export const nothingTold: ToldBySession = { model: null, contextPct: null, usd: null };

/**
 * `Opus 4.6 · session $1.84 · half end under $2.60, 9 of 10 under $7.10 · today $12.30 · 93 % cached · context 41 % · cache cold in 252 s`
 * @param found null: nothing is known of the session yet
 * @param now in milliseconds since 1970
 * @param isPartial whether a part of the logs waits to be read
 */
export function statusText(
  found: SessionFigures | 'not read' | null,
  today: Spent,
  told: ToldBySession,
  now: number,
  isPartial = false,
): string {
  const session = found === 'not read' ? null : found;
  const { model, contextPct } = told;
  const name = shortName(model ?? session?.model ?? null);
  return [
    ...(name === '' ? [] : [name]),
    session === null
      ? unreadText(found === 'not read', told.usd)
      : `session ${spentText(session.usd, session.missingUsd, session.unpricedCalls)}`,
    ...forecastText(session?.forecast ?? null),
    todayText(today, isPartial),
    ...(session?.cachedPct == null ? [] : [`${Math.floor(session.cachedPct)} % cached`]),
    ...contextText(session, contextPct),
    ...coldText(session?.coldAt ?? null, now),
  ].join(' · ');
}

function todayText(today: Spent, isPartial: boolean): string {
  const spent = spentText(usdOfDay(today), missingUsd(today), today.unpricedCalls);
  return isPartial ? `today: reading ..., ${spent} so far` : `today ${spent}`;
}

/** A session whose log was not read, or is not there yet, at what its own program says. */
const unreadText = (isUnread: boolean, told: number | null): string =>
  told !== null && (isUnread || told > 0)
    ? `session ${money(told)} by its agent's own count, log not read`
    : `session${isUnread ? ': not read' : ' $0'}`;

export const shortName = (name: string | null): string => plainName(name ?? '').slice(0, longestName);

/** Dollars in the log, what is missing there, and what has no price. */
export function spentText(known: number, missing: number, unpricedCalls: number): string {
  return [
    money(known),
    ...(missing >= 0.005 ? [`+ about ${money(missing)} not in the log`] : []),
    ...(unpricedCalls > 0 ? [`+ ${whole(unpricedCalls)} call${unpricedCalls === 1 ? '' : 's'} without a price`] : []),
  ].join(' ');
}

/** Cents are enough for a line that is glanced at. */
export const money = (dollars: number): string =>
  dollars >= 0.1 && dollars < 1 ? `$${dollars.toFixed(2)}` : usd(dollars);

/** Where half of the sessions that got so far have ended, and nine of ten. */
export const forecastText = (forecast: SessionFigures['forecast']): string[] =>
  forecast === null ? [] : [`half end under ${money(forecast.p50)}, 9 of 10 under ${money(forecast.p90)}`];

export function contextText(session: SessionFigures | null, contextPct: number | null): string[] {
  if (contextPct !== null) return [`context ${Math.round(contextPct)} %`];
  const tokens = session?.contextTokens ?? null;
  return tokens === null ? [] : [`context ${tokens >= 1e4 ? `${Math.round(tokens / 1e3)}k` : whole(tokens)}`];
}

export function coldText(coldAt: number | null, now: number): string[] {
  if (coldAt === null) return [];
  return [coldAt <= now ? 'cache cold' : `cache cold in ${Math.ceil((coldAt - now) / 1000)} s`];
}
