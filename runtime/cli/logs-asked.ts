/** The logs that a command reads, those that are named or else those of this machine's agents; their runs; and what it may not write over. */
import type { Catalog } from '../core/dataset/catalog.ts';
import { whole } from '../core/values/rounded.ts';
import { NothingFound } from '../io/command-line.ts';
import { checkOutputs, type NamedFile, overwritten, wouldOverwrite } from '../io/named-files.ts';
import { billsAt, type LoggedRuns, RunCollector } from '../logs/calibrate/logged-runs.ts';
import type { CallRecord } from '../logs/call-record.ts';
import { findLogs, thisMachine } from './find-logs.ts';
import { type LogFile, logFilesOf } from './log-files.ts';
import { indexOn } from './log-index.ts';
import { isLog, type LogsRead, type ReadOptions, readLogs, skippedLines } from './read-logs.ts';

export type LogsAsked = ReturnType<typeof logsAsked>;

/**
 * @returns `names` for messages, as given or the folders; `isOwn`: nothing was named, so that these are all logs of this
 * machine's agents, which `agents` tells, with an index that remembers what was read of them
 * @throws NothingFound, which says where it looked, if nothing was named and nothing is there
 */
export function logsAsked(names: readonly string[]) {
  if (names.length > 0) return { names, found: logFilesOf(names), isOwn: false, index: null, agents: null };
  const { found: agents, logs: found, looked } = findLogs(thisMachine());
  if (agents.length === 0) throw nothingFound(looked, skippedLines(found.skipped));
  return {
    ...{ names: agents.map(({ folder }) => folder), found, isOwn: true, index: indexOn(thisMachine()) },
    agents,
  };
}

const nothingFound = (looked: readonly string[], skipped: readonly string[]): NothingFound =>
  new NothingFound(
    'No log of an agent was found on this machine. Looked in:',
    [...looked, ...skipped],
    'Name a file or a folder to read it, such as calls.jsonl. docs/runs.md lists the formats that are read.',
  );

export function agentLines({ agents }: Pick<LogsAsked, 'agents'>): string[] {
  if (agents === null) return [];
  const wide = Math.max(...agents.map(({ agent }) => agent.length)) + 2;
  return agents.map(
    ({ agent, folder, files: { length } }) =>
      `${agent.padEnd(wide)}${folder}, ${whole(length)} file${length === 1 ? '' : 's'}`,
  );
}

interface CollectedRuns extends LoggedRuns {
  reading: LogsRead;
}

/** What `--preset` is without being given, for its help. */
export const kindHelp = 'default session where an interactive agent wrote the log, else coding';

export interface TagOptions {
  tag?: string;
  withoutTag?: string;
}

interface RunOptions extends TagOptions {
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

/**
 * Checks the outputs of a command that reads logs. In a folder of logs an earlier output, which is no log, may be replaced.
 * @throws WrongUse that names the option and the file
 */
export async function checkLogOutputs(
  outputs: readonly NamedFile[],
  inputs: readonly NamedFile[],
  logs: readonly LogFile[],
): Promise<void> {
  const named = (isFound: boolean): NamedFile[] =>
    logs.filter((log) => log.isFound === isFound).map(({ path }) => ({ name: 'the log', path: path ?? 0 }));
  checkOutputs(outputs, [...inputs, ...named(false)]);
  for (const one of overwritten(outputs, named(true))) {
    if (await isLog(one.other.path as string)) throw wouldOverwrite(one);
  }
}
