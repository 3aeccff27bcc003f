/** Reads a JSON list of any size element by element: exports are often one list on one line. */
import { parseJson } from './json-values.ts';
import type { Sink } from './line-reader.ts';

export interface ArrayReader {
  /** Reads the next piece of the text, which may end anywhere. */
  piece(text: string): void;
  end(): void;
}

/** Maximum characters of an element; a longer one is skipped. */
const longestElement = 2 ** 26;

const [newline, quote, comma, backslash] = [10, 34, 44, 92];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Hands on each element once it is complete. Values after the list are read as elements too. */
export function arrayReader(sink: Sink): ArrayReader {
  let line = 1;
  /** Open brackets, including the list's own, and how many of those are the list's: 1 within it. */
  let depth = 0;
  let base = 0;
  let inString = false;
  let escaped = false;
  /** The element being read: where it starts, its parts from earlier pieces and their size. */
  let isOpen = false;
  let startLine = 1;
  let parts: string[] = [];
  let size = 0;

  const keep = (text: string): void => {
    size += text.length;
    if (size <= longestElement) parts.push(text);
    else parts = [];
  };
  const finish = (): void => {
    const value = size > longestElement ? undefined : parseJson(parts.join(''));
    if (value !== undefined) sink.value(value, startLine);
    else sink.broken(startLine, size > longestElement ? 'the value is longer than 64 MiB' : 'not valid JSON');
    [parts, size, isOpen] = [[], 0, false];
  };

  return {
    piece(text) {
      /** Where the open element starts in this piece. */
      let from = 0;
      const close = (end: number): void => {
        keep(text.slice(from, end));
        finish();
      };
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code === newline) line += 1;
        if (inString) {
          if (escaped) escaped = false;
          else if (code === backslash) escaped = true;
          else if (code === quote) inString = false;
          continue;
        }
        const isBetween = depth === base;
        if (isBetween && !isOpen && code === openList && base === 0) {
          [depth, base] = [1, 1];
          continue;
        }
        // A scalar such as a number has no closing bracket.
        const ends = code === comma || (base === 1 && code === closeList) || (base === 0 && code === newline);
        if (isBetween && ends) {
          if (isOpen) close(at);
          if (code === closeList) [depth, base] = [0, 0];
          continue;
        }
        if (!isOpen) {
          if (code <= 32) continue;
          [isOpen, startLine, from] = [true, line, at];
        }
        if (code === quote) inString = true;
        else if (code === openObject || code === openList) depth += 1;
        else if ((code === closeObject || code === closeList) && !isBetween) {
          depth -= 1;
          if (depth === base) close(at + 1);
        }
      }
      if (isOpen) keep(text.slice(from));
    },
    end() {
      if (isOpen) finish();
      else if (base === 1) sink.broken(line, 'the list does not end');
    },
  };
}
