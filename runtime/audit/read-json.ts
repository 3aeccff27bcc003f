/** Reads the JSON files of a snapshot. They are untrusted, so depth and number of values are bounded first. */

import { SnapshotProblem } from './exit-codes.ts';
import type { Files } from './layout.ts';

/** How much a JSON text may hold. */
export interface JsonLimits {
  depth: number;
  /** Values and member names together. */
  values: number;
}

/** The shipped files are 12 deep and have 20,000 values; a manifest of 250,000 files has some three million. */
export const jsonLimits: JsonLimits = { depth: 64, values: 5_000_000 };

/** The value of a JSON file. Throws a SnapshotProblem if the file is missing, and one of `kind` if it is not JSON. */
export function jsonIn(
  files: Files,
  path: string,
  kind: 'inconsistent' | 'schema',
  limits: JsonLimits = jsonLimits,
): unknown {
  const bytes = files.get(path);
  if (bytes === undefined) throw new SnapshotProblem('missing', `${path} is missing.`, { path });
  return parseJson(bytes, path, kind, limits);
}

/** The value of a JSON text from an untrusted source. */
export function parseJson(
  bytes: Uint8Array,
  path: string,
  kind: 'inconsistent' | 'schema' | 'listMalformed' | 'receiptMalformed' | 'unreachable',
  limits: JsonLimits = jsonLimits,
): unknown {
  const excess = excessOf(bytes, limits);
  if (excess !== null) throw new SnapshotProblem('tooLarge', `${path} ${excess}.`, { path });
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new SnapshotProblem(kind, `${path} is not JSON.`, { path });
  }
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Which limit is exceeded; null: none. One pass over the bytes, before they are parsed. */
function excessOf(bytes: Uint8Array, limits: JsonLimits): string | null {
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === backslash) at++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openArray || byte === openObject) depth++;
    else if (byte === closeArray || byte === closeObject) depth--;
    else if (byte === comma || byte === colon) values++;
    if (depth > limits.depth) return `is nested more than ${limits.depth} deep`;
    if (values > limits.values) return `has more than ${limits.values} values`;
  }
  return null;
}
