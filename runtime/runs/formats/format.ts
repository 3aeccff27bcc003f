/** What a log format is to the reader. */
import type { CallRecord } from '../call-record.ts';
import type { JsonObject } from '../fields/values.ts';

/**
 * Hands over a call. Calls with the same key are one: a streamed answer is logged as it grows, and the fullest entry
 * counts.
 */
export type Take = (call: CallRecord, key?: string) => void;

/** Finds the calls in one value of the log: a line of JSON, a row of CSV, a document. Throws a Misread. */
export type ReadValue = (value: JsonObject, take: Take) => void;

export interface Format {
  name: string;
  /** What its values look like, for a message about a file of no known format. */
  marks: string;
  /** Whether a value can only be of this format, judged by its keys. */
  recognise(sample: JsonObject): boolean;
  /**
   * A reader for one file, which may remember what a later value needs. `file` is its number, for keys of calls that
   * hold only within a file.
   */
  open(file: number): ReadValue;
}
