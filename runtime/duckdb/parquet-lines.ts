/** A Parquet file as lines of JSON, so that the readers of logs read it like any other. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { openDuckDb, parquetTable } from './open-duckdb.ts';

/** Whether a file is Parquet, by its first four bytes; a pipe is not, and none of it is read. */
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

/** One object of JSON on each line, a few thousand rows at a time. Throws a NoDuckDb where DuckDB is missing. */
export async function* parquetLines(path: string): AsyncGenerator<Uint8Array> {
  const connection = await openDuckDb();
  try {
    const rows = await connection.stream(`SELECT to_json(t)::VARCHAR FROM ${parquetTable([path])} AS t`);
    for (let chunk = await rows.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await rows.fetchChunk()) {
      yield Buffer.from(`${chunk.getColumnValues(0).join('\n')}\n`);
    }
  } catch (error) {
    // What follows is the statement, which is none of the reader's business.
    throw new Error((error as Error).message.split('\n')[0]);
  } finally {
    connection.closeSync();
  }
}
