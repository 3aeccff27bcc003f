/** Notes on an estimate: prompts and the context window, compactions, and prices of long prompts. */
import { mostOfWindow } from '../model/assumptions.ts';
import { compactAtOn, largestPrompt } from '../model/compaction.ts';
import { roughly, whole } from '../values/rounded.ts';
import type { Subject } from './note-subject.ts';

export function doesNotFit({ model, bill: { run }, fits }: Subject) {
  if (fits || run.tokens.calls === 0) return null;
  return `The largest prompt, ${whole(Math.ceil(run.tokens.peak))} tokens, does not fit the context window of ${whole(model.facts.contextWindow)}.`;
}

/** The estimate is a mean over tasks; `doesNotFit` is about one of as many calls as the mean. */
export function longTasksDoNotFit({ model, bill: { run }, fits }: Subject) {
  const { taskCalls, taskShares, compaction } = run.tokens;
  const window = model.facts.contextWindow;
  const longest = largestPrompt(taskCalls.at(-1) as number, run.tokens, compaction);
  if (!fits || longest <= window) return null;
  let share = 0;
  taskCalls.forEach((calls, i) => {
    if (largestPrompt(calls, run.tokens, compaction) > window) share += (taskShares?.[i] ?? 1) / taskCalls.length;
  });
  return `About one task in ${Math.round(1 / share)} is so long that it does not fit the context window of ${whole(window)}: prompts reach ${whole(Math.ceil(longest))} tokens. It is priced as if it did.`;
}

export function compactedEarlier({ work, model, bill }: Subject) {
  const { compactAtTokens } = work.workflow;
  const at = compactAtOn(work.workflow, model.facts.contextWindow);
  if (at === null || at === compactAtTokens || bill.run.tokens.compactions === 0) return null;
  return `The transcript is compacted at ${whole(at)} tokens, ${100 * mostOfWindow} % of the context window, which is less than compactAtTokens.`;
}

/** A transcript that is hardly shorter after a compaction is compacted again at once. */
export function compactedToTooMuch({ work, model, bill }: Subject) {
  const { compactedToTokens } = work.workflow;
  const at = compactAtOn(work.workflow, model.facts.contextWindow);
  if (at === null || compactedToTokens === null || compactedToTokens < at || bill.run.tokens.compactions === 0)
    return null;
  return `compactedToTokens is ${whole(compactedToTokens)}, and the transcript is compacted at ${whole(at)} tokens: nearly every call compacts it again.`;
}

/** A negative binomial of more than this is not met where transcripts are compacted: docs/cost-model.md has the figures. */
const mostSpreadCompacted = 2;

export function spreadNotMet({ work: { workflow }, bill: { run } }: Subject) {
  if (workflow.callDispersion <= mostSpreadCompacted || run.tokens.compactions === 0) return null;
  return `With a callDispersion above ${mostSpreadCompacted}, estimates of work whose transcript is compacted are too low if calls follow a negative binomial: by a sixth at 25, in simulations.`;
}

export function longContext({ model, bill }: Subject) {
  const { tokens } = bill.run;
  const first = model.thresholds[0];
  let over = 0;
  for (const { calls } of bill.run.bands.slice(1)) over += calls;
  if (first === undefined || over === 0) return null;
  const { serviceTier } = model.terms;
  const tier = serviceTier === 'standard' ? undefined : model.listPrice.serviceTiers?.[serviceTier];
  const at =
    tier?.longContext.length === 0
      ? `standard long-context price, since ${serviceTier} is not offered there`
      : 'long-context price';
  return `${roughly(over)} of ${roughly(tokens.calls)} calls send more than ${whole(first)} tokens and are billed at the ${at}.`;
}
