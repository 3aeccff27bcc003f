/** The report on a log, as `--json` prints it. Days are UTC, `nanoUsd` is whole nano-dollars in digits. */
import type { Dimension } from './dimensions.ts';
import type { GapCause } from './logged-gap.ts';
import type { Counts } from './sums-table.ts';
import type { WasteCause } from './visible-waste.ts';

/** What some calls add up to. */
export interface ReportSums extends Counts {
  /** Percent of the prompt that was read from the cache; null: no prompt. */
  cachedPct: number | null;
  /** The priced calls in dollars; null: none of the calls has a price. Up to two million exact to the nano-dollar. */
  usd: number | null;
  nanoUsd: string | null;
  /** Dollars that the log recorded; null: none. */
  loggedUsd: number | null;
}

export interface ReportGroup extends ReportSums {
  /** null: the log does not say. */
  key: string | null;
}

export interface ReportGroups {
  by: Dimension;
  rows: ReportGroup[];
  /** The cheapest groups in one, where there are too many to keep; null: every group has its row. */
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
  /** The model, where the cause has one. */
  model: string | null;
  calls: number;
  /** null: the log recorded none. */
  loggedUsd: number | null;
  /** null: we have no price. */
  ourUsd: number | null;
  /** Logged less ours, of what there is. */
  gapUsd: number;
  gapNanoUsd: string;
}

export interface RunsReport {
  /** Names the prices. */
  datasetVersion: string;
  overlay: string | null;
  /** The day whose prices were used for all calls; null: each call at the prices of its day. */
  pricedOn: string | null;
  /** Host at whose prices all calls were priced; null: as the log says. */
  host: string | null;
  /** First and last day of the calls; null: the log has no times. */
  from: string | null;
  until: string | null;
  total: ReportSums;
  /** Calls without a time, priced on the day of the dataset. */
  callsWithoutTime: number;
  /** Calls outside of --since and --until; those without a time are among them where one of the two is given. */
  callsLeftOut: number;
  groups: ReportGroups[];
  tasks: {
    /** Runs of tasks, a run being the calls of one session on one task. */
    solved: number;
    failed: number;
    unknown: number;
    /** false: there were too many runs to keep, and some may be counted twice. */
    countsAreExact: boolean;
    /** Dollars of all runs whose success is known, for each that was solved; null: none was. */
    usdPerSolved: number | null;
    dearest: ReportTask[];
  };
  waste: {
    usd: number;
    nanoUsd: string;
    /** Percent of the bill. */
    pct: number | null;
    causes: { cause: WasteCause; meaning: string; calls: number; tokens: number; usd: number; nanoUsd: string }[];
  };
  unpriced: ({ model: string | null; reason: string | null } & ReportSums)[];
  /** null: the log recorded no dollars. The gaps add up to `gapUsd`. */
  logged: { usd: number; ourUsd: number; gapUsd: number; gapNanoUsd: string; gaps: ReportGap[] } | null;
  notes: string[];
}
