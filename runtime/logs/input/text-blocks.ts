/** Bytes of a file as whole lines in UTF-8, however the bytes are chunked. */
import { gunzipped, isGzip } from './gunzip.ts';
import type { LineBytes } from './line-bytes.ts';

/**
 * Whole lines in UTF-8 with their line breaks (the last may have none), the same where they can be read from their bytes, a piece of a JSON list, why a line is missing, or what is
 * wrong with the whole file.
 */
export type TextBlock =
  | { lines: Uint8Array; parsable?: LineBytes }
  | { piece: string }
  | { fault: string }
  | { damage: string };

/** Maximum bytes of a line in UTF-8; a longer one is skipped to bound memory, and no log of calls has one. */
export const longestLine = 64 * 2 ** 20;
export const tooLong = { fault: 'the line is longer than 64 MiB' };

/** Reads UTF-8 or UTF-16, with or without a byte order mark, gzipped or not. */
export async function* textBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder();
  let held: Uint8Array[] = [];
  let size = 0;
  let skipping = false;
  let damage: TextBlock | null = null;
  const unpacked = unzipped(chunks, (reason) => {
    damage = { damage: reason };
  });
  let isList: boolean | undefined;
  for await (const chunk of withHead(inUtf8(unpacked), hasText)) {
    isList ??= startsList(chunk);
    if (isList) {
      yield { piece: decoder.decode(chunk, { stream: true }) };
      continue;
    }
    const end = chunk.lastIndexOf(newline) + 1;
    let start = 0;
    if (skipping && end > 0) {
      start = chunk.indexOf(newline) + 1;
      skipping = false;
      yield tooLong;
    }
    if (end > start) {
      yield { lines: joined([...held, chunk.subarray(start, end)]) };
      [held, size] = [[], 0];
    }
    if (skipping || end === chunk.length) continue;
    held.push(chunk.slice(end));
    size += chunk.length - end;
    if (size > longestLine) [held, size, skipping] = [[], 0, true];
  }
  if (skipping) yield tooLong;
  // The line at which a damaged archive ends is a part of one.
  else if (size > 0 && damage === null) yield { lines: joined(held) };
  if (damage !== null) yield damage;
}

const newline = 10;

/** Whether a file that begins so is lines in UTF-8: no archive, no mark of another encoding, no list. */
export function isPlain(head: Uint8Array): boolean {
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return hasText(head) && !isMarked && !isGzip(head) && utf16Of(head) === null && !startsList(head);
}

/** Whether a file starts like a JSON list, which may have no line breaks at all. */
const startsList = (chunk: Uint8Array): boolean => chunk.find((byte) => byte > 32) === 91;

/** Whether anything but white space was read, or more white space than any file starts with. */
const hasText = (head: Uint8Array): boolean => head.length > 2 ** 16 || head.some((byte) => byte > 32);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Chunks, with the first one long enough unless there are too few bytes. */
async function* withHead(
  chunks: AsyncIterable<Uint8Array>,
  isEnough: (head: Uint8Array) => boolean,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head === null) yield chunk;
    else {
      head = joined([head, chunk]);
      if (!isEnough(head)) continue;
      yield head;
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield head;
}

async function* unzipped(
  chunks: AsyncIterable<Uint8Array>,
  onDamage: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  const whole = withHead(chunks, ({ length }) => length >= 2);
  try {
    const { value: first, done } = await whole.next();
    if (done) return;
    const all = async function* (): AsyncGenerator<Uint8Array> {
      yield first;
      yield* whole;
    };
    yield* isGzip(first) ? gunzipped(all(), onDamage) : all();
  } finally {
    await whole.return(undefined); // a reader that stops at the first chunk would leave the file open
  }
}

/** The same text in UTF-8, without a byte order mark. */
async function* inUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let decoder: InstanceType<typeof TextDecoder> | null | undefined;
  for await (const chunk of withHead(chunks, ({ length }) => length >= 3)) {
    if (decoder === undefined) {
      decoder = utf16Of(chunk);
      const marked = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
      if (marked) {
        yield chunk.subarray(3);
        continue;
      }
    }
    yield decoder === null ? chunk : encoder.encode(decoder.decode(chunk, { stream: true }));
  }
  if (decoder) yield encoder.encode(decoder.decode());
}

/** A decoder for UTF-16, detected by its byte order mark or by the zero in its first character. */
function utf16Of([first, second]: Uint8Array): InstanceType<typeof TextDecoder> | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return new TextDecoder('utf-16be');
  return null;
}
