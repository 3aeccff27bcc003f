/** Reads the calls of logs from disk or standard input, one file after the other, and tells what was not read. */
import { createReadStream } from 'node:fs';
import { grouped } from '../core/values/money.ts';
import { printable } from '../core/values/printable.ts';
import { whole } from '../core/values/rounded.ts';
import { NoDuckDb, parquetLines } from '../duckdb/open-duckdb.ts';
import { WrongUse } from '../io/command-line.ts';
import { Progress } from '../io/progress.ts';
import type { CallRecord } from '../logs/call-record.ts';
import { CutCalls } from '../logs/duplicates.ts';
import { type TextBlock, textBlocks } from '../logs/input/text-blocks.ts';
import { callsBefore, readBlocks } from '../logs/read-calls.ts';
import { newReading, problemsIn, type Reading, type ReadReport } from '../logs/read-report.ts';
import { shortNames } from '../logs/report/short-names.ts';
import { UnknownFormatError } from '../logs/unknown-format.ts';
import { fileBlocks, told } from './file-blocks.ts';
import { type LogFile, type LogFiles, logFilesOf, type Skipped, tableKind, unreadable } from './log-files.ts';
import type { LogIndex } from './log-index.ts';
import { openCodeLines, UnreadDatabase } from './opencode-database.ts';
import { printError } from './output.ts';
import { OwnSessions } from './own-sessions.ts';
import { incompleteExitCode } from './program.ts';
import { type Plan, ReadAhead, sizeOf } from './read-ahead.ts';

/** What was read: every log, the files in folders that are not logs, and what was skipped there. */
export interface LogsRead {
  files: ReadReport[];
  notLogs: string[];
  skipped: Skipped[];
}

export interface ReadOptions {
  /** The files of the names, where they are known already. */
  found?: LogFiles | undefined;
  /** Whether these files are all of this machine's agents. */
  isOwn?: boolean;
  /** Remembers what was read; null: every file is read from its beginning. */
  index?: LogIndex | null;
  /** Threads that read files side by side; default one for each processor. */
  jobs?: number | undefined;
}

/**
 * Passes the calls of the logs on in batches. After one second progress is shown on standard error, and at the end what
 * was not read.
 * @param names files, folders, or `-` for standard input
 * @throws WrongUse if a file is missing or is not a log; an Error if none of them has a call
 */
export async function readLogs(
  names: readonly string[],
  take: (records: readonly CallRecord[]) => void,
  { found, isOwn = false, index = null, jobs }: ReadOptions = {},
): Promise<LogsRead> {
  const cut = new CutCalls();
  const reading = newReading(cut);
  const notLogs: string[] = [];
  const { files, skipped } = found ?? logFilesOf(names);
  const progress = new Progress(false);
  const share = shareRead(files);
  const ownSessions = !isOwn || index === null ? null : new OwnSessions();
  let calls = 0;
  const add = (batch: CallRecord[]): void => {
    take(batch);
    ownSessions?.add(batch);
    calls += batch.length;
  };
  const ahead = new ReadAhead(files, index, jobs);
  const count = (bytes: number, isRead = true): void => {
    share.add(bytes);
    if (isRead) ahead.read(bytes);
  };
  try {
    for (const file of files) {
      const plan = await ahead.next();
      for await (const batch of recordsOf(file, () => callsOf(file, plan, reading, count), notLogs, skipped)) {
        add(batch);
        if (progress.isDue()) progress.show(`${share.text()}${grouped(String(calls))} calls, ${file.name}`);
      }
    }
    add(cut.end());
  } finally {
    progress.end();
    await ahead.end();
  }
  if (index !== null) ownSessions?.keepIn(index);
  index?.end();
  if (calls === 0) throw new Error(nothingRead(names, { files: reading.files, notLogs, skipped }));
  const read = { files: reading.files.filter(({ name }) => !notLogs.includes(name)), notLogs, skipped };
  printError(problemLines(read));
  return read;
}

