/**
 * The input of a task by what a provider bills: by long-context price, and within it tokens too short to be cached,
 * seen for the first time, or sent again. It depends on the work, the shortest cacheable prefix and the thresholds
 * alone, so models that share these share it.
 */
/** The prompts of one run of a task, before retries. */
export interface TaskPrompts extends Prompts {
  /** Calls of equally likely tasks, fewest first; their mean is that of all tasks. */
  taskCalls: readonly number[];
  /** H: calls that meet a cold cache because another agent took over. */
  handoffs: number;
  /** What of the first prompt another task left in the cache. */
  warmPrefix: number;
  /** O: output of a call. */
  outputPerCall: number;
  /** The prompts cut as models cut them, kept by `bandsFor`: many models cut alike. */
  cuts: Cut[];
}

/** Means over tasks. `short`, `fresh` and `old` add up to the prompts. */
export interface PromptBand {
  calls: number;
  prompts: number;
  /** Tokens of prompts below the shortest prefix that is cached. */
  short: number;
  /** Tokens that the cache has not seen: the first prompt, what each later one adds, and all of it after a handoff. */
  fresh: number;
  /** Tokens that an earlier call sent, or another task where the prefix is warm. */
  old: number;
  /** What of `fresh` is the model's own output of the call before. */
  ownOutput: number;
}

/** How a model cuts prompts: the shortest prefix that it caches and its thresholds, in tokens; and what comes of it. */
export interface Cut {
  minPrefix: number;
  limits: readonly number[];
  bands: readonly PromptBand[];
}

const noLimits: readonly number[] = [];

/**
 * The bands of a model, worked out once for all models that cut these prompts alike. A shortest prefix that the first
 * prompt reaches, and thresholds that no prompt reaches, cut nothing: there are fewer bands than prices then.
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
 * @returns one band more than there are limits
 */
export function promptBands(tokens: TaskPrompts, minPrefix: number, limits: readonly number[]): PromptBand[] {
  const { taskCalls, firstPrompt, growth, handoffs, outputPerCall } = tokens;
  const warmPrefix = firstPrompt >= minPrefix ? tokens.warmPrefix : 0;
  const repeated = Math.min(outputPerCall, growth);
  const bands: PromptBand[] = [];
  for (let band = 0; band <= limits.length; band++) {
    bands.push({ calls: 0, prompts: 0, short: 0, fresh: 0, old: 0, ownOutput: 0 });
  }
  for (const n of taskCalls) {
    const below = callsBelow(minPrefix, n, tokens);
    // Of the calls so far: of the lower bands, and then of this one too. No list of them, which would cost more than the sums.
    let callsBefore = 0;
    let promptsBefore = 0;
    let shortBefore = 0;
    let freshBefore = 0;
    let ownBefore = 0;
    for (let band = 0; band <= limits.length; band++) {
      const calls = band < limits.length ? callsUpTo(limits[band] as number, n, tokens) : n;
      const prompts = promptsOf(calls, tokens);
      const short = promptsOf(Math.min(calls, below), tokens);
      const unseen = Math.min(prompts - short, firstPrompt + growth * Math.max(0, calls - 1));
      const fresh = unseen - warmPrefix * Math.min(1, calls);
      const own = repeated * Math.max(0, calls - below - 1);

      const sent = prompts - promptsBefore;
      const old = Math.max(0, sent - (short - shortBefore) - (fresh - freshBefore));
      // A handoff meets a cold cache: a prompt of average length is sent afresh.
      const afresh = n > 0 ? Math.min(old, (handoffs * sent) / n) : 0;
      const sum = bands[band] as PromptBand;
      sum.calls += calls - callsBefore;
      sum.prompts += sent;
      sum.short += short - shortBefore;
      sum.fresh += fresh - freshBefore + afresh;
      sum.old += old - afresh;
      sum.ownOutput += own - ownBefore;
      callsBefore = calls;
      promptsBefore = prompts;
      shortBefore = short;
      freshBefore = fresh;
      ownBefore = own;
    }
  }
  for (const sum of bands) {
    sum.calls /= taskCalls.length;
    sum.prompts /= taskCalls.length;
    sum.short /= taskCalls.length;
    sum.fresh /= taskCalls.length;
    sum.old /= taskCalls.length;
    sum.ownOutput /= taskCalls.length;
  }
  return bands;
}

/** The prompts of a task: its first, and by how much the next is longer. */
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
