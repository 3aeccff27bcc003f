/** The sliding window as kept in Redis: one script, so that two servers never count from the same state. */

/** `countIn` of `runtime/server/auth/sliding-window.ts`, rule by rule; a test compares the two. Milliseconds. */
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
