/** Notes on an estimate: prompts and the context window, compactions, and prices of long prompts. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { mostOfWindow } from '../model/assumptions.ts';
import type { ModelBill } from '../model/bill.ts';
import { answerFits, holdsWork } from '../model/limits.ts';
import { compactAtOn, largestPrompt, peakOf, type Shape } from '../model/shape.ts';
import { acrossBands } from '../model/used.ts';
import type { Work } from '../model/work.ts';
import type { Priced } from '../pricing/price-notes.ts';
import { firstPromptOf } from '../schemas/request-fields.ts';
import { roughly, whole } from '../values/rounded.ts';

/** Leads where fewer than half of the tasks fit. */
export function doesNotFit({ model, bill: { run }, fits }: Subject) {
  if (holdsWork(fits) || run.shape.calls === 0 || !answerFits(model.facts, run.shape.outputPerCall)) return null;
  const answer =
    run.shape.outputPerCall === 0 ? '' : ` with an answer of ${whole(Math.ceil(run.shape.outputPerCall))},`;
  return `The largest prompt, ${whole(Math.ceil(peakOf(run.shape)))} tokens in a task of mean length,${answer} does not fit the context of ${whole(model.facts.contextWindow)}.`;
}

export function answerTooLong({ model, bill: { run } }: Subject) {
  const { maxOutputTokens } = model.facts;
  if (run.shape.calls === 0 || maxOutputTokens === null || answerFits(model.facts, run.shape.outputPerCall))
    return null;
  return `The answer of a call, ${whole(Math.ceil(run.shape.outputPerCall))} tokens, is longer than the longest that the model writes, ${whole(maxOutputTokens)}. It is priced as if it were written.`;
}

/** Leads where most tasks fit, but not all. */
export function longTasksDoNotFit({ model, bill: { run }, fits }: Subject) {
  if (!holdsWork(fits) || fits === 1) return null;
  const longest = largestPrompt(run.shape, run.shape.tasks.calls.at(-1) as number);
  const { contextWindow } = model.facts;
  return `About one task in ${Math.round(1 / (1 - fits))} is so long that it does not fit the context of ${whole(contextWindow)}: prompts reach ${whole(Math.ceil(longest))} tokens. It is priced as if it did.`;
}

/** Compactions of a task. */
const compactionsIn = ({ run }: Subject['bill']): number => acrossBands(run.bands, 'compactions');

export function compactedEarlier({ work, model, bill }: Subject) {
  const { compactAtTokens } = work.workflow;
  const at = compactAtOn(work.workflow, model.facts.contextWindow);
  if (at === null || at === compactAtTokens || compactionsIn(bill) === 0) return null;
  return `The transcript is compacted at ${whole(at)} tokens, ${100 * mostOfWindow} % of the context, which is less than compactAtTokens.`;
}

/** A transcript that is hardly shorter after a compaction is compacted again at once. */
export function compactsEveryCall({ work, model, bill }: Subject) {
  const { later, growth } = bill.run.shape;
  if (later === null || later.calls >= 2 || compactionsIn(bill) === 0) return null;
  const at = compactAtOn(work.workflow, model.facts.contextWindow) as number;
  return `Every call after the first compaction compacts the transcript again: it is left with ${whole(later.start)} tokens (compactedToTokens), a call adds ${whole(Math.round(growth))}, and it is compacted at ${whole(at)}.`;
}

/** A preset's compaction is of no use to a workflow whose first prompt is longer. */
export function neverCompacted({ work: { workflow }, bill }: Subject) {
  const first = firstPromptOf(workflow);
  const { compactAtTokens } = workflow;
  if (compactAtTokens === null || compactAtTokens > first || bill.run.shape.calls <= 1) return null;
  return `The transcript is never compacted: the first prompt, ${whole(first)} tokens, is as long as compactAtTokens, ${whole(compactAtTokens)}, already.`;
}

export function keptPrefixIsLonger({ work: { workflow }, bill }: Subject) {
  const { compactedToTokens: asked } = workflow;
  const { later, sharedPrefix }: Shape = bill.run.shape;
  if (asked === null || later === null || asked >= sharedPrefix || compactionsIn(bill) === 0) return null;
  return `compactedToTokens, ${whole(asked)}, is less than system prompt and tool definitions, which no compaction shortens: ${whole(sharedPrefix)} tokens are left instead.`;
}

/** A negative binomial of more than this is not met where transcripts are compacted: docs/evidence.md has the figures. */
const mostSpreadCompacted = 2;

export function spreadNotMet({ work: { workflow }, bill }: Subject) {
  if (workflow.callDispersion <= mostSpreadCompacted || compactionsIn(bill) === 0) return null;
  return `With a callDispersion above ${mostSpreadCompacted}, estimates of work whose transcript is compacted are too low if calls follow a negative binomial: by a sixth at 25, in simulations.`;
}

export function longContext({ model, bill }: Subject) {
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
  return `${roughly(over)} of ${roughly(bill.run.shape.calls)} calls send more than ${whole(first)} tokens and are billed at the ${at}.`;
}

/** What the notes of an estimate are about. */
export interface Subject extends Priced {
  catalog: Catalog;
  work: Work;
  bill: ModelBill;
  /** The bill with prompt caching on; null: it is on already, or not offered. */
  cached: ModelBill | null;
  /** Share of the tasks whose largest prompt fits the context window. */
  fits: number;
}

/** A note on an estimate; null: it does not apply. */
export type Rule = (subject: Subject) => string | null;

export const atTier = ({ terms: { serviceTier } }: CatalogModel): string =>
  serviceTier === 'standard' ? '' : ` on ${serviceTier} terms`;
