/** JSON whose numbers have no exponents: `0.000000967`, where `JSON.stringify` writes `9.67e-7`. */
import { decimal } from './money.ts';

const zero = 0x30;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const point = 0x2e;
const [openBrace, closeBrace] = [0x7b, 0x7d];
const [openBracket, closeBracket] = [0x5b, 0x5d];

const utf8 = new TextEncoder();

/**
 * Text that is written often: its UTF-8, and for a text that is not long the same bytes in eights, padded. They are moved
 * as doubles, in a quarter of the time that copying takes; no UTF-8 has the bytes of a NaN, which an engine may change.
 */
export interface Encoded {
  bytes: Uint8Array;
  eights: Float64Array;
}

/** Texts of more bytes than this are copied whole, which costs more up front and less per byte. */
const long = 64;

/** Text for `JsonWriter.raw`. */
export function encoded(text: string): Encoded {
  const bytes = utf8.encode(text);
  const eights = new Float64Array(bytes.length > long ? 0 : Math.ceil(bytes.length / 8));
  const view = new DataView(new ArrayBuffer(eights.length * 8));
  if (eights.length > 0) new Uint8Array(view.buffer).set(bytes);
  for (let i = 0; i < eights.length; i++) eights[i] = view.getFloat64(i * 8, true);
  return { bytes, eights };
}

const literal = { true: encoded('true'), false: encoded('false'), null: encoded('null') };

/** The most bytes that `decimals` takes: 10 digits, the point, 9 digits, and one written too many. */
const longestDecimal = 21;

/** 0 to 999 as three digits, the first in the lowest byte. */
const threeDigits = Int32Array.from(
  { length: 1000 },
  (_, n) => (zero + ((n / 100) | 0)) | ((zero + (((n / 10) | 0) % 10)) << 8) | ((zero + (n % 10)) << 16),
);

const labels = new Map<string, Encoded>();

/** `,"name":` of a property. The names are those of our answers: there are few. */
function labelOf(name: string): Encoded {
  let label = labels.get(name);
  // In every member of an answer: a closure for `valueAt` would be made each time.
  if (label === undefined) {
    label = encoded(`,${JSON.stringify(name)}:`);
    labels.set(name, label);
  }
  return label;
}

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
  private view = new DataView(this.bytes.buffer);
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

  /** Text that is JSON already. Up to seven bytes too many are written: the next text overwrites them. */
  raw({ bytes, eights }: Encoded): void {
    const { length } = bytes;
    this.reserve(length + 7);
    const { view, length: at } = this;
    if (length > long) this.bytes.set(bytes, at);
    else for (let i = 0; i < eights.length; i++) view.setFloat64(at + i * 8, eights[i] as number, true);
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

  /** The members of an object, each after a comma. */
  members(value: object): void {
    for (const name in value) {
      const member = value[name as keyof object] as unknown;
      if (member === undefined) continue;
      this.raw(labelOf(name));
      this.value(member);
    }
  }

  private object(value: object): void {
    const start = this.length;
    this.members(value);
    if (this.length === start) this.byte(openBrace);
    else this.bytes[start] = openBrace; // in place of the first comma
    this.byte(closeBrace);
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
    const { bytes, view } = this;
    let at = whole < 10 ? this.length : this.digits(whole, this.length);
    if (whole < 10) bytes[at++] = zero + whole;
    if (billionths !== 0) {
      const millionths = (billionths / 1000) | 0;
      const thousandths = (millionths / 1000) | 0;
      bytes[at] = point;
      view.setInt32(at + 1, threeDigits[thousandths] as number, true);
      view.setInt32(at + 4, threeDigits[millionths - thousandths * 1000] as number, true);
      view.setInt32(at + 7, threeDigits[billionths - millionths * 1000] as number, true);
      at += 10;
      while (bytes[at - 1] === zero) at--;
    }
    this.length = at;
  }

  /** @returns the place after the digits */
  private digits(whole: number, at: number): number {
    const { bytes } = this;
    if (whole >= 1000) {
      const thousands = (whole / 1000) | 0;
      const next = this.digits(thousands, at);
      this.view.setInt32(next, threeDigits[whole - thousands * 1000] as number, true);
      return next + 3;
    }
    let next = at;
    if (whole >= 100) bytes[next++] = zero + ((whole / 100) | 0);
    if (whole >= 10) bytes[next++] = zero + (((whole / 10) | 0) % 10);
    bytes[next++] = zero + (whole % 10);
    return next;
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
    this.use(larger);
  }

  private use(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
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
