/** Tasks and sessions split pseudo-randomly by their name alone, so that others in the log change nothing. */

/** A number from 0 up to, not including, 1: FNV-1a over the UTF-16 units of a text, mixed as in MurmurHash3. */
export function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One of `count` parts, from 0. */
export const partOf = (task: string, count: number): number => Math.floor(shareOf(`part ${task}`) * count);
