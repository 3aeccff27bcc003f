/** The report on a log, as `--json` prints it. `nanoUsd` is whole nano-dollars as a string of digits. */
import type { CallRecord } from '../call-record.ts';
import type { CacheCause } from './cache-ledger.ts';
import type { GapCause } from './logged-gap.ts';
import type { RecordTariff } from './record-tariffs.ts';
import type { Saving } from './savings.ts';
import type { Counts } from './sums-table.ts';
import type { TimeZone } from './time-zone.ts';
import type { Unrecorded } from './unrecorded-output.ts';
import type { WasteCause } from './visible-waste.ts';

/** Dollars of calls, exact to the nano-dollar up to two million; null, here and below: none of them has a price. */
interface Priced {
  usd: number | null;
  nanoUsd: string | null;
}

/** The sums of some calls. */
export interface ReportSums extends Counts, Priced {
  /** Percent of prompt tokens that were read from the cache; null: no prompt tokens. */
  cachedPct: number | null;
  /** Dollars that the log recorded; null: none. */
  loggedUsd: number | null;
}

export interface ReportGroup extends ReportSums {
  /** null: not logged. */
  key: string | null;
}

export interface ReportGroups {
  by: Dimension;
  rows: ReportGroup[];
  /** The sum of the cheapest groups if there are too many to keep; null: every group has its row. */
  others: ({ groups: number } & ReportSums) | null;
}

export interface ReportTask extends ReportSums {
  task: string | null;
  session: string | null;
  project: string | null;
  solved: boolean | null;
}

export interface ReportGap {
  cause: GapCause;
  meaning: string;
  /** The model; null: models beyond the limit. */
  model: string | null;
  calls: number;
  /** null: the log recorded none. */
  loggedUsd: number | null;
  /** null: we have no price. */
  ourUsd: number | null;
  /** Logged minus ours, where a missing amount counts as 0. */
  gapUsd: number;
  gapNanoUsd: string;
}

interface ReportCause<Cause> extends Priced {
  cause: Cause;
  meaning: string;
  calls: number;
  tokens: number;
}

interface ReportCache extends Priced {
  /** Prompt tokens that were not read from the cache: the sum of the causes. */
  tokens: number;
  /** `extraUsd`: what reading these tokens from the cache would have saved; of growth and first prompts only the least. */
  causes: (ReportCause<CacheCause> & { extraUsd: number | null })[];
  /** The rest of the bill: tokens read from the cache, and output and tools. */
  readUsd: number | null;
  readNanoUsd: string | null;
  otherUsd: number | null;
  otherNanoUsd: string | null;
  /** Reads and writes of the cache with writes for five minutes and for an hour; null: no call chose between them. */
  lifetime: {
    /** Calls that wrote for five minutes, or for an hour, as the last write of their conversation. */
    calls5m: number;
    calls1h: number;
    usd5m: number;
    usd1h: number;
    /** What an hour saves, below 0: costs; with 95 % over the sessions of the log. null: there is one session. */
    hourSaves: { low: number; high: number } | null;
  } | null;
}

export interface LogReport {
  /** The version of the prices. */
  datasetVersion: string;
  overlay: string | null;
  /** The day whose prices were used for all calls; null: each call at the prices of its day. */
  pricedOn: string | null;
  /** Host whose prices were used for all calls; null: as logged. */
  host: string | null;
  /** In whose days calls are counted: UTC, or a name of the IANA database. */
  timeZone: string;
  /** First and last day of the calls; null: the log has no times. */
  from: string | null;
  until: string | null;
  total: ReportSums;
  /** Calls without a time, priced on the day of the dataset. */
  callsWithoutTime: number;
  /** Calls with a price for which the log has no counts of tokens: they add no dollars. */
  callsWithoutCounts: number;
  /** Calls outside --since and --until, including those without a time if either is given. */
  callsLeftOut: number;
  groups: ReportGroups[];
  tasks: {
    /** Runs of tasks, a run being the calls of one session on one task. */
    solved: number;
    failed: number;
    unknown: number;
    /** false: there were too many runs to keep, and some may be counted twice. */
    countsAreExact: boolean;
    /** Dollars of all runs with a known outcome, per solved run; null: none was solved, or a call has no price. */
    usdPerSolved: number | null;
    /** The most expensive first. */
    dearest: ReportTask[];
  };
  /** `pct`: percent of the bill. */
  waste: Priced & { pct: number | null; causes: ReportCause<WasteCause>[] };
  /** What would have made the bill smaller, at most five lines, the largest first; they overlap. */
  savings: (Saving & { saves: number; assumes: string })[];
  /** Output whose final count was never logged, and an estimate of what it adds to the bill; null: none. */
  unrecorded: Unrecorded | null;
  /** Why prompt tokens were not read from the cache: each has one cause, and the parts add up to the bill. */
  cache: ReportCache;
  unpriced: ({ model: string | null; reason: string | null } & ReportSums)[];
  /** null: the log recorded no dollars. The gaps add up to `gapUsd`; `ourUsd` is null where no call has a price. */
  logged: { usd: number; ourUsd: number | null; gapUsd: number; gapNanoUsd: string; gaps: ReportGap[] } | null;
  notes: string[];
}

/** Group keys; null: not logged. Every call is in exactly one group, so that the groups add up to the total. */
export const dimensions = {
  hour: ({ at }, _, zone) => (at === null ? null : zone.hourOf(at)),
  day: ({ at }, _, zone) => (at === null ? null : zone.dayOf(at)),
  week: ({ at }, _, zone) => (at === null ? null : zone.weekOf(at)),
  month: ({ at }, _, zone) => (at === null ? null : (zone.dayOf(at)?.slice(0, 7) ?? null)),
  model: (_, { model }) => model,
  provider: (_, { provider }) => provider?.id ?? null,
  host: (_, { host }) => host,
  agent: ({ agent }) => agent,
  subagent: ({ subagent }) => subagent,
  project: ({ project }) => project,
  branch: ({ branch }) => branch,
  user: ({ who }) => who?.user ?? null,
  key: ({ who }) => who?.key ?? null,
  machine: ({ who }) => who?.machine ?? null,
  team: ({ who }) => who?.team ?? null,
  // A call with several tags is in the group of that combination.
  tag: ({ tags }) => (tags.length > 1 ? [...tags].sort().join(', ') : (tags[0] ?? null)),
  session: ({ session }) => session,
  task: ({ task }) => task,
} as const satisfies Record<string, (record: CallRecord, tariff: RecordTariff, zone: TimeZone) => string | null>;

export type Dimension = keyof typeof dimensions;

export const dimensionNames = Object.keys(dimensions) as Dimension[];

const times: readonly Dimension[] = ['hour', 'day', 'week', 'month'];

/** Hours, days, weeks and months are sorted by time, everything else by cost. */
export const isTime = (dimension: Dimension): boolean => times.includes(dimension);
