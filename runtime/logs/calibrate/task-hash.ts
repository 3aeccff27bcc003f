/** Splits tasks pseudo-randomly by their name alone, so other tasks in the log change nothing. */

/** A number from 0 up to, not including, 1: FNV-1a over the UTF-16 units of a text, mixed as in MurmurHash3. */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Whether a task is in the share that is held out. Another seed holds out other tasks. */
export const isHeldOut = (task: string, share: number, seed: number): boolean => shareOf(`${seed} ${task}`) < share;

/** One of `count` parts, from 0. */
export const partOf = (task: string, count: number): number => Math.floor(shareOf(`part ${task}`) * count);
