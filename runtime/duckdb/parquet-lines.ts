/** A Parquet file as lines of JSON, for the log readers. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { openDuckDb, parquetTable } from './open-duckdb.ts';

/** Whether a file is Parquet, by its first four bytes; false for a pipe, which is not read. */
export function isParquet(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const start = Buffer.alloc(4);
  const fd = openSync(path, 'r');
  try {
    return readSync(fd, start, 0, 4, 0) === 4 && start.toString('latin1') === 'PAR1';
  } finally {
    closeSync(fd);
  }
}

/** One JSON object per line, a few thousand rows at a time. Throws a NoDuckDb if DuckDB is missing. */
export async function* parquetLines(path: string): AsyncGenerator<Uint8Array> {
  const connection = await openDuckDb();
  try {
    const rows = await connection.stream(`SELECT to_json(t)::VARCHAR FROM ${parquetTable([path])} AS t`);
    for (let chunk = await rows.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
      yield Buffer.from(`${chunk.getColumnValues(0).join('\n')}\n`);
    }
  } catch (error) {
    // The following lines only repeat the SQL statement.
    throw new Error((error as Error).message.split('\n')[0]);
  } finally {
    connection.closeSync();
  }
}
