/**
 * The calls of a task, one after another: what each sends, what it finds in the cache, and what it answers. A task is its
 * first leg, whole cycles of compaction, which are alike, and a part of one more; calls that grow evenly are added up as
 * a series.
 */
import { bandFor, below, upTo } from '../pricing/call-rates.ts';
import { compactionOutput } from './assumptions.ts';
import { type Leg, promptAt, type Stride, stridesOf, type Takes } from './leg.ts';
import { keptPrefixFor, largestPrompt, type Shape, warmPrefixFor } from './shape.ts';
import { shareOf } from './spread.ts';
import { noneUsed, type Used } from './used.ts';

/** What a walk needs to know of the shape of the work. */
export type Walked = Omit<Shape, 'calls' | 'growth' | 'uses' | 'means'>;

/** The walk of a shape on a model: the strides of its legs, from which each task is added up. */
export interface Walk {
  shape: Walked;
  takes: Takes;
  first: readonly Stride[];
  /** None: the transcript is never compacted. */
  later: readonly Stride[];
}

export function walkOf(shape: Walked, takes: Takes): Walk {
  const { first, later, tasks } = shape;
  const most = Math.ceil(tasks.calls[tasks.calls.length - 1] as number);
  return {
    shape,
    takes,
    first: stridesOf(first, takes, warmPrefixFor(shape, takes.minPrefixTokens), most),
    later: later === null ? [] : stridesOf(later, takes, keptPrefixFor(shape, takes.minPrefixTokens), most),
  };
}

/**
 * Adds calls of a leg, those from number `from` up to `to` (0 is the first; a fraction of a call counts by its fraction),
 * to the sums of their bands, `times` times.
 * @param output tokens of the answer to each call
 */
export function addCalls(
  bands: readonly Used[],
  strides: readonly Stride[],
  from: number,
  to: number,
  times: number,
  output: number,
): void {
  for (let i = 0; i < strides.length; i++) {
    const stride = strides[i] as Stride;
    if (stride.from >= to) return;
    const first = Math.max(from, stride.from);
    const calls = Math.min(to, stride.to) - first;
    if (calls <= 0) continue;
    const { growth } = stride;
    const whole = Math.floor(calls);
    const prompt = stride.prompt + growth * (first - stride.from);
    const prompts = times * (calls * prompt + growth * whole * ((whole - 1) / 2 + calls - whole));
    const sum = bands[stride.band] as Used;
    sum.calls += times * calls;
    sum.prompts += prompts;
    sum.output += times * calls * output;
    if (stride.isShort) sum.short += prompts;
    if (stride.follows) {
      sum.held += prompts - times * calls * growth;
      sum.following += times * calls;
      sum.answered += times * calls * Math.min(output, growth);
    } else {
      sum.held += times * calls * stride.kept;
      sum.kept += times * calls * stride.kept;
    }
  }
}

/** The mean task of a shape on a model, computed once for all models that take these prompts the same way. */
export function meanOn(shape: Shape, { minPrefixTokens, thresholds }: Takes): readonly Used[] {
  const minPrefix = cutsNothing(shape, minPrefixTokens) ? 0 : minPrefixTokens;
  let reached = 0;
  if (thresholds.length > 0) {
    const most = largestPrompt(shape, shape.tasks.calls[shape.tasks.calls.length - 1] as number);
    while (reached < thresholds.length && most > upTo(thresholds[reached] as number)) reached++;
  }
  // There are few: a search is faster than a key.
  for (const { takes, bands } of shape.means) {
    const isSame = takes.minPrefixTokens === minPrefix && takes.thresholds.length === reached;
    if (isSame && (reached === 0 || takes.thresholds.every((at, i) => at === thresholds[i]))) return bands;
  }
  const takes = { minPrefixTokens: minPrefix, thresholds: thresholds.slice(0, reached) };
  const bands = meanOfTasks(walkOf(shape, takes));
  shape.means.push({ takes, bands });
  return bands;
}

/** Whether every prompt is long enough to be cached, and so is all that tasks leave to each other. */
const cutsNothing = (shape: Shape, minPrefix: number): boolean =>
  minPrefix <= shape.first.start &&
  warmPrefixFor(shape, minPrefix) === shape.warmPrefix &&
  (shape.later === null ||
    (minPrefix <= shape.later.start && keptPrefixFor(shape, minPrefix) === keptPrefixFor(shape, 0)));

/** What a task uses on average, whatever the model. */
export const meanOf = (shape: Shape): Used => meanOn(shape, { minPrefixTokens: 0, thresholds: [] })[0] as Used;

/**
 * Visits the tasks of a shape, fewest calls first.
 * @param visit gets what a task uses by price band, until it returns, and the share of the task among all
 */
export function eachTask(shape: Walked, takes: Takes, visit: (used: readonly Used[], share: number) => void): void {
  const { tasks } = shape;
  const walk = walkOf(shape, takes);
  // The same objects for each task: new ones were a third of the garbage of an estimate.
  const used = noneUsed(takes);
  for (let task = 0; task < tasks.calls.length; task++) {
    const calls = tasks.calls[task] as number;
    if (task > 0) for (const band of used) band.clear();
    addSent(used, walk, calls, 1);
    loseIn(used, walk, calls);
    addCompactions(used, walk, calls, 1);
    visit(used, shareOf(tasks, task));
  }
}

