/** Adds up the Parquet files given to a command. */

import { quote } from '../core/values/did-you-mean.ts';
import { UnfitTable } from '../duckdb/check-table.ts';
import { openDuckDb } from '../duckdb/open-duckdb.ts';
import { isParquet } from '../duckdb/parquet-lines.ts';
import { addParquet, type ParquetFile } from '../duckdb/parquet-totals.ts';
import { WrongUse } from '../io/command-line.ts';
import { Progress } from '../io/progress.ts';
import type { LogReporter } from '../logs/report/log-reporter.ts';
import { logFilesOf } from './log-paths.ts';
import { type LogsRead, nothingRead } from './read-logs.ts';

/** Interval of progress updates in milliseconds; DuckDB reports none itself. */
const everySoOften = 500;

/**
 * Adds the calls of Parquet files, and of those below folders, to a reporter. After one second progress is shown on
 * standard error.
 * @param ignore names of columns not to read
 * @throws WrongUse if a file is not a table of calls; a NoDuckDb if DuckDB is missing
 */
export async function totalsOfFiles(
  names: readonly string[],
  reporter: LogReporter,
  ignore: readonly string[],
): Promise<LogsRead> {
  const files: ParquetFile[] = [];
  const notLogs: string[] = [];
  for (const { name, path, isFound } of logFilesOf(names)) {
    if (path !== null && isParquet(path)) files.push({ name, path });
    else if (isFound) notLogs.push(name);
    else throw new WrongUse(`${name} is not Parquet. agent-cost report ${quote(name)} reads logs of other formats.`);
  }
  if (files.length === 0) throw new WrongUse(`There is no Parquet file in ${names.join(', ')}.`);
  const connection = await openDuckDb();
  const progress = new Progress(false);
  const [first, ...more] = files.map(({ name }) => name);
  const what = `adding up ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  const started = performance.now();
  const showing = setInterval(
    () => progress.show(`${what}, ${Math.round((performance.now() - started) / 1000)} s`),
    everySoOften,
  );
  try {
    const read = await addParquet(connection, files, reporter, { ignore });
    if (read.every(({ records }) => records === 0)) throw new Error(nothingRead(names, read, []));
    return { files: read, notLogs };
  } catch (error) {
    throw error instanceof UnfitTable ? new WrongUse(error.message) : error;
  } finally {
    clearInterval(showing);
    progress.end();
    connection.closeSync();
  }
}
