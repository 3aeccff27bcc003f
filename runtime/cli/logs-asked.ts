/** The logs that a command reads: those that are named, or else those of this machine's agents. */
import { whole } from '../core/values/rounded.ts';
import { NothingFound } from '../io/command-line.ts';
import { type FoundLogs, findLogs } from './find-logs.ts';
import { type LogFiles, logFilesOf } from './log-files.ts';
import { indexOn, type LogIndex } from './log-index.ts';
import { thisMachine } from './machine.ts';
import { skippedLines } from './read-logs.ts';

export interface LogsAsked {
  /** For messages: the names as given, or the folders. */
  names: readonly string[];
  found: LogFiles;
  /** Whether nothing was named, so that these are all logs of this machine's agents. */
  isOwn: boolean;
  /** Remembers what was read of one's own logs; null: they are read from their beginning. */
  index: LogIndex | null;
  /** Where they were found; null: they were named. */
  agents: readonly FoundLogs[] | null;
}

/** @throws NothingFound, which says where it looked, if nothing was named and nothing is there */
export function logsAsked(names: readonly string[]): LogsAsked {
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

/** A line for each agent whose logs were found; none: they were named. */
export function agentLines({ agents }: Pick<LogsAsked, 'agents'>): string[] {
  if (agents === null) return [];
  const wide = Math.max(...agents.map(({ agent }) => agent.length)) + 2;
  return agents.map(
    ({ agent, folder, files: { length } }) =>
      `${agent.padEnd(wide)}${folder}, ${whole(length)} file${length === 1 ? '' : 's'}`,
  );
}
