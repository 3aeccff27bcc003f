/** The interface of a log format. */
import { tokensNotText } from '../../core/pricing/answer-tools.ts';
import type { CallRecord } from '../call-record.ts';
import type { LimitReport } from '../fields/limit-reports.ts';
import type { JsonObject } from '../fields/values.ts';

/**
 * Hands over a call. Calls with the same key are one call: a streamed answer is logged as it grows, and the most
 * complete entry counts. `more` are further calls that were billed within the same answer.
 */
export interface Take {
  (call: CallRecord, key?: string, more?: readonly CallRecord[]): void;
  /**
   * Another entry of a call that was handed over, which differs in nothing but its time and has so many more characters.
   * @returns false: the call is no longer held, so that the whole entry must be handed over
   */
  again?(key: string, visible: number, thinking: number): boolean;
}

/** Reads a part of a value; if it is misread, only that part is lost. */
export type Attempt = (readPart: () => void) => void;

export interface ReadValue {
  /** Finds the calls in one value of the log: a line of JSON, a row of CSV, a document. Throws a Misread. */
  (value: JsonObject, take: Take, attempt: Attempt): void;
  /** Whether it may be given, from now on, only the parts of lines that it looks at, as they are made of bytes; without it, it may. */
  takesParts?(): boolean;
  /**
   * What it has kept of the values so far, as JSON: another reader goes on from it. undefined: its calls have keys that
   * are unique only in this reading, and cannot be kept for another. Without it, they never can.
   */
  state?(): object | undefined;
}

export interface LogFile {
  name: string;
  /** Its number in the reading, for call keys that are unique only within a file. */
  number: number;
  /** Notes a column or field that looks like counts or money and is not read. */
  unread(name: string): void;
  /** Notes tokens that are not text and are priced as text: `AUDIO tokens of the prompt`. */
  asText(kind: string): void;
  /** Notes what the agent says of a quota of its plan. */
  limit(said: LimitReport): void;
}

/** Tells a file's report of the sound and pictures in a usage object. */
export function noteNotText(usage: JsonObject, file: LogFile): void {
  for (const found of tokensNotText(usage)) file.asText(found.replace(/^\d+ /, ''));
}

export interface Format {
  name: string;
  /** What its values look like, for a message about a file of no known format. */
  marks: string;
  /** Whether the keys of a value identify this format. */
  recognise(sample: JsonObject): boolean;
  /** What a value that is nearly of this format lacks, in words; null: it is nothing like it. */
  differs?(sample: JsonObject): string | null;
  /**
   * Whether a line of JSON cannot hold a call and need not be parsed: most of a session is conversation. Never true for
   * a truncated line.
   */
  isIdle?(line: string): boolean;
  /**
   * A reader for one file, which may keep state between values.
   * @param state what `state` of a reader of the same format gave, for a file that is read from there on
   */
  open(file: LogFile, state?: object): ReadValue;
}

/** The model of a call whose log names none: it is listed as unpriced. */
export const noModel = 'unknown';

/** The key of a call with an id that is unique within `space`; undefined: it has none. */
export const keyIn = (space: string | number, id: string | null): string | undefined =>
  id === null ? undefined : `${space} ${id}`;

/** The instance of a benchmark that a file is named after. */
export const instanceOf = ({ name }: Pick<LogFile, 'name'>): string =>
  (name.split(/[/\\]/).at(-1) ?? name).replace(/\.gz$/, '').replace(/(\.traj)?(\.json)?$/, '');
