/** The sliding window: what it lets through, when a refused caller may retry, and that Redis counts the same. */
import { createClient } from '@redis/client';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryCounter } from '../../runtime/server/rate-limit/memory-counter.ts';
import type { Policy } from '../../runtime/server/rate-limit/rate-limit.ts';
import { countIn, countInLua, type Window } from '../../runtime/server/rate-limit/sliding-window.ts';
import { stop } from '../hosts/programs/processes.ts';
import { type Redis, startRedis } from '../hosts/programs/redis.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { missing } from '../support/system-packages.ts';

const open: Policy = { name: 'open', limit: 120, seconds: 60 };

/** A counter with a clock that the test sets. */
function at(policy: Policy) {
  let now = 0;
  const counter = new MemoryCounter(() => now);
  return {
    hit: (ms: number, key = 'a') => {
      now = ms;
      return counter.hit(key, policy);
    },
    /** How many of `count` requests at this moment are let through. */
    letIn(ms: number, count: number): number {
      let passed = 0;
      for (let i = 0; i < count; i++) if (this.hit(ms).used <= policy.limit) passed++;
      return passed;
    },
  };
}

describe('a caller', () => {
  test('may use the whole limit at once, and not again at the start of the next window', () => {
    const counter = at(open);
    expect(counter.letIn(0, 1)).toBe(1);
    expect(counter.letIn(59_990, 200)).toBe(119);
    expect(counter.letIn(60_000, 200)).toBe(0); // 120 x 60/60 of the previous window
    expect(counter.letIn(75_000, 200)).toBe(30); // 120 x 45/60 = 90 still count
    expect(counter.letIn(90_000, 200)).toBe(30); // 60 still count, and 30 are used
    expect(counter.letIn(120_000, 200)).toBe(60); // 60 of the previous window still count
  });

  test('has the whole limit again after a pause of two windows', () => {
    const counter = at(open);
    expect(counter.letIn(0, 200)).toBe(120);
    expect(counter.hit(119_999).used).toBe(1); // 120 x 0.001/60 rounds down to 0
    const paused = at(open);
    paused.letIn(0, 200);
    expect(paused.hit(120_000)).toEqual({ used: 1, resetSeconds: 60 });
  });

  test('that asks steadily above the limit gets about the limit, not nothing', () => {
    const counter = at(open);
    let passed = 0;
    for (let ms = 0; ms < 600_000; ms += 250) if (counter.hit(ms).used <= open.limit) passed++;
    // 2,400 requests in 10 windows of 120.
    expect(passed).toBeGreaterThan(1150);
    expect(passed).toBeLessThanOrEqual(1200 + 120);
  });

  test('is counted separately from others, and a refusal costs nothing', () => {
    const counter = at({ ...open, limit: 2 });
    expect([1, 2, 3, 4].map(() => counter.hit(0).used)).toEqual([1, 2, 3, 3]);
    expect(counter.hit(0, 'b')).toEqual({ used: 1, resetSeconds: 60 });
  });

  test('with a limit of one is let through once in each window', () => {
    const counter = at({ name: 'one', limit: 1, seconds: 60 });
    expect(counter.letIn(0, 5)).toBe(1);
    expect(counter.letIn(60_000, 5)).toBe(0);
    expect(counter.letIn(60_001, 5)).toBe(1);
  });
});

/** Pauses between requests, and a policy. */
const traffic = fc.record({
  limit: fc.integer({ min: 1, max: 20 }),
  seconds: fc.integer({ min: 1, max: 100 }),
  pauses: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 60_000 })), {
    minLength: 50,
    maxLength: 300,
  }),
});

test('a caller is let through after the wait a refusal names, and not a second earlier', () => {
  let refused = 0;
  fc.assert(
    fc.property(traffic, ({ limit, seconds, pauses }) => {
      const policy = { name: 'p', limit, seconds };
      const window: Window = { endsAt: Number.NEGATIVE_INFINITY, used: 0, before: 0 };
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        const { used, resetSeconds } = countIn(window, now, policy);
        if (used <= limit) continue;
        refused++;
        expect(countIn({ ...window }, now + 1000 * resetSeconds, policy).used).toBeLessThanOrEqual(limit);
        expect(countIn({ ...window }, now + 1000 * (resetSeconds - 1), policy).used).toBe(limit + 1);
      }
    }),
  );
  expect(refused).toBeGreaterThan(100);
});

test('no window lets through twice the limit, and no half window more than one and a half times the limit', () => {
  fc.assert(
    fc.property(traffic, ({ limit, seconds, pauses }) => {
      const policy = { name: 'p', limit, seconds };
      const window: Window = { endsAt: Number.NEGATIVE_INFINITY, used: 0, before: 0 };
      const passed: number[] = [];
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        if (countIn(window, now, policy).used <= limit) passed.push(now);
      }
      const within = (start: number, ms: number) => passed.filter((time) => time >= start && time < start + ms).length;
      for (const start of passed) {
        expect(within(start, seconds * 1000)).toBeLessThanOrEqual(2 * limit);
        // Rounding down lets one more through.
        expect(within(start, seconds * 500)).toBeLessThanOrEqual(1.5 * limit + 1);
      }
    }),
  );
});

test('a window left too far ahead by the clock or a changed limit is reset', () => {
  const window: Window = { endsAt: 1_000_000, used: 50, before: 50 };
  expect(countIn(window, 0, open)).toEqual({ used: 1, resetSeconds: 60 });
  expect(window).toEqual({ endsAt: 60_000, used: 1, before: 0 });
});

const reason = missing('redis');
describe.skipIf(reason !== null)(`in Redis ${reason ?? ''}`, () => {
  let redis: Redis;
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    redis = await startRedis(temporaryDirectory());
    client = createClient({ url: redis.url });
    await client.connect();
  });
  afterAll(async () => {
    client?.destroy();
    if (redis) await stop(redis.child);
  });

  test('every step has the same outcome', async () => {
    // Whole milliseconds, the unit in which the clock of Redis is read.
    const steps = fc.array(
      fc.record({
        endsAt: fc.integer({ min: -10_000, max: 200_000 }),
        used: fc.integer({ min: 0, max: 60 }),
        before: fc.integer({ min: 0, max: 60 }),
        now: fc.integer({ min: 0, max: 200_000 }),
        limit: fc.integer({ min: 1, max: 50 }),
        seconds: fc.integer({ min: 1, max: 100 }),
      }),
      { minLength: 500, maxLength: 500 },
    );
    const script = `${countInLua}
      local outcomes = {}
      for _, step in ipairs(cjson.decode(ARGV[1])) do
        local e, u, b, c, s = count_in(step.endsAt, step.used, step.before, step.now, step.limit, step.seconds * 1000)
        table.insert(outcomes, { e, u, b, c, s })
      end
      return cjson.encode(outcomes)`;
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const expected = list.map(({ now, limit, seconds, ...kept }) => {
          const window: Window = { ...kept };
          const { used, resetSeconds } = countIn(window, now, { name: 'p', limit, seconds });
          return [window.endsAt, window.used, window.before, used, resetSeconds];
        });
        const outcomes = await client.eval(script, { arguments: [JSON.stringify(list)] });
        expect(JSON.parse(String(outcomes))).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});
