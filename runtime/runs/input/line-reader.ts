/** What a reader of lines is given and what it hands on. */

export interface Sink {
  value(value: unknown, line: number): void;
  broken(line: number, reason: string): void;
  /** Whether a line of JSON need not be parsed. */
  isIdle(line: string): boolean;
}

export interface LineReader {
  /** Reads a line without its end; lines are numbered from 1. */
  line(text: string, number: number): void;
  end(): void;
  /** Names of the columns; null before they were read. */
  header?(): readonly string[] | null;
}
