/** A sliding-window rate limit, approximated by two counters for each caller. */
import type { Count, Policy } from './rate-limit.ts';

/** The state kept for a caller. Times are in milliseconds of the counter's clock. */
export interface Window {
  /** When the current window ends. */
  endsAt: number;
  /** Requests let through in the current window. */
  used: number;
  /** Requests let through in the window before it. */
  before: number;
}

/**
 * Counts a request at `now` and advances `window`. The previous window counts in proportion to the part of it that the
 * last `seconds` still cover, rounded down, so that a limit used up at the end of one window is not available again at
 * the start of the next. A caller's first window starts with its first request, and the whole limit may be used at
 * once. A refused request is not counted: a client that keeps asking still gets the limit. `redis-store.ts` does the
 * same in Lua.
 */
export function countIn(window: Window, now: number, { limit, seconds }: Policy): Count {
  const length = seconds * 1000;
  const lapsed = now >= window.endsAt + length;
  // The clock was set back, or the caller's window used to be longer.
  const ahead = window.endsAt - now > length;
  if (lapsed || ahead) {
    window.endsAt = now + length;
    window.before = 0;
    window.used = 0;
  } else if (now >= window.endsAt) {
    window.endsAt += length;
    window.before = window.used;
    window.used = 0;
  }
  const left = window.endsAt - now;
  const weighted = Math.floor((window.before * left) / length);
  const room = limit - window.used;
  if (weighted < room) {
    window.used++;
    return { used: weighted + window.used, resetSeconds: Math.max(1, Math.ceil(left / 1000)) };
  }
  // Until the previous window weighs less than the room left: in this window or, if there is no room, in the next.
  const wait =
    room > 0 ? left - (length * room) / window.before : left + Math.max(0, length - (length * limit) / window.used);
  return { used: limit + 1, resetSeconds: Math.floor(wait / 1000) + 1 };
}
