/** Where agents compact, by version and window, and the chance of a cold cache after a pause. */
import { describe, expect, test } from 'vitest';
import {
  type CacheLife,
  type ColdCalls,
  coldAfter,
  coldChance,
  pausePlace,
  pausesOf,
} from '../../../runtime/core/model/cold-calls.ts';
import { type CompactionRule, compactionRuleFor, isBefore } from '../../../runtime/core/model/compaction-rules.ts';

const seen = { to: 50_000, compactions: 1, sessions: 1, largestPrompt: 200_000 };
const rules: CompactionRule[] = [
  { agent: null, fromVersion: null, windowFrom: null, at: 160_000, ...seen },
  { agent: 'Claude Code', fromVersion: null, windowFrom: null, at: 155_000, ...seen },
  { agent: 'Claude Code', fromVersion: '2.1.22', windowFrom: null, at: 167_000, ...seen },
  { agent: 'Claude Code', fromVersion: '2.1.76', windowFrom: 1_000_000, at: null, ...seen, to: null },
];
const flat = { longContext: [] };

describe('the rule of an agent', () => {
  const at = (agent: string | null, agentVersion: string | null, contextWindow: number | null) =>
    compactionRuleFor(rules, { agent, agentVersion, contextWindow, price: flat })?.at;

  test('is that of its version, which is compared number by number', () => {
    expect(at('Claude Code', '2.0.76', 200_000)).toBe(155_000);
    expect(at('Claude Code', '2.1.5', 1_000_000)).toBe(155_000);
    expect(at('Claude Code', '2.1.22', 200_000)).toBe(167_000);
    expect(at('Claude Code', '2.1.100', 200_000)).toBe(167_000);
    expect(isBefore('2.1', '2.1.0')).toBe(false);
    expect(isBefore('0.126.0-alpha.8', '0.126.1')).toBe(true);
  });

  test('is none from 2.1.76 on where a window of a million has one price', () => {
    expect(at('Claude Code', '2.1.75', 1_000_000)).toBe(167_000);
    expect(at('Claude Code', '2.1.76', 1_000_000)).toBeNull();
    const above = { above: 200_000, input: 6, output: 22.5, cachedInput: 0.6, cacheWrite: null, cacheWrite1h: null };
    const dearer = {
      agent: 'Claude Code',
      agentVersion: '2.1.76',
      contextWindow: 1_000_000,
      price: { longContext: [above] },
    };
    expect(compactionRuleFor(rules, dearer)?.at).toBe(167_000);
  });

  test('without a version is the newest, and for an agent that was not recorded that of any', () => {
    expect(at('Claude Code', null, 1_000_000)).toBeNull();
    expect(at('Claude Code', null, null)).toBe(167_000);
    expect(at('Pi', '2.1.5', 1_000_000)).toBe(160_000);
    expect(
      compactionRuleFor([], { agent: 'Pi', agentVersion: null, contextWindow: null, price: null }),
    ).toBeUndefined();
  });
});

describe('the chance of a cold cache', () => {
  const recorded: ColdCalls = {
    worth: 100,
    counts: [
      { agent: null, life: '5m', untilMinutes: 5, calls: 1000, cold: 10 },
      { agent: null, life: '5m', untilMinutes: 60, calls: 100, cold: 90 },
      { agent: null, life: '1h', untilMinutes: 60, calls: 100, cold: 12 },
      { agent: 'Claude Code', life: '5m', untilMinutes: 60, calls: 50, cold: 48 },
    ],
  };
  const minute = 60_000;

  test('is by agent, else of all agents, by the life of the write and the pause; a pause of the length of a bound is below it', () => {
    const chance = (agent: string | null, life: CacheLife, minutes: number) =>
      coldChance(recorded, agent, life, pausePlace(minutes * minute));
    expect(chance('Claude Code', '5m', 6)).toBe(0.96);
    expect(chance('Claude Code', '5m', 5)).toBe(0.01);
    expect(chance('Pi', '5m', 60)).toBe(0.9);
    expect(chance(null, '1h', 60)).toBe(0.12);
    expect(chance(null, '1h', 61)).toBeNull();
  });

  test('counts one’s own calls beside the recorded ones, which are worth a number of them', () => {
    // 96 of 100 recorded, worth 100 calls, and 10 of 300 own: (96 + 10) / 400.
    expect(coldChance(recorded, 'Claude Code', '5m', 1, { calls: 300, cold: 10 })).toBeCloseTo(0.265, 12);
    // Nothing recorded: 1 of 4.
    expect(coldChance(recorded, null, '1h', 2, { calls: 4, cold: 1 })).toBe(0.25);
  });

  test('is added up over the pauses of a conversation, those before a compaction left out', () => {
    const base = { prompt: 1000, cached: 0, compacted: false, cacheWrite: 100, cacheWrite1h: 0 };
    const pauses = pausesOf([
      { ...base, at: 0 },
      { ...base, at: minute },
      { ...base, at: 11 * minute },
      { ...base, at: 31 * minute, compacted: true, cacheWrite: 0, cacheWrite1h: 100 },
      { ...base, at: 41 * minute },
      { ...base, at: null },
    ]);
    // No call reads anything, so all of them are cold.
    const all = (...counts: number[]) => counts.map((calls) => ({ calls, cold: calls }));
    expect(pauses).toEqual({ '5m': all(1, 1, 0), '1h': all(0, 1, 0), automatic: all(0, 0, 0) });
    // .01 + .96 + .12 of three calls.
    const { calls, cold } = coldAfter(recorded, 'Claude Code', pauses);
    expect(calls).toBe(3);
    expect(cold).toBeCloseTo(1.09, 12);
  });
});
