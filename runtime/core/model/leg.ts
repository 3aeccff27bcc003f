/**
 * The calls of an agent between two compactions of its transcript: a leg. Every call sends the transcript so far, so the
 * prompts grow from call to call. A call is counted from 0, its prompt is never accumulated, and calls whose prompts grow
 * evenly are added up as a series.
 */
import { bandFor, below, upTo } from '../pricing/call-rates.ts';

/** How prompts grow: by `growth` tokens a call, `calls` times; the last of a list goes on for ever, Infinity times. */
export interface Growth {
  calls: number;
  growth: number;
}

export interface Leg {
  /** Tokens of its first prompt. */
  start: number;
  grows: readonly Growth[];
  /** Calls until the next prompt would have to be compacted; Infinity: never. */
  calls: number;
}

/**
 * @param start tokens of the first prompt
 * @param grows never shrinks; at least one
 * @param compactAt the longest prompt that is sent, in tokens; null: the transcript is never compacted
 */
export function legOf(start: number, grows: readonly Growth[], compactAt: number | null): Leg {
  let [after, prompt] = [0, start];
  for (const { calls, growth } of compactAt === null ? [] : grows) {
    const steps = stepsWithin(prompt, growth, upTo(compactAt as number));
    if (steps < calls) return { start, grows, calls: after + steps + 1 };
    after += calls;
    prompt += growth * calls;
  }
  return { start, grows, calls: Number.POSITIVE_INFINITY };
}

/** How many steps from a prompt keep within `limit` tokens, were there no end of such steps. */
function stepsWithin(prompt: number, growth: number, limit: number): number {
  if (growth > 0) return Math.max(0, Math.floor((limit - prompt) / growth));
  return prompt <= limit ? Number.POSITIVE_INFINITY : 0;
}

/** Tokens of the prompt of a call, 0 or later. */
export function promptAt({ start, grows }: Leg, call: number): number {
  let [prompt, left] = [start, call];
  for (let i = 0; left > 0; i++) {
    const { calls, growth } = grows[i] as Growth;
    prompt += growth * Math.min(left, calls);
    left -= calls;
  }
  return prompt;
}

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
  let [after, base] = [0, leg.start];
  for (const { calls, growth } of leg.grows) {
    const end = Math.min(after + calls + 1, leg.calls, most);
    for (let from = after + 1; from < end; ) {
      const prompt = base + growth * (from - after);
      const isShort = prompt < least;
      const follows = prompt - growth >= least;
      const band = bandFor(takes, prompt);
      const limit = thresholds[band];
      let to = limit === undefined ? end : Math.min(end, after + stepsWithin(base, growth, upTo(limit)) + 1);
      if (isShort && growth > 0) to = Math.min(to, after + Math.ceil((least - base) / growth));
      // The call after the last one that is too short finds nothing.
      if (!isShort && !follows) to = from + 1;
      to = Math.max(to, from + 1);
      strides.push({ from, to, band, prompt, growth, isShort, follows, kept: 0 });
      from = to;
    }
    after += calls;
    base += growth * calls;
  }
  return strides;
}
