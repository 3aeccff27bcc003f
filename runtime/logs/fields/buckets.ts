/** Usage that providers report by time bucket, with a row for every model and key. */
import { firstTime } from './times.ts';
import { type JsonObject, objectsIn } from './values.ts';

/**
 * The rows in a response of a usage API, which is a bucket or has a list of them in `data`.
 * @param starts fields of a bucket that may hold its start
 */
export function* rowsOfBuckets(
  answer: JsonObject,
  isBucket: (value: unknown) => boolean,
  ...starts: readonly string[]
): Generator<{ row: JsonObject; at: number | null }> {
  for (const bucket of isBucket(answer) ? [answer] : objectsIn(answer, 'data')) {
    const at = firstTime(bucket, ...starts);
    for (const row of objectsIn(bucket, 'results')) yield { row, at };
  }
}
