/** A POST body as a JSON object, read strictly. */

import { ApiError } from '../../core/schemas/api-error.ts';
import { quote } from '../../core/values/did-you-mean.ts';
import { repeatedName, shapeOf } from '../../core/values/json-shape.ts';

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
