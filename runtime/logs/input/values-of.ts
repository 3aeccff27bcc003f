/** The values in the text of a log: JSON lines, a JSON document or list, or CSV rows. */
import { csvReader } from './csv-rows.ts';
import { type ArrayReader, arrayReader } from './json-array.ts';
import { jsonDocument, jsonLines, parseJson } from './json-values.ts';
import type { LineReader, Sink } from './line-reader.ts';
import type { TextBlock } from './text-blocks.ts';

export interface ValueReader {
  block(block: TextBlock): void;
  end(): void;
  /** Names of the columns of CSV; null: it is not CSV. */
  header(): readonly string[] | null;
  /** Lines so far, if each of them is a value of JSON, so that what is appended can be read alone; null: it is not so. */
  jsonLines(): number | null;
}

/** Lines to look at to distinguish JSON lines from a document over several lines, and from CSV. */
const linesToTell = 20;

/** @param linesBefore lines of JSON that were read before, where the text goes on from there */
export function valueReader(sink: Sink, linesBefore: number | null = null): ValueReader {
  let reader: LineReader | null = linesBefore === null ? null : jsonLines(sink);
  let list: ArrayReader | null = null;
  let number = linesBefore ?? 0;
  /** Lines before their kind is known. */
  let first: string[] = [];
  let firstNumber = 0;

  const decide = (): LineReader => {
    const chosen = readerFor(first, sink);
    first.forEach((text, index) => {
      chosen.line(text, firstNumber + index);
    });
    first = [];
    reader = chosen;
    return chosen;
  };

  const line = (text: string): void => {
    number += 1;
    if (reader !== null) {
      reader.line(text, number);
      return;
    }
    if (first.length === 0) {
      if (text.trim() === '') return;
      firstNumber = number;
    }
    first.push(text);
    if (first.length === linesToTell || isWholeJson(text)) decide();
  };

  return {
    block(block) {
      if ('damage' in block) {
        sink.damaged(block.damage);
        return;
      }
      if ('fault' in block) {
        number += 1;
        sink.broken(number, block.fault);
        return;
      }
      if ('piece' in block) {
        list ??= arrayReader(sink);
        list.piece(block.piece);
        return;
      }
      const { text } = block;
      let start = 0;
      while (start < text.length) {
        let end = text.indexOf('\n', start);
        if (end === -1) end = text.length;
        line(text.slice(start, end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end));
        start = end + 1;
      }
    },
    end() {
      if (reader === null && first.length > 0) decide();
      reader?.end();
      list?.end();
    },
    header: () => reader?.header?.() ?? null,
    jsonLines: () => (reader?.isJsonLines === true ? number : null),
  };
}

const startsJson = (text: string): boolean => /^\s*[{[]/.test(text);
const isWholeJson = (text: string): boolean => startsJson(text) && parseJson(text) !== undefined;

function readerFor(lines: readonly string[], sink: Sink): LineReader {
  const opening = (lines[0] ?? '').trim();
  if (opening === '{') return jsonDocument(sink);
  if (lines.some(isWholeJson)) return jsonLines(sink);
  return startsJson(opening) ? jsonDocument(sink) : csvReader(sink);
}
