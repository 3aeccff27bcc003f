/** Reads a log from where it was read last, and keeps its tally in the index of logs. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { type TextBlock, textBlocks } from '../../logs/input/text-blocks.ts';
import { readBlocks } from '../../logs/read-calls.ts';
import { newReading } from '../../logs/read-report.ts';
import { type StoredFile, storedBytes, storedFile } from '../../logs/stored-calls.ts';
import { answerList, type KeptTally, type Tally, tallied } from '../../logs/tally.ts';
import { rowsSince } from '../../logs/tally-sums.ts';
import { UnknownFormatError } from '../../logs/unknown-format.ts';
import { blocksAt, fileBlocks } from '../file-blocks.ts';
import { tableKind } from '../log-files.ts';
import type { LogIndex, SeenNow } from '../log-index.ts';
import { openCodeLines } from '../opencode-database.ts';
import { KeptRates, noRates } from './kept-rates.ts';
import type { ForecastCall } from './looked-up-prices.ts';

/** With what a thread needs that reads whole files: it shares the program. */
export { fileBlocks, KeptRates, newReading, noRates, readBlocks };

/** A log as far as it was read, or that it is no log. */
export interface GrownLog {
  tally: Tally | null;
  /** Its agent's own last call; null: none is known. */
  lastOwn: ForecastCall | null;
  /** What identifies the calls that are new, or can have changed. */
  ids: ReadonlySet<number>;
  bytesRead: number;
  isPartial: boolean;
}

/** Bytes that are read before what was read is kept. */
const passBytes = 2 ** 25;
/** Fewer are read as text sooner than the program that scans them is compiled. */
const fewestScanned = 2 ** 17;
/** A line that has not ended for so long will not. */
const restMs = 2000;

export interface Reading {
  /** null: nothing is kept. */
  index: LogIndex | null;
  rates: KeptRates;
  /** When the day began whose calls are wanted as rows, in milliseconds since 1970. */
  since: number;
  /** Bytes to read, to the next part; the rest waits for another run. */
  most: number;
  /** Whether subagents have logs of their own: what this one tells of their calls is left out. */
  isOwnOnly: boolean;
}

/**
 * Reads what was appended to a log.
 * @throws an error of the system, or that it is no regular file
 */
export async function readGrown(path: string, reading: Reading): Promise<GrownLog> {
  const { index, most } = reading;
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(fd);
    const { size, mtimeMs } = stats;
    if (!stats.isFile()) throw new Error('It is not a regular file.');
    const isAtRest = Date.now() - mtimeMs > restMs;
    /** Whether it cannot be read in parts. */
    let isWhole = !path.endsWith('.jsonl');
    let { kept, bytes } = (isWhole ? null : knownOf(path, reading, size)) ?? nothing;
    let bytesRead = 0;
    const ids = new Set<number>();
    if (isWhole && size > most) return { tally: null, lastOwn: null, ids, bytesRead, isPartial: true };
    for (;;) {
      const to = isWhole ? size : Math.min(size, bytes + Math.min(passBytes, most));
      const ending = isWhole || (to === size && isAtRest) ? size : lastLineEnd(fd, bytes, to);
      // A line may be longer than a part.
      const end = ending === bytes && to < size ? size : ending;
      const isDatabase = isWhole && tableKind(path) === 'database';
      const blocks = isDatabase ? textBlocks(openCodeLines(path)) : blocksAt(fd, { start: bytes, end });
      const isShort = end - bytes < fewestScanned;
      const read = await readPart(isShort ? asText(blocks) : blocks, path, kept, reading);
      bytesRead += end - bytes;
      if (read === null) return { tally: null, lastOwn: null, ids, bytesRead, isPartial: false };
      if (read.kept.open === null && end < size && size <= most) {
        [isWhole, kept, bytes] = [true, null, 0];
        continue;
      }
      [kept, bytes] = [read.kept, end];
      for (const id of read.ids) ids.add(id);
      keepIn(index, path, read, end);
      const isLast = to === size || end === size || kept.open === null || bytesRead >= most;
      if (isLast) {
        const lastOwn = read.lastOwn && forecastCallOf(read.lastOwn);
        return { tally: read, lastOwn, ids, bytesRead, isPartial: to < size && end < size };
      }
    }
  } finally {
    closeSync(fd);
  }
}

