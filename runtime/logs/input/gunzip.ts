/** Unpacks gzip as a stream and checks what came out: the sum and the length that end each member (RFC 1952). */
import { type FlateError, Gunzip } from 'fflate';

/** Compressed bytes are unpacked in pieces of this size to bound memory: a piece expands at most a thousandfold. */
const zippedPiece = 2 ** 14;

/** Bytes of the CRC-32 and the length at the end of a member. */
const trailerBytes = 8;

/** `FlateErrorCode.UnexpectedEOF`. */
const unexpectedEnd = 0;

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * The unpacked bytes, up to where the archive is damaged.
 * @param onDamage told once, in words, if the archive is cut or damaged: bytes before that may be wrong too
 */
export async function* gunzipped(
  chunks: AsyncIterable<Uint8Array>,
  onDamage: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  let out: Uint8Array[] = [];
  let isSound = true;
  let unpacked = newSum();
  let bytes = 0;
  /** The last bytes that were read, which hold the trailer of a member that has just ended. */
  let tail: Uint8Array = new Uint8Array(0);
  const damage = (reason: string): void => {
    if (isSound) onDamage(reason);
    isSound = false;
  };
  const check = (trailer: Uint8Array): void => {
    if (!matches(trailer, unpacked)) damage('the gzip data is damaged: its checksum does not match');
    unpacked = newSum();
  };
  const gunzip = new Gunzip((data) => {
    addBytes(unpacked, data);
    out.push(data);
  });
  gunzip.onmember = (start) => {
    const end = tail.length - (bytes - start);
    check(tail.subarray(Math.max(0, end - trailerBytes), end));
  };
  const unpack = (piece: Uint8Array, last: boolean): void => {
    bytes += piece.length;
    tail = joined(tail.subarray(Math.max(0, tail.length - 2 ** 10)), piece);
    try {
      gunzip.push(piece, last);
    } catch (error) {
      const isCut = (error as Partial<FlateError>).code === unexpectedEnd;
      damage(isCut ? 'the gzip data ends early: the file was cut or damaged' : 'the gzip data is damaged');
    }
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length && isSound; start += zippedPiece) {
      unpack(chunk.subarray(start, start + zippedPiece), false);
      yield* out;
      out = [];
    }
    if (!isSound) return;
  }
  unpack(new Uint8Array(0), true);
  if (isSound) check(tail.subarray(Math.max(0, tail.length - trailerBytes)));
  yield* out;
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

/** CRC-32 so far, before its final inversion, and the number of bytes modulo 2^32. */
interface Sum {
  crc: number;
  length: number;
}

const newSum = (): Sum => ({ crc: -1, length: 0 });

const matches = (trailer: Uint8Array, { crc, length }: Sum): boolean => {
  if (trailer.length < trailerBytes) return false;
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailerBytes);
  return view.getInt32(0, true) === ~crc && view.getUint32(4, true) === length;
};

/** Four tables of CRC-32 (polynomial 0xedb88320, RFC 1952, section 8), to take four bytes at a time. */
let madeTables: Int32Array | null = null;

function crcTables(): Int32Array {
  const all = new Int32Array(4 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    all[byte] = crc;
  }
  for (let at = 256; at < all.length; at++) {
    const before = all[at - 256] as number;
    all[at] = (before >>> 8) ^ (all[before & 255] as number);
  }
  return all;
}

function addBytes(sum: Sum, data: Uint8Array): void {
  // A log that is not compressed needs none.
  madeTables ??= crcTables();
  const tables = madeTables;
  let { crc } = sum;
  let at = 0;
  for (const end = data.length - 3; at < end; at += 4) {
    crc ^=
      (data[at] as number) |
      ((data[at + 1] as number) << 8) |
      ((data[at + 2] as number) << 16) |
      ((data[at + 3] as number) << 24);
    crc =
      (tables[768 + (crc & 255)] as number) ^
      (tables[512 + ((crc >>> 8) & 255)] as number) ^
      (tables[256 + ((crc >>> 16) & 255)] as number) ^
      (tables[crc >>> 24] as number);
  }
  for (; at < data.length; at++) crc = (crc >>> 8) ^ (tables[(crc ^ (data[at] as number)) & 255] as number);
  sum.crc = crc;
  sum.length = (sum.length + data.length) >>> 0;
}
