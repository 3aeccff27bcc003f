/** Canonical text of a JSON value, so that equal values have equal hashes. */
import { sha256Of } from './sums.ts';

/** JSON without spaces, the keys of every object sorted by code units. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}

/** SHA-256 of a JSON value as canonical JSON in UTF-8, in hex. */
export const hashOf = (value: unknown): string => sha256Of(Buffer.from(canonicalJson(value)));