async function* asText(blocks: AsyncIterable<TextBlock>): AsyncGenerator<TextBlock> {
  for await (const block of blocks) yield 'lines' in block ? { lines: block.lines } : block;
}

const forecastCallOf = ({ at, model, host, serviceTier, region, agent, agentVersion }: ForecastCall): ForecastCall => ({
  ...{ at, model, host, serviceTier, region, agent, agentVersion },
});

const nothing: { kept: KeptTally | null; bytes: number } = { kept: null, bytes: 0 };

/** null: it is no log. */
async function readPart(
  blocks: AsyncIterable<TextBlock>,
  path: string,
  before: KeptTally | null,
  { rates, since, isOwnOnly }: Reading,
): Promise<Tally | null> {
  const { answers, keep: each } = answerList();
  const found: { read: StoredFile | null } = { read: null };
  const keep = (all: StoredFile): void => {
    found.read = all;
  };
  try {
    const calls = readBlocks(blocks, path, newReading(), { before: before?.open ?? null, each, keep });
    for await (const _ of calls);
  } catch (error) {
    if (!(error instanceof UnknownFormatError)) throw error;
    return null;
  }
  const counted = isOwnOnly ? answers.filter(({ call }) => call.subagent === null) : answers;
  const ratesOf = await rates.for(counted.flatMap(({ call, more }) => [call, ...more]));
  return tallied(before, counted, found.read, since, ratesOf);
}

/** The end of the last line that ends before a byte; the start if there is none. */
function lastLineEnd(fd: number, start: number, end: number): number {
  const chunk = Buffer.allocUnsafe(2 ** 16);
  for (let to = end; to > start; ) {
    const from = Math.max(start, to - chunk.length);
    const length = readSync(fd, chunk, 0, to - from, from);
    const at = chunk.subarray(0, length).lastIndexOf(10);
    if (at >= 0) return from + at + 1;
    to = from;
  }
  return start;
}

const label = (path: string): string => `tally ${path}`;

/** What is kept of a log that is still the same, or has grown. */
function knownOf(path: string, { index, since }: Reading, size: number): { kept: KeptTally; bytes: number } | null {
  const entry = index?.entry(label(path));
  if (!index || !entry) return null;
  const [seen, kept] = unpacked(entry);
  if (kept.open === null || kept.since > since) return null;
  const now = seen.size > size ? null : index.seenOf(path, seen.size);
  const isSame = now !== null && now.edges === seen.edges && now.inode === seen.inode;
  return isSame ? { kept, bytes: seen.size } : null;
}

function keepIn(index: LogIndex | null, path: string, { rows, kept }: Tally, bytes: number): void {
  const seen = index?.seenOf(path, bytes) ?? null;
  if (index === null || seen === null) return;
  // A line that goes on cannot be read from where it was left.
  const open = seen.endsLine && kept.open?.lines != null ? kept.open : null;
  index.put(label(path), packed(seen, { ...kept, open }, rows));
}

/** The rows of a log since a day began, as they were kept; null: they are not there any more. */
export function keptRows(index: LogIndex | null, path: string, since: number): Float64Array | null {
  const entry = index?.entry(label(path));
  return entry ? rowsSince(since, rowsIn(entry)) : null;
}

/** The lengths of the JSON and the rows, then these, the closed ones first, and the open answers. */
function packed(seen: SeenNow, { rows: closed, open, ...sums }: KeptTally, rows: Float64Array): Buffer {
  const json = Buffer.from(JSON.stringify({ seen, sums, closed: closed.length }));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(rows.byteLength, 4);
  const columns = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  return Buffer.concat([lengths, json, columns, open === null ? Buffer.alloc(0) : storedBytes(open)]);
}

function rowsIn(bytes: Buffer): Float64Array {
  const at = 8 + bytes.readUInt32LE(0);
  return new Float64Array(new Uint8Array(bytes.subarray(at, at + bytes.readUInt32LE(4))).buffer);
}

function unpacked(bytes: Buffer): [SeenNow, KeptTally] {
  const length = bytes.readUInt32LE(0);
  const { seen, sums, closed } = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  const open = bytes.subarray(8 + length + bytes.readUInt32LE(4));
  const rows = rowsIn(bytes).subarray(0, closed);
  return [seen, { ...sums, rows, open: open.length === 0 ? null : storedFile(open) }];
}
