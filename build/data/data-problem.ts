/** What the checks of the data need, and what they report. */

export interface DataProblem {
  file: string;
  /** JSON pointer; '' is the whole file. */
  pointer: string;
  /** Line of the value, from 1. */
  line: number;
  message: string;
}

export interface Days {
  /** The day of the build's prices. */
  asOf: string;
  /** The day it is. Both YYYY-MM-DD, UTC. */
  today: string;
}

/** Says what is wrong at a JSON pointer. */
export type Report = (pointer: string, message: string) => void;
