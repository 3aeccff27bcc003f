/**
 * The calls of an agent between two compactions of its transcript: a leg. Every call sends the transcript so far, so the
 * prompts grow from call to call. A call is counted from 0, its prompt is never accumulated, and calls whose prompts grow
 * evenly are added up as a series.
 */
import { bandFor, below, upTo } from '../pricing/call-rates.ts';

/** Calls whose prompts grow evenly: those after `after`, up to call `last`. */
export interface Stretch {
  after: number;
  last: number;
  /** Tokens of the prompt of call `after`. */
  prompt: number;
  /** Tokens that each call is longer than the one before. */
  growth: number;
}

export interface Leg {
  /** Tokens of its first prompt. */
  start: number;
  stretches: readonly Stretch[];
  /** Calls until the next prompt would have to be compacted; Infinity: never. */
  calls: number;
}

/** How prompts grow: by `growth` tokens a call, `calls` times; the last of a list goes on for ever. */
export interface Growth {
  calls: number;
  growth: number;
}

/**
 * @param start tokens of the first prompt
 * @param grows never shrinks; at least one
 * @param compactAt the longest prompt that is sent, in tokens; null: the transcript is never compacted
 */
export function legOf(start: number, grows: readonly Growth[], compactAt: number | null): Leg {
  const stretches: Stretch[] = [];
  let [after, prompt] = [0, start];
  let calls = Number.POSITIVE_INFINITY;
  for (const one of grows) {
    const last = one === grows.at(-1) ? Number.POSITIVE_INFINITY : after + one.calls;
    const stretch = { after, last, prompt, growth: one.growth };
    stretches.push(stretch);
    if (compactAt !== null && calls === Number.POSITIVE_INFINITY) {
      const fitting = after + callsWithin(stretch, upTo(compactAt));
      if (fitting < last) calls = fitting + 1;
    }
    prompt += one.growth * (last - after);
    after = last;
  }
  return { start, stretches, calls };
}

/** How many calls of a stretch have a prompt of at most `limit` tokens, were it without an end. */
function callsWithin({ prompt, growth }: Stretch, limit: number): number {
  if (growth > 0) return Math.max(0, Math.floor((limit - prompt) / growth));
  return prompt <= limit ? Number.POSITIVE_INFINITY : 0;
}

/** Tokens of the prompt of a call, 0 or later. */
export function promptAt({ start, stretches }: Leg, call: number): number {
  if (call === 0) return start;
  const { after, prompt, growth } = stretchOf(stretches, call);
  return prompt + growth * (call - after);
}

const stretchOf = (stretches: readonly Stretch[], call: number): Stretch =>
  stretches.find(({ last }) => call <= last) as Stretch;

/** How a model takes prompts. */
export interface Takes {
  /** Tokens of the shortest prefix that it caches. */
  minPrefixTokens: number;
  /** The prompt lengths above which the next price holds, ascending. */
  thresholds: readonly number[];
}

/** Calls of a leg in one price band that grow evenly and find the cache alike: those numbered `from` to less than `to`. */
export interface Stride {
  from: number;
  to: number;
  band: number;
  /** Tokens of the prompt of call `from`, and by how many that of each call is longer than the one before. */
  prompt: number;
  growth: number;
  /** Whether the prompts are too short to be cached. */
  isShort: boolean;
  /** Whether each call finds the prompt of the one before it in the cache; if not, what was `kept` for it, in tokens. */
  follows: boolean;
  kept: number;
}

/**
 * The strides of a leg on a model, in order.
 * @param kept tokens of the first prompt that are in the cache already
 * @param most no task makes more calls
 */
export function stridesOf(leg: Leg, takes: Takes, kept: number, most: number): Stride[] {
  const { thresholds } = takes;
  const least = below(takes.minPrefixTokens);
  const strides: Stride[] = [
    {
      from: 0,
      to: 1,
      band: bandFor(takes, leg.start),
      prompt: leg.start,
      growth: 0,
      isShort: leg.start < least,
      follows: false,
      kept: leg.start < least ? 0 : kept,
    },
  ];
  for (let i = 0; i < leg.stretches.length; i++) {
    const stretch = leg.stretches[i] as Stretch;
    const { after, growth } = stretch;
    const end = Math.min(stretch.last + 1, leg.calls, most);
    for (let from = after + 1; from < end; ) {
      const prompt = stretch.prompt + growth * (from - after);
      const isShort = prompt < least;
      const follows = prompt - growth >= least;
      const band = bandFor(takes, prompt);
      let to = end;
      const limit = thresholds[band];
      if (limit !== undefined) to = Math.min(to, after + callsWithin(stretch, upTo(limit)) + 1);
      if (isShort && growth > 0) to = Math.min(to, after + Math.ceil((least - stretch.prompt) / growth));
      // The call after the last one that is too short finds nothing.
      if (!isShort && !follows) to = from + 1;
      to = Math.max(to, from + 1);
      strides.push({ from, to, band, prompt, growth, isShort, follows, kept: 0 });
      from = to;
    }
  }
  return strides;
}