/** What was not read and should have been, for standard error; none: everything was read. */
export const problemLines = ({ files, skipped }: LogsRead): string[] => [
  ...problemsIn(files),
  ...skippedLines(skipped),
];

/** What was found and not read, the first of it by name. */
export const skippedLines = (skipped: readonly Skipped[]): string[] =>
  skipped.length === 0
    ? []
    : [
        `Skipped in the folders: ${skipped.length}. Name a file to read it.`,
        ...skipped.slice(0, 5).map(({ name, what }) => `  - ${printable(name)}: ${what}`),
      ];

export interface StrictOptions {
  strict?: boolean;
}

/** Sets the exit code that `--strict` asks for; the answer is printed all the same. */
export function checkStrict({ strict }: StrictOptions, read: LogsRead): void {
  if (strict === true && problemLines(read).length > 0) process.exitCode = incompleteExitCode;
}

/** Reads a file, or what was appended to it since it was read last. */
async function* callsOf(
  { name, path }: LogFile,
  { known, watched, asked }: Plan,
  reading: Reading,
  add: (bytes: number, isRead?: boolean) => void,
): AsyncGenerator<CallRecord[]> {
  if (known?.isWhole === true) {
    add(known.bytes, false);
    yield* callsBefore(known.read, name, reading);
    return;
  }
  const read = (await asked?.read) ?? null;
  if (read !== null && path !== null) {
    add(watched?.bytes ?? sizeOf(path));
    watched?.keep(read);
    yield* callsBefore(read, name, reading);
    return;
  }
  if (watched === null || path === null) {
    yield* readBlocks(blocksOf(path, add), name, reading);
    return;
  }
  const start = known?.bytes ?? 0;
  add(start, false);
  const blocks = fileBlocks(path, { start, end: watched.bytes }, add);
  yield* readBlocks(blocks, name, reading, { before: known?.read ?? null, keep: watched.keep });
}

/** How much of the files has been read, by their bytes, and how long the rest will take at that speed. */
function shareRead(files: readonly LogFile[]) {
  const started = performance.now();
  /** Reckoned when it is first shown; most runs end before. */
  let of: number | null = null;
  let bytes = 0;
  return {
    add(count: number): void {
      bytes += count;
    },
    text(): string {
      of ??= files.reduce((sum, { path }) => sum + (path === null ? Number.NaN : sizeOf(path)), 0);
      // The size of standard input is unknown, and a file can grow while it is read.
      if (!(of > 0)) return `${megabytes(bytes)} read, `;
      const part = Math.min(1, bytes / of);
      const seconds = Math.ceil(((performance.now() - started) / 1000) * (1 / part - 1));
      return `${Math.floor(100 * part)} % of ${megabytes(of)} read, ${seconds} s left, `;
    },
  };
}

const megabytes = (bytes: number): string => `${grouped((bytes / 1e6).toFixed(1))} MB`;

/** Absolute paths of logs as their last folder or file; paths as the user gave them, below this folder, stay. */
export function withShortPaths({ files, notLogs, skipped }: LogsRead): LogsRead {
  const isAbsolute = (name: string) => /^[~/\\]|^[a-z]:/i.test(name);
  const short = shortNames([...[...files, ...skipped].map(({ name }) => name), ...notLogs].filter(isAbsolute));
  const nameOf = (name: string) => short.get(name) ?? name;
  const named = <One extends { name: string }>(one: One): One => ({ ...one, name: nameOf(one.name) });
  return { files: files.map(named), notLogs: notLogs.map(nameOf), skipped: skipped.map(named) };
}

