/** Requests counted in this process, in memory that does not grow. */
import type { Count, Counter, Policy } from './limits.ts';

/**
 * A table of 2^15 sets of four places in typed arrays: 131,072 callers in 2.6 MB, whatever comes. A Map costs 160 MB at
 * a million addresses, and a map that forgets leaves as much to the garbage collector. When all places of a set are
 * taken, the caller whose window ends first is forgotten and starts anew.
 */
const sets = 2 ** 15;
const ways = 4;

/** Fixed windows: each starts with a caller's first request and lets the whole limit through at once. */
export class MemoryCounter implements Counter {
  private readonly hashes = new Uint32Array(2 * sets * ways);
  private readonly endsAt = new Float64Array(sets * ways);
  private readonly used = new Uint32Array(sets * ways);
  /** Nobody outside can make two callers share a place. */
  private readonly seeds = [Math.random() * 2 ** 32, Math.random() * 2 ** 32];

  /** `now` in milliseconds; no clock change should move it where that can be had. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  hit(key: string, { seconds }: Policy): Count {
    const now = this.now();
    const high = hash(key, this.seeds[0] as number);
    const low = hash(key, this.seeds[1] as number);
    const place = this.placeOf(high, low, now);
    if (!this.isAt(place, high, low) || (this.endsAt[place] as number) <= now) {
      this.hashes[2 * place] = high;
      this.hashes[2 * place + 1] = low;
      this.endsAt[place] = now + seconds * 1000;
      this.used[place] = 0;
    }
    const used = (this.used[place] as number) + 1;
    this.used[place] = used;
    return { used, resetSeconds: Math.max(1, Math.ceil(((this.endsAt[place] as number) - now) / 1000)) };
  }

  /** The caller's own place, or the one of its set whose window ends first. */
  private placeOf(high: number, low: number, now: number): number {
    const first = (high % sets) * ways;
    let soonest = first;
    for (let place = first; place < first + ways; place++) {
      if (this.isAt(place, high, low) && (this.endsAt[place] as number) > now) return place;
      if ((this.endsAt[place] as number) < (this.endsAt[soonest] as number)) soonest = place;
    }
    return soonest;
  }

  private isAt(place: number, high: number, low: number): boolean {
    return this.hashes[2 * place] === high && this.hashes[2 * place + 1] === low;
  }
}

/** MurmurHash3 (Austin Appleby, public domain), 32 bits, over the characters of `text`. */
function hash(text: string, seed: number): number {
  let h = seed;
  for (let i = 0; i < text.length; i++) {
    let k = Math.imul(text.charCodeAt(i), 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  h ^= text.length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
