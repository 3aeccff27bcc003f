/**
 * Writes JSON as bytes, piece by piece, into one buffer that is reused for every answer.
 *
 * Nearly all of our numbers are whole multiples of a power of ten (money in nano-dollars, tokens in thousandths), so
 * their shortest digits need no search. The output is that of `jsonText`.
 *
 * Bytes are written four or eight at a time even if fewer are needed: the next piece overwrites the rest.
 */
import { withoutExponent } from '../values/json-text.ts';

const utf8 = new TextEncoder();

/** Text that is printed often, encoded once. */
export interface Fragment {
  /** Its UTF-8 bytes, eight per number; none is NaN, since in UTF-8 no 7F or FF follows a byte of F0 or above. */
  words: readonly number[];
  /** The same bytes, only for a long text, which is copied whole. */
  bytes: Uint8Array | null;
  /** In bytes. */
  length: number;
}

/** Texts of more bytes than this are copied whole, which costs more up front and less per byte. */
const long = 128;

/** At least four words, because `text` always copies four. */
export function fragment(text: string): Fragment {
  const bytes = utf8.encode(text);
  if (bytes.length > long) return { words: [], bytes, length: bytes.length };
  const padded = new Uint8Array(Math.max(4, Math.ceil(bytes.length / 8)) * 8);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const words = Array.from({ length: padded.length / 8 }, (_, i) => view.getFloat64(i * 8, true));
  return { words, bytes: null, length: bytes.length };
}

/** JSON with a hole for every number: the texts around the holes, one more than there are holes. */
export type Template = readonly Fragment[];

/** A template from text in which each `#` marks a number. */
export const template = (text: string): Template => text.split('#').map(fragment);

const trueText = fragment('true');
const falseText = fragment('false');
const nullText = fragment('null');

/** The most bytes a number may take, plus the excess bytes written after it. */
const longestNumber = 25 + 8;

const zero = 0x30;

/**
 * Three digits as written, the first in the lowest byte, with a count of digits in the highest byte. `groups` has all
 * three digits of 0 to 999 and counts those before trailing zeros; `leading` omits leading zeros and counts all digits.
 */
const groups = new Int32Array(1000);
const leading = new Int32Array(1000);
for (let n = 0; n < 1000; n++) {
  const [one, ten, hundred] = [n % 10, ((n / 10) | 0) % 10, (n / 100) | 0];
  const digits = (zero + hundred) | ((zero + ten) << 8) | ((zero + one) << 16);
  groups[n] = digits | ((one > 0 ? 3 : ten > 0 ? 2 : hundred > 0 ? 1 : 0) << 24);
  const skipped = hundred > 0 ? 0 : ten > 0 ? 1 : 2;
  leading[n] = (digits >> (8 * skipped)) | ((3 - skipped) << 24);
}

const point = 0x2e;
const quote = 0x22;
const backslash = 0x5c;

/**
 * Answers up to this size share their memory with a few others, as Node's own small buffers do. Keeping one answer
 * retains at most four times this size.
 */
const pooled = 8192;

export class Printer {
  private bytes = new Uint8Array(16 * 1024);
  private view = new DataView(this.bytes.buffer);
  private length = 0;
  private pool = new Uint8Array(4 * pooled);
  private poolLength = 0;

  /** Begins an answer; drops the rest of an earlier one that failed halfway. */
  begin(): void {
    this.length = 0;
  }

  /** The answer, in memory that is not written to again. */
  end(): Uint8Array {
    const { bytes, length } = this;
    if (length > bytes.length / 2) {
      // Most of the buffer: handed over without a copy.
      this.use(new Uint8Array(bytes.length));
      return bytes.subarray(0, length);
    }
    if (length > pooled) return bytes.slice(0, length);
    if (this.poolLength + length > this.pool.length) {
      this.pool = new Uint8Array(this.pool.length);
      this.poolLength = 0;
    }
    const answer = new Uint8Array(this.pool.buffer, this.poolLength, length);
    answer.set(new Uint8Array(bytes.buffer, 0, length));
    this.poolLength += length;
    return answer;
  }

