/** Lines as bytes, for readers that need no text of most of them. */

export type Fields = Record<string, unknown>;

/** Lines in valid UTF-8, with what a platform does faster than the language. */
export interface LineBytes {
  bytes: Uint8Array;
  /** A letter for each byte, U+0000 to U+00FF. */
  letters(start: number, end: number): string;
  /** By the name of a format. They come with the platform: what has none does not load them. */
  partsOf: ReadonlyMap<string, PartsOfLine>;
}

/**
 * What JSON.parse makes of a line, as far as the reader of a format looks at it, without making the rest of it. null: it
 * holds nothing to read; undefined: it must be read in full. The reader finds the same in both.
 */
export type PartsOfLine = (lines: LineBytes, start: number, end: number) => Fields | null | undefined;

/** Thrown where bytes are not as expected, so that the line must be read in full. */
export const unexpected = new Error('not as expected');
