/** The interfaces of line readers and of what receives their values. */

export interface Sink {
  value(value: unknown, line: number): void;
  broken(line: number, reason: string): void;
  /** The whole file is cut or damaged: what was read of it may be wrong. */
  damaged(reason: string): void;
  /** Whether a line of JSON need not be parsed. */
  isIdle(line: string): boolean;
}

export interface LineReader {
  /** Reads a line without its line break; lines are numbered from 1. */
  line(text: string, number: number): void;
  end(): void;
  /** Whether each line is a value of JSON of its own. */
  isJsonLines?: true;
  /** Names of the columns; null: not read yet. */
  header?(): readonly string[] | null;
}
