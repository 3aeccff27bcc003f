/**
 * The calls of a task, one after another: what each sends, what it finds in the cache, and what it answers. A longer task
 * is a shorter one that went on, so the first leg and a cycle of compaction are walked once for all tasks, and a task is
 * the running totals where it ends.
 */
import { below, upTo } from '../pricing/call-rates.ts';
import { memoize } from '../values/memoize.ts';
import { compactionOutput } from './assumptions.ts';
import { addCalls, bandOfPrompt, type Cut, type Leg, promptAt, Sent } from './leg.ts';
import { keptPrefixFor, largestPrompt, type Shape, warmPrefixFor } from './shape.ts';

/** What a task uses in one price band, in tokens but for the calls; before retries, and before a model's hit efficiency. */
export class Used {
  /** Without those that compact the transcript; these are counted by `compactions`. */
  calls = 0;
  compactions = 0;
  /** Tokens of all prompts, those of calls that compact included. */
  prompts = 0;
  /** Of them, those of prompts shorter than the shortest prefix that is cached. */
  short = 0;
  /** What the calls find in the cache: what was sent before, and of the model's own answers. */
  held = 0;
  answered = 0;
  output = 0;

  clear(): void {
    this.calls = this.compactions = this.prompts = this.short = this.held = this.answered = this.output = 0;
  }

  add(other: Used, times: number): void {
    this.calls += times * other.calls;
    this.compactions += times * other.compactions;
    this.prompts += times * other.prompts;
    this.short += times * other.short;
    this.held += times * other.held;
    this.answered += times * other.answered;
    this.output += times * other.output;
  }
}

/** The mean of all tasks for models that take prompts the same way, by price band: no prompt reaches the other prices. */
export interface MeanTask extends Cut {
  bands: readonly Used[];
}

/** The mean tasks of a shape so far. */
const meansOf = memoize((_: Shape): MeanTask[] => []);

/** The mean task of a shape on a model, computed once for all models that take these prompts the same way. */
export function meanOn(
  shape: Shape,
  model: { minPrefixTokens: number; thresholds: readonly number[] },
): readonly Used[] {
  const minPrefix = cutsNothing(shape, model.minPrefixTokens) ? 0 : model.minPrefixTokens;
  const { thresholds } = model;
  let reached = 0;
  if (thresholds.length > 0) {
    const most = largestPrompt(shape, shape.tasks.calls[shape.tasks.calls.length - 1] as number);
    while (reached < thresholds.length && most > upTo(thresholds[reached] as number)) reached++;
  }
  const means = meansOf(shape);
  for (const mean of means) if (isSame(mean, minPrefix, thresholds, reached)) return mean.bands;
  const cut = { minPrefix, limits: thresholds.slice(0, reached) };
  const bands = cut.limits.map(() => new Used());
  bands.push(new Used());
  eachTask(shape, cut, (used, share) => {
    for (let band = 0; band < used.length; band++) (bands[band] as Used).add(used[band] as Used, share);
  });
  means.push({ ...cut, bands });
  return bands;
}

function isSame({ minPrefix, limits }: Cut, wanted: number, thresholds: readonly number[], reached: number): boolean {
  if (minPrefix !== wanted || limits.length !== reached) return false;
  for (let i = 0; i < reached; i++) if (limits[i] !== thresholds[i]) return false;
  return true;
}

/** Whether every prompt is long enough to be cached, and so is all that tasks leave to each other. */
const cutsNothing = (shape: Shape, minPrefix: number): boolean =>
  minPrefix <= shape.first.start &&
  warmPrefixFor(shape, minPrefix) === shape.warmPrefix &&
  (shape.later === null ||
    (minPrefix <= shape.later.start && keptPrefixFor(shape, minPrefix) === keptPrefixFor(shape, 0)));

const noCut = { minPrefixTokens: 0, thresholds: [] };

/** What a task uses on average, whatever the model. */
export const meanOf = (shape: Shape): Used => meanOn(shape, noCut)[0] as Used;

/** What price bands have together. */
export const acrossBands = (bands: readonly Used[], name: Exclude<keyof Used, 'clear' | 'add'>): number =>
  bands.reduce((sum, band) => sum + band[name], 0);

/**
 * Visits the tasks of a shape, fewest calls first.
 * @param visit gets what a task uses by price band, valid until the next, and its share among all
 */
export function eachTask(shape: Shape, cut: Cut, visit: (used: readonly Used[], share: number) => void): void {
  const { calls: tasks, shares } = shape.tasks;
  const legs = legsOf(shape, cut);
  const used = legs.sent.map(() => new Used());
  for (let task = 0; task < tasks.length; task++) {
    const calls = tasks[task] as number;
    for (let band = 0; band < used.length; band++) (used[band] as Used).clear();
    addCompactions(used, shape, calls, cut);
    const sent = sentBy(shape, calls, cut, legs);
    for (let band = 0; band < used.length; band++)
      addSent(used[band] as Used, sent[band] as Sent, shape, calls, legs.warm);
    visit(used, (shares === null ? 1 : (shares[task] as number)) / tasks.length);
  }
}

