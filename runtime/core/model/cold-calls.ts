/** How often calls find a cold cache, by the pause before them: as recorded, by agent and by how long a write lives. */
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import { isCold, isCompacted, type PromptCall } from './transcript.ts';

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

/** Calls that follow another one, and those of them that found a cold cache. */
export interface Followed {
  calls: number;
  cold: number;
}

/** Calls that follow another one without a compaction, by the life of the last write and the place of the pause. */
export type Pauses = Record<CacheLife, Followed[]>;

export const noPauses = (): Pauses => ({ '5m': noCalls(), '1h': noCalls(), automatic: noCalls() });
const noCalls = (): Followed[] => pausesUntil.map(() => ({ calls: 0, cold: 0 }));

/** What was recorded of nobody. */
export const nothingRecorded: ColdCalls = { worth: 0, counts: [] };

/**
 * The chance that a call finds nothing in the cache beyond what other conversations keep warm: the share that did of
 * one's own calls, and of those of recorded owners, which count as `worth` calls of one's own (the mean of the posterior
 * of a binomial with a beta prior). null: neither is known.
 * @param agent as logs name it; for one that was not recorded, or null, the calls of all agents count
 * @param place of the pause in `pausesUntil`
 * @param own calls of the same person with that agent after such a pause
 */
export function coldChance(
  { worth, counts }: ColdCalls,
  agent: string | null,
  life: CacheLife,
  place: number,
  { calls, cold }: Followed = { calls: 0, cold: 0 },
): number | null {
  const until = pausesUntil[place];
  const of = (name: string | null) =>
    counts.find((one) => one.agent === name && one.life === life && one.untilMinutes === until);
  const found = of(agent) ?? of(null);
  if (found === undefined) return calls === 0 ? null : cold / calls;
  return (cold + (worth * found.cold) / found.calls) / (calls + worth);
}

/** The life of what calls wrote last; a conversation begins with `automatic`. */
const lifeAfter = (before: CacheLife, call: { cacheWrite: number; cacheWrite1h: number }): CacheLife =>
  call.cacheWrite1h > 0 ? '1h' : call.cacheWrite > 0 ? '5m' : before;

/** A call with what tells how long what it wrote lives. @param at milliseconds since 1970; null: not logged */
export type PausedCall = PromptCall & { at: number | null; cacheWrite: number; cacheWrite1h: number };

/** @param calls in the order in which they were made; those without a time are not counted */
export function pausesOf(calls: readonly PausedCall[]): Pauses {
  const pauses = noPauses();
  let life: CacheLife = 'automatic';
  let before: PausedCall | null = null;
  for (const call of calls) {
    if (before !== null && before.at !== null && call.at !== null && !isCompacted(before, call)) {
      const counts = pauses[life][pausePlace(call.at - before.at)] as Followed;
      counts.calls += 1;
      if (isCold(before, call)) counts.cold += 1;
    }
    life = lifeAfter(life, call);
    before = call;
  }
  return pauses;
}

/** What several have together. */
export function allPauses(some: readonly Pauses[]): Pauses {
  const all = noPauses();
  for (const one of some) {
    for (const life of cacheLives) {
      for (const [place, { calls, cold }] of one[life].entries()) {
        const sum = all[life][place] as Followed;
        sum.calls += calls;
        sum.cold += cold;
      }
    }
  }
  return all;
}

/**
 * The calls after a pause, and how many of them are likely to find a cold cache.
 * @param own calls of the same person with that agent
 */
export function coldAfter(
  recorded: ColdCalls,
  agent: string | null,
  pauses: Pauses,
  own: Pauses = noPauses(),
): { calls: number; cold: number } {
  let [calls, cold] = [0, 0];
  for (const life of cacheLives) {
    for (const [place, count] of pauses[life].entries()) {
      const chance = count.calls === 0 ? null : coldChance(recorded, agent, life, place, own[life][place]);
      if (chance === null) continue;
      calls += count.calls;
      cold += count.calls * chance;
    }
  }
  return { calls, cold };
}
