/** What this project's reader and report make of a session. */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { readCalls } from '../../runtime/logs/read-calls.ts';
import { newReading } from '../../runtime/logs/read-report.ts';
import { LogReporter } from '../../runtime/logs/report/log-reporter.ts';
import { reportOf } from '../../runtime/logs/report/report-of.ts';
import type { PeerCase } from './peer-cases.ts';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Dollars by this project; null: a part has no price. */
export async function ourUsd(catalog: Catalog, { files }: PeerCase): Promise<number | null> {
  const reporter = new LogReporter(catalog, { by: [], since: null, until: null, on: null, host: null });
  const reading = newReading();
  for (const [index, lines] of files.entries()) {
    const bytes = new TextEncoder().encode(textOf(lines));
    for await (const calls of readCalls(once(bytes), `${index}.jsonl`, reading)) reporter.add(calls);
  }
  const { total } = reportOf(reporter);
  return total.unpricedCalls > 0 ? null : total.usd;
}

export const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
