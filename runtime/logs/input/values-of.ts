/** The values in the lines of a log: JSON lines, a JSON document or list, or CSV rows. */
import { csvReader } from './csv-rows.ts';
import { type ArrayReader, arrayReader } from './json-array.ts';
import { jsonDocument, jsonLines, parseJson } from './json-values.ts';
import type { LineBytes } from './line-bytes.ts';
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

const newline = 10;
const decoder = new TextDecoder();

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

  const linesOf = (text: string): void => {
    let start = 0;
    while (start < text.length) {
      let end = text.indexOf('\n', start);
      if (end === -1) end = text.length;
      line(text.slice(start, end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end));
      start = end + 1;
    }
  };

  /** Line by line until it is known how they are read, and while they are read from their bytes. */
  const lines = (bytes: Uint8Array, parsable: LineBytes | undefined): void => {
    let start = 0;
    while (start < bytes.length) {
      const isOpen = reader?.isJsonLines === true ? (sink.isOpen?.() ?? true) : reader !== null;
      let end = bytes.indexOf(newline, start);
      if (end === -1) end = bytes.length;
      const last = end > start && bytes[end - 1] === 13 ? end - 1 : end;
      const isJson = isOpen && reader?.isJsonLines === true;
      const isRead = isJson && parsable !== undefined ? sink.bytes?.(parsable, start, last, number + 1) : undefined;
      if (isRead === true) number += 1;
      else if (isRead === false || !isOpen) line(decoder.decode(bytes.subarray(start, last)));
      else {
        linesOf(decoder.decode(bytes.subarray(start)));
        return;
      }
      start = end + 1;
    }
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
      lines(block.lines, block.parsable);
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
