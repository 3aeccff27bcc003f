/** JSON whose numbers have no exponents: `0.000000967`, where `JSON.stringify` writes `9.67e-7`. */
import { decimal } from './money.ts';

const zero = 0x30;
const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const point = 0x2e;
const [openBrace, closeBrace] = [0x7b, 0x7d];
const [openBracket, closeBracket] = [0x5b, 0x5d];

const utf8 = new TextEncoder();

/** Text as UTF-8, for `JsonWriter.raw`. */
export const encoded = (text: string): Uint8Array => utf8.encode(text);

const literal = { true: encoded('true'), false: encoded('false'), null: encoded('null') };

/** The most bytes that `decimals` takes: 10 digits, the point, 9 digits. */
const longestDecimal = 20;

/** Texts of more bytes than this are copied whole, which costs more up front and less per byte. */
const long = 48;

/**
 * Answers up to this size share their memory with a few others, as Node's own small buffers do. Keeping one answer
 * retains at most four times this size.
 */
const pooled = 8192;

/**
 * Writes JSON as UTF-8 into one buffer that is reused for every answer. The text is that of `JSON.stringify` but for the
 * exponents, in three quarters of its time: nearly all of our numbers are whole multiples of a power of ten (money in
 * nano-dollars, tokens in thousandths), so their shortest digits need no search.
 */
export class JsonWriter {
  private bytes = new Uint8Array(16 * 1024);
  private length = 0;
  private pool = new Uint8Array(4 * pooled);
  private poolLength = 0;

  /** Begins a text; drops the rest of an earlier one that failed halfway. */
  begin(): void {
    this.length = 0;
  }

  /** The text, in memory that is not written to again. */
  end(): Uint8Array {
    const { bytes, length } = this;
    if (length > bytes.length / 2) {
      this.bytes = new Uint8Array(bytes.length);
      return bytes.subarray(0, length);
    }
    if (length > pooled) return bytes.slice(0, length);
    if (this.poolLength + length > this.pool.length) {
      this.pool = new Uint8Array(this.pool.length);
      this.poolLength = 0;
    }
    const text = this.pool.subarray(this.poolLength, this.poolLength + length);
    text.set(bytes.subarray(0, length));
    this.poolLength += length;
    return text;
  }

  /** Text that is JSON already. */
  raw(text: Uint8Array): void {
    const { length } = text;
    this.reserve(length);
    const { bytes, length: at } = this;
    if (length > long) bytes.set(text, at);
    else for (let i = 0; i < length; i++) bytes[at + i] = text[i] as number;
    this.length = at + length;
  }

  /**
   * Any JSON value. As in `JSON.stringify`, a property that is undefined is left out; a function in place of a value is
   * called to write it.
   * @throws Error for a value that JSON does not have
   */
  value(value: unknown): void {
    switch (typeof value) {
      case 'number':
        this.number(value);
        return;
      case 'string':
        this.string(value);
        return;
      case 'boolean':
        this.raw(value ? literal.true : literal.false);
        return;
      case 'function':
        value(this);
        return;
      case 'object':
        if (value === null) this.raw(literal.null);
        else if (Array.isArray(value)) this.array(value);
        else this.object(value);
        return;
      default:
        throw new Error(`JSON has no ${typeof value}`);
    }
  }

  private object(value: object): void {
    this.byte(openBrace);
    this.members(value);
    this.byte(closeBrace);
  }

  /** What stands between the braces of an object. */
  members(value: object): void {
    let isFirst = true;
    for (const name in value) {
      const member = value[name as keyof object] as unknown;
      if (member === undefined) continue;
      if (!isFirst) this.byte(comma);
      isFirst = false;
      this.string(name);
      this.byte(colon);
      this.value(member);
    }
  }

  private array(values: readonly unknown[]): void {
    this.byte(openBracket);
    for (let i = 0; i < values.length; i++) {
      if (i > 0) this.byte(comma);
      this.value(values[i] ?? null);
    }
    this.byte(closeBracket);
  }

  private string(value: string): void {
    this.reserve(value.length + 2);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = quote;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code < 0x20 || code > 0x7e || code === quote || code === backslash) {
        this.raw(encoded(JSON.stringify(value)));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.length = at;
  }

  /**
   * A number that is not finite is `null`.
   *
   * If the number is the double nearest to w units of 10^-9 or 10^-6, and w is a whole number below 2^51, then the
   * digits of w are its shortest: doubles near it are less than half a unit apart, so no other multiple of the unit
   * rounds to it, and every decimal with fewer digits is such a multiple. The code checks that w / units gives the
   * number back, so every number is printed correctly; all others are left to JSON.stringify.
   */
  number(value: number): void {
    if (value >= 0 && value < 2 ** 31) {
      const units = value < 2 ** 51 / 1e9 ? 1e9 : 1e6;
      const w = Math.floor(value * units + 0.5);
      if (w / units === value) {
        const whole = value | 0;
        const rest = w - whole * units;
        this.decimals(whole, (units === 1e9 ? rest : rest * 1000) | 0);
        return;
      }
    }
    this.raw(encoded(Number.isFinite(value) ? decimal(value) : 'null'));
  }

  /** A whole number below 2^31 and billionths, without trailing zeros. */
  private decimals(whole: number, billionths: number): void {
    this.reserve(longestDecimal);
    this.digits(whole);
    if (billionths === 0) return;
    const { bytes } = this;
    bytes[this.length++] = point;
    const millionths = (billionths / 1000) | 0;
    const thousandths = (millionths / 1000) | 0;
    this.threeDigits(thousandths);
    this.threeDigits(millionths - thousandths * 1000);
    this.threeDigits(billionths - millionths * 1000);
    while (bytes[this.length - 1] === zero) this.length--;
  }

  private digits(whole: number): void {
    if (whole >= 1000) {
      const thousands = (whole / 1000) | 0;
      this.digits(thousands);
      this.threeDigits(whole - thousands * 1000);
      return;
    }
    if (whole >= 100) this.bytes[this.length++] = zero + ((whole / 100) | 0);
    if (whole >= 10) this.bytes[this.length++] = zero + (((whole / 10) | 0) % 10);
    this.bytes[this.length++] = zero + (whole % 10);
  }

  private threeDigits(group: number): void {
    const { bytes, length } = this;
    bytes[length] = zero + ((group / 100) | 0);
    bytes[length + 1] = zero + (((group / 10) | 0) % 10);
    bytes[length + 2] = zero + (group % 10);
    this.length = length + 3;
  }

  private byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Makes room for `count` more bytes. */
  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.length + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

const writer = new JsonWriter();
const decoder = new TextDecoder();

/** Like `JSON.stringify`, but without exponents. */
export function jsonText(value: unknown): string {
  writer.begin();
  writer.value(value);
  return decoder.decode(writer.end());
}
