/** Collects the runs in logs, for the commands that learn from them. */
import type { Command } from 'commander';
import type { Catalog } from '../core/dataset/catalog.ts';
import { billsAt, type LoggedRuns, RunCollector } from '../logs/calibrate/logged-runs.ts';
import type { CallRecord } from '../logs/call-record.ts';
import { type LogsRead, type ReadOptions, readLogs } from './read-logs.ts';

export interface CollectedRuns extends LoggedRuns {
  reading: LogsRead;
}

/** What `--preset` is without being given, for its help. */
export const kindHelp = 'default session where an interactive agent wrote the log, else coding';

/** Filters calls by tag: in some formats tags say who made a call. */
export interface TagOptions {
  tag?: string;
  withoutTag?: string;
}

export const withTagOptions = (command: Command): Command =>
  command
    .option('--tag <tag>', 'only calls with this tag, such as assistant in tau2 results')
    .option('--without-tag <tag>', 'only calls without this tag, such as sidechain in Claude Code sessions');

export interface RunOptions extends TagOptions {
  /** Whether calls of a time are wanted; default all. */
  isAsked?: (at: number | null) => boolean;
  /** How the logs are read, where their files are known already. */
  read?: ReadOptions;
}

/**
 * Collects the runs in the logs given to a command.
 * @param catalog at whose prices the calls are billed
 */
export async function collectRuns(
  catalog: Catalog,
  logs: readonly string[],
  { tag, withoutTag, isAsked = () => true, read }: RunOptions = {},
): Promise<CollectedRuns> {
  const collector = new RunCollector(billsAt(catalog));
  const take = (calls: readonly CallRecord[]) => {
    for (const call of calls) {
      if (!isAsked(call.at)) continue;
      if (tag !== undefined && !call.tags.includes(tag)) continue;
      if (withoutTag !== undefined && call.tags.includes(withoutTag)) continue;
      collector.add(call);
    }
  };
  const reading = await readLogs(logs, take, read);
  return { ...collector.end(), reading };
}
