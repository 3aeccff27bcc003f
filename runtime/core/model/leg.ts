/**
 * The calls of an agent between two compactions of its transcript: a leg. Every call sends the transcript so far, so the
 * prompts grow from call to call. A call is counted from 0, its prompt is never accumulated, and calls whose prompts grow
 * evenly are added up as a series.
 */
import { below, upTo } from '../pricing/call-rates.ts';

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

/** How a model takes prompts: tokens of the shortest prefix that it caches, and those above which the next price holds. */
export interface Cut {
  minPrefix: number;
  /** Ascending. */
  limits: readonly number[];
}

/** What calls in one price band add up to, in tokens but for the first and `following`. */
export class Sent {
  calls = 0;
  prompts = 0;
  /** Of the prompts, those shorter than the shortest prefix that is cached. */
  short = 0;
  /** What these calls found in the cache, if it was warm: the prompt before, or what was kept for the first of a leg. */
  found = 0;
  /** The part of it that was kept for first calls. */
  kept = 0;
  /** Calls that follow one whose prompt is in the cache, and what that one answered. */
  following = 0;
  answered = 0;

  clear(): void {
    this.calls = this.prompts = this.short = this.found = this.kept = this.following = this.answered = 0;
  }

  /** Adds `times` what others sent. */
  add(other: Sent, times: number): void {
    this.calls += times * other.calls;
    this.prompts += times * other.prompts;
    this.short += times * other.short;
    this.found += times * other.found;
    this.kept += times * other.kept;
    this.following += times * other.following;
    this.answered += times * other.answered;
  }
}

/**
 * Adds the first calls of a leg to the sums of the bands they are in.
 * @param calls how many; a fraction of a call counts by its fraction
 * @param bands one more than `cut` has limits
 * @param kept tokens of the first prompt that are in the cache already
 * @param output tokens of the answer to each call
 */
export function addCalls(
  bands: readonly Sent[],
  leg: Leg,
  calls: number,
  cut: Cut,
  { kept, output }: { kept: number; output: number },
): void {
  if (calls <= 0) return;
  const first = addCall(bands, cut, leg.start, Math.min(1, calls));
  if (leg.start >= below(cut.minPrefix)) {
    first.found += Math.min(1, calls) * kept;
    first.kept += Math.min(1, calls) * kept;
  }
  const whole = Math.floor(calls);
  for (let i = 0; i < leg.stretches.length; i++) {
    const stretch = leg.stretches[i] as Stretch;
    if (stretch.after >= whole) return;
    addStretch(bands, stretch, Math.min(stretch.last, whole - 1), cut, output);
    if (whole <= stretch.last && calls > whole) addPart(bands, stretch, whole, calls - whole, cut, output);
  }
}

/** Adds a part of one call. */
function addCall(bands: readonly Sent[], cut: Cut, prompt: number, part: number): Sent {
  const sum = bands[bandOfPrompt(cut, prompt)] as Sent;
  sum.calls += part;
  sum.prompts += part * prompt;
  if (prompt < below(cut.minPrefix)) sum.short += part * prompt;
  return sum;
}

/** Adds a part of a call of a stretch. */
function addPart(bands: readonly Sent[], stretch: Stretch, call: number, part: number, cut: Cut, output: number): void {
  const { after, prompt, growth } = stretch;
  const sum = addCall(bands, cut, prompt + growth * (call - after), part);
  const before = prompt + growth * (call - 1 - after);
  if (before < below(cut.minPrefix)) return;
  sum.found += part * before;
  sum.following += part;
  sum.answered += part * Math.min(output, growth);
}

/** The place of the price for a prompt of so many tokens. */
export function bandOfPrompt({ limits }: Cut, prompt: number): number {
  let band = 0;
  while (band < limits.length && prompt > upTo(limits[band] as number)) band++;
  return band;
}

/**
 * What call `call` of a leg finds in a warm cache, in tokens: the prompt before, if that is cached, and the answer to it.
 * The first one finds what was kept.
 */
export function foundBy(
  leg: Leg,
  call: number,
  { minPrefix }: Cut,
  { kept, output }: { kept: number; output: number },
) {
  const nothing = { found: 0, answered: 0, follows: false };
  if (call === 0) return leg.start < below(minPrefix) ? nothing : { ...nothing, found: kept };
  const before = promptAt(leg, call - 1);
  if (before < below(minPrefix)) return nothing;
  return { found: before, answered: Math.min(output, stretchOf(leg.stretches, call).growth), follows: true };
}

/** Adds the calls of a stretch up to call `last`. They grow, so those of a band follow one another. */
function addStretch(bands: readonly Sent[], stretch: Stretch, last: number, cut: Cut, output: number): void {
  const { minPrefix, limits } = cut;
  const { after, prompt, growth } = stretch;
  const count = last - after;
  if (count <= 0) return;
  const short = Math.min(count, shortCalls(stretch, minPrefix));
  const answered = Math.min(output, growth);
  // The first call that follows one in the cache: where its own is the first that is long enough, it finds nothing.
  const follows = prompt < below(minPrefix) ? short + 2 : 1;
  let from = 1;
  for (let band = 0; band < bands.length && from <= count; band++) {
    const limit = limits[band];
    const to = limit === undefined ? count : Math.min(count, callsWithin(stretch, upTo(limit)));
    if (to < from) continue;
    const sum = bands[band] as Sent;
    sum.calls += to - from + 1;
    sum.prompts += series(stretch, from, to);
    if (from <= short) sum.short += series(stretch, from, Math.min(to, short));
    const first = Math.max(from, follows);
    if (first <= to) {
      sum.found += series(stretch, first - 1, to - 1);
      sum.following += to - first + 1;
      sum.answered += (to - first + 1) * answered;
    }
    from = to + 1;
  }
}

/** How many calls of a stretch have a prompt too short to be cached, were it without an end. */
function shortCalls({ prompt, growth }: Stretch, minPrefix: number): number {
  const least = below(minPrefix);
  if (growth > 0) return Math.max(0, Math.ceil((least - prompt) / growth) - 1);
  return prompt < least ? Number.POSITIVE_INFINITY : 0;
}

/** Tokens of the prompts of the calls `from` to `to` of a stretch, both counted from the call it follows. */
const series = ({ prompt, growth }: Stretch, from: number, to: number): number =>
  (to - from + 1) * prompt + (growth * (from + to) * (to - from + 1)) / 2;
