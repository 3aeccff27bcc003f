/**
 * JSON in bytes, of which only some fields become values. `JSON.parse` makes an object of a whole line, most of which is
 * conversation that no figure needs: to step over it takes a quarter of the time and leaves nothing to collect.
 */
import { type Fields, type LineBytes, unexpected } from './line-bytes.ts';

const [quote, comma, minus, zero, colon, letterU] = [34, 44, 45, 48, 58, 117];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Deeper values are left to `JSON.parse`, which needs no stack for them. */
const deepest = 200;
/** Digits of a whole number that every number of this size holds exactly. */
const mostDigits = 15;
/** Bytes of a string that is likely to come again, as names do; more are rather content. */
const longestKnown = 64;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What bytes are in a string. A control character, or the end of the bytes, is no part of JSON. */
const [plain, ends, escapes, goesOn, isLong, control] = [0, 1, 2, 3, 4, 5];
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < 32) return control;
  if (byte === quote) return ends;
  if (byte === 92) return escapes;
  // Of the bytes of a letter in UTF-8 the first is a unit in UTF-16; of four bytes it is two.
  return byte < 0x80 ? plain : byte < 0xc0 ? goesOn : byte < 0xf0 ? plain : isLong;
});
const tableOf = (letters: string) =>
  Uint8Array.from({ length: 256 }, (_, byte) => (encoder.encode(letters).includes(byte) ? 1 : 0));
const isEscape = tableOf('"\\/bfnrt');
const isHex = tableOf('0123456789abcdefABCDEF');
const isOfNumber = tableOf('0123456789+-.eE');
const words = [
  { bytes: encoder.encode('true'), value: true },
  { bytes: encoder.encode('false'), value: false },
  { bytes: encoder.encode('null'), value: null },
] as const;

/** Reads the value at the cursor. @param soFar the fields of the same object that came before; undefined: it has not come */
export type ReadField = (cursor: JsonBytes, soFar: Fields) => unknown;

interface Field {
  name: string;
  bytes: Uint8Array;
  read: ReadField;
}

/** The fields of an object that are read; the others are stepped over. */
export class Wanted {
  /** Used again for each object: each time a new one would take as long as reading it. */
  private readonly found: Fields = {};
  private readonly names: readonly string[];
  /** By the length of their names, which few share. */
  private readonly byLength: Field[][] = [];

  constructor(fields: Readonly<Record<string, ReadField>>) {
    this.names = Object.keys(fields);
    for (const [name, read] of Object.entries(fields)) {
      const bytes = encoder.encode(name);
      this.byLength[bytes.length] = [...(this.byLength[bytes.length] ?? []), { name, bytes, read }];
    }
  }

