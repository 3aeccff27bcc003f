/** Requests counted in this process. */
import QuickLRU from 'quick-lru';
import type { Count, Counter, Policy } from '../http/limits.ts';

/**
 * How many callers are remembered at least, and twice as many at most. Beyond them those unseen for longest are
 * forgotten and start anew, which costs an attacker a hundred thousand addresses and us about 25 MB.
 */
const remembered = 100_000;

interface Window {
  /** In milliseconds of `performance.now()`, which no clock change can move. */
  endsAt: number;
  used: number;
}

/** Fixed windows: each starts with a caller's first request and lets the whole limit through at once. */
export class MemoryCounter implements Counter {
  private readonly windows = new QuickLRU<string, Window>({ maxSize: remembered });

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
