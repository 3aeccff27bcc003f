/**
 * JSON in bytes, of which only some fields become values. `JSON.parse` makes an object of a whole line, most of which is
 * conversation that no figure needs: to step over it takes a quarter of the time and leaves nothing to collect. The ends
 * of strings are found in a text with a letter for each byte: that search is several times as fast as a loop over bytes.
 */

/** Thrown by a reader of a field where the value must be read in full. */
export const unexpected = new Error('not as expected');

/** Reads the value at the cursor. @param soFar the fields of the same object that came before */
export type ReadField = (cursor: JsonBytes, soFar: Fields) => unknown;
export type Fields = Record<string, unknown>;

/** How a field of an object is read; all fields that are not named are stepped over. */
export interface WantedFields {
  /** Differ from line to line. */
  slots?: Readonly<Record<string, ReadField>>;
  /** Are mostly the same in every line. */
  constants?: Readonly<Record<string, ReadField>>;
  /** Objects of which again some fields are read. */
  within?: Readonly<Record<string, ReadField>>;
}

export class Wanted {
  /** By the length of their names, which few share. */
  private readonly byLength: Field[][] = [];

  constructor({ slots = {}, constants = {}, within = {} }: WantedFields) {
    for (const [fields, isSlot] of [[slots, true] as const, [{ ...constants, ...within }, false] as const]) {
      for (const [name, read] of Object.entries(fields)) {
        const bytes = new TextEncoder().encode(name);
        this.byLength[bytes.length] = [...(this.byLength[bytes.length] ?? []), { name, bytes, read, isSlot }];
      }
    }
  }

  find(bytes: Uint8Array, start: number, end: number): Field | undefined {
    const fields = this.byLength[end - start];
    if (fields === undefined) return undefined;
    for (const field of fields) if (isAt(field.bytes, bytes, start)) return field;
    return undefined;
  }
}

/** Lines in valid UTF-8, with what a platform does faster than the language. */
export interface LineBytes {
  bytes: Uint8Array;
  /** A letter for each byte, U+0000 to U+00FF. */
  letters(start: number, end: number): string;
  /** Whether all bytes are below 128. */
  isAscii(start: number, end: number): boolean;
}

interface Field {
  name: string;
  bytes: Uint8Array;
  read: ReadField;
  isSlot: boolean;
}

/** A place at which lines of the same shape differ. */
interface Slot {
  /** The letters before it. */
  before: string;
  /** null: its value is stepped over. */
  read: ReadField | null;
  /** The object and its field that hold the value. */
  into: Fields;
  name: string;
}

/** A line as far as others are like it: what is between the slots is the same, and so are all other values. */
interface Shape {
  slots: Slot[];
  /** The letters after the last slot: up to the end, or to where enough was seen. */
  after: string;
  isEnough: boolean;
  found: Fields;
}

function isAt(part: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = part.length - 1; at >= 0; at--) if (part[at] !== bytes[start + at]) return false;
  return true;
}

const [quote, comma, colon, minus, zero, letterU] = [34, 44, 58, 45, 48, 117];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** Deeper values are left to `JSON.parse`, which needs no stack for them. */
const deepest = 200;
/** Digits of a whole number that every number of this size holds exactly. */
const mostDigits = 15;
/** Bytes of a string that is likely to come again, as names do; more are rather content. */
const longestKnown = 64;

/** Shapes that are looked for; the latest are the most likely. */
const mostShapes = 12;
/** Within these bytes most lines tell what they are. */
const headBytes = 1024;

const decoder = new TextDecoder();
const nothing: LineBytes = { bytes: new Uint8Array(0), letters: () => '', isAscii: () => true };

/**
 * Walks through the bytes of lines of JSON. Its methods throw `unexpected` where they are not as expected.
 *
 * A line that is new in kind is read key by key. Most lines are like one before except in a few places, their slots: where
 * all letters between them are the same, only these are read.
 */
