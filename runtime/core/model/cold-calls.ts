/** How often calls find a cold cache, by the pause before them: as recorded, by agent and by how long a write lives. */
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import { isCompacted, type PromptCall } from './transcript.ts';

export type ColdCalls = NonNullable<EvidenceFile['coldCalls']>;

export const cacheLives = ['5m', '1h', 'automatic'] as const;
/** How long what was written to the cache lives; `automatic`: the provider decides, and bills no write. */
export type CacheLife = (typeof cacheLives)[number];

/** Pauses are told apart at these lengths, in minutes; the last ones are longer. */
export const pausesUntil = [5, 60, null] as const;

const msPerMinute = 60_000;

/** The place of a pause in `pausesUntil`. @param pauseMs milliseconds from call to call */
export const pausePlace = (pauseMs: number): number =>
  pausesUntil.findIndex((minutes) => minutes === null || pauseMs <= minutes * msPerMinute);

/**
 * The chance that a call finds nothing in the cache beyond what other conversations keep warm. null: nothing was
 * recorded.
 * @param agent as logs name it; for one that was not recorded, or null, the calls of all agents count
 */
export const coldChance = (
  recorded: ColdCalls,
  agent: string | null,
  life: CacheLife,
  pauseMs: number,
): number | null => chanceAt(recorded, agent, life, pausePlace(pauseMs));

function chanceAt(recorded: ColdCalls, agent: string | null, life: CacheLife, place: number): number | null {
  const until = pausesUntil[place];
  const of = (name: string | null) =>
    recorded.find((one) => one.agent === name && one.life === life && one.untilMinutes === until);
  const found = of(agent) ?? of(null);
  return found === undefined ? null : found.cold / found.calls;
}

/** The life of what calls wrote last; a conversation begins with `automatic`. */
export const lifeAfter = (before: CacheLife, call: { cacheWrite: number; cacheWrite1h: number }): CacheLife =>
  call.cacheWrite1h > 0 ? '1h' : call.cacheWrite > 0 ? '5m' : before;

/** Calls that follow another one without a compaction, by the life of the last write and the place of the pause. */
export type Pauses = Record<CacheLife, number[]>;

export const noPauses = (): Pauses => ({ '5m': [0, 0, 0], '1h': [0, 0, 0], automatic: [0, 0, 0] });

/** A call with what tells how long what it wrote lives. @param at milliseconds since 1970; null: not logged */
export type PausedCall = PromptCall & { at: number | null; cacheWrite: number; cacheWrite1h: number };

/** @param calls in the order in which they were made; those without a time are not counted */
export function pausesOf(calls: readonly PausedCall[]): Pauses {
  const pauses = noPauses();
  let life: CacheLife = 'automatic';
  let before: PausedCall | null = null;
  for (const call of calls) {
    if (before !== null && before.at !== null && call.at !== null && !isCompacted(before, call)) {
      const counts = pauses[life];
      const place = pausePlace(call.at - before.at);
      counts[place] = (counts[place] as number) + 1;
    }
    life = lifeAfter(life, call);
    before = call;
  }
  return pauses;
}

/** The calls after a pause, and how many of them are likely to find a cold cache. */
export function coldAfter(recorded: ColdCalls, agent: string | null, pauses: Pauses): { calls: number; cold: number } {
  let [calls, cold] = [0, 0];
  for (const life of cacheLives) {
    for (const [place, count] of pauses[life].entries()) {
      const chance = count === 0 ? null : chanceAt(recorded, agent, life, place);
      if (chance === null) continue;
      calls += count;
      cold += count * chance;
    }
  }
  return { calls, cold };
}
