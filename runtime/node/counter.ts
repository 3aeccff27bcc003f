/** Requests counted in this process. */
import { LRUCache } from 'lru-cache';
import type { Count, Counter, Policy } from '../http/limits.ts';

/**
 * How many callers are remembered. Beyond them the one unseen for longest is forgotten and starts anew, which costs an
 * attacker a hundred thousand addresses and us at most about 20 MB.
 */
const remembered = 100_000;

interface Window {
  /** In milliseconds of `performance.now()`, which no clock change can move. */
  endsAt: number;
  used: number;
}

/** Fixed windows: each starts with a caller's first request and lets the whole limit through at once. */
export class MemoryCounter implements Counter {
  private readonly windows = new LRUCache<string, Window>({ max: remembered });

  constructor(private readonly now: () => number = () => performance.now()) {}

  hit(key: string, { seconds }: Policy): Count {
    const now = this.now();
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { endsAt: now + seconds * 1000, used: 0 };
      this.windows.set(key, window);
    }
    window.used++;
    return { used: window.used, resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) };
  }
}
