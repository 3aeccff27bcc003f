/** Rows of CSV (RFC 4180) as objects keyed by the names of the header. */
import type { LineReader, Sink } from './line-reader.ts';

/** Maximum characters of a row with quoted line breaks. */
const longestRow = 16 * 2 ** 20;

/**
 * A row continues in the next line while a quote is open. If the quote never closes, or the number of fields differs
 * from the header, only the line where the row started is broken, and reading continues after it.
 */
export function csvReader(sink: Sink): LineReader {
  let names: string[] | null = null;
  let separator = ',';
  /** Lines of a row with an open quote. */
  let open: { text: string; number: number }[] = [];
  let size = 0;

  const finish = (fields: readonly string[], number: number): void => {
    if (names === null) names = fields.map((name) => name.trim());
    else sink.value(rowOf(names, fields), number);
  };

  const giveUp = (): void => {
    const [first, ...rest] = open;
    [open, size] = [[], 0];
    if (first !== undefined) sink.broken(first.number, 'a quote does not close');
    for (const { text, number } of rest) line(text, number);
  };

  const line = (text: string, number: number): void => {
    if (open.length === 0 && text === '') return;
    if (names === null) separator = separatorOf(text);
    const quotes = quotesIn(text);
    if (open.length > 0 || quotes % 2 === 1) {
      open.push({ text, number });
      size += text.length;
      // The second odd number of quotes closes the quote that the first one opened.
      if (open.length === 1 || quotes % 2 === 0) {
        if (size > longestRow) giveUp();
        return;
      }
    }
    const whole = open.length === 0 ? text : open.map((part) => part.text).join('\n');
    const fields = quotes === 0 ? whole.split(separator) : fieldsOf(whole, separator);
    if (names === null || fields?.length === names.length) {
      const start = open[0]?.number ?? number;
      [open, size] = [[], 0];
      finish(fields ?? [], start);
    } else if (open.length > 0) giveUp();
    else if (fields === null) sink.broken(number, 'a quote does not close');
    else sink.broken(number, `${fields.length} fields where the header has ${names.length}`);
  };

  return {
    line,
    end() {
      while (open.length > 0) giveUp();
    },
    header: () => names,
  };
}

function rowOf(names: readonly string[], fields: readonly string[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) row[names[index] as string] = fields[index] as string;
  return row;
}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

/** Comma, semicolon or tab: the one a header uses most. */
const separatorOf = (header: string): string =>
  [',', ';', '\t'].reduce((best, next) => (header.split(next).length > header.split(best).length ? next : best));

/** The fields of a row with quotes; null: malformed. */
function fieldsOf(text: string, separator: string): string[] | null {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end === -1) return null;
      fields.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
      if (at < text.length && text[at] !== separator) return null;
    } else {
      const end = text.indexOf(separator, at);
      fields.push(text.slice(at, end === -1 ? text.length : end));
      at = end === -1 ? text.length : end;
    }
    if (at >= text.length) return fields;
    at += 1;
  }
}
