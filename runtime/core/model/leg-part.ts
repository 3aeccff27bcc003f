/**
 * The calls of one leg of a transcript in one band: how many, and how many of their tokens are too short to be cached,
 * sent for the first time, or sent again. Prompts grow evenly, so the calls of a band follow one another. And the calls
 * that compact the transcript between legs.
 */
import type { Steps } from '../values/steps.ts';
import { type Compaction, type Legs, type Prompts, promptsOf, promptsOnLine } from './compaction.ts';

/** The calls whose prompts are longer than `above` tokens and not longer than `upTo`; null: no limit. */
export interface BandRange {
  band: number;
  minPrefix: number;
  above: number | null;
  upTo: number | null;
}

/** Whether a prompt of this length belongs to the band. */
export const isIn = ({ above, upTo }: BandRange, prompt: number): boolean =>
  (above === null || prompt > above) && (upTo === null || prompt <= upTo);

/** The calls of a leg, or of a task, that are in a band, and their tokens. */
export interface LegPart {
  /** Calls from the first up to the end of the band, and of them those with a prompt too short to be cached. */
  last: number;
  below: number;
  shortCalls: number;
  /** Tokens of all of these, of the short ones, and of the others those that the cache has not seen. */
  sentByLast: number;
  shortByLast: number;
  unseenByLast: number;
  /** The same within the band. */
  calls: number;
  sent: number;
  short: number;
  unseen: number;
  /** Calls in the band whose previous call left its prompt in the cache. */
  following: number;
  /** Tokens of the first call of the leg that the cache holds already, if it is in the band. */
  found: number;
}

/**
 * The calls of one leg in a band: what the calls up to its last have sent, minus what those before its first have sent.
 * @param found tokens of the first prompt that are in the cache already
 * @param isOnLine whether tokens of a fraction of a call lie on a straight line between whole calls
 */
export function partOf(
  calls: number,
  leg: Prompts,
  found: number,
  { minPrefix, above, upTo }: BandRange,
  isOnLine: boolean,
): LegPart {
  const { firstPrompt, growth } = leg;
  const below = callsBelow(minPrefix, calls, leg);
  const last = upTo === null ? calls : callsUpTo(upTo, calls, leg);
  const before = above === null ? 0 : callsUpTo(above, calls, leg);
  const sentByLast = sentBy(last, leg, isOnLine);
  const sentBefore = before === 0 ? 0 : sentBy(before, leg, isOnLine);
  const shortCalls = Math.min(last, below);
  const shortByLast = shortCalls === 0 ? 0 : sentBy(shortCalls, leg, isOnLine);
  const shortBefore = before === 0 ? 0 : sentBy(Math.min(before, below), leg, isOnLine);
  const newByLast = Math.min(sentByLast - shortByLast, firstPrompt + growth * Math.max(0, last - 1));
  const newBefore = Math.min(sentBefore - shortBefore, firstPrompt + growth * Math.max(0, before - 1));
  const unseenByLast = newByLast - found * Math.min(1, last);
  return {
    last,
    below,
    shortCalls,
    sentByLast,
    shortByLast,
    unseenByLast,
    calls: last - before,
    sent: sentByLast - sentBefore,
    short: shortByLast - shortBefore,
    unseen: unseenByLast - (newBefore - found * Math.min(1, before)),
    following: Math.max(0, last - below - 1) - Math.max(0, before - below - 1),
    found: found * (Math.min(1, last) - Math.min(1, before)),
  };
}

const sentBy = (calls: number, leg: Prompts, isOnLine: boolean): number =>
  isOnLine ? promptsOnLine(calls, leg) : promptsOf(calls, leg);

/** What legs send in a band. */
export type Sent = Pick<LegPart, 'calls' | 'sent' | 'short' | 'unseen' | 'following' | 'found'>;

/** The calls that compact a transcript, in a band: each sends its last prompt again, which is in the cache. */
export interface Compacting {
  compactions: number;
  sent: number;
  short: number;
}

export const noCompactions: Compacting = { compactions: 0, sent: 0, short: 0 };

export function compactionsIn(range: BandRange, { firstFull, laterFull }: Compaction, legs: Legs): Compacting {
  const first = isIn(range, firstFull) ? legs.firstCompactions : 0;
  const later = isIn(range, laterFull) ? legs.laterCompactions : 0;
  return {
    compactions: first + later,
    sent: first * firstFull + later * laterFull,
    short:
      (firstFull < range.minPrefix ? first : 0) * firstFull + (laterFull < range.minPrefix ? later : 0) * laterFull,
  };
}