export class JsonBytes {
  private readonly shapes: Shape[] = [];
  /** The slots of a line of a new shape, and to where its letters are in them; null: it has been seen before. */
  private learned: Slot[] | null = null;
  private learnedTo = 0;
  /** The letters behind the slot that is read; empty where they are not known. */
  private following = '';
  private lines = nothing;
  private bytes = nothing.bytes;
  private at = 0;
  private end = 0;
  private depth = 0;
  /** The bytes from `base` on, each as a letter: the first of them, or all. */
  private letters = '';
  private base = 0;
  private isAll = false;
  private isAscii: boolean | undefined;
  /** The first backslash that is not before the cursor. */
  private escape = 0;
  /** Of the string that was stepped over last: where it lies, and how much longer its escapes make it. */
  private start = 0;
  private close = 0;
  private escaped = 0;
  /** Set by a reader of a field that has seen enough: nothing more is read. */
  isEnough = false;
  /** Strings that came before, by their hash. */
  private readonly known: string[] = new Array(1024).fill('');

  /** @param wanted the fields of the lines */
  constructor(private readonly wanted: Wanted) {}

  /**
   * The wanted fields of a line that is one object; null: a reader of a field had seen enough; undefined: the line must be
   * read in full. What is found is valid until the next line is read.
   */
  line(lines: LineBytes, start: number, end: number): Fields | null | undefined {
    this.lines = lines;
    this.bytes = lines.bytes;
    this.base = start;
    this.end = end;
    this.isAscii = undefined;
    this.rewind();
    this.see(Math.min(end, start + headBytes));
    try {
      for (let at = 0; at < this.shapes.length; at++) {
        const shape = this.shapes[at] as Shape;
        if (!this.matches(shape)) continue;
        if (at > 0) [this.shapes[at], this.shapes[at - 1]] = [this.shapes[at - 1] as Shape, shape];
        return shape.isEnough ? null : shape.found;
      }
      return this.learn();
    } catch (error) {
      if (error !== unexpected) throw error;
      return undefined;
    }
  }

  private rewind(): void {
    this.at = this.base;
    this.depth = 0;
    this.isEnough = false;
  }

  /** Whether the line has a shape, whose slots are filled then. */
  private matches({ slots, after, isEnough }: Shape): boolean {
    this.rewind();
    for (let at = 0; at < slots.length; at++) {
      const { before, read, into, name } = slots[at] as Slot;
      if (!this.goesOnWith(before)) return false;
      this.following = slots[at + 1]?.before ?? after;
      if (read === null) this.skip();
      else into[name] = read(this, into);
    }
    return this.goesOnWith(after) && (isEnough || this.at === this.end);
  }

  private goesOnWith(letters: string): boolean {
    const from = this.at - this.base;
    if (!this.isAll && from + letters.length > this.letters.length) this.see(this.end);
    // Twice as fast as startsWith, which compares letter by letter.
    if (this.letters.slice(from, from + letters.length) !== letters) return false;
    this.at += letters.length;
    return true;
  }

  /** Reads a line of a new shape. */
  private learn(): Fields | null | undefined {
    this.rewind();
    this.following = '';
    this.learned = [];
    this.learnedTo = this.base;
    const found = this.object(this.wanted);
    const { learned: slots, isEnough } = this;
    this.learned = null;
    if (!isEnough && this.at !== this.end) return undefined;
    const after = this.lines.letters(this.learnedTo, this.at);
    this.shapes.unshift({ slots, after, isEnough, found });
    if (this.shapes.length > mostShapes) this.shapes.pop();
    return isEnough ? null : found;
  }

  /** Reads a value that is a slot. */
  private slot(into: Fields, name: string, read: ReadField | null): void {
    const slots = this.learned;
    this.peek();
    if (slots !== null) {
      slots.push({ before: this.lines.letters(this.learnedTo, this.at), read, into, name });
      this.learned = null;
    }
    if (read === null) this.skip();
    else into[name] = read(this, into);
    this.learned = slots;
    this.learnedTo = this.at;
  }

