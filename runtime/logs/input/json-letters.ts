/** The letters of JSON as bytes. */
import { unexpected } from './line-bytes.ts';

const decoder = new TextDecoder();

export function isAt(part: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = part.length - 1; at >= 0; at--) if (part[at] !== bytes[start + at]) return false;
  return true;
}

const escapes = new TextEncoder().encode('"\\/bfnrt');
/** 1 for the letters of escapes. */
export const isEscape = Uint8Array.from({ length: 256 }, (_, byte) => (escapes.includes(byte) ? 1 : 0));

export const isHex = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

/** Whether a byte belongs to a number: a digit, sign, point or exponent. */
export const goesOn = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || byte === 43 || byte === 45 || byte === 46 || byte === 69 || byte === 101;

export function isTextAt(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

export function decoded(bytes: Uint8Array, start: number, end: number): string {
  try {
    return JSON.parse(decoder.decode(bytes.subarray(start - 1, end + 1)));
  } catch {
    throw unexpected;
  }
}

/** By how much the bytes of UTF-8 are more than its characters in UTF-16. */
export function beyondUnits(bytes: Uint8Array, start: number, end: number): number {
  let beyond = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    // Bytes that go on with a letter; one of four bytes is two characters.
    if (byte >= 0x80 && byte < 0xc0) beyond += 1;
    else if (byte >= 0xf0) beyond -= 1;
  }
  return beyond;
}