/** The records of a file; a file in a folder that is not a log is noted and skipped. */
async function* recordsOf(
  { name, isFound }: LogFile,
  read: () => AsyncIterable<CallRecord[]>,
  notLogs: string[],
  skipped: Skipped[],
): AsyncGenerator<CallRecord[]> {
  try {
    yield* read();
  } catch (error) {
    if (error instanceof NoDuckDb) throw error;
    if (isFound && error instanceof UnreadDatabase) {
      if (error.mayHaveCalls) skipped.push({ name, what: error.message });
      else notLogs.push(name);
      return;
    }
    if (error instanceof UnknownFormatError) {
      if (!isFound) throw new WrongUse(error.summary, error.known);
      notLogs.push(name);
    } else if (isFound) skipped.push({ name, what: unreadable(error) });
    else throw new WrongUse(`${name} cannot be read: ${(error as Error).message}`);
  }
}

/** Whether a file that was found in a folder is a log, or may be one; an empty file is none. */
export async function isLog(path: string): Promise<boolean> {
  try {
    for await (const _ of readBlocks(blocksOf(path), path, newReading())) return true;
    return sizeOf(path) > 0;
  } catch (error) {
    return !(error instanceof UnknownFormatError || (error instanceof UnreadDatabase && !error.mayHaveCalls));
  }
}

/** What another program reads of a file, as lines of JSON; null: it is read as it is. */
function tableLines(path: string): AsyncIterable<Uint8Array> | null {
  const kind = tableKind(path);
  return kind === 'parquet' ? parquetLines(path) : kind === 'database' ? openCodeLines(path) : null;
}

/** The bytes of a file, or of standard input; Parquet and databases as lines of JSON. */
export function bytesOf(path: string | null): AsyncIterable<Uint8Array> {
  if (path === null) return process.stdin;
  return tableLines(path) ?? createReadStream(path);
}

function blocksOf(path: string | null, add?: (bytes: number) => void): AsyncIterable<TextBlock> {
  const lines = path === null ? process.stdin : tableLines(path);
  return lines === null ? fileBlocks(path as string, undefined, add) : textBlocks(told(lines, add));
}

/** Why logs without any call are an error: the files that are empty, and the first lines that could not be read. */
export function nothingRead(names: readonly string[], { files, notLogs, skipped }: LogsRead): string {
  const broken = files.flatMap(({ name, brokenLines }) =>
    brokenLines.slice(0, 3).map(({ line, reason }) => `${name}:${line}: ${reason}`),
  );
  const why = broken.length > 0 ? ` Not readable: ${broken.slice(0, 3).join('; ')}.` : '';
  const others = notLogs.length > 0 ? ` ${notLogs.length} of the files are not logs of a known format.` : '';
  const where = names.map((name) => (name === '-' ? 'standard input' : name));
  const empty = files.flatMap(({ name, format }) => (format === null && !notLogs.includes(name) ? name : []));
  const isAllEmpty = empty.length > 0 && empty.join() === where.join();
  const blank = isAllEmpty ? `, which ${empty.length === 1 ? 'is' : 'are'} empty` : '';
  const some =
    isAllEmpty || empty.length === 0
      ? ''
      : ` Empty files: ${empty.slice(0, 3).join(', ')}${empty.length > 3 ? ` and ${empty.length - 3} more` : ''}.`;
  const first = skipped.slice(0, 3).map(({ name, what }) => `${printable(name)}: ${what}`);
  const beside = skipped.length === 0 ? '' : ` Skipped in the folders: ${skipped.length}: ${first.join('; ')}.`;
  return `No call was found in ${where.join(', ')}${blank}.${why}${some}${others}${beside}`;
}

/** The parts of logs that are in no total for a good reason, for people. */
export function readingLines({ files, notLogs }: Omit<LogsRead, 'skipped'>): string[] {
  const duplicates = files.reduce((sum, one) => sum + one.duplicates, 0);
  return [
    ...(duplicates + notLogs.length > 0 ? [''] : []),
    ...(duplicates === 0 ? [] : [`Entries logged more than once, counted once: ${whole(duplicates)}.`]),
    ...(notLogs.length === 0
      ? []
      : [`Files in the folders that are not logs of a known format: ${whole(notLogs.length)}.`]),
  ];
}
