/**
 * The input of a task as a provider bills it: by long-context price, and within each price by whether tokens are too
 * short to be cached, sent for the first time, or sent again. It depends only on the work, the shortest cacheable
 * prefix and the thresholds, so models with the same values share it.
 */
/** The prompts of one run of a task, before retries. */
export interface TaskPrompts extends Prompts {
  /** Calls of equally likely tasks, fewest first; their mean is that of all tasks. */
  taskCalls: readonly number[];
  /** H: calls that find a cold cache because another agent took over. */
  handoffs: number;
  /** The part of the first prompt that another task left in the cache. */
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
 * first prompt reaches, and thresholds that no prompt reaches, cut nothing: there may be fewer bands than prices.
 */
export function bandsFor(tokens: TaskPrompts, model: { minPrefixTokens: number; thresholds: readonly number[] }) {
  const minPrefix = model.minPrefixTokens <= tokens.firstPrompt ? 0 : model.minPrefixTokens;
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
): PromptBand[] {
  const bands: PromptBand[] = [];
  for (let band = 0; band <= limits.length; band++) {
    bands.push(bandOf(tokens, minPrefix, limits[band - 1] ?? null, limits[band] ?? null, tasks));
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
): PromptBand {
  const { firstPrompt, growth, handoffs } = tokens;
  const warmPrefix = firstPrompt >= minPrefix ? tokens.warmPrefix : 0;
  const repeated = Math.min(tokens.outputPerCall, growth);
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
    ownOutput += repeated * (Math.max(0, last - below - 1) - Math.max(0, before - below - 1));
  }
  const count = tasks.length;
  return {
    calls: calls / count,
    prompts: prompts / count,
    short: short / count,
    fresh: fresh / count,
    old: old / count,
    ownOutput: ownOutput / count,
  };
}

/** The prompts of a task: the first one, and how much longer each next one is. */
export interface Prompts {
  /** B: the first call's prompt. */
  firstPrompt: number;
  /** g: growth of the prompt from one call to the next. */
  growth: number;
}

/** Tokens of the first `calls` prompts of a task. */
export const promptsOf = (calls: number, { firstPrompt, growth }: Prompts): number =>
  calls * firstPrompt + (growth * calls * Math.max(0, calls - 1)) / 2;

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