function meanOfTasks(walk: Walk): Used[] {
  const { shape, takes } = walk;
  const { tasks } = shape;
  const mean = noneUsed(takes);
  if (shape.handoffs > 0) {
    eachTask(shape, takes, (used, share) => {
      for (let band = 0; band < used.length; band++) (mean[band] as Used).add(used[band] as Used, share);
    });
    return mean;
  }
  // Without handoffs, what is lost of all together is what each task loses.
  for (let i = 0; i < tasks.calls.length; i++) addSent(mean, walk, tasks.calls[i] as number, shareOf(tasks, i));
  loseIn(mean, walk, 1);
  for (let i = 0; i < tasks.calls.length; i++) addCompactions(mean, walk, tasks.calls[i] as number, shareOf(tasks, i));
  return mean;
}

/** Adds what a task of so many calls sends, without the calls that compact it, were the cache never lost. */
function addSent(used: readonly Used[], { shape, first, later }: Walk, calls: number, times: number): void {
  const output = shape.outputPerCall;
  const after = calls - shape.first.calls;
  if (shape.later === null || after <= 0) {
    addCalls(used, first, 0, calls, times, output);
    return;
  }
  const cycles = Math.floor(after / shape.later.calls);
  addCalls(used, first, 0, shape.first.calls, times, output);
  addCalls(used, later, 0, shape.later.calls, times * cycles, output);
  addCalls(used, later, 0, after - cycles * shape.later.calls, times, output);
}

/** Adds the calls that compact a task of so many calls. */
function addCompactions(used: readonly Used[], { shape, takes }: Walk, calls: number, times: number): void {
  const { first, later } = shape;
  const after = calls - first.calls;
  if (later === null || after <= 0) return;
  const cycles = Math.floor(after / later.calls);
  // A compaction counts as much as the call after it.
  const firsts = Math.min(1, after);
  addCompaction(used, shape, first, times * firsts, takes);
  addCompaction(used, shape, later, times * (cycles + Math.min(1, after - cycles * later.calls) - firsts), takes);
}

/** Adds calls that compact a full leg: each reads its last prompt, which is in the cache, and writes a summary. */
export function addCompaction(
  used: readonly Used[],
  { billsCompactions }: Walked,
  leg: Leg,
  times: number,
  takes: Takes,
): void {
  if (times <= 0) return;
  const prompt = promptAt(leg, leg.calls - 1);
  const sum = used[bandFor(takes, prompt)] as Used;
  sum.compactions += times;
  if (!billsCompactions) return;
  sum.prompts += times * prompt;
  if (prompt < below(takes.minPrefixTokens)) sum.short += times * prompt;
  else sum.held += times * prompt;
  sum.output += times * compactionOutput;
}

/** What handoffs and cold caches take of what the calls of a band would find, as shares. */
export interface Losses {
  /** Of all that is found. */
  handedOver: number;
  /** Of what calls that follow another one find, beyond what another task left there; and of the answers in it. */
  cold: number;
  coldAnswered: number;
}

/**
 * A handoff meets a cold cache: of the calls of a task, so many prompts of average length in this band are sent afresh.
 * Of the other calls that follow one, a share finds a cold cache, but for what another task left there.
 */
function lossesIn(sent: Used, { handoffs, coldShare }: Walked, calls: number, warm: number): Losses {
  const lost = calls > 0 ? Math.min(sent.held, (handoffs * sent.prompts) / calls) : 0;
  const handedOver = sent.held === 0 ? 0 : lost / sent.held;
  if (coldShare === 0 || sent.following === 0) return { handedOver, cold: 0, coldAnswered: 0 };
  const following = Math.max(0, sent.following - (calls > 0 ? (handoffs * sent.calls) / calls : 0));
  const cold = coldShare * Math.max(0, sent.held - lost - sent.kept - warm * following);
  const atRisk = sent.held - sent.kept - warm * sent.following;
  return { handedOver, cold: atRisk > 0 ? cold / atRisk : 0, coldAnswered: (coldShare * following) / sent.following };
}

/** Takes from what the calls of a task find what they lose. */
function loseIn(used: readonly Used[], { shape, takes }: Walk, calls: number): void {
  if (shape.handoffs === 0 && shape.coldShare === 0) return;
  const warm = warmPrefixFor(shape, takes.minPrefixTokens);
  for (const band of used) lose(band, lossesIn(band, shape, calls, warm), warm);
}

/** @param warm tokens that another task left in the cache */
export function lose(used: Used, { handedOver, cold, coldAnswered }: Losses, warm: number): void {
  used.held = used.held * (1 - handedOver) - cold * (used.held - used.kept - warm * used.following);
  used.answered *= 1 - coldAnswered;
}

/** The losses in each band of a task of so many calls. */
export function lossesOf(walk: Walk, calls: number): Losses[] {
  const { shape, takes } = walk;
  const used = noneUsed(takes);
  addSent(used, walk, calls, 1);
  const warm = warmPrefixFor(shape, takes.minPrefixTokens);
  return used.map((sent) => lossesIn(sent, shape, calls, warm));
}
