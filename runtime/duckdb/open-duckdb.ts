/** DuckDB is not part of this package: it is loaded when Parquet is read, with a clear error if it is missing. Parquet as lines, for the log readers. */
import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB is not installed, or cannot be loaded here. */
export class NoDuckDb extends Error {}

/** A connection to an empty database in memory. Throws a NoDuckDb that says how to install it. */
export async function openDuckDb(): Promise<DuckDBConnection> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@duckdb/node-api');
    const why = isMissing ? 'is not installed' : `cannot be loaded (${error.message.split('\n')[0]})`;
    throw new NoDuckDb(
      `Parquet is read with DuckDB, which ${why}. Install it next to agent-cost: npm install @duckdb/node-api, with --global if agent-cost is installed globally.`,
    );
  });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  // Files are queried more than once, and their footers can be long.
  await connection.run('SET parquet_metadata_cache = true');
  return connection;
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Parquet files with the same columns as one table. Escapes * ? [ ] in paths, which DuckDB would read as a pattern. */
export function parquetTable(paths: readonly string[], options = ''): string {
  const escaped = paths.map((path) => literal(path.replace(/[*?[\]]/g, (sign) => `[${sign}]`)));
  return `read_parquet([${escaped.join(', ')}]${options})`;
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
