/** Remembers which calls were seen, in bounded memory. */

/** Remembers at least the last million keys, and at most two million. */
export interface CallKeys {
  /**
   * Adds a call that was counted with so much output, or more output to one that was added before.
   * @returns the output it was counted with before; null: it is new
   */
  add(key: string, output: number): number | null;
}

const slots = 2 ** 21;
const mostKeys = slots / 2;

/** A fingerprint of two words, and the output; more than 2^32 - 1 tokens are counted as so many. */
const words = 3;
const mostOutput = 2 ** 32 - 1;

/**
 * 64-bit fingerprints in two tables; the older one is dropped when the newer one is half full. The chance that
 * a new key is mistaken for a known one is about two million in 2^64.
 */
export function callKeys(): CallKeys {
  let newer: Uint32Array | null = null;
  let older: Uint32Array | null = null;
  let count = 0;
  return {
    add(key, output) {
      const [high, low] = fingerprint(key);
      newer ??= new Uint32Array(words * slots);
      for (const table of older === null ? [newer] : [older, newer]) {
        const place = find(table, high, low);
        if (table[place + 1] === 0) continue;
        const before = table[place + 2] as number;
        if (output > before) table[place + 2] = Math.min(output, mostOutput);
        return before;
      }
      const place = find(newer, high, low);
      newer[place] = high;
      newer[place + 1] = low;
      newer[place + 2] = Math.min(output, mostOutput);
      count += 1;
      if (count === mostKeys) [older, newer, count] = [newer, null, 0];
      return null;
    },
  };
}

/** Index of the fingerprint in the table, or of the free slot for it. */
function find(table: Uint32Array, high: number, low: number): number {
  let place = (high & (slots - 1)) * words;
  while (table[place + 1] !== 0 && (table[place] !== high || table[place + 1] !== low)) {
    place = (place + words) % table.length;
  }
  return place;
}

/** Two 32-bit hashes (FNV-1a and a multiplicative one, each mixed at the end); the second is never 0. */
function fingerprint(key: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 15);
  }
  return [mixed(a), mixed(b) || 1];
}

function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x7feb352d);
  bits ^= bits >>> 15;
  bits = Math.imul(bits, 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
