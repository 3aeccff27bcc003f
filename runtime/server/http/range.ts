/** Ranges of a file (RFC 9110 14). */

/** The bytes asked for, first and last included; `whole`: no range that can be served; null: outside the file. */
export type Bytes = { first: number; last: number } | 'whole' | null;

/**
 * What to send of a file of `size` bytes with the strong tag `etag`. Ignored, as a server may ignore any range: unknown
 * units, several ranges in one field, malformed ranges, and a range whose If-Range is not exactly this tag.
 */
export function bytesAsked(range: string | undefined, ifRange: string | undefined, etag: string, size: number): Bytes {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'whole';
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (from === '' && to === '') return 'whole';
  const end = size - 1;
  if (from === '') return Number(to) === 0 || size === 0 ? null : { first: Math.max(0, size - Number(to)), last: end };
  if (to !== '' && Number(to) < Number(from)) return 'whole'; // not a range
  if (Number(from) > end) return null;
  return { first: Number(from), last: to === '' ? end : Math.min(end, Number(to)) };
}
