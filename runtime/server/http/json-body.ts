/** A POST body as a JSON object, read strictly. */

import { ApiError } from '../../core/schemas/api-error.ts';
import { quote } from '../../core/values/did-you-mean.ts';

/** Refuses a Content-Type that is not JSON in UTF-8, and any Content-Encoding. */
export function refusalOfType(contentType: string | undefined, contentEncoding: string | undefined): ApiError | null {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    return new ApiError(
      'unsupported_media_type',
      `Content-Encoding must be identity (got ${quote(contentEncoding)}): send the body uncompressed.`,
    );
  }
  if (contentType === 'application/json') return null; // what nearly every client sends
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return null;
  const got = contentType === undefined ? 'none' : quote(contentType);
  return new ApiError('unsupported_media_type', `Content-Type must be application/json in UTF-8 (got ${got}).`);
}

/** Deepest nesting of objects and arrays. The fields of a request need 1; the rest leaves room for a clear message. */
const maxDepth = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The object in `bytes`, or the reason it is not one. */
export function readObject(bytes: Uint8Array): object | ApiError {
  if (bytes.length === 0) return new ApiError('invalid_json', 'The body is empty; send a JSON object, at least {}.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return new ApiError('invalid_json', 'The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Newer engines add "(line 1 column 2)"; the answer must be the same on all of them.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return new ApiError('invalid_json', `The body is not JSON: ${reason}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const got = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    return new ApiError('invalid_request', `The body must be a JSON object (got ${got}).`);
  }
  const { names, depth } = shapeOf(bytes);
  if (depth > maxDepth) {
    return new ApiError('invalid_request', `The body may be nested at most ${maxDepth} levels deep (got ${depth}).`);
  }
  // The text has as many names as the object has keys: none is repeated, and none is nested.
  if (names === Object.keys(value).length) return value;
  const twice = repeatedName(text);
  if (twice === null) return value;
  return new ApiError('invalid_request', `The field ${quote(twice)} must not be given more than once.`);
}

// Repeated names: JSON.parse silently keeps the last of them.

/** The part of a string's interface that the scan needs, so that a test can count its reads. */
export type Text = Pick<string, 'length' | 'charCodeAt' | 'slice'>;

const quotationMark = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const [openBrace, closeBrace] = [0x7b, 0x7d];
const [openBracket, closeBracket] = [0x5b, 0x5d];
/** Every character up to the space that valid JSON has outside of strings is whitespace. */
const space = 0x20;

/**
 * The first name that occurs twice in one object of `text`, at any depth, decoded; null when there is none. `text` must
 * be valid JSON. Every character is read a bounded number of times.
 */
export function repeatedName(text: Text): string | null {
  /** The names seen so far in each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === openBrace) open.push(new Set());
    else if (character === openBracket) open.push(null);
    else if (character === closeBrace || character === closeBracket) open.pop();
    else if (character === quotationMark) {
      const start = at;
      at = endOfString(text, start);
      const names = open.at(-1);
      if (!names || !isName(text, at)) continue;
      const name = JSON.parse(text.slice(start, at + 1)) as string;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return null;
}

/** The closing quotation mark of the string that begins at `start`. */
function endOfString(text: Text, start: number): number {
  for (let at = start + 1; ; at++) {
    const character = text.charCodeAt(at);
    if (character === quotationMark) return at;
    if (character === backslash) at++; // the next character is escaped, even if it is a quotation mark
  }
}

/** Whether the string that ends at `end` is a name: in JSON nothing else is followed by a colon. */
function isName(text: Text, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= space) at++;
  return text.charCodeAt(at) === colon;
}

/**
 * The number of names in valid JSON and the depth of its nesting, counted in its bytes. In UTF-8 the bytes of these
 * characters have no other meaning.
 */
function shapeOf(bytes: Uint8Array): { names: number; depth: number } {
  let names = 0;
  let open = 0;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === quotationMark) inString = !inString;
    else if (inString) {
      if (byte === backslash) i++;
    } else if (byte === colon) names++;
    else if (byte === openBrace || byte === openBracket) depth = Math.max(depth, ++open);
    else if (byte === closeBrace || byte === closeBracket) open--;
  }
  return { names, depth };
}
