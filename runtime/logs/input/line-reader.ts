/** The interfaces of line readers and of what receives their values. */

import type { LineBytes } from './line-bytes.ts';

export interface Sink {
  value(value: unknown, line: number): void;
  broken(line: number, reason: string): void;
  /** The whole file is cut or damaged: what was read of it may be wrong. */
  damaged(reason: string): void;
  /** Whether a line of JSON need not be parsed. */
  isIdle(line: string): boolean;
  /** Whether it is known how lines are read; without it, it always is. */
  isOpen?(): boolean;
  /** Reads a line of JSON from its bytes. @returns false: its text must be read; undefined: that of all lines must be, as without it */
  bytes?(lines: LineBytes, start: number, end: number, line: number): boolean | undefined;
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
