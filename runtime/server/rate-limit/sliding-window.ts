/** A sliding-window rate limit, approximated by two counters for each caller: in TypeScript, and in Lua for Redis. */
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
 * once. A refused request is not counted: a client that keeps asking still gets the limit. `countInLua` does the
 * same.
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

/** `countIn`, rule by rule, for Redis; a test compares the two. Milliseconds. */
export const countInLua = `
local function count_in(ends_at, used, before, now, limit, length)
  if now >= ends_at + length or ends_at - now > length then
    ends_at, used, before = now + length, 0, 0
  elseif now >= ends_at then
    ends_at, used, before = ends_at + length, 0, used
  end
  local left = ends_at - now
  local weighted = math.floor(before * left / length)
  local room = limit - used
  if weighted < room then
    used = used + 1
    return ends_at, used, before, weighted + used, math.max(1, math.ceil(left / 1000))
  end
  local wait
  if room > 0 then
    wait = left - length * room / before
  else
    wait = left + math.max(0, length - length * limit / used)
  end
  return ends_at, used, before, limit + 1, math.floor(wait / 1000) + 1
end
`;

/**
 * Counts a request under KEYS[1] with the limit ARGV[1] in ARGV[2] milliseconds, by the clock of Redis, which all
 * servers share. Returns the count and the seconds. The key expires when neither of its windows counts any more.
 */
export const hitScript = `${countInLua}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, length = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'ends_at', 'used', 'before')
local ends_at, used, before, count, seconds =
  count_in(tonumber(kept[1] or 0), tonumber(kept[2] or 0), tonumber(kept[3] or 0), now, limit, length)
redis.call('HSET', KEYS[1], 'ends_at', string.format('%.0f', ends_at), 'used', used, 'before', before)
redis.call('PEXPIRE', KEYS[1], 2 * length)
return { count, seconds }
`;
