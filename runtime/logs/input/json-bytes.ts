/**
 * JSON in bytes, of which only some fields become values. `JSON.parse` makes an object of a whole line, most of which is
 * conversation that no figure needs: to step over it takes a quarter of the time and leaves nothing to collect. The ends
 * of strings are found in a text with a letter for each byte: that search is several times as fast as a loop over bytes.
 */

import { beyondUnits, decoded, goesOn, isAt, isEscape, isHex, isTextAt } from './json-letters.ts';
import { type Fields, type LineBytes, unexpected } from './line-bytes.ts';

export const [comma, colon, openObject, closeObject] = [44, 58, 123, 125];
const [quote, minus, zero, letterU, openList, closeList] = [34, 45, 48, 117, 91, 93];

/** Deeper values are left to `JSON.parse`, which needs no stack for them. */
const deepest = 200;
/** Digits of a whole number that every number of this size holds exactly. */
const mostDigits = 15;
/** Bytes of a string that is likely to come again, as names do; more are rather content. */
const longestKnown = 64;

const nothing: LineBytes = {
  bytes: new Uint8Array(0),
  letters: () => '',
  isAscii: () => true,
  partsOf: new Map(),
};

/**
 * Walks through the bytes of lines of JSON. Its methods throw `unexpected` where they are not as expected.
 *
 * A line that is new in kind is read key by key. Most lines are like one before except in a few places, their slots: where
 * all letters between them are the same, only these are read.
 */
export class JsonBytes {
  /** Set by whoever reads an element or a field and has seen enough: nothing more is read. */
  isEnough = false;
  protected lines = nothing;
  protected bytes = nothing.bytes;
  protected at = 0;
  protected end = 0;
  protected depth = 0;
  /** The bytes from `base` on, each as a letter: the first of them, or all. */
  protected letters = '';
  protected base = 0;
  protected isAll = false;
  protected isAscii: boolean | undefined;
  /** The first backslash that is not before the cursor. */
  private escape = 0;
  /** Of the string that was stepped over last: where it lies, and how much longer its escapes make it. */
  protected start = 0;
  protected close = 0;
  protected escaped = 0;
  /** Strings that came before, by their hash. */
  private readonly known: string[] = new Array(1024).fill('');

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
    if (first === quote) {
      this.string();
      return this.textThere();
    }
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

  protected key(): void {
    if (this.peek() !== quote) throw unexpected;
    this.string();
  }

  private keyLength(): number {
    if (this.peek() !== quote) throw unexpected;
    return this.length();
  }

  protected expect(byte: number): void {
    if (this.peek() !== byte) throw unexpected;
    this.at += 1;
  }

  protected take(byte: number): boolean {
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

  protected see(end: number): void {
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
  protected string(): void {
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
  protected textThere(): string {
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
