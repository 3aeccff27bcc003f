/** JSON in logs: a value on each line, or one document. */
import type { LineReader, Sink } from './line-reader.ts';

/** The value of a text; undefined: it is not JSON. Python writes NaN and Infinity, which are read as null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's message would quote the text.
  }
  if (!/NaN|Infinity/.test(text)) return undefined;
  const standard = text.replace(/("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g, (_, string) => string ?? 'null');
  try {
    return JSON.parse(standard);
  } catch {
    return undefined;
  }
}

export const jsonLines = (sink: Sink): LineReader => ({
  isJsonLines: true,
  line(text, number) {
    if (sink.isIdle(text)) return;
    const value = parseJson(text);
    if (value !== undefined) sink.value(value, number);
    else if (text.trim() !== '') sink.broken(number, 'not valid JSON');
  },
  end() {},
});

/** Maximum characters of a document that is read as a whole. */
const largestDocument = 2 ** 28;

export function jsonDocument(sink: Sink): LineReader {
  let lines: string[] = [];
  let size = 0;
  let start = 0;
  return {
    line(text, number) {
      if (size === 0) start = number;
      size += text.length + 1;
      if (size <= largestDocument) lines.push(text);
      else lines = [];
    },
    end() {
      if (size > largestDocument) {
        sink.broken(start, 'the document is longer than 256 MiB');
        return;
      }
      const value = parseJson(lines.join('\n'));
      if (value !== undefined) sink.value(value, start);
      else if (lines.slice(1).some((line) => /^[{[]/.test(line) && parseJson(line) !== undefined)) {
        // JSON lines after all, with a broken first line.
        const reader = jsonLines(sink);
        for (const [index, line] of lines.entries()) reader.line(line, start + index);
      } else sink.broken(start, 'not valid JSON');
    },
  };
}
