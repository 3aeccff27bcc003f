/** Options of the commands that add up the calls of logs: which calls and days, at which prices, in which groups. */
import { createHash } from 'node:crypto';
import { Option } from 'commander';
import type { Catalog } from '../core/dataset/catalog.ts';
import { ownMachine } from '../core/dataset/sellers.ts';
import { isDay } from '../core/values/day.ts';
import { WrongUse } from '../io/command-line.ts';
import { type Dimension, dimensionNames } from '../logs/report/log-report.ts';
import type { ReporterOptions } from '../logs/report/log-reporter.ts';
import { type Days, TimeZone, utc } from '../logs/report/time-zone.ts';
import { aCount, unknown } from './program.ts';

export interface ReportOptions extends TimeOptions {
  by: Dimension[];
  host?: string;
  top: number;
  fullNames?: true;
}

/** @param dimensions accepted by --by */
export const reportOptions = (dimensions: readonly Dimension[]): Option[] => [
  new Option('--by <groups>', `what to group by: ${dimensions.join(', ')}`)
    .argParser((text) => groupsNamed(listIn(text), dimensions))
    .default(['model', 'day'], 'model,day'),
  ...timeOptions(),
  new Option(
    '--host <id>',
    'host at whose prices all calls are priced, or local: your own machine, $0; default the host in the log',
  ),
  new Option('--top <n>', 'maximum number of rows in each table').argParser(aCount).default(20),
  new Option(
    '--full-names',
    'folders, sessions, users, machines and files in full; without it they are short, to be shared',
  ).conflicts('receipt'),
];

/**
 * The options as those of a reporter.
 * @param zone in whose days --since and --until are meant
 * @throws WrongUse if the host or a time is unknown
 */
export function reporterOptions(
  catalog: Catalog,
  options: ReportOptions & { asOf?: string },
  zone: TimeZone,
): ReporterOptions {
  const { by, host = null, asOf: on = null } = options;
  const hosts = [...catalog.offers.hosts.map(({ id }) => id), ownMachine];
  if (host !== null && !hosts.includes(host)) throw unknown('host', host, hosts);
  return { by, ...daysOf(options, zone, Date.now()), host, on, zone };
}

export const listIn = (text: string): string[] => text.split(',').map((name) => name.trim());

/**
 * The groups of these names, each once.
 * @param dimensions those that are accepted
 * @throws WrongUse for any other name
 */
export function groupsNamed(names: readonly string[], dimensions: readonly Dimension[] = dimensionNames): Dimension[] {
  const groups = names.map((name) => {
    const found = dimensions.find((one) => one === name);
    if (found === undefined && dimensionNames.some((one) => one === name)) {
      throw new WrongUse(`Only agent-cost report groups by "${name}". Groups: ${dimensions.join(', ')}.`);
    }
    if (found === undefined) throw unknown('group', name, dimensions);
    return found;
  });
  return [...new Set(groups)];
}

export interface TimeOptions {
  since?: string;
  until?: string;
  lastMonth?: true;
  thisMonth?: true;
}

const accepted =
  'a day (2026-12-01), a month (2026-12), a number of days, weeks or months up to today (30d, 4w, 3m), today, yesterday, or this or last week or month (last-month)';

export const timeOptions = (): Option[] => [
  new Option('--since <time>', `only calls from then on: ${accepted}`).conflicts(['lastMonth', 'thisMonth']),
  new Option('--until <time>', 'only calls up to and with this day or month').conflicts(['lastMonth', 'thisMonth']),
  new Option('--last-month', 'only calls of the last calendar month').conflicts('thisMonth'),
  new Option('--this-month', 'only calls of this month so far'),
];

export const zoneOption = (): Option =>
  new Option('--timezone <zone>', 'in whose days to count: Europe/Paris, UTC, local ...');

/**
 * @param now in milliseconds since 1970
 * @throws WrongUse for a text that is no time, or a first day after the last one
 */
export function daysOf({ since, until, lastMonth, thisMonth }: TimeOptions, zone: TimeZone, now: number): Days {
  const today = zone.dayOf(now) as string;
  const month = today.slice(0, 7);
  if (thisMonth) return { since: `${month}-01`, until: null };
  if (lastMonth) {
    const { first, last } = monthDays(monthsBefore(month, 1));
    return { since: first, until: last };
  }
  const days = {
    since: since === undefined ? null : dayMeant('--since', since, today).first,
    until: until === undefined ? null : dayMeant('--until', until, today).last,
  };
  if (days.since !== null && days.until !== null && days.since > days.until) {
    throw new WrongUse(`--since ${since} begins after the end of --until ${until}: no day is in both.`);
  }
  return days;
}

function dayMeant(option: string, text: string, today: string): { first: string; last: string } {
  const only = (day: string) => ({ first: day, last: day });
  if (isDay(text)) return only(text);
  if (isDay(`${text}-01`)) return monthDays(text);
  if (text === 'today') return only(today);
  if (text === 'yesterday') return only(dayBefore(today, 1));
  const [, which, kind] = /^(this|last)[-_ ]?(week|month)$/i.exec(text) ?? [];
  if (which !== undefined) return wholePeriod(kind?.toLowerCase() === 'week', /last/i.test(which) ? 1 : 0, today);
  const [, digits, unit] = /^(?:last[- ])?([1-9]\d{0,3})[- ]?([dwm])(?:ays?|eeks?|onths?)?$/i.exec(text) ?? [];
  if (digits === undefined) throw new WrongUse(`${option} ${JSON.stringify(text)} is no time. It must be ${accepted}.`);
  const count = Number(digits);
  if (unit?.toLowerCase() === 'm') return only(dayBefore(sameDay(today, count), -1));
  // Today is the last of these days.
  return only(dayBefore(today, (unit?.toLowerCase() === 'w' ? 7 : 1) * count - 1));
}

/** The first and last day of the week (from Monday) or month that many periods ago. */
function wholePeriod(isWeek: boolean, ago: number, today: string): { first: string; last: string } {
  if (!isWeek) return monthDays(monthsBefore(today.slice(0, 7), ago));
  const weekday = (new Date(Date.parse(today)).getUTCDay() + 6) % 7;
  const first = dayBefore(today, weekday + 7 * ago);
  return { first, last: dayBefore(first, -6) };
}

/** @param month YYYY-MM */
const monthDays = (month: string) => ({
  first: `${month}-01`,
  last: dayBefore(`${monthsBefore(month, -1)}-01`, 1),
});

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

const monthsBefore = (month: string, count: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
};

/** The same day of an earlier month, or the last day of that month if it is shorter. */
function sameDay(day: string, months: number): string {
  const month = monthsBefore(day.slice(0, 7), months);
  const wanted = `${month}-${day.slice(8)}`;
  return isDay(wanted) ? wanted : monthDays(month).last;
}

/** @throws WrongUse if the zone is unknown */
export function timeZoneNamed(name: string): TimeZone {
  if (name.toLowerCase() === 'local') return TimeZone.local();
  if (name.toLowerCase() === 'utc') return utc;
  try {
    return new TimeZone(name);
  } catch {
    throw new WrongUse(
      `--timezone ${JSON.stringify(name)} is no time zone. It must be a name such as Europe/Paris, or UTC, or local for that of this machine.`,
    );
  }
}

/** Of a text in base64, as the policy of a report's page wants it. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
