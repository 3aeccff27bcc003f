/**
 * The input of a task as a provider bills it: by long-context price, and within each price by whether tokens are too
 * short to be cached, sent for the first time, or sent again. It depends only on the work, the shortest cacheable
 * prefix and the thresholds, so models with the same values share it.
 */
import type { Steps } from '../values/steps.ts';
import { compactionOutput } from './assumptions.ts';
import {
  type Compaction,
  type Legs,
  largestPrompt,
  legsOf,
  onLineFormula,
  type Prompts,
  promptsFormula,
  promptsOf,
  promptsOnLine,
  recordLegs,
} from './compaction.ts';
import { type BandRange, callsUpTo, isIn, type LegNames, type LegPart, partOf, recordPart } from './leg-part.ts';
import { recordMean } from './spread.ts';

/** The prompts of one run of a task, before retries. */
export interface TaskPrompts extends Prompts {
  /** Calls of typical tasks, fewest first; their mean is that of all tasks. */
  taskCalls: readonly number[];
  /** How often each of them occurs, relative to the mean of 1; null: all equally often. */
  taskShares: readonly number[] | null;
  /** H: calls that find a cold cache because another agent took over. */
  handoffs: number;
  /** Of the calls that follow another one, neither a handoff nor a compaction, the share that finds a cold cache. */
  coldShare: number;
  /** null: the transcript is never compacted. */
  compaction: Compaction | null;
  /** System prompt and tool definitions: with these every task begins, so another task can leave them in the cache. */
  sharedPrefix: number;
  /** The part of them that another task left there, on a model that caches prefixes as short as these. */
  warmPrefix: number;
  /** O: output of a call. */
  outputPerCall: number;
  /** The prompts as models cut them, cached by `bandsFor`: many models cut them the same way. */
  cuts: Cut[];
}

/** Means over tasks. `short`, `fresh` and `old` add up to the prompts. */
export interface PromptBand {
  /** Without those that compact a transcript. */
  calls: number;
  /** Tokens of all prompts, those of calls that compact included, as in all that follow. */
  prompts: number;
  /** Tokens of prompts that are shorter than the shortest cached prefix. */
  short: number;
  /** Tokens that the cache has not seen: the first prompt, what later ones add, and a prompt that meets a cold cache. */
  fresh: number;
  /** Tokens that an earlier call sent, or another task where the prefix is warm. */
  old: number;
  /** The part of `fresh` that is the model's own output from the previous call. */
  ownOutput: number;
  /** Tokens of output. */
  output: number;
}

/** How a model cuts prompts, by the shortest prefix that it caches and its thresholds (tokens), and the resulting bands. */
export interface Cut {
  minPrefix: number;
  limits: readonly number[];
  bands: readonly PromptBand[];
}

const noLimits: readonly number[] = [];

/**
 * The bands of a model, computed once for all models that cut these prompts the same way. A shortest prefix that the
 * first prompts and what is warm in them reach, and thresholds that no prompt reaches, cut nothing: there may be fewer
 * bands than prices.
 * @param steps records every band of the model, those that no prompt reaches included
 */
export function bandsFor(
  tokens: TaskPrompts,
  model: { minPrefixTokens: number; thresholds: readonly number[] },
  steps?: Steps,
): readonly PromptBand[] {
  record: if (steps) return promptBands(tokens, model.minPrefixTokens, model.thresholds, null, steps);
  const minPrefix = cutsNothing(tokens, model.minPrefixTokens) ? 0 : model.minPrefixTokens;
  const limits =
    model.thresholds.length > 0 && exceeds(tokens, model.thresholds[0] as number) ? model.thresholds : noLimits;
  for (const cut of tokens.cuts) {
    if (cut.minPrefix === minPrefix && isSame(cut.limits, limits)) return cut.bands;
  }
  const bands = promptBands(tokens, minPrefix, limits);
  tokens.cuts.push({ minPrefix, limits, bands });
  return bands;
}

