/**
 * Lines of JSON of which only some fields become values. A line that is new in kind is read key by key. Most lines are
 * like one before except in a few places, their slots: where all letters between them are the same, only these are read.
 */
import { closeObject, colon, comma, JsonBytes, openObject } from './json-bytes.ts';
import { isAt } from './json-letters.ts';
import { type Fields, type LineBytes, unexpected } from './line-bytes.ts';

/** Reads the value at the cursor. @param soFar the fields of the same object that came before */
export type ReadField = (cursor: LineShapes, soFar: Fields) => unknown;

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

/** The last value of a field, and its letters. */
export interface Again {
  letters: string;
  value: unknown;
}

/** Shapes that are looked for; the latest are the most likely. */
const mostShapes = 12;
/** Within these bytes most lines tell what they are. */
const headBytes = 1024;

/** The lines of files of one format. */
export class LineShapes extends JsonBytes {
  private readonly shapes: Shape[] = [];
  /** The slots of a line of a new shape, and to where its letters are in them; null: it has been seen before. */
  private learned: Slot[] | null = null;
  private learnedTo = 0;
  /** The letters behind the slot that is read; empty where they are not known. */
  private following = '';

  /** @param wanted the fields of the lines */
  constructor(private readonly wanted: Wanted) {
    super();
  }

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
    if (this.following === '') return undefined;
    if (!this.isAll) this.see(this.end);
    const from = this.at - this.base;
    const to = this.letters.indexOf(this.following, from);
    if (to === -1 || !this.lines.isAscii(this.at, to + this.base)) return undefined;
    try {
      const value: unknown = JSON.parse(this.letters.slice(from, to));
      this.at = to + this.base;
      return value;
    } catch {
      return undefined;
    }
  }
}
