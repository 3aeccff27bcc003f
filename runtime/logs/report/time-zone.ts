/** The days, weeks and hours of a time zone, fast enough for millions of calls. */

const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;
/** Time zones change their offset at multiples of a quarter of an hour. */
const slot = msPerHour / 4;
/** Offsets that are kept; a log can make up times. */
const mostSlots = 100_000;
/** 10000-01-01, the first day that is not written with four digits of a year. */
const endOfDays = 253_402_300_800_000;

export class TimeZone {
  private readonly format: Intl.DateTimeFormat | null;
  private offsets = new Map<number, number>();
  private lastSlot = Number.NaN;
  private lastOffset = 0;
  private lastDay = Number.NaN;
  private lastText: string | null = null;
  private lastMonday = Number.NaN;
  private lastWeek: string | null = null;

  /**
   * @param name of the IANA database, such as Europe/Paris
   * @throws RangeError if the name is unknown
   */
  constructor(readonly name: string) {
    this.format =
      name === 'UTC'
        ? null
        : new Intl.DateTimeFormat('en-US', {
            ...{ timeZone: name, hourCycle: 'h23', era: 'short' },
            ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
          });
  }

  /** The zone of this machine. */
  static local = (): TimeZone => new TimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');

  /** The day at a time in milliseconds since 1970: YYYY-MM-DD; null before 1970 and after the year 9999. */
  dayOf(at: number): string | null {
    const day = Math.floor(this.localTime(at) / msPerDay);
    if (day !== this.lastDay) [this.lastDay, this.lastText] = [day, dayText(day)];
    return this.lastText;
  }

  /** The Monday of the week. */
  weekOf(at: number): string | null {
    const day = Math.floor(this.localTime(at) / msPerDay);
    // 1970-01-01 was a Thursday.
    const monday = day - ((((day + 3) % 7) + 7) % 7);
    if (monday !== this.lastMonday) [this.lastMonday, this.lastWeek] = [monday, dayText(monday)];
    return this.lastWeek;
  }

  /** YYYY-MM-DD HH:00 */
  hourOf(at: number): string | null {
    const day = this.dayOf(at);
    const hour = Math.floor((this.localTime(at) % msPerDay) / msPerHour);
    return day && `${day} ${String(hour).padStart(2, '0')}:00`;
  }

  /** When a day (YYYY-MM-DD) begins, in milliseconds since 1970. */
  startOf(day: string): number {
    const asUtc = Date.parse(day);
    const guess = asUtc - this.offsetAt(asUtc);
    return asUtc - this.offsetAt(guess);
  }

  private localTime(at: number): number {
    return this.format === null ? at : at + this.offsetAt(at);
  }

  /** Milliseconds by which local time is ahead of UTC. */
  private offsetAt(at: number): number {
    if (this.format === null || !(at >= 0 && at < endOfDays)) return 0;
    const index = Math.floor(at / slot);
    if (index === this.lastSlot) return this.lastOffset;
    let offset = this.offsets.get(index);
    if (offset === undefined) {
      if (this.offsets.size >= mostSlots) this.offsets = new Map();
      offset = offsetIn(this.format, index * slot);
      this.offsets.set(index, offset);
    }
    [this.lastSlot, this.lastOffset] = [index, offset];
    return offset;
  }
}

export const utc = new TimeZone('UTC');

function offsetIn(format: Intl.DateTimeFormat, at: number): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute } = parts;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - at;
}

/** @param day number since 1970-01-01 */
function dayText(day: number): string | null {
  const at = day * msPerDay;
  return at >= 0 && at < endOfDays ? new Date(at).toISOString().slice(0, 10) : null;
}

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
