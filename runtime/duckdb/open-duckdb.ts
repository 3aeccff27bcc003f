/** DuckDB, which is no part of this package: it is loaded when a Parquet file is read, and its absence explained. */
import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB is not installed, or cannot be loaded here. */
export class NoDuckDb extends Error {}

/** A connection to an empty database in memory. Throws a NoDuckDb that says how to install it. */
export async function openDuckDb(): Promise<DuckDBConnection> {
  const { DuckDBInstance } = await import('@duckdb/node-api').catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@duckdb/node-api');
    const why = isMissing ? 'is not installed' : `cannot be loaded (${error.message.split('\n')[0]})`;
    throw new NoDuckDb(
      `Parquet is read with DuckDB, which ${why}. Install it where agent-cost is: npm install @duckdb/node-api, with --global if agent-cost was installed so.`,
    );
  });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  // A file is asked for more than once, and its footer can be long.
  await connection.run('SET parquet_metadata_cache = true');
  return connection;
}

/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The name of a column or table in SQL. */
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A Parquet file as a table, or several of the same columns; a path with * or [ in it would be taken for a pattern. */
export function parquetTable(paths: readonly string[], options = ''): string {
  const escaped = paths.map((path) => literal(path.replace(/[*?[\]]/g, (sign) => `[${sign}]`)));
  return `read_parquet([${escaped.join(', ')}]${options})`;
}