/** What all tasks share: what is left for first calls in the cache, and whole legs walked once; room for one task. */
interface Legs {
  warm: number;
  kept: number;
  firstWhole: readonly Sent[];
  laterWhole: readonly Sent[];
  sent: readonly Sent[];
}

function legsOf(shape: Shape, cut: Cut): Legs {
  const { first, later, outputPerCall: output } = shape;
  const bands = (): Sent[] => {
    const made = [new Sent()];
    while (made.length <= cut.limits.length) made.push(new Sent());
    return made;
  };
  const warm = warmPrefixFor(shape, cut.minPrefix);
  const kept = keptPrefixFor(shape, cut.minPrefix);
  const legs = {
    warm,
    kept,
    firstWhole: later === null ? [] : bands(),
    laterWhole: later === null ? [] : bands(),
    sent: bands(),
  };
  if (later !== null) {
    addCalls(legs.firstWhole, first, first.calls, cut, { kept: warm, output });
    addCalls(legs.laterWhole, later, later.calls, cut, { kept, output });
  }
  return legs;
}

/** What a task of so many calls sends, by band, without the calls that compact it; valid until the next. */
function sentBy({ first, later, outputPerCall: output }: Shape, calls: number, cut: Cut, legs: Legs): readonly Sent[] {
  const { sent, warm, kept, firstWhole, laterWhole } = legs;
  for (let band = 0; band < sent.length; band++) (sent[band] as Sent).clear();
  if (later === null || calls <= first.calls) {
    addCalls(sent, first, calls, cut, { kept: warm, output });
    return sent;
  }
  const after = calls - first.calls;
  const cycles = Math.floor(after / later.calls);
  for (let band = 0; band < sent.length; band++) {
    (sent[band] as Sent).add(firstWhole[band] as Sent, 1);
    (sent[band] as Sent).add(laterWhole[band] as Sent, cycles);
  }
  addCalls(sent, later, after - cycles * later.calls, cut, { kept, output });
  return sent;
}

/** The calls that compact a full leg read its last prompt, which is in the cache, and write a summary. */
function addCompactions(used: readonly Used[], shape: Shape, calls: number, cut: Cut): void {
  const { first, later } = shape;
  if (later === null || calls <= first.calls) return;
  const after = calls - first.calls;
  const cycles = Math.floor(after / later.calls);
  // A compaction counts as much as the call after it.
  const firsts = Math.min(1, after);
  addCompaction(used, shape, first, firsts, cut);
  addCompaction(used, shape, later, cycles + Math.min(1, after - cycles * later.calls) - firsts, cut);
}

function addCompaction(used: readonly Used[], { billsCompactions }: Shape, leg: Leg, times: number, cut: Cut): void {
  if (times <= 0) return;
  const prompt = promptAt(leg, leg.calls - 1);
  const sum = used[bandOfPrompt(cut, prompt)] as Used;
  sum.compactions += times;
  if (!billsCompactions) return;
  sum.prompts += times * prompt;
  if (prompt < below(cut.minPrefix)) sum.short += times * prompt;
  else sum.held += times * prompt;
  sum.output += times * compactionOutput;
}

function addSent(used: Used, sent: Sent, shape: Shape, calls: number, warm: number): void {
  used.calls += sent.calls;
  used.prompts += sent.prompts;
  used.short += sent.short;
  used.output += sent.calls * shape.outputPerCall;
  if (shape.handoffs === 0 && shape.coldShare === 0) {
    used.held += sent.found;
    used.answered += sent.answered;
    return;
  }
  const { handedOver, cold, coldAnswered } = lossesIn(sent, shape, calls, warm);
  used.held += sent.found * (1 - handedOver) - cold * (sent.found - sent.kept - warm * sent.following);
  used.answered += sent.answered * (1 - coldAnswered);
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
function lossesIn(sent: Sent, { handoffs, coldShare }: Shape, calls: number, warm: number): Losses {
  const lost = calls > 0 ? Math.min(sent.found, (handoffs * sent.prompts) / calls) : 0;
  const handedOver = sent.found === 0 ? 0 : lost / sent.found;
  if (coldShare === 0 || sent.following === 0) return { handedOver, cold: 0, coldAnswered: 0 };
  const following = Math.max(0, sent.following - (calls > 0 ? (handoffs * sent.calls) / calls : 0));
  const cold = coldShare * Math.max(0, sent.found - lost - sent.kept - warm * following);
  const atRisk = sent.found - sent.kept - warm * sent.following;
  return { handedOver, cold: atRisk > 0 ? cold / atRisk : 0, coldAnswered: (coldShare * following) / sent.following };
}

/** The losses in each band of a task of so many calls. */
export function lossesOf(shape: Shape, calls: number, cut: Cut): Losses[] {
  const legs = legsOf(shape, cut);
  return sentBy(shape, calls, cut, legs).map((sent) => lossesIn(sent, shape, calls, legs.warm));
}
