/** Reads the calls of logs from disk or standard input, one file after the other. */
import { createReadStream } from 'node:fs';
import { grouped } from '../core/values/money.ts';
import { NoDuckDb } from '../duckdb/open-duckdb.ts';
import { isParquet, parquetLines } from '../duckdb/parquet-lines.ts';
import { WrongUse } from '../io/command-line.ts';
import { Progress } from '../io/progress.ts';
import type { CallRecord } from '../logs/call-record.ts';
import { readCalls } from '../logs/read-calls.ts';
import { newReading, type ReadReport } from '../logs/read-report.ts';
import { UnknownFormatError } from '../logs/unknown-format.ts';
import { type LogFile, logFilesOf } from './log-paths.ts';

/** What was read: every log, and the files in folders that are not logs. */
export interface LogsRead {
  files: ReadReport[];
  notLogs: string[];
}

const chunkBytes = 2 ** 20;

/**
 * Passes the calls of the logs on in batches. After one second progress is shown on standard error.
 * @param names files, folders, or `-` for standard input
 * @throws WrongUse if a file is missing or is not a log; an Error if none of them has a call
 */
export async function readLogs(
  names: readonly string[],
  take: (records: readonly CallRecord[]) => void,
): Promise<LogsRead> {
  const reading = newReading();
  const notLogs: string[] = [];
  const progress = new Progress(false);
  let calls = 0;
  try {
    for (const file of logFilesOf(names)) {
      for await (const batch of recordsOf(file, () => readCalls(bytesOf(file), file.name, reading), notLogs)) {
        take(batch);
        calls += batch.length;
        progress.show(`${grouped(String(calls))} calls read, ${file.name}`);
      }
    }
  } finally {
    progress.end();
  }
  if (calls === 0) throw new Error(nothingRead(names, reading.files, notLogs));
  return { files: reading.files.filter(({ name }) => !notLogs.includes(name)), notLogs };
}

/** The records of a file; a file in a folder that is not a log is noted and skipped. */
async function* recordsOf(
  { name, isFound }: LogFile,
  read: () => AsyncIterable<CallRecord[]>,
  notLogs: string[],
): AsyncGenerator<CallRecord[]> {
  try {
    yield* read();
  } catch (error) {
    if (error instanceof NoDuckDb) throw error;
    if (!(error instanceof UnknownFormatError))
      throw new WrongUse(`${name} cannot be read: ${(error as Error).message}`);
    if (!isFound) throw new WrongUse(error.summary, error.known);
    notLogs.push(name);
  }
}

function bytesOf({ path }: LogFile): AsyncIterable<Uint8Array> {
  if (path === null) return process.stdin;
  return isParquet(path) ? parquetLines(path) : createReadStream(path, { highWaterMark: chunkBytes });
}

export function nothingRead(
  names: readonly string[],
  files: readonly ReadReport[],
  notLogs: readonly string[],
): string {
  const broken = files.flatMap(({ name, brokenLines }) =>
    brokenLines.slice(0, 3).map(({ line, reason }) => `${name}:${line}: ${reason}`),
  );
  const why = broken.length > 0 ? ` Not readable: ${broken.slice(0, 3).join('; ')}.` : '';
  const others = notLogs.length > 0 ? ` ${notLogs.length} of the files are not logs of a known format.` : '';
  const where = names.map((name) => (name === '-' ? 'standard input' : name));
  return `No call was found in ${where.join(', ')}.${why}${others}`;
}
