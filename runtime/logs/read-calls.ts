/** Reads calls from logs of any known format as a stream. */
import type { CallRecord } from './call-record.ts';
import { callsOfValues } from './calls-of-values.ts';
import { textBlocks } from './input/text-blocks.ts';
import { valueReader } from './input/values-of.ts';
import { openCalls } from './open-calls.ts';
import { newReading, type Reading, reportOf } from './read-report.ts';

/**
 * Reads the calls of a file in batches. The format is detected by content; `name` is only for messages. Whatever is not
 * understood is counted and listed in the file's report, the last one of `reading.files`. Files that share a reading
 * are read one after the other, and a call that is in several of them counts once.
 *
 * Throws an UnknownFormatError if a non-empty file has no known format.
 *
 *     const reading = newReading();
 *     for (const path of paths) {
 *       for await (const calls of readCalls(createReadStream(path), path, reading)) add(calls);
 *     }
 *     reading.files;  // a report for each file
 */
export async function* readCalls(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  reading: Reading = newReading(),
): AsyncGenerator<CallRecord[]> {
  const report = reportOf(reading, name);
  let batch: CallRecord[] = [];
  const open = openCalls(reading.keys, report, (call) => batch.push(call));
  const calls = callsOfValues(report, reading.files.length, open.take);
  const values = valueReader(calls);
  for await (const block of textBlocks(chunks)) {
    values.block(block);
    if (!('fault' in block)) calls.passed('text' in block ? block.text.length : block.piece.length);
    if (batch.length > 0) yield batch;
    batch = [];
  }
  values.end();
  calls.end(values.header());
  open.end();
  if (batch.length > 0) yield batch;
}