/** What is counted up to the end of each band, and so within it by a difference: letter, and words. */
const counted = [
  ['c', 'calls'],
  ['t', 'prompts'],
  ['s', 'prompts too short'],
  ['f', 'unseen tokens'],
] as const;

/** A leg in the formulas: the end of its symbols, how many calls it has, its first prompt, and what of it is cached. */
export interface LegNames {
  end: 'i' | 'w' | 'u';
  calls: string;
  first: 'B' | 'Rc';
  warm: 'warm' | 'stays';
  /** A formula for the prompts of so many calls. */
  prompts: (calls: string) => string;
  /** Whether a first prompt is below the shortest that is cached, or at most at the end of the band, where none grows. */
  growth: number;
  firstPrompt: number;
}

/** The steps of `partOf`: symbols that end in i and u are lists with a value for each task, those in w single numbers. */
export function recordPart(
  steps: Steps,
  { band, minPrefix, upTo }: BandRange,
  { end, calls, first, warm, prompts, growth, firstPrompt }: LegNames,
  parts: readonly LegPart[],
): void {
  const give = (letter: string, formula: string, name: keyof LegPart, what: string, unit: string) => {
    const values = parts.map((part) => part[name]);
    steps.step(`${letter}${end}`, formula, end === 'w' ? (values[0] as number) : values, what, unit);
  };
  const constant = (holds: boolean) => (holds ? calls : `0 * ${calls}`);
  const [b, c, m, t, s] = [`b${end}`, `c${end}`, `m${end}`, `t${end}`, `s${end}`];
  if (band === 0) {
    const below = growth === 0 ? constant(firstPrompt < minPrefix) : `min(${calls}, max(0, ceil((M - ${first}) / g)))`;
    give('b', below, 'below', 'calls whose prompt is too short to be cached', 'calls');
  }
  if (upTo === null) give('c', calls, 'last', 'calls up to the longest prompt', 'calls');
  else {
    const within =
      growth === 0 ? constant(firstPrompt <= upTo) : `min(${calls}, max(0, floor((W - ${first}) / g) + 1))`;
    give('c', within, 'last', 'calls up to this threshold', 'calls');
  }
  give('t', prompts(c), 'sentByLast', 'their prompts', 'tokens');
  give('m', `min(${c}, ${b})`, 'shortCalls', 'of them, calls too short to be cached', 'calls');
  give('s', prompts(m), 'shortByLast', 'their prompts', 'tokens');
  const unseen = `min(${t} - ${s}, ${first} + g * max(0, ${c} - 1)) - ${warm} * min(1, ${c})`;
  give('f', unseen, 'unseenByLast', 'tokens that the cache has not seen', 'tokens');
  const names: Record<(typeof counted)[number][0], keyof LegPart> = { c: 'calls', t: 'sent', s: 'short', f: 'unseen' };
  for (const [letter, what] of counted) {
    const upToHere = `${letter}${end}`;
    const formula = band === 0 ? upToHere : `${upToHere} - ${letter}l${end}`;
    give(`${letter}b`, formula, names[letter], `${what} of this band`, '');
  }
  const before = band === 0 ? '' : ` - max(0, cl${end} - ${b} - 1)`;
  give('p', `max(0, ${c} - ${b} - 1)${before}`, 'following', 'calls that follow one in the cache', 'calls');
  const started = band === 0 ? `min(1, ${c})` : `(min(1, ${c}) - min(1, cl${end}))`;
  give('h', `${warm} * ${started}`, 'found', 'cached before the first of them', 'tokens');
  for (const [letter] of counted) steps.let(`${letter}l${end}`, `${letter}${end}`, 'for the next band', '');
}

/** How many of `calls` have a prompt of at most `limit` tokens: the prompts grow, so they are the first ones. */
export function callsUpTo(limit: number, calls: number, { firstPrompt, growth }: Prompts): number {
  if (growth === 0) return firstPrompt <= limit ? calls : 0;
  return Math.min(calls, Math.max(0, Math.floor((limit - firstPrompt) / growth) + 1));
}

/** How many of `calls` have a prompt shorter than `limit` tokens. */
function callsBelow(limit: number, calls: number, { firstPrompt, growth }: Prompts): number {
  if (firstPrompt >= limit) return 0;
  return growth === 0 ? calls : Math.min(calls, Math.max(0, Math.ceil((limit - firstPrompt) / growth)));
}