/** Whether the bands are the same without this shortest prefix. */
const cutsNothing = (tokens: TaskPrompts, minPrefix: number): boolean =>
  minPrefix <= tokens.firstPrompt &&
  warmPrefixFor(tokens, minPrefix) === tokens.warmPrefix &&
  (tokens.compaction === null ||
    (minPrefix <= tokens.compaction.to &&
      keptPrefixFor(tokens, tokens.compaction, minPrefix) === keptPrefixFor(tokens, tokens.compaction, 0)));

/** Whether any prompt is longer than `limit` tokens. */
function exceeds(tokens: TaskPrompts, limit: number): boolean {
  const { compaction, taskCalls } = tokens;
  const most = taskCalls[taskCalls.length - 1] as number;
  if (compaction !== null) return largestPrompt(most, tokens, compaction) > limit;
  return callsUpTo(limit, most, tokens) < most;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * @param minPrefix shortest prefix that is cached, in tokens; 0: no minimum
 * @param limits thresholds in tokens, ascending; a call whose prompt is longer belongs to the next band
 * @param only calls of a single task instead of the mean over all
 * @returns one band more than there are limits
 */
export function promptBands(
  tokens: TaskPrompts,
  minPrefix: number,
  limits: readonly number[],
  only: number | null = null,
  steps?: Steps,
): PromptBand[] {
  const bands: PromptBand[] = [];
  const tasks = only === null ? tokens.taskCalls : [only];
  const shares = only === null ? tokens.taskShares : null;
  record: if (steps) recordPrefixes(steps, tokens, minPrefix);
  for (let band = 0; band <= limits.length; band++) {
    const range = { band, minPrefix, above: limits[band - 1] ?? null, upTo: limits[band] ?? null };
    bands.push(bandOf(tokens, range, tasks, shares, steps));
  }
  return bands;
}

/** The means of a band over `tasks`. */
function bandOf(
  tokens: TaskPrompts,
  range: BandRange,
  tasks: readonly number[],
  shares: readonly number[] | null,
  steps?: Steps,
): PromptBand {
  const { compaction, coldShare, handoffs, outputPerCall } = tokens;
  const warm = warmPrefixFor(tokens, range.minPrefix);
  const repeated = Math.min(outputPerCall, tokens.growth);
  const recorded: RecordedBand | null = steps ? { tasks: [], first: [], whole: null, rest: [] } : null;
  const sum: PromptBand = { calls: 0, prompts: 0, short: 0, fresh: 0, old: 0, ownOutput: 0, output: 0 };
  const wholeLeg = compaction && wholeLegOf(tokens, compaction, range);
  let compactionsSent = 0;
  for (let i = 0; i < tasks.length; i++) {
    const n = tasks[i] as number;
    const legs = compaction && legsOf(n, compaction);
    const first = partOf(legs === null ? n : legs.first, tokens, warm, range, promptsOf);
    const rest = compaction && legs && restOf(legs.rest, tokens, compaction, range);
    const all = wholeLeg && legs && rest ? together(first, wholeLeg, legs.whole, rest) : first;
    const seen = Math.max(0, all.sent - all.short - all.unseen);
    // A handoff meets a cold cache: a prompt of average length is sent afresh.
    const afresh = n > 0 ? Math.min(seen, (handoffs * all.sent) / n) : 0;
    // Of the calls that follow another one, some find a cold cache too, but for what another task left there.
    const following = coldShare === 0 ? 0 : Math.max(0, all.following - (n > 0 ? (handoffs * all.calls) / n : 0));
    const cold = coldShare === 0 ? 0 : coldShare * Math.max(0, seen - afresh - all.found - warm * following);
    const again = compaction && legs ? compactionsIn(range, compaction, legs) : noCompactions;
    const ownOutput = repeated * all.following - coldShare * repeated * following;
    const share = shares === null ? 1 : (shares[i] as number);
    sum.calls += share * all.calls;
    sum.prompts += share * (all.sent + again.sent);
    sum.short += share * (all.short + again.short);
    sum.fresh += share * (all.unseen + afresh + cold);
    sum.old += share * (seen - afresh - cold + (again.sent - again.short));
    sum.ownOutput += share * ownOutput;
    compactionsSent += share * again.compactions;
    record: if (recorded) {
      recorded.tasks.push({ all, seen, afresh, following, cold, ownOutput, again, old: seen - afresh - cold });
      recorded.first.push(first);
      recorded.whole = wholeLeg;
      if (rest) recorded.rest.push(rest);
    }
  }
  const count = tasks.length;
  const calls = sum.calls / count;
  const compactions = compactionsSent / count;
  const means: PromptBand = {
    calls,
    prompts: sum.prompts / count,
    short: sum.short / count,
    fresh: sum.fresh / count,
    old: sum.old / count,
    ownOutput: sum.ownOutput / count,
    output: compaction === null ? calls * outputPerCall : calls * outputPerCall + compactions * compactionOutput,
  };
  record: if (steps && recorded) recordBand(steps, tokens, range, recorded, means, compactions, shares);
  return means;
}

const laterLegOf = ({ growth }: Prompts, { to }: Compaction): Prompts => ({ firstPrompt: to, growth });

const wholeLegOf = (tokens: TaskPrompts, compaction: Compaction, range: BandRange): LegPart =>
  partOf(
    compaction.laterLeg,
    laterLegOf(tokens, compaction),
    keptPrefixFor(tokens, compaction, range.minPrefix),
    range,
    promptsOf,
  );

const restOf = (calls: number, tokens: TaskPrompts, compaction: Compaction, range: BandRange): LegPart =>
  partOf(
    calls,
    laterLegOf(tokens, compaction),
    keptPrefixFor(tokens, compaction, range.minPrefix),
    range,
    promptsOnLine,
  );

/** What legs send in a band: the first one, `times` whole ones, and the last one. */
type Sent = Pick<LegPart, 'calls' | 'sent' | 'short' | 'unseen' | 'following' | 'found'>;

const together = (first: Sent, whole: Sent, times: number, rest: Sent): Sent => ({
  calls: first.calls + times * whole.calls + rest.calls,
  sent: first.sent + times * whole.sent + rest.sent,
  short: first.short + times * whole.short + rest.short,
  unseen: first.unseen + times * whole.unseen + rest.unseen,
  following: first.following + times * whole.following + rest.following,
  found: first.found + times * whole.found + rest.found,
});

/** The calls that compact a transcript, in a band: each sends its last prompt again, which is in the cache. */
interface Compacting {
  compactions: number;
  sent: number;
  short: number;
}

const noCompactions: Compacting = { compactions: 0, sent: 0, short: 0 };

function compactionsIn(range: BandRange, { firstFull, laterFull }: Compaction, legs: Legs): Compacting {
  const first = isIn(range, firstFull) ? legs.firstCompactions : 0;
  const later = isIn(range, laterFull) ? legs.laterCompactions : 0;
  return {
    compactions: first + later,
    sent: first * firstFull + later * laterFull,
    short:
      (firstFull < range.minPrefix ? first : 0) * firstFull + (laterFull < range.minPrefix ? later : 0) * laterFull,
  };
}

/** What one task sends in a band. */
interface RecordedTask {
  all: Sent;
  seen: number;
  afresh: number;
  following: number;
  cold: number;
  ownOutput: number;
  again: Compacting;
  old: number;
}

/** What each task sends in a band, in the order of the tasks, and the legs it is added up from. */
interface RecordedBand {
  tasks: RecordedTask[];
  first: LegPart[];
  whole: LegPart | null;
  rest: LegPart[];
}

/** Records a list with a value for each task. */
type ListStep = (
  symbol: string,
  formula: string,
  of: (task: RecordedTask) => number,
  what: string,
  unit: string,
) => void;

const listsOf =
  (steps: Steps, tasks: readonly RecordedTask[]): ListStep =>
  (symbol, formula, of, what, unit) =>
    steps.step(symbol, formula, tasks.map(of), what, unit);

/** The tokens that a cache holds before a task, or a leg of it, begins; and the output that the next call sends again. */
function recordPrefixes(steps: Steps, tokens: TaskPrompts, minPrefix: number): void {
  const isWarm = tokens.sharedPrefix >= minPrefix;
  const warm = 'of the first prompt, cached already';
  steps.step('warm', isWarm ? 'kept' : '0', warmPrefixFor(tokens, minPrefix), warm, 'tokens');
  const repeated = Math.min(tokens.outputPerCall, tokens.growth);
  steps.step('same', 'min(O, g)', repeated, 'of the growth, the output of the call before', 'tokens');
  const { compaction } = tokens;
  if (compaction === null) return;
  const kept = keptPrefixFor(tokens, compaction, minPrefix);
  const isKept = kept > 0;
  steps.step(
    'stays',
    isKept ? 'min(fixed, Rc)' : '0',
    kept,
    'of the prompt after a compaction, cached already',
    'tokens',
  );
  recordLegs(
    steps,
    tokens.taskCalls.map((calls) => legsOf(calls, compaction)),
  );
}

/** The steps of `bandOf`, for all tasks at once. */
function recordBand(
  steps: Steps,
  tokens: TaskPrompts,
  range: BandRange,
  { tasks, first, whole, rest }: RecordedBand,
  means: PromptBand,
  compactions: number,
  shares: readonly number[] | null,
): void {
  const { firstPrompt, growth, compaction, coldShare } = tokens;
  const { band } = range;
  const list = listsOf(steps, tasks);
  if (range.upTo !== null) {
    steps.given('W', range.upTo, 'a longer prompt is billed at the next prices', 'tokens', 'long-context prices');
  }
  const main: LegNames = {
    ...{ end: 'i', calls: compaction === null ? 'ni' : 'legi', first: 'B', warm: 'warm', growth, firstPrompt },
    prompts: (calls) => promptsFormula(calls),
  };
  recordPart(steps, range, main, first);
  if (compaction !== null && whole !== null) {
    const later = { first: 'Rc', warm: 'stays', growth, firstPrompt: compaction.to } as const;
    recordPart(steps, range, { ...later, end: 'w', calls: 'k2', prompts: (c) => promptsFormula(c, 'Rc') }, [whole]);
    recordPart(steps, range, { ...later, end: 'u', calls: 'resti', prompts: (c) => onLineFormula(c, 'Rc') }, rest);
    const sums = { cb: 'calls', tb: 'sent', sb: 'short', fb: 'unseen', p: 'following', h: 'found' } as const;
    for (const [letter, name] of Object.entries(sums)) {
      const legs = `${letter}i + wholei * ${letter}w + ${letter}u`;
      list(`${letter}i`, legs, ({ all }) => all[name], 'the same of all legs', '');
    }
  }
  const isEmpty = tokens.taskCalls[0] === 0;
  list('ri', 'max(0, tbi - sbi - fbi)', ({ seen }) => seen, 'tokens sent again', 'tokens');
  const handedOver = isEmpty ? '0 * ri' : 'min(ri, H * tbi / ni)';
  list('ai', handedOver, ({ afresh }) => afresh, 're-sent after a handoff', 'tokens');
  const previous = 'of the unseen tokens, the output of calls before';
  if (coldShare === 0) {
    list('ri', 'ri - ai', ({ old }) => old, 'sent again and cached', 'tokens');
    list('obi', 'same * pi', ({ ownOutput }) => ownOutput, previous, 'tokens');
  } else {
    const warmCalls = isEmpty ? 'max(0, pi - 0)' : 'max(0, pi - H * cbi / ni)';
    list('vi', warmCalls, ({ following }) => following, 'calls after another one, without a handoff', 'calls');
    const unread = 'cold * max(0, ri - ai - hi - warm * vi)';
    list('zi', unread, ({ cold }) => cold, 'sent afresh by calls that find a cold cache', 'tokens');
    list('ri', 'ri - ai - zi', ({ old }) => old, 'sent again and cached', 'tokens');
    const cacheable = 'same * pi - cold * same * vi';
    list('obi', cacheable, ({ ownOutput }) => ownOutput, `${previous} that may be cached`, 'tokens');
  }
  if (compaction !== null) recordCompacting(steps, range, compaction, tasks);
  const own = tasks.map(({ ownOutput }) => ownOutput);
  const sent = tasks.map(({ all, again }) => all.sent + again.sent);
  const short = tasks.map(({ all, again }) => all.short + again.short);
  const old = tasks.map((task) => task.old + (task.again.sent - task.again.short));
  const calls = tasks.map(({ all }) => all.calls);
  const mean = (name: string, list: string, values: readonly number[], value: number, what: string, unit: string) =>
    recordMean(steps, { shares }, [list, values], [`${name}${band}`, value, what, unit]);
  mean('calls', 'cbi', calls, means.calls, 'calls of a task in this band', 'calls');
  mean('prompts', 'tbi', sent, means.prompts, 'prompts of a task in this band', 'tokens');
  mean('short', 'sbi', short, means.short, 'prompts too short to be cached', 'tokens');
  mean('old', 'ri', old, means.old, 'tokens that the cache can hold', 'tokens');
  mean('own', 'obi', own, means.ownOutput, 'output of calls before, in this band', 'tokens');
  const ofTasks: [letter: string, list: string, values: readonly number[], what: string][] = [
    ['c', 'cbi', calls, 'calls'],
    ['t', 'tbi', sent, 'prompts'],
    ['s', 'sbi', short, 'prompts too short'],
    ['r', 'ri', old, 'tokens sent again'],
    ['o', 'obi', own, 'own output'],
  ];
  for (const [letter, list, values, what] of ofTasks) {
    steps.detail(`${letter}${band}i`, list, values, `${what}, by task`, '');
  }
  if (compaction === null) return;
  const compacting = tasks.map(({ again }) => again.compactions);
  mean('comps', 'ybi', compacting, compactions, 'compactions of a task in this band', 'compactions');
  const wrote = `calls${band} * O + comps${band} * Wc`;
  steps.step(`wrote${band}`, wrote, means.output, 'output of a task in this band', 'tokens');
  const written = tasks.map(
    ({ all, again }) => all.calls * tokens.outputPerCall + again.compactions * compactionOutput,
  );
  steps.detail(`w${band}i`, 'cbi * O + ybi * Wc', written, 'output, by task', 'tokens');
}

/** The steps of `compactionsIn`, and their sums with the other calls. */
function recordCompacting(
  steps: Steps,
  range: BandRange,
  { firstFull, laterFull }: Compaction,
  tasks: readonly RecordedTask[],
): void {
  const list = listsOf(steps, tasks);
  const first = isIn(range, firstFull) ? 'comp1i' : '0 * comp1i';
  const later = isIn(range, laterFull) ? 'comp2i' : '0 * comp2i';
  const shortOf = (full: number, formula: string) => (full < range.minPrefix ? formula : `0 * ${formula}`);
  list('ybi', `${first} + ${later}`, ({ again }) => again.compactions, 'calls that compact', 'calls');
  list('gbi', `${first} * full1 + ${later} * full2`, ({ again }) => again.sent, 'their prompts', 'tokens');
  const short = `${shortOf(firstFull, first)} * full1 + ${shortOf(laterFull, later)} * full2`;
  list('ebi', short, ({ again }) => again.short, 'of these, too short to be cached', 'tokens');
  const cached = ({ old, again }: RecordedTask): number => old + (again.sent - again.short);
  list('ri', 'ri + (gbi - ebi)', cached, 'with them, cached', 'tokens');
  list('tbi', 'tbi + gbi', ({ all, again }) => all.sent + again.sent, 'with them, prompts', 'tokens');
  list('sbi', 'sbi + ebi', ({ all, again }) => all.short + again.short, 'with them, too short', 'tokens');
}

/**
 * Tokens of the first prompt that another task left in the cache of a model: none where what tasks share is shorter than
 * the shortest prefix that it caches, since the rest of the first prompt differs from task to task.
 * @param minPrefix in tokens; 0: no minimum
 */
export const warmPrefixFor = (
  { sharedPrefix, warmPrefix }: Pick<TaskPrompts, 'sharedPrefix' | 'warmPrefix'>,
  minPrefix: number,
): number => (sharedPrefix >= minPrefix ? warmPrefix : 0);

/** Tokens of the prompt after a compaction that the call before it left in the cache: system prompt and tools. */
function keptPrefixFor({ sharedPrefix }: TaskPrompts, { to }: Compaction, minPrefix: number): number {
  const kept = Math.min(sharedPrefix, to);
  return kept >= minPrefix ? kept : 0;
}
