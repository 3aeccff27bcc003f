/**
 * The input of a task as a provider bills it: by long-context price, and within each price by whether tokens are too
 * short to be cached, sent for the first time, or sent again. It depends only on the work, the shortest cacheable
 * prefix and the thresholds, so models with the same values share it.
 */
import type { Steps } from '../values/steps.ts';

/** The prompts of one run of a task, before retries. */
export interface TaskPrompts extends Prompts {
  /** Calls of equally likely tasks, fewest first; their mean is that of all tasks. */
  taskCalls: readonly number[];
  /** H: calls that find a cold cache because another agent took over. */
  handoffs: number;
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
  calls: number;
  prompts: number;
  /** Tokens of prompts that are shorter than the shortest cached prefix. */
  short: number;
  /** Tokens that the cache has not seen: the first prompt, what later ones add, and a whole prompt after a handoff. */
  fresh: number;
  /** Tokens that an earlier call sent, or another task where the prefix is warm. */
  old: number;
  /** The part of `fresh` that is the model's own output from the previous call. */
  ownOutput: number;
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
 * first prompt and what is warm in it reach, and thresholds that no prompt reaches, cut nothing: there may be fewer bands
 * than prices.
 * @param steps records every band of the model, those that no prompt reaches included
 */
export function bandsFor(
  tokens: TaskPrompts,
  model: { minPrefixTokens: number; thresholds: readonly number[] },
  steps?: Steps,
): readonly PromptBand[] {
  record: if (steps) return promptBands(tokens, model.minPrefixTokens, model.thresholds, tokens.taskCalls, steps);
  const cutsNothing =
    model.minPrefixTokens <= tokens.firstPrompt && warmPrefixFor(tokens, model.minPrefixTokens) === tokens.warmPrefix;
  const minPrefix = cutsNothing ? 0 : model.minPrefixTokens;
  const limits =
    model.thresholds.length > 0 && exceeds(tokens, model.thresholds[0] as number) ? model.thresholds : noLimits;
  for (const cut of tokens.cuts) {
    if (cut.minPrefix === minPrefix && isSame(cut.limits, limits)) return cut.bands;
  }
  const bands = promptBands(tokens, minPrefix, limits);
  tokens.cuts.push({ minPrefix, limits, bands });
  return bands;
}

/** Whether any prompt is longer than `limit` tokens. */
function exceeds(tokens: TaskPrompts, limit: number): boolean {
  const most = tokens.taskCalls[tokens.taskCalls.length - 1] as number;
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
 * @param tasks calls of the equally likely tasks to average
 * @returns one band more than there are limits
 */
export function promptBands(
  tokens: TaskPrompts,
  minPrefix: number,
  limits: readonly number[],
  tasks: readonly number[] = tokens.taskCalls,
  steps?: Steps,
): PromptBand[] {
  const bands: PromptBand[] = [];
  for (let band = 0; band <= limits.length; band++) {
    const recorded = steps && { band, steps };
    bands.push(bandOf(tokens, minPrefix, limits[band - 1] ?? null, limits[band] ?? null, tasks, recorded));
  }
  return bands;
}

/** The calls whose prompts are longer than `above` tokens and not longer than `upTo`; null: no limit. */
function bandOf(
  tokens: TaskPrompts,
  minPrefix: number,
  above: number | null,
  upTo: number | null,
  tasks: readonly number[],
  recorded?: { band: number; steps: Steps },
): PromptBand {
  const { firstPrompt, growth, handoffs } = tokens;
  const warmPrefix = warmPrefixFor(tokens, minPrefix);
  const repeated = Math.min(tokens.outputPerCall, growth);
  const rows: BandOfTask[] | null = recorded ? [] : null;
  let calls = 0;
  let prompts = 0;
  let short = 0;
  let fresh = 0;
  let old = 0;
  let ownOutput = 0;
  for (const n of tasks) {
    const below = callsBelow(minPrefix, n, tokens);
    // The band is what the calls up to its last have sent, minus what those before its first have sent.
    const last = upTo === null ? n : callsUpTo(upTo, n, tokens);
    const before = above === null ? 0 : callsUpTo(above, n, tokens);
    const sentByLast = promptsOf(last, tokens);
    const sentBefore = promptsOf(before, tokens);
    const shortByLast = promptsOf(Math.min(last, below), tokens);
    const shortBefore = promptsOf(Math.min(before, below), tokens);
    const unseenByLast = Math.min(sentByLast - shortByLast, firstPrompt + growth * Math.max(0, last - 1));
    const unseenBefore = Math.min(sentBefore - shortBefore, firstPrompt + growth * Math.max(0, before - 1));

    const sent = sentByLast - sentBefore;
    const tooShort = shortByLast - shortBefore;
    const unseen = unseenByLast - warmPrefix * Math.min(1, last) - (unseenBefore - warmPrefix * Math.min(1, before));
    const seen = Math.max(0, sent - tooShort - unseen);
    // A handoff meets a cold cache: a prompt of average length is sent afresh.
    const afresh = n > 0 ? Math.min(seen, (handoffs * sent) / n) : 0;
    calls += last - before;
    prompts += sent;
    short += tooShort;
    fresh += unseen + afresh;
    old += seen - afresh;
    const own = repeated * (Math.max(0, last - below - 1) - Math.max(0, before - below - 1));
    ownOutput += own;
    record: rows?.push({
      ...{ bi: below, ci: last, ti: sentByLast, mi: Math.min(last, below), si: shortByLast },
      ...{ fi: unseenByLast - warmPrefix * Math.min(1, last), cbi: last - before, tbi: sent, sbi: tooShort },
      ...{ fbi: unseen, obi: own, seen, ai: afresh, ri: seen - afresh },
    });
  }
  const count = tasks.length;
  const means: PromptBand = {
    calls: calls / count,
    prompts: prompts / count,
    short: short / count,
    fresh: fresh / count,
    old: old / count,
    ownOutput: ownOutput / count,
  };
  record: if (recorded && rows) {
    const { band, steps } = recorded;
    if (band === 0) {
      const warm = 'of the first prompt, cached already';
      steps.step('warm', tokens.sharedPrefix >= minPrefix ? 'kept' : '0', warmPrefix, warm, 'tokens');
      steps.step('same', 'min(O, g)', repeated, 'of the growth, the output of the call before', 'tokens');
    }
    recordBand(steps, band, tokens, { minPrefix, upTo, isEmpty: tasks[0] === 0 }, rows, means);
  }
  return means;
}

/**
 * One of the equally likely tasks in a band, by the symbols of `explain`: `ci`, `ti`, `si` and `fi` are its calls,
 * prompts, too short prompts and unseen tokens up to the end of the band, `cbi` and so on those within it.
 */
type BandOfTask = Record<
  'bi' | 'ci' | 'ti' | 'mi' | 'si' | 'fi' | 'cbi' | 'tbi' | 'sbi' | 'fbi' | 'obi' | 'seen' | 'ai' | 'ri',
  number
>;

/** What is counted up to the end of each band, and so within it by a difference. */
const counted = { c: 'calls', t: 'prompts', s: 'prompts too short', f: 'unseen tokens', o: 'own output' } as const;
/** What the cost of each task is computed from. */
const ofTasks = { cbi: 'calls', tbi: 'prompts', sbi: 'prompts too short', ri: 'tokens sent again', obi: 'own output' };

/** The steps of `bandOf`, for all tasks at once: symbols that end in i are lists. */
function recordBand(
  steps: Steps,
  band: number,
  { firstPrompt, growth }: Prompts,
  { minPrefix, upTo, isEmpty }: { minPrefix: number; upTo: number | null; isEmpty: boolean },
  rows: readonly BandOfTask[],
  means: PromptBand,
): void {
  const list = (symbol: string, formula: string, name: keyof BandOfTask, what: string, unit: string) =>
    steps.step(
      symbol,
      formula,
      rows.map((row) => row[name]),
      what,
      unit,
    );
  const constant = (holds: boolean) => (holds ? 'ni' : '0 * ni');
  if (band === 0) {
    const below = growth === 0 ? constant(firstPrompt < minPrefix) : 'min(ni, max(0, ceil((M - B) / g)))';
    list('bi', below, 'bi', 'calls whose prompt is too short to be cached', 'calls');
  }
  if (upTo === null) list('ci', 'ni', 'ci', 'calls up to the longest prompt', 'calls');
  else {
    steps.given('W', upTo, 'a longer prompt is billed at the next prices', 'tokens', 'long-context prices');
    const within = growth === 0 ? constant(firstPrompt <= upTo) : 'min(ni, max(0, floor((W - B) / g) + 1))';
    list('ci', within, 'ci', 'calls up to this threshold', 'calls');
  }
  list('ti', promptsFormula('ci'), 'ti', 'their prompts', 'tokens');
  list('mi', 'min(ci, bi)', 'mi', 'of them, calls too short to be cached', 'calls');
  list('si', promptsFormula('mi'), 'si', 'their prompts', 'tokens');
  const unseen = 'min(ti - si, B + g * max(0, ci - 1)) - warm * min(1, ci)';
  list('fi', unseen, 'fi', 'tokens that the cache has not seen', 'tokens');
  const repeats = 'max(0, ci - bi - 1)';
  steps.let('oi', `same * ${repeats}`, 'of them, the output of calls before', 'tokens');
  for (const [of, what] of Object.entries(counted)) {
    const within = of === 'o' ? `same * (${repeats} - max(0, cli - bi - 1))` : `${of}i - ${of}li`;
    list(`${of}bi`, band === 0 ? `${of}i` : within, `${of as keyof typeof counted}bi`, `${what} of this band`, '');
  }
  list('ri', 'max(0, tbi - sbi - fbi)', 'seen', 'tokens sent again', 'tokens');
  list('ai', isEmpty ? '0 * ri' : 'min(ri, H * tbi / ni)', 'ai', 're-sent after a handoff', 'tokens');
  list('ri', 'ri - ai', 'ri', 'sent again and cached', 'tokens');
  for (const of of Object.keys(counted)) steps.let(`${of}li`, `${of}i`, 'for the next band', '');
  steps.step(`calls${band}`, 'mean(cbi)', means.calls, 'calls of a task in this band', 'calls');
  steps.step(`prompts${band}`, 'mean(tbi)', means.prompts, 'prompts of a task in this band', 'tokens');
  steps.step(`short${band}`, 'mean(sbi)', means.short, 'prompts too short to be cached', 'tokens');
  steps.step(`old${band}`, 'mean(ri)', means.old, 'tokens that the cache can hold', 'tokens');
  steps.step(`own${band}`, 'mean(obi)', means.ownOutput, 'output of calls before, in this band', 'tokens');
  for (const [of, what] of Object.entries(ofTasks)) {
    const values = rows.map((row) => row[of as keyof typeof ofTasks]);
    steps.detail(`${of[0]}${band}i`, of, values, `${what}, by task`, '');
  }
}

/** The prompts of a task: the first one, and how much longer each next one is. */
export interface Prompts {
  /** B: the first call's prompt. */
  firstPrompt: number;
  /** g: growth of the prompt from one call to the next. */
  growth: number;
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

/** Tokens of the first `calls` prompts of a task. */
export const promptsOf = (calls: number, { firstPrompt, growth }: Prompts): number =>
  calls * firstPrompt + (growth * calls * Math.max(0, calls - 1)) / 2;

/** The same as a formula, for a symbol that counts calls. */
export const promptsFormula = (calls: string): string => `${calls} * B + g * ${calls} * max(0, ${calls} - 1) / 2`;

/** How many of `calls` have a prompt of at most `limit` tokens: the prompts grow, so they are the first ones. */
function callsUpTo(limit: number, calls: number, { firstPrompt, growth }: Prompts): number {
  if (growth === 0) return firstPrompt <= limit ? calls : 0;
  return Math.min(calls, Math.max(0, Math.floor((limit - firstPrompt) / growth) + 1));
}

/** How many of `calls` have a prompt shorter than `limit` tokens. */
function callsBelow(limit: number, calls: number, { firstPrompt, growth }: Prompts): number {
  if (growth === 0) return firstPrompt < limit ? calls : 0;
  return Math.min(calls, Math.max(0, Math.ceil((limit - firstPrompt) / growth)));
}
