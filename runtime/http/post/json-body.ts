/** A POST body as a JSON object, read strictly. */

import { quote } from '../../core/api/did-you-mean.ts';
import { Refusal } from '../../core/api/envelope.ts';

/** Refuses a Content-Type that is not JSON in UTF-8, and any Content-Encoding. */
export function refusalOfType(contentType: string | undefined, contentEncoding: string | undefined): Refusal | null {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    return new Refusal(
      'unsupported_media_type',
      `Content-Encoding: ${quote(contentEncoding)} came; send the body as it is.`,
    );
  }
  if (contentType === 'application/json') return null; // what nearly everybody sends
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return null;
  const came = contentType === undefined ? 'none' : quote(contentType);
  return new Refusal('unsupported_media_type', `Content-Type: ${came} came; accepted is application/json in UTF-8.`);
}

/** Largest body, in bytes. */
export const maxBody = 16 * 1024;

export const tooLarge = (): Refusal =>
  new Refusal('payload_too_large', `The body is larger than ${maxBody} bytes; that many are accepted.`);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The object in `bytes`, or why it is none. */
export function readObject(bytes: Uint8Array): object | Refusal {
  if (bytes.length === 0) return new Refusal('invalid_json', 'The body is empty; send a JSON object, at least {}.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return new Refusal('invalid_json', 'The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Newer engines add "(line 1 column 2)"; the answer must be the same on all of them.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return new Refusal('invalid_json', `The body is not JSON: ${reason}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const came = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    return new Refusal('invalid_request', `The body is ${came}; send a JSON object.`);
  }
  const twice = countNames(bytes) === Object.keys(value).length ? null : repeatedField(text);
  return twice === null
    ? value
    : new Refusal('invalid_request', `${quote(twice)}: came more than once; it is accepted once.`);
}

/**
 * The first field that stands twice in the text of a JSON object: JSON.parse keeps the last and says nothing. In JSON
 * only a name is followed by a colon. Names inside nested values count too, which is harmless: no field takes one.
 */
function repeatedField(text: string): string | null {
  const names = [...text.matchAll(/("(?:[^"\\]|\\.)*")\s*:/g)].map((match) => JSON.parse(match[1] as string) as string);
  return names.find((name, index) => names.indexOf(name) !== index) ?? null;
}

/** Strings followed by a colon in valid JSON. In UTF-8 these three characters are bytes that stand for nothing else. */
function countNames(bytes: Uint8Array): number {
  let names = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === 0x22) inString = !inString;
    else if (byte === 0x5c)
      i++; // a backslash stands only inside a string: the next character is no quote
    else if (byte === 0x3a && !inString) names++;
  }
  return names;
}