  /** The first byte of the value at the cursor. */
  peek(): number {
    while (this.at < this.end) {
      const byte = this.bytes[this.at] as number;
      if (byte > 32) return byte;
      if (byte !== 32 && byte !== 9 && byte !== 13 && byte !== 10) throw unexpected;
      this.at += 1;
    }
    throw unexpected;
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

  object(wanted: Wanted): Fields {
    const found: Fields = {};
    this.expect(openObject);
    if (this.take(closeObject)) return found;
    do {
      this.key();
      if (this.escaped > 0) throw unexpected;
      const field = wanted.find(this.bytes, this.start, this.close);
      this.expect(colon);
      if (field === undefined) this.slot(found, '', null);
      else if (field.isSlot) this.slot(found, field.name, field.read);
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

  /** The value at the cursor, as `JSON.parse` makes it. */
  value(): unknown {
    const first = this.peek();
    if (first === quote) return this.text();
    if (first !== openObject && first !== openList) return this.scalar(first);
    if (++this.depth > deepest) throw unexpected;
    const made = first === openObject ? this.wholeObject() : this.wholeList();
    this.depth -= 1;
    return made;
  }

  /** Like `value`, for a string that is another one each time. It is good until it is kept: it holds on to its line. */
  freshValue(): unknown {
    if (this.peek() !== quote) return this.value();
    this.string();
    this.isAscii ??= this.lines.isAscii(this.base, this.end);
    if (!this.isAscii || this.escaped > 0) return this.textThere();
    return this.letters.slice(this.start - this.base, this.close - this.base);
  }

  /** Like `value`, for an object that is often the same as the last time. */
  valueAgain(last: Again): unknown {
    if (!this.isObject) return this.value();
    if (last.letters !== '' && this.goesOnWith(last.letters)) return last.value;
    const start = this.at;
    last.value = this.upToNext() ?? this.value();
    last.letters = this.lines.letters(start, this.at);
    return last.value;
  }

  /** The value before the letters that follow it in other lines of the shape; undefined: it does not end there. */
  private upToNext(): unknown {
    this.isAscii ??= this.lines.isAscii(this.base, this.end);
    if (!this.isAscii || this.following === '' || this.learned !== null) return undefined;
    if (!this.isAll) this.see(this.end);
    const from = this.at - this.base;
    const to = this.letters.indexOf(this.following, from);
    if (to === -1) return undefined;
    try {
      const value: unknown = JSON.parse(this.letters.slice(from, to));
      this.at = to + this.base;
      return value;
    } catch {
      return undefined;
    }
  }

  /** Steps over the value. @returns the length of its JSON, without white space and escapes */
  skip(): number {
    const first = this.peek();
    if (first === quote) return this.length() + 2;
    if (first !== openObject && first !== openList) return String(this.scalar(first)).length;
    if (++this.depth > deepest) throw unexpected;
    const isObject = first === openObject;
    const last = isObject ? closeObject : closeList;
    this.at += 1;
    let length = 1;
    if (this.take(last)) length = 2;
    else {
      do {
        if (isObject) {
          length += this.keyLength() + 3;
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
    const { start, close, escaped } = this;
    const length = close - start - escaped;
    // Asked once for the whole line: each question costs as much as a short string.
    this.isAscii ??= this.lines.isAscii(this.base, this.end);
    return this.isAscii ? length : length - beyondUnits(this.bytes, start, close);
  }

  text(): string {
    this.string();
    return this.textThere();
  }

  private key(): void {
    if (this.peek() !== quote) throw unexpected;
    this.string();
  }

  private keyLength(): number {
    if (this.peek() !== quote) throw unexpected;
    return this.length();
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

  private wholeObject(): Fields {
    const made: Fields = {};
    this.at += 1;
    if (this.take(closeObject)) return made;
    do {
      this.key();
      const name = this.textThere();
      // JSON.parse makes a field of it, and an assignment does not.
      if (name === '__proto__') throw unexpected;
      this.expect(colon);
      made[name] = this.value();
    } while (this.take(comma));
    this.expect(closeObject);
    return made;
  }

  private wholeList(): unknown[] {
    const made: unknown[] = [];
    this.list(() => made.push(this.value()));
    return made;
  }

  private see(end: number): void {
    this.letters = this.lines.letters(this.base, end);
    this.isAll = end === this.end;
    this.escape = this.next('\\', this.at);
  }

  /** Where a letter comes next; the end if it does not. */
  private next(letter: string, from: number): number {
    const found = this.letters.indexOf(letter, from - this.base);
    return found === -1 ? this.end : found + this.base;
  }

  /** Steps over a string. */
  private string(): void {
    const start = this.at + 1;
    let close = this.next('"', start);
    if (close === this.end && !this.isAll) {
      this.see(this.end);
      close = this.next('"', start);
    }
    let escaped = 0;
    if (this.escape < start) this.escape = this.next('\\', start);
    while (this.escape < close) {
      const more = this.escapeLength(this.escape + 1);
      escaped += more;
      const after = this.escape + 1 + more;
      if (after > close) close = this.next('"', after);
      this.escape = this.next('\\', after);
    }
    if (close === this.end) {
      if (this.isAll) throw unexpected;
      // An escape was the last thing in sight.
      this.see(this.end);
      this.string();
      return;
    }
    this.start = start;
    this.close = close;
    this.at = close + 1;
    this.escaped = escaped;
  }

  /** The bytes of an escape behind its backslash. */
  private escapeLength(at: number): number {
    const byte = this.bytes[at] as number;
    if (byte !== letterU) {
      if (isEscape[byte] !== 1) throw unexpected;
      return 1;
    }
    for (let digit = 1; digit <= 4; digit++) if (!isHex(this.bytes[at + digit] as number)) throw unexpected;
    return 5;
  }

  /** The string that was stepped over last. */
  private textThere(): string {
    const { bytes, start, close } = this;
    if (this.escaped > 0 || close - start > longestKnown) return decoded(bytes, start, close);
    let [hash, all] = [0, 0];
    for (let at = start; at < close; at++) {
      const byte = bytes[at] as number;
      // A control character is no part of JSON.
      if (byte < 32) throw unexpected;
      hash = (Math.imul(hash, 31) + byte) | 0;
      all |= byte;
    }
    if (all > 127) return decoded(bytes, start, close);
    const place = hash & (this.known.length - 1);
    const known = this.known[place] as string;
    if (isTextAt(known, bytes, start, close)) return known;
    const text = this.lines.letters(start, close);
    this.known[place] = text;
    return text;
  }

  private scalar(first: number): number | boolean | null {
    if (first === minus || (first >= zero && first <= zero + 9)) return this.number();
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
    for (; at < this.end; at++) {
      const digit = (bytes[at] as number) - zero;
      if (digit < 0 || digit > 9) break;
      sum = sum * 10 + digit;
    }
    const isWhole = at > start && at - start <= mostDigits && !goesOn(bytes[at] as number);
    if (isWhole && (bytes[start] !== zero || at === start + 1)) {
      this.at = at;
      return sum;
    }
    while (at < this.end && goesOn(bytes[at] as number)) at += 1;
    this.at = at;
    try {
      return JSON.parse(this.lines.letters(start, at));
    } catch {
      throw unexpected;
    }
  }
}

const words = [
  { bytes: new TextEncoder().encode('true'), value: true },
  { bytes: new TextEncoder().encode('false'), value: false },
  { bytes: new TextEncoder().encode('null'), value: null },
] as const;

const escapes = new TextEncoder().encode('"\\/bfnrt');
/** 1 for the letters of escapes. */
const isEscape = Uint8Array.from({ length: 256 }, (_, byte) => (escapes.includes(byte) ? 1 : 0));

/** The last value of a field, and its letters. */
export interface Again {
  letters: string;
  value: unknown;
}

const isHex = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

/** Whether a byte belongs to a number: a digit, sign, point or exponent. */
const goesOn = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === 46 || byte === 69 || byte === 101;

function isTextAt(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

function decoded(bytes: Uint8Array, start: number, end: number): string {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start - 1, end + 1)));
  } catch {
    throw unexpected;
  }
}

/** By how much the bytes of UTF-8 are more than its characters in UTF-16. */
function beyondUnits(bytes: Uint8Array, start: number, end: number): number {
  let beyond = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    // Bytes that go on with a letter; one of four bytes is two characters.
    if (byte >= 0x80 && byte < 0xc0) beyond += 1;
    else if (byte >= 0xf0) beyond -= 1;
  }
  return beyond;
}
