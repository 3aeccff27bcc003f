/** Reads calls from logs of any known format as a stream, and finds the format by the values of a file. */
import type { CallRecord } from './call-record.ts';
import { type LimitReport, noteLimit } from './fields/limit-reports.ts';
import { isObject, type JsonObject, Misread } from './fields/values.ts';
import type { Attempt, Format, ReadValue, Take } from './formats/format.ts';
import { formats } from './formats/formats.ts';
import type { Sink } from './input/line-reader.ts';
import { type TextBlock, textBlocks } from './input/text-blocks.ts';
import { valueReader } from './input/values-of.ts';
import { type Keep, openCalls } from './open-calls.ts';
import { newReading, noteBroken, noteName, type Reading, type ReadReport, reportOf } from './read-report.ts';
import { CallStore, replay, type StoredFile, storedCalls } from './stored-calls.ts';
import { UnknownFormatError } from './unknown-format.ts';

/**
 * Reads the calls of a file in batches. The format is detected by content; `name` is only for messages. Whatever is not
 * understood is counted and listed in the file's report, the last one of `reading.files`. Files that share a reading
 * are read one after the other, and a call that is in several of them counts once; `reading.cut`, if it has one, is
 * ended after the last.
 *
 * Throws an UnknownFormatError if a non-empty file has no known format.
 *
 *     const reading = newReading();
 *     for (const path of paths) {
 *       for await (const calls of readCalls(createReadStream(path), path, reading)) add(calls);
 *     }
 *     reading.files;  // a report for each file
 */
export const readCalls = (
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  reading: Reading = newReading(),
  memory: Memory = {},
): AsyncGenerator<CallRecord[]> => readBlocks(textBlocks(chunks), name, reading, memory);

/** Reads calls like `readCalls`, from the lines of a file. */
export async function* readBlocks(
  blocks: AsyncIterable<TextBlock>,
  name: string,
  reading: Reading,
  { before = null, keep, each, onlyKept = false }: Memory = {},
): AsyncGenerator<CallRecord[]> {
  const report = reportOf(reading, name);
  let batch: CallRecord[] = [];
  const store = keep && new CallStore();
  const open = openCalls(reading, report, (call) => batch.push(call), bothOf(store?.keep, each));
  const calls = callsOfValues(report, reading.files.length, open.take);
  if (before !== null) {
    calls.resume(before);
    replay(before, open.take);
    noteBefore(report, before);
  }
  const values = valueReader(calls, before?.lines ?? null);
  for await (const block of blocks) {
    values.block(block);
    if ('lines' in block) calls.passed(block.lines.length);
    else if ('piece' in block) calls.passed(block.piece.length);
    yield* passed(batch, reading);
    batch = [];
    if (onlyKept && (store?.isFull || !calls.canBeKept())) return;
  }
  values.end();
  calls.end(values.header());
  open.end();
  yield* passed(batch, reading);
  const state = calls.state();
  if (store === undefined || store.isFull || state === undefined || report.format === null) return;
  keep?.({
    ...{ format: report.format, state, lines: values.jsonLines() },
    report: {
      duplicates: open.merged() + (before?.report.duplicates ?? 0),
      broken: report.broken,
      brokenLines: report.brokenLines,
      damage: report.damage,
      unreadColumns: report.unreadColumns,
      pricedAsText: report.pricedAsText,
      limits: report.limits,
    },
    ...store.stored(),
  });
}

/** The calls of a file that was read before and has not changed since. They are as `readCalls` finds them, and faster. */
export function* callsBefore(before: StoredFile, name: string, reading: Reading): Generator<CallRecord[]> {
  const report = reportOf(reading, name);
  report.format = before.format;
  let batch: CallRecord[] = [];
  const open = openCalls(reading, report, (call) => batch.push(call));
  const { rows, callAt, printAt } = storedCalls(before);
  for (let row = 0; row < rows; row++) {
    open.takeClosed(callAt(row), printAt(row));
    if (batch.length < mostInBatch) continue;
    yield* passed(batch, reading);
    batch = [];
  }
  noteBefore(report, before);
  yield* passed(batch, reading);
}

/** A batch, or what it releases of those that are held back. */
function* passed(batch: CallRecord[], { cut }: Reading): Generator<CallRecord[]> {
  if (batch.length === 0) return;
  const calls = cut === null ? batch : cut.pass(batch);
  if (calls.length > 0) yield calls;
}

/** Calls that are handed on at once. */
const mostInBatch = 1000;

function noteBefore(report: ReadReport, before: StoredFile): void {
  const { duplicates, ...others } = before.report;
  Object.assign(report, others);
  // Lists to which more can be added.
  report.brokenLines = [...others.brokenLines];
  report.unreadColumns = [...others.unreadColumns];
  report.pricedAsText = [...others.pricedAsText];
  report.limits = [...others.limits];
  report.duplicates += duplicates;
}

