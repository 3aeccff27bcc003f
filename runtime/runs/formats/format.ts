/** What a log format is to the reader. */
import type { CallRecord } from '../call-record.ts';
import type { JsonObject } from '../fields/values.ts';

/**
 * Hands over a call. Calls with the same key are one: a streamed answer is logged as it grows, and the fullest entry
 * counts.
 */
export type Take = (call: CallRecord, key?: string) => void;

/** Reads a part of a value; if it is misread, nothing but that part is lost. */
export type Attempt = (readPart: () => void) => void;

/** Finds the calls in one value of the log: a line of JSON, a row of CSV, a document. Throws a Misread. */
export type ReadValue = (value: JsonObject, take: Take, attempt: Attempt) => void;

export interface LogFile {
  name: string;
  /** Its number in the reading, for keys of calls that hold only within a file. */
  number: number;
}

export interface Format {
  name: string;
  /** What its values look like, for a message about a file of no known format. */
  marks: string;
  /** Whether a value can only be of this format, judged by its keys. */
  recognise(sample: JsonObject): boolean;
  /**
   * Whether a line of JSON lacks what every call of the format has, so that it need not be parsed: most of a session is
   * its conversation. Never true of a line that was cut.
   */
  isIdle?(line: string): boolean;
  /** A reader for one file, which may remember what a later value needs. */
  open(file: LogFile): ReadValue;
}

/** The model of a call whose log names none: it has no price, and is listed as such. */
export const noModel = 'unknown';

/** The instance of a benchmark that a file is named after. */
export const instanceOf = ({ name }: LogFile): string =>
  (name.split(/[/\\]/).at(-1) ?? name).replace(/\.gz$/, '').replace(/(\.traj)?(\.json)?$/, '');
