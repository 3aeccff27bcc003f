/**
 * JSON in bytes, of which only some fields become values. `JSON.parse` makes an object of a whole line, most of which is
 * conversation that no figure needs. The bytes are stepped over by `json-scan.as`: of a gigabyte of sessions, 319 MB of
 * answers take .15 s, and took .5 s with a loop in JavaScript, whose code each thread had to compile.
 */
import scanProgram from 'virtual:assembled/logs/input/json-scan';
import { type LineBytes, unexpected } from './line-bytes.ts';

/** What `json-scan.as` exports, where each is explained. */
interface Scan {
  goTo(place: number): void;
  cursor(): number;
  peek(): number;
  string(): number;
  name(): number;
  again(other: number, length: number): number;
  field(table: number, isFirst: number): number;
  element(isFirst: number): number;
  skip(): number;
}

const [failed, over] = [-1, -2];
const [quote, openList, openObject, letterF, letterN, letterT] = [34, 91, 123, 102, 110, 116];

/** Addresses in the memory of the scan: of tables of names, of the last value that may come again, and of lines. */
const [tables, lastValue, linesAt] = [0x400, 0x2000, 0x20000];
const longestAgain = 0x1fc0;
/** Of a table: bytes before its names, and of each name. */
const [headBytes, nameBytes] = [48, 32];
const pageBytes = 0x10000;
/** Behind the lines: what ends the last of them, and what is read at once with their end. */
const slack = 64;
/** Larger blocks are read in full. */
const mostBytes = 2 ** 25;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** One for each thread, made when a log is read. */
let memory: WebAssembly.Memory;
let scan: Scan;
let all = new Uint8Array(0);
/** Of the last string or skipped value, see `told` there. */
let told = new Int32Array(0);
let tablesEnd = tables;

function growTo(bytes: number): void {
  if (all.length === 0) {
    memory = new WebAssembly.Memory({ initial: 8 });
    const module = new WebAssembly.Module(scanProgram);
    scan = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Scan;
  }
  const { byteLength } = memory.buffer;
  if (bytes > byteLength) memory.grow(Math.ceil((bytes - byteLength) / pageBytes));
  all = new Uint8Array(memory.buffer);
  told = new Int32Array(memory.buffer, 0, 4);
}

/** Reads the value at the cursor. @param found the fields of the same object that came before */
export type ReadField<Found> = (cursor: JsonBytes, found: Readonly<Found>) => unknown;

/** The fields of an object that are read; the others are stepped over. */
export class Wanted<Found extends object> {
  readonly names: readonly string[];
  readonly readers: readonly ReadField<Found>[];
  private table = 0;

  /**
   * @param start makes the object in which no field was found yet; a literal, since a copy takes ten times as long
   * @param readers of fields of which something else than the value is wanted
   */
  constructor(
    readonly start: () => Found,
    readers: Readonly<Record<string, ReadField<Found>>> = {},
  ) {
    const special = new Map(Object.entries(readers));
    const names = [...new Set([...Object.keys(start()), ...special.keys()])];
    this.names = names.sort((a, b) => a.length - b.length);
    this.readers = names.map((name) => special.get(name) ?? ((cursor) => cursor.value()));
  }

  /** Its address, once there is a memory. */
  address(): number {
    if (this.table === 0) this.table = this.written();
    return this.table;
  }

  private written(): number {
    const table = tablesEnd;
    tablesEnd += headBytes + nameBytes * this.names.length;
    if (tablesEnd > lastValue || (this.names.at(-1) ?? '').length > nameBytes)
      throw new Error('too many or too long names');
    for (let length = 0; length < headBytes; length++) {
      all[table + length] = this.names.filter((name) => name.length < length).length;
    }
    for (const [at, name] of this.names.entries()) all.set(encoder.encode(name), table + headBytes + nameBytes * at);
    return table;
  }
}

/** A cursor in lines of JSON. Its methods throw `unexpected` where they are not as expected. */
export class JsonBytes {
  /** Set by whoever reads a field or an element and has seen enough: nothing more is read. */
  isEnough = false;

