/** Collects the runs in the logs given to a command. */
import type { Command } from 'commander';
import type { Catalog } from '../core/dataset/catalog.ts';
import { billsAt } from '../logs/calibrate/bill-of-call.ts';
import { type LoggedRuns, RunCollector } from '../logs/calibrate/logged-runs.ts';
import { type LogsRead, readLogs } from './read-logs.ts';

export interface CollectedRuns extends LoggedRuns {
  reading: LogsRead;
}

/** Filters calls by tag: in some formats tags say who made a call. */
export interface TagOptions {
  tag?: string;
  withoutTag?: string;
}

export const withTagOptions = (command: Command): Command =>
  command
    .option('--tag <tag>', 'only calls with this tag, such as assistant in tau2 results')
    .option('--without-tag <tag>', 'only calls without this tag, such as sidechain in Claude Code sessions');

/** @param catalog at whose prices the calls are billed */
export async function collectRuns(
  catalog: Catalog,
  logs: readonly string[],
  { tag, withoutTag }: TagOptions = {},
): Promise<CollectedRuns> {
  const collector = new RunCollector(billsAt(catalog));
  const reading = await readLogs(logs, (calls) => {
    for (const call of calls) {
      if (tag !== undefined && !call.tags.includes(tag)) continue;
      if (withoutTag !== undefined && call.tags.includes(withoutTag)) continue;
      collector.add(call);
    }
  });
  return { ...collector.end(), reading };
}
