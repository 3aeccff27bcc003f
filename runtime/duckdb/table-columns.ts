/** The columns of a table of calls as the pricing needs them, whatever the table has of them. */
import type { DuckDBConnection } from '@duckdb/node-api';

/** The parts of a call that are billed, by their columns. */
export const callParts = ['input', 'cached_input', 'cache_write', 'cache_write_1h', 'output', 'searches'] as const;
export type CallPart = (typeof callParts)[number];

const needed = ['model', 'input', 'output'];

/**
 * A subquery with model, host, service_tier, day (null where there is no time) and a column for each part, 0 where the
 * table has none. Throws where a column is missing without which no call can be priced.
 */
export async function callsOf(connection: DuckDBConnection, table: string): Promise<string> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`);
  const types = new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
  const missing = needed.filter((name) => !types.has(name));
  if (missing.length > 0) {
    throw new Error(
      `The calls have no column ${missing.join(', ')}; their columns are ${[...types.keys()].join(', ')}.`,
    );
  }
  const text = (name: string) => (types.has(name) ? `"${name}"` : `NULL::VARCHAR AS "${name}"`);
  const count = (name: string) =>
    types.has(name) ? `COALESCE("${name}", 0)::BIGINT AS "${name}"` : `0::BIGINT AS "${name}"`;
  const columns = [
    ...['model', 'host', 'service_tier'].map(text),
    `${dayOf(types.get('at'))} AS day`,
    ...callParts.map(count),
  ];
  return `(SELECT ${columns.join(', ')} FROM ${table})`;
}

/** The day (UTC) of the column `at`; a number is milliseconds since 1970. */
function dayOf(type: string | undefined): string {
  const after = (days: string) => `DATE '1970-01-01' + (${days} // 86400000)::INTEGER`;
  if (type === undefined) return 'NULL::DATE';
  if (type === 'TIMESTAMP WITH TIME ZONE') return after('epoch_ms("at")');
  if (/^(TIMESTAMP|DATE)/.test(type)) return '"at"::DATE';
  if (/INT|DOUBLE|DECIMAL/.test(type)) return after('"at"::BIGINT');
  throw new Error(`The column at must be a time or milliseconds since 1970 (it is ${type}).`);
}