  /** The wanted fields of a line that is one object; null: enough was seen; undefined: it must be read in full. */
  line<Found extends object>(
    wanted: Wanted<Found>,
    lines: LineBytes,
    start: number,
    end: number,
  ): Found | null | undefined {
    if (lines !== held && !hold(lines)) return undefined;
    scan.goTo(linesAt + start);
    this.isEnough = false;
    try {
      const found = this.object(wanted);
      if (this.isEnough) return null;
      return scan.cursor() === linesAt + end ? found : undefined;
    } catch (error) {
      if (error !== unexpected) throw error;
      return undefined;
    }
  }

  object<Found extends object>(wanted: Wanted<Found>): Found {
    const { names, readers } = wanted;
    const table = wanted.address();
    const found = wanted.start();
    let field = scan.field(table, 1);
    for (; field >= 0; field = scan.field(table, 0)) {
      const value = (readers[field] as ReadField<Found>)(this, found);
      found[names[field] as keyof Found] = value as Found[keyof Found];
      if (this.isEnough) return found;
    }
    if (field !== over) throw unexpected;
    return found;
  }

  /** @param each reads an element */
  list(each: () => void): void {
    let next = scan.element(1);
    for (; next === 0; next = scan.element(0)) {
      each();
      if (this.isEnough) return;
    }
    if (next !== over) throw unexpected;
  }

  get isObject(): boolean {
    return scan.peek() === openObject;
  }

  get isList(): boolean {
    return scan.peek() === openList;
  }

  get isText(): boolean {
    return scan.peek() === quote;
  }

  /** Steps over the value. @returns the length of its JSON, without white space and escapes */
  skip(): number {
    const length = scan.skip();
    // JavaScript may write a number with another length.
    if (length === failed || told[3] === 0) throw unexpected;
    return length;
  }

  /** Steps over a string. @returns its characters */
  length(): number {
    const length = scan.string();
    if (length === failed) throw unexpected;
    return length;
  }

  /** The value at the cursor, as `JSON.parse` makes it. */
  value(): unknown {
    const first = scan.peek();
    if (first === quote) return this.string();
    const start = scan.cursor();
    if (scan.skip() === failed) throw unexpected;
    if (first === letterN) return null;
    if (first === letterT || first === letterF) return first === letterT;
    return this.parsed(start, scan.cursor());
  }

  /** Like `value`, for an object that is often the same as the last time; of one field only. */
  valueAgain(): unknown {
    if (last.length > 0 && scan.again(lastValue, last.length) === 1) return last.value;
    const { isObject } = this;
    const start = scan.cursor();
    const value = this.value();
    const length = scan.cursor() - start;
    last.value = value;
    last.length = isObject && length <= longestAgain ? length : 0;
    all.copyWithin(lastValue, start, start + last.length);
    return value;
  }

  private string(): string {
    const place = scan.name();
    if (place >= 0) return known[place] as string;
    const [start, close, isPlain] = [told[0] as number, told[1] as number, told[2]];
    if (close === 0) throw unexpected;
    if (isPlain === 0) return this.parsed(start - 1, close + 1) as string;
    const text = this.letters(start, close);
    if (place <= over) known[over - place] = text;
    return text;
  }

  private letters(start: number, end: number): string {
    return (held as LineBytes).letters(start - linesAt, end - linesAt);
  }

  /** What lies there, which is ASCII if the scan says so. */
  private parsed(start: number, end: number): unknown {
    try {
      return JSON.parse(told[2] === 1 ? this.letters(start, end) : decoder.decode(all.subarray(start, end)));
    } catch {
      throw unexpected;
    }
  }
}

/** What `valueAgain` read last, and how many bytes it has in the memory of the scan; 0: it is not there. */
const last: { length: number; value: unknown } = { length: 0, value: null };
/** Strings that came before, by their place in the memory of the scan. */
const known: string[] = new Array(1024).fill('');
/** The lines that lie there. */
let held: LineBytes | null = null;

/** Whether lines can be scanned: there is WebAssembly with SIMD (not with `--jitless`, nor on the oldest processors). */
let isAble = true;

/** Copies lines to where they are scanned. @returns false: they cannot be */
function hold(lines: LineBytes): boolean {
  const { bytes } = lines;
  if (bytes.length > mostBytes || !isAble) return false;
  const end = linesAt + bytes.length;
  try {
    if (end + slack > all.length) growTo(end + slack);
  } catch {
    isAble = all.length > 0; // Else too little memory for these lines alone.
    return false;
  }
  all.set(bytes, linesAt);
  all[end] = 10;
  held = lines;
  return true;
}
