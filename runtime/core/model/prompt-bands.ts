/**
 * The input of a task by what a provider bills: by long-context price, and within it tokens too short to be cached,
 * seen for the first time, or sent again. It depends on the work, the shortest cacheable prefix and the thresholds
 * alone, so models that share these share it.
 */
import { callsBelow, callsUpTo, promptsOf, type TaskTokens } from './tokens.ts';

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

/**
 * @param minPrefix shortest prefix that is cached, in tokens; 0: no minimum
 * @param limits thresholds in tokens, ascending; a call whose prompt is longer belongs to the next band
 * @returns one band more than there are limits
 */
export function promptBands(tokens: TaskTokens, minPrefix: number, limits: readonly number[]): PromptBand[] {
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
