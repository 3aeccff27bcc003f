/** What the tools on logs ask of the program that reads them. */
import type { Catalog } from '../core/dataset/catalog.ts';
import type { PlanWorth } from '../logs/plan/plan-worth.ts';
import type { LogReport } from '../logs/report/log-report.ts';
import type { Repricing } from '../logs/reprice/reprice.ts';

/** Which of the logged calls count. */
export interface LoggedCalls {
  /** As people say it: a day, a month, 30d, today. */
  since?: string;
  until?: string;
  /** Name of a project, its last folder or more of its path. */
  project?: string;
}

/** What of the logs was not read and is in no figure, in sentences; null: everything was read. */
export interface NotRead {
  notRead: string[] | null;
}

/** A report, without the folders that it was read from. */
export type OwnReport = LogReport &
  NotRead & {
    agents: { agent: string; files: number }[];
    /** What the plan that is paid is worth, by the calls of all projects and its last month; null: nothing is known of one. */
    plan: PlanWorth | null;
  };

export type OwnRepricing = Repricing & NotRead;

/** Reads the logs of the agents on this machine; rejects with a message for the agent where there are none. */
export interface OwnLogs {
  /** @param plan id of the plan that is paid; undefined: that of agent-cost.json */
  report(catalog: Catalog, calls: LoggedCalls, by: readonly string[], plan?: string): Promise<OwnReport>;
  reprice(catalog: Catalog, calls: LoggedCalls, model: string, host: string | undefined): Promise<OwnRepricing>;
  /** First day of the day, week or month that it is now on this machine (YYYY-MM-DD). */
  startOf(period: Period): string;
}

export type Period = 'day' | 'week' | 'month';

/** What is left of a budget. */
export interface BudgetLeft extends NotRead {
  /** null: none was named. */
  usd: number | null;
  per: Period;
  /** First day that counts, in the days of `timeZone`. */
  since: string;
  timeZone: string;
  /** Dollars of the calls that have a price, and about how many more for output that was never recorded. */
  spentUsd: number;
  notRecordedUsd: number;
  unpricedCalls: number;
  leftUsd: number | null;
  usedPct: number | null;
}
