/** Reads the files of a log, adds up their calls and keeps their runs. Independent of the page and the worker. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { calibrate } from '../../logs/calibrate/calibrate.ts';
import { billsAt, type LoggedRuns, RunCollector } from '../../logs/calibrate/logged-runs.ts';
import { readCalls } from '../../logs/read-calls.ts';
import { newReading } from '../../logs/read-report.ts';
import type { Dimension } from '../../logs/report/dimensions.ts';
import { LogReporter } from '../../logs/report/log-reporter.ts';
import { reportOf } from '../../logs/report/report-of.ts';
import type { Fitted, LogRead, Unread } from './log-reader.ts';

/** The groupings shown on the page. */
const groupedBy = ['model', 'day', 'project', 'session'] as const satisfies readonly Dimension[];

/** Called after each chunk of a file. */
type OnProgress = (progress: { bytes: number; of: number; calls: number }) => void;

interface KeptLog {
  read: LogRead;
  runs: LoggedRuns;
}

/**
 * Reads one file after the other; a file of no known format is listed, and the rest are read.
 * @param now a clock in milliseconds
 */
export async function readLog(
  catalog: Catalog,
  files: readonly { name: string; file: File }[],
  onProgress: OnProgress,
  now: () => number,
): Promise<KeptLog> {
  const started = now();
  const reporter = new LogReporter(catalog, { by: groupedBy, since: null, until: null, on: null, host: null });
  const collector = new RunCollector(billsAt(catalog));
  const reading = newReading();
  const unread: Unread[] = [];
  const of = files.reduce((sum, { file }) => sum + file.size, 0);
  let bytes = 0;
  let calls = 0;
  for (const { name, file } of files) {
    const chunks = chunksOf(file, (size) => {
      bytes += size;
      onProgress({ bytes, of, calls });
    });
    try {
      for await (const records of readCalls(chunks, name, reading)) {
        calls += records.length;
        reporter.add(records);
        for (const record of records) collector.add(record);
      }
    } catch (error) {
      unread.push({ name, reason: messageOf(error) });
    }
  }
  const found = reading.files.filter((file) => !unread.some(({ name }) => name === file.name));
  return {
    read: { report: reportOf(reporter), files: found, unread, seconds: (now() - started) / 1000 },
    runs: collector.end(),
  };
}

/** The workflow of the runs, as `agent-cost calibrate` fits it. */
export function fitTo(catalog: Catalog, runs: LoggedRuns, preset: PresetId): Fitted {
  try {
    return { file: calibrate(catalog, runs, { preset, model: null, holdout: null, seed: 1 }) };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The bytes of a file in chunks; not every browser's stream is an async iterable. */
async function* chunksOf(file: Blob, onChunk: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    onChunk(next.value.length);
    yield next.value;
  }
}
