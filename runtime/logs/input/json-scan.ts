/** Steps over JSON in bytes, by strings, numbers and whole values: nothing is made of them but their length. */
import { type LineBytes, unexpected } from './line-bytes.ts';

const [quote, minus, zero, letterU] = [34, 45, 48, 117];
const [comma, colon, openList, closeList, openObject, closeObject] = [44, 58, 91, 93, 123, 125];

/** Deeper values are left to `JSON.parse`, which needs no stack for them. */
const deepest = 200;
/** Digits of a whole number that every number of this size holds exactly. */
const mostDigits = 15;

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
const literals = [
  { bytes: encoder.encode('true'), value: true },
  { bytes: encoder.encode('false'), value: false },
  { bytes: encoder.encode('null'), value: null },
] as const;

/**
 * Whether none of four bytes ends a string, begins an escape, is a control character or beyond ASCII: taking away what it
 * is compared with leaves the highest bit of each byte 0. Of a word with such a byte it may say so of others as well.
 */
const isPlainWord = (word: number): boolean =>
  ((word | (word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101)) &
    0x80808080) ===
  0;

/** A cursor in the bytes of lines of JSON. Its methods throw `unexpected` where they are not as expected. */
export class JsonScan {
  protected bytes: Uint8Array = new Uint8Array(0);
  /** The same memory as words of four bytes: where the bytes begin in it, and the first word that they do not fill. */
  private words: Int32Array = new Int32Array(0);
  private offset = 0;
  private lastWord = 0;
  protected at = 0;
  private depth = 0;
  /** Of the string that was stepped over last: where it lies, and by how much it is longer than its text. */
  protected start = 0;
  protected close = 0;
  protected escaped = 0;
  protected beyond = 0;
  /** Whether the number that was stepped over last is written as JavaScript writes it. */
  private isPlain = true;
  /** Whether all strings were ASCII since this was set. */
  protected isAscii = true;
  protected lines: LineBytes | null = null;

  /** Goes to a place in the lines. */
  protected goTo(lines: LineBytes, at: number): void {
    if (lines !== this.lines) {
      const { bytes } = lines;
      const { buffer, byteOffset, length } = bytes;
      this.lines = lines;
      this.bytes = bytes;
      this.words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
      this.offset = byteOffset;
      this.lastWord = (byteOffset + length) >> 2;
    }
    this.at = at;
    this.depth = 0;
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
  protected peek(): number {
    for (;;) {
      const byte = this.bytes[this.at] as number;
      if (byte > 32) return byte;
      if (byte !== 32 && byte !== 9) throw unexpected;
      this.at += 1;
    }
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

  protected key(): void {
    if (this.peek() !== quote) throw unexpected;
    this.string();
  }

  /** Steps over a string. It ends within the line: a line break is a control character. */
  protected string(): void {
    const { bytes, offset } = this;
    const start = this.at + 1;
    let at = start;
    let escaped = 0;
    let beyond = 0;
    for (;;) {
      const kind = kinds[bytes[at] as number];
      if (kind === plain) {
        at += 1;
        if (((at + offset) & 3) === 0) at = this.plainWordsFrom((at + offset) >> 2);
      } else if (kind === ends) break;
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

  /** Where the first word from this one on begins in which a byte is not plain: most text is stepped over four bytes at a time. */
  private plainWordsFrom(from: number): number {
    const { words, lastWord } = this;
    let word = from;
    while (word < lastWord && isPlainWord(words[word] as number)) word += 1;
    return (word << 2) - this.offset;
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

  /** What lies there, which is ASCII if `isAscii` says so. */
  protected parsed(start: number, end: number): unknown {
    const { bytes, letters } = this.lines as LineBytes;
    try {
      return JSON.parse(this.isAscii ? letters(start, end) : decoder.decode(bytes.subarray(start, end)));
    } catch {
      throw unexpected;
    }
  }

  protected scalar(first: number): number | boolean | null {
    if (first === minus || (first >= zero && first <= zero + 9)) return this.number();
    this.isPlain = true;
    for (const { bytes, value } of literals) {
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

/** Whether a part lies in the bytes there. */
export function isAt(part: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = part.length - 1; at >= 0; at--) if (part[at] !== bytes[start + at]) return false;
  return true;
}
