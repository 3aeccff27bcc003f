/** Usage that providers report by buckets of time, each with a row for every model and key. */
import { firstTime } from './times.ts';
import { type JsonObject, objectsIn } from './values.ts';

/**
 * The rows in an answer of a usage API, which is a bucket or has a list of them in `data`.
 * @param starts fields of a bucket that can say when it begins
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