  text({ words, bytes, length }: Fragment): void {
    this.reserve(length + 32);
    const { view } = this;
    const start = this.length;
    if (bytes !== null) {
      this.bytes.set(bytes, start);
      this.length = start + length;
      return;
    }
    view.setFloat64(start, words[0] as number, true);
    view.setFloat64(start + 8, words[1] as number, true);
    view.setFloat64(start + 16, words[2] as number, true);
    view.setFloat64(start + 24, words[3] as number, true);
    for (let i = 4; i < words.length; i++) view.setFloat64(start + i * 8, words[i] as number, true);
    this.length = start + length;
  }

  /**
   * Prints the template with a number in each of its holes: `count` numbers, starting at index `from`.
   * @throws Error if `count` is not the number of holes
   */
  fill(template: Template, numbers: ArrayLike<number>, from: number, count: number): void {
    const holes = template.length - 1;
    if (holes !== count) throw new Error(`${count} numbers for ${holes} holes`);
    for (let i = 0; i < holes; i++) {
      this.text(template[i] as Fragment);
      this.number(numbers[from + i] as number);
    }
    this.text(template[holes] as Fragment);
  }

  /** A string, quoted and escaped as JSON.stringify does. */
  string(value: string): void {
    this.reserve(value.length + 2);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = quote;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) {
        this.text(fragment(JSON.stringify(value)));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.length = at;
  }

  boolean(value: boolean): void {
    this.text(value ? trueText : falseText);
  }

  null(): void {
    this.text(nullText);
  }

  /**
   * The number as `jsonText` prints it; a number that is not finite is `null`.
   *
   * If the number is the double nearest to w units of 10^-9 or 10^-6, and w is a whole number below 2^51, then the
   * digits of w are its shortest: doubles near it are less than half a unit apart, so no other multiple of the unit
   * rounds to it, and every decimal with fewer digits is such a multiple. The code checks that w / units gives the
   * number back, so every number is printed correctly; all others are left to JSON.stringify.
   */
  number(value: number): void {
    this.reserve(longestNumber);
    const { view } = this;
    const whole = value | 0;
    if (value === whole && whole >= 0) {
      this.length = printWhole(view, this.length, whole);
      return;
    }
    if (value > 0 && value < 2 ** 31) {
      const units = value < 2 ** 51 / 1e9 ? 1e9 : 1e6;
      const w = Math.floor(value * units + 0.5);
      if (w / units === value) {
        const rest = w - whole * units;
        const end = printWhole(view, this.length, whole);
        this.length = printFraction(view, end, (units === 1e9 ? rest : rest * 1000) | 0);
        return;
      }
    }
    this.text(fragment(withoutExponent(JSON.stringify(value))));
  }

  /** Makes room for `count` more bytes. */
  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.bytes);
    this.use(larger);
  }

  private use(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}

/** Writes a whole number from 0 to 2^31 - 1; returns where it ends. */
function printWhole(view: DataView, at: number, whole: number): number {
  if (whole < 1000) return printLeading(view, at, whole);
  const thousands = (whole / 1000) | 0;
  if (thousands < 1000) {
    return printGroup(view, printLeading(view, at, thousands), whole - thousands * 1000);
  }
  const millions = (thousands / 1000) | 0;
  const end = printGroup(view, printWhole(view, at, millions), thousands - millions * 1000);
  return printGroup(view, end, whole - thousands * 1000);
}

/** Writes the decimals of a fraction of `nano` billionths, 1 to 999,999,999, without trailing zeros. */
function printFraction(view: DataView, at: number, nano: number): number {
  const micro = (nano / 1000) | 0;
  const milli = (micro / 1000) | 0;
  const first = groups[milli] as number;
  view.setInt32(at, (first << 8) | point, true);
  if (nano === milli * 1e6) return at + 1 + (first >> 24);
  const second = groups[micro - milli * 1000] as number;
  view.setInt32(at + 4, second, true);
  if (nano === micro * 1000) return at + 4 + (second >> 24);
  const third = groups[nano - micro * 1000] as number;
  view.setInt32(at + 7, third, true);
  return at + 7 + (third >> 24);
}

/** Writes 0 to 999 as three digits. */
function printGroup(view: DataView, at: number, group: number): number {
  view.setInt32(at, groups[group] as number, true);
  return at + 3;
}

/** Writes 0 to 999 without leading zeros. */
function printLeading(view: DataView, at: number, group: number): number {
  const digits = leading[group] as number;
  view.setInt32(at, digits, true);
  return at + (digits >> 24);
}
