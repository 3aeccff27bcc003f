/** Which calls are of the days that somebody asks for. */
import type { TimeZone } from './time-zone.ts';

/** First and last day (YYYY-MM-DD); null: no limit. */
export interface Days {
  since: string | null;
  until: string | null;
}

/**
 * Whether a call is of these days; one without a time is only where there is no limit.
 * @param zone in whose days they are meant
 */
export function isWithin({ since, until }: Days, zone: TimeZone): (at: number | null) => boolean {
  const first = since === null ? Number.NEGATIVE_INFINITY : zone.startOf(since);
  const before = until === null ? Number.POSITIVE_INFINITY : zone.startOf(dayAfter(until));
  const isAll = since === null && until === null;
  return (at) => (at === null ? isAll : at >= first && at < before);
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