  /** An object in which no field was found yet. */
  start(): Fields {
    for (const name of this.names) this.found[name] = undefined;
    return this.found;
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
export class JsonBytes {
  /** Set by whoever reads a field or an element and has seen enough: nothing more is read. */
  isEnough = false;
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;
  private depth = 0;
  /** Of the string that was stepped over last: where it lies, and by how much it is longer than its text. */
  private start = 0;
  private close = 0;
  private escaped = 0;
  private beyond = 0;
  /** Whether the number that was stepped over last is written as JavaScript writes it. */
  private isPlain = true;
  /** Whether all strings were ASCII since this was set. */
  private isAscii = true;
  private lines: LineBytes | null = null;
  /** Strings that came before. */
  private readonly known: string[] = new Array(1024).fill('');

  /**
   * The wanted fields of a line that is one object, valid until the next one is read; null: enough was seen; undefined:
   * it must be read in full.
   */
  line(wanted: Wanted, lines: LineBytes, start: number, end: number): Fields | null | undefined {
    this.lines = lines;
    this.bytes = lines.bytes;
    this.at = start;
    this.depth = 0;
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

  /** Steps over the value. @returns the length of its JSON, without white space and escapes */
  skip(): number {
    const first = this.peek();
    if (first === quote) return this.length() + 2;
    if (first !== openObject && first !== openList) {
      const start = this.at;
      const found = this.scalar(first);
      return this.isPlain ? this.at - start : String(found).length;
    }
    if (++this.depth > deepest) throw unexpected;
    const isObject = first === openObject;
    const last = isObject ? closeObject : closeList;
    this.at += 1;
    let length = 1;
    if (this.take(last)) length = 2;
    else {
      do {
        if (isObject) {
          this.key();
          length += this.close - this.start - this.escaped - this.beyond + 3;
          this.expect(colon);
        }
        length += this.skip() + 1;
      } while (this.take(comma));
      this.expect(last);
    }
    this.depth -= 1;
    return length;
  }

  /** Steps over a string. @returns its characters */
  length(): number {
    this.string();
    return this.close - this.start - this.escaped - this.beyond;
  }

  /** The first byte of the value at the cursor. */
  private peek(): number {
    for (;;) {
      const byte = this.bytes[this.at] as number;
      if (byte > 32) return byte;
      if (byte !== 32 && byte !== 9) throw unexpected;
      this.at += 1;
    }
  }

  private expect(byte: number): void {
    if (this.peek() !== byte) throw unexpected;
    this.at += 1;
  }

  private take(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at += 1;
    return true;
  }

  private key(): void {
    if (this.peek() !== quote) throw unexpected;
    this.string();
  }

  /** Steps over a string. It ends within the line: a line break is a control character. */
  private string(): void {
    const { bytes } = this;
    const start = this.at + 1;
    let at = start;
    let escaped = 0;
    let beyond = 0;
    for (;;) {
      const kind = kinds[bytes[at] as number];
      if (kind === plain) at += 1;
      else if (kind === ends) break;
      else if (kind === escapes) {
        const more = this.escapeLength(at + 1);
        escaped += more;
        at += 1 + more;
      } else if (kind === goesOn || kind === isLong) {
        beyond += kind === goesOn ? 1 : -1;
        at += 1;
      } else throw unexpected;
    }
    this.start = start;
    this.close = at;
    this.at = at + 1;
    this.escaped = escaped;
    this.beyond = beyond;
    if (beyond > 0) this.isAscii = false;
  }

  /** The bytes of an escape behind its backslash. */
  private escapeLength(at: number): number {
    const byte = this.bytes[at] as number;
    if (byte !== letterU) {
      if (isEscape[byte] !== 1) throw unexpected;
      return 1;
    }
    for (let digit = 1; digit <= 4; digit++) if (isHex[this.bytes[at + digit] as number] !== 1) throw unexpected;
    return 5;
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

  /** What lies there, which is ASCII if `isAscii` says so. */
  private parsed(start: number, end: number): unknown {
    const { bytes, letters } = this.lines as LineBytes;
    try {
      return JSON.parse(this.isAscii ? letters(start, end) : decoder.decode(bytes.subarray(start, end)));
    } catch {
      throw unexpected;
    }
  }

  private scalar(first: number): number | boolean | null {
    if (first === minus || (first >= zero && first <= zero + 9)) return this.number();
    this.isPlain = true;
    for (const { bytes, value } of words) {
      if (first !== bytes[0] || !isAt(bytes, this.bytes, this.at)) continue;
      this.at += bytes.length;
      return value;
    }
    throw unexpected;
  }

  private number(): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let sum = 0;
    for (; ; at++) {
      const digit = (bytes[at] as number) - zero;
      if (!(digit >= 0 && digit <= 9)) break;
      sum = sum * 10 + digit;
    }
    const isWhole = at > start && at - start <= mostDigits && isOfNumber[bytes[at] as number] !== 1;
    this.isPlain = isWhole && (bytes[start] !== zero || at === start + 1);
    if (this.isPlain) {
      this.at = at;
      return sum;
    }
    while (isOfNumber[bytes[at] as number] === 1) at += 1;
    this.at = at;
    return this.parsed(start, at) as number;
  }
}

function isAt(part: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = part.length - 1; at >= 0; at--) if (part[at] !== bytes[start + at]) return false;
  return true;
}

function isTextAt(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}
