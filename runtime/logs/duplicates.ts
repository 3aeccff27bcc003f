/** Remembers which calls were seen, in bounded memory. */

/** Remembers at least the last million keys, and at most two million. */
export interface CallKeys {
  /** Whether `key` was added before; adds it. */
  addAgain(key: string): boolean;
}

const slots = 2 ** 21;
const mostKeys = slots / 2;

/**
 * A set of 64-bit fingerprints in two tables; the older one is dropped when the newer one is half full. The chance that
 * a new key is mistaken for a known one is about two million in 2^64.
 */
export function callKeys(): CallKeys {
  let newer: Uint32Array | null = null;
  let older: Uint32Array | null = null;
  let count = 0;
  return {
    addAgain(key) {
      const [high, low] = fingerprint(key);
      newer ??= new Uint32Array(2 * slots);
      if (older !== null && older[find(older, high, low) + 1] !== 0) return true;
      const place = find(newer, high, low);
      if (newer[place + 1] !== 0) return true;
      newer[place] = high;
      newer[place + 1] = low;
      count += 1;
      if (count === mostKeys) [older, newer, count] = [newer, null, 0];
      return false;
    },
  };
}

/** Index of the pair in the table, or of the free slot for it. */
function find(table: Uint32Array, high: number, low: number): number {
  let place = (high & (slots - 1)) * 2;
  while (table[place + 1] !== 0 && (table[place] !== high || table[place + 1] !== low)) {
    place = (place + 2) % table.length;
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
