/** Reads logs in tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallRecord, callOf } from '../../../runtime/logs/call-record.ts';
import { readCalls } from '../../../runtime/logs/read-calls.ts';
import { newReading, type Reading, type ReadReport } from '../../../runtime/logs/read-report.ts';

export const fixture = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, 'fixtures', name));

export const fixtures: readonly string[] = readdirSync(join(import.meta.dirname, 'fixtures')).sort();

async function* inChunks(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

export interface Read {
  calls: CallRecord[];
  report: ReadReport;
}

/** Reads a log given as text or bytes, whole or in pieces. */
export async function read(
  content: string | Uint8Array | readonly Uint8Array[],
  reading: Reading = newReading(),
): Promise<Read> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const calls: CallRecord[] = [];
  for await (const batch of readCalls(inChunks(bytes instanceof Uint8Array ? [bytes] : bytes), 'log', reading)) {
    calls.push(...batch);
  }
  return { calls, report: reading.files.at(-1) as ReadReport };
}

/** A call with these fields; all others as if not logged. */
export const call = (fields: Partial<CallRecord> & Pick<CallRecord, 'model'>): CallRecord => ({
  ...callOf(fields.model, { input: 0, cachedInput: 0, cacheWrite: 0, cacheWrite1h: 0, output: 0, reasoning: null }),
  ...fields,
});

export const jsonLines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
