/**
 * JSON in bytes, of which only some fields become values. `JSON.parse` makes an object of a whole line, most of which is
 * conversation that no figure needs: to step over it takes a quarter of the time and leaves nothing to collect.
 */
import { isAt, JsonScan } from './json-scan.ts';
import { type Fields, type LineBytes, unexpected } from './line-bytes.ts';

const [quote, comma, colon] = [34, 44, 58];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Bytes of a string that is likely to come again, as names do; more are rather content. */
const longestKnown = 64;

const encoder = new TextEncoder();

/** Reads the value at the cursor. @param soFar the fields of the same object that came before; undefined: it has not come */
export type ReadField = (cursor: JsonBytes, soFar: Fields) => unknown;

interface Field {
  name: string;
  bytes: Uint8Array;
  read: ReadField;
}

/** The fields of an object that are read; the others are stepped over. */
export class Wanted {
  private readonly none: Fields;
  /** By the length of their names, which few share. */
  private readonly byLength: Field[][] = [];

  constructor(fields: Readonly<Record<string, ReadField>>) {
    this.none = Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
    for (const [name, read] of Object.entries(fields)) {
      const bytes = encoder.encode(name);
      this.byLength[bytes.length] = [...(this.byLength[bytes.length] ?? []), { name, bytes, read }];
    }
  }

  /** An object in which no field was found yet. */
  start(): Fields {
    return { ...this.none };
  }

  find(bytes: Uint8Array, start: number, end: number): Field | undefined {
    const fields = this.byLength[end - start];
    if (fields === undefined) return undefined;
    for (const field of fields) if (isAt(field.bytes, bytes, start)) return field;
    return undefined;
  }
}

/** The last value of a field, and its letters. */
export interface Again {
  letters: string;
  value: unknown;
}

/** Walks through the bytes of lines of JSON. Its methods throw `unexpected` where they are not as expected. */
export class JsonBytes extends JsonScan {
  /** Set by whoever reads a field or an element and has seen enough: nothing more is read. */
  isEnough = false;
  /** Strings that came before. */
  private readonly known: string[] = new Array(1024).fill('');

  /**
   * The wanted fields of a line that is one object; null: enough was seen; undefined: it must be read in full.
   */
  line(wanted: Wanted, lines: LineBytes, start: number, end: number): Fields | null | undefined {
    this.goTo(lines, start);
    this.isEnough = false;
    try {
      const found = this.object(wanted);
      if (this.isEnough) return null;
      return this.at === end ? found : undefined;
    } catch (error) {
      if (error !== unexpected) throw error;
      return undefined;
    }
  }

  object(wanted: Wanted): Fields {
    const found = wanted.start();
    this.expect(openObject);
    if (this.take(closeObject)) return found;
    do {
      this.key();
      if (this.escaped > 0) throw unexpected;
      const field = wanted.find(this.bytes, this.start, this.close);
      this.expect(colon);
      if (field === undefined) this.skip();
      else found[field.name] = field.read(this, found);
      if (this.isEnough) return found;
    } while (this.take(comma));
    this.expect(closeObject);
    return found;
  }

  /** @param each reads an element */
  list(each: () => void): void {
    this.expect(openList);
    if (this.take(closeList)) return;
    do {
      each();
      if (this.isEnough) return;
    } while (this.take(comma));
    this.expect(closeList);
  }

  get isObject(): boolean {
    return this.peek() === openObject;
  }

  get isList(): boolean {
    return this.peek() === openList;
  }

  get isText(): boolean {
    return this.peek() === quote;
  }

  /** The value at the cursor, as `JSON.parse` makes it. */
  value(): unknown {
    const first = this.peek();
    if (first === quote) {
      this.string();
      return this.textThere();
    }
    if (first !== openObject && first !== openList) return this.scalar(first);
    const start = this.at;
    this.isAscii = true;
    this.skip();
    return this.parsed(start, this.at);
  }

  /** Like `value`, for an object that is often the same as the last time. */
  valueAgain(last: Again): unknown {
    if (!this.isObject) return this.value();
    const { letters } = this.lines as LineBytes;
    const start = this.at;
    const end = start + last.letters.length;
    if (end > start && letters(start, end) === last.letters) this.at = end;
    else {
      last.value = this.value();
      last.letters = letters(start, this.at);
    }
    return last.value;
  }

  /** The string that was stepped over last. */
  private textThere(): string {
    const { bytes, start, close } = this;
    if (this.escaped > 0 || this.beyond > 0) {
      this.isAscii = this.beyond === 0;
      return this.parsed(start - 1, close + 1) as string;
    }
    const { letters } = this.lines as LineBytes;
    const length = close - start;
    if (length === 0 || length > longestKnown) return letters(start, close);
    const middle = bytes[start + (length >> 1)] as number;
    const sum =
      31 * length + 7 * middle + 131 * (bytes[close - 1] as number) + 17 * (bytes[close - (length >> 2) - 1] as number);
    const place = sum & (this.known.length - 1);
    const known = this.known[place] as string;
    if (isTextAt(known, bytes, start, close)) return known;
    const text = letters(start, close);
    this.known[place] = text;
    return text;
  }
}

function isTextAt(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}
