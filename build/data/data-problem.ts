/** What the data checks need, and what they report. */

export interface DataProblem {
  file: string;
  /** JSON pointer; '' is the whole file. */
  pointer: string;
  /** Line of the value, counted from 1. */
  line: number;
  message: string;
}

export interface Days {
  /** The day of the build's prices. */
  asOf: string;
  /** The current day. Both YYYY-MM-DD, UTC. */
  today: string;
}

/** Reports a problem at a JSON pointer. */
export type Report = (pointer: string, message: string) => void;
