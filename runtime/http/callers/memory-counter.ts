/** Requests counted in this process, in memory that does not grow. */
import type { Count, Counter, Policy } from './rate-limit.ts';

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
  private readonly seedHigh = (Math.random() * 2 ** 32) | 0;
  private readonly seedLow = (Math.random() * 2 ** 32) | 0;
  /** The two hashes of the last key, 0 to 2^32 - 1. */
  private high = 0;
  private low = 0;

  /** `now` in milliseconds; no clock change should move it where that can be had. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  hit(key: string, { seconds }: Policy): Count {
    const now = this.now();
    this.hash(key);
    const { high, low } = this;
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

  /** MurmurHash3 (Austin Appleby, public domain), 32 bits, over the characters of `text`, from both seeds at once. */
  private hash(text: string): void {
    let high = this.seedHigh;
    let low = this.seedLow;
    for (let i = 0; i < text.length; i++) {
      let k = Math.imul(text.charCodeAt(i), 0xcc9e2d51);
      k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
      high ^= k;
      high = (Math.imul((high << 13) | (high >>> 19), 5) + 0xe6546b64) | 0;
      low ^= k;
      low = (Math.imul((low << 13) | (low >>> 19), 5) + 0xe6546b64) | 0;
    }
    this.high = finished(high ^ text.length);
    this.low = finished(low ^ text.length);
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

/** The last steps of MurmurHash3: every bit of `h` changes every bit of the outcome. */
function finished(h: number): number {
  let mixed = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