/** What is remembered of a file between two readings. */
export interface Memory {
  /** What was read of it before: `chunks` are only what follows on that. null: nothing. */
  before?: StoredFile | null;
  /** Told of every answer, those before included, whether or not another file has it too. */
  each?: Keep | undefined;
  /** Called at the end with what was read, the part before included, where that can be kept. */
  keep?: (read: StoredFile) => void;
  /** Whether nothing else is wanted: a file that cannot be kept is not read to its end. */
  onlyKept?: boolean;
}

const bothOf = (one: Keep | undefined, other: Keep | undefined): Keep | undefined =>
  one && other
    ? (...answer) => {
        one(...answer);
        other(...answer);
      }
    : (one ?? other);

/** Values, or characters or bytes, to look at before a file is rejected as having no known format. */
const valuesToTell = 1000;
const charactersToTell = 2 ** 26;

export interface CallsOfValues extends Sink {
  /** Throws an UnknownFormatError if too many characters or bytes had no known format. */
  passed(characters: number): void;
  /** Goes on with the state of an earlier reading. */
  resume(before: Pick<StoredFile, 'format' | 'state'>): void;
  /** Whether the format's reader, if it is known, has a state that can be kept. */
  canBeKept(): boolean;
  /** The state of the format's reader; undefined: it cannot be kept. */
  state(): object | undefined;
  /** Throws an UnknownFormatError if values or a CSV header had no known format. */
  end(header: readonly string[] | null): void;
}

export function callsOfValues(report: ReadReport, number: number, take: Take): CallsOfValues {
  let read: ReadValue | null = null;
  let isIdle: Format['isIdle'];
  /** Values before the format is known. */
  let waiting: { value: JsonObject; line: number }[] = [];
  let size = 0;
  /** The line of the value that is being read. */
  let line = 0;

  const attempt: Attempt = (readPart) => {
    try {
      readPart();
    } catch (error) {
      // Whatever a line does to its reader, the others are read. What it says is no part of the reason.
      noteBroken(report, line, error instanceof Misread ? error.message : 'its reader fails on it');
    }
  };
  const readOne = (value: JsonObject, at: number): void => {
    line = at;
    attempt(() => read?.(value, take, attempt));
  };
  const open = (format: Format, state?: object): void => {
    report.format = format.name;
    isIdle = format.isIdle;
    const file = {
      ...{ name: report.name, number },
      unread: (column: string) => noteName(report.unreadColumns, column),
      asText: (kind: string) => noteName(report.pricedAsText, kind),
      limit: (said: LimitReport) => noteLimit(report.limits, said),
    };
    read = format.open(file, state);
    for (const { value, line } of waiting) readOne(value, line);
    waiting = [];
  };
  const unknown = (): UnknownFormatError =>
    new UnknownFormatError(
      report,
      waiting.map(({ value }) => value),
    );

  const object = (value: JsonObject, line: number): void => {
    if (read !== null) {
      readOne(value, line);
      return;
    }
    waiting.push({ value, line });
    const format = formats.find(({ recognise }) => recognise(value));
    if (format !== undefined) open(format);
    else if (waiting.length === valuesToTell) throw unknown();
  };

  return {
    resume({ format: name, state }) {
      const format = formats.find((one) => one.name === name);
      if (format === undefined) throw new Error(`There is no format ${name}.`);
      open(format, state);
    },
    canBeKept: () => read === null || read.state !== undefined,
    state: () => read?.state?.(),
    passed(characters) {
      if (waiting.length === 0) return;
      size += characters;
      if (size > charactersToTell) throw unknown();
    },
    value(value, line) {
      for (const element of Array.isArray(value) ? value : [value]) {
        if (isObject(element)) object(element, line);
        else noteBroken(report, line, 'not a JSON object');
      }
    },
    broken(line, reason) {
      noteBroken(report, line, reason);
    },
    damaged(reason) {
      report.damage = reason;
    },
    isIdle: (line) => isIdle?.(line) ?? false,
    isOpen: () => read !== null,
    bytes(lines, start, end, line) {
      const partsOf = report.format === null ? undefined : lines.partsOf.get(report.format);
      if (read === null || partsOf === undefined) return undefined;
      const value = read.takesParts?.() === false ? undefined : partsOf(lines, start, end);
      if (value === undefined) return false;
      if (value !== null) readOne(value, line);
      return true;
    },
    end(header) {
      if (read !== null) return;
      const columns = header === null ? undefined : Object.fromEntries(header.map((name) => [name, '']));
      const format = columns && formats.find(({ recognise }) => recognise(columns));
      if (format !== undefined) open(format);
      else if (waiting.length > 0 || header !== null || report.broken > 0 || report.damage !== null) {
        throw columns === undefined ? unknown() : new UnknownFormatError(report, [columns]);
      }
    },
  };
}
