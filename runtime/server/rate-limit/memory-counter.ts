/** Counts requests in this process, in a fixed amount of memory. */
import type { Count, Counter, Policy } from './rate-limit.ts';
import { countIn, type Window } from './sliding-window.ts';

/**
 * A table of 2^15 sets of four slots in typed arrays: room for 131,072 callers, however many there are. A Map would
 * grow with every address, and a Map that evicts creates as much garbage. When all slots of a set are taken, the caller
 * whose window ends first is forgotten and starts over.
 */
const sets = 2 ** 15;
const ways = 4;

export class MemoryCounter implements Counter {
  private readonly hashes = new Uint32Array(2 * sets * ways);
  private readonly endsAt = new Float64Array(sets * ways);
  private readonly used = new Uint32Array(sets * ways);
  private readonly before = new Uint32Array(sets * ways);
  /** The slot being counted in, unpacked; one object for all requests. */
  private readonly window: Window = { endsAt: 0, used: 0, before: 0 };
  /** Random, so that no outsider can make two callers share a slot. */
  private readonly seedHigh = (Math.random() * 2 ** 32) | 0;
  private readonly seedLow = (Math.random() * 2 ** 32) | 0;
  /** The two hashes of the last key, 0 to 2^32 - 1. */
  private high = 0;
  private low = 0;

  /** `now` in milliseconds; preferably from a monotonic clock. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  hit(key: string, policy: Policy): Count {
    this.hash(key);
    const { high, low, window } = this;
    const place = this.placeOf(high, low);
    const isKnown = this.isAt(place, high, low);
    window.endsAt = isKnown ? (this.endsAt[place] as number) : Number.NEGATIVE_INFINITY;
    window.used = this.used[place] as number;
    window.before = this.before[place] as number;
    const count = countIn(window, this.now(), policy);
    this.hashes[2 * place] = high;
    this.hashes[2 * place + 1] = low;
    this.endsAt[place] = window.endsAt;
    this.used[place] = window.used;
    this.before[place] = window.before;
    return count;
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

  /** The caller's own slot, or the slot of its set whose window ends first. */
  private placeOf(high: number, low: number): number {
    const first = (high % sets) * ways;
    let soonest = first;
    for (let place = first; place < first + ways; place++) {
      if (this.isAt(place, high, low)) return place;
      if ((this.endsAt[place] as number) < (this.endsAt[soonest] as number)) soonest = place;
    }
    return soonest;
  }

  private isAt(place: number, high: number, low: number): boolean {
    return this.hashes[2 * place] === high && this.hashes[2 * place + 1] === low;
  }
}

/** The last steps of MurmurHash3: every bit of `h` changes every bit of the result. */
function finished(h: number): number {
  let mixed = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
