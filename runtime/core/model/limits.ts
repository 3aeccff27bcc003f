/** What a model takes and writes in one call. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { upTo } from '../pricing/call-rates.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import { roundHalfUp } from '../values/money.ts';
import { knowsFees } from './cost.ts';
import { largestCalls, type Shape } from './shape.ts';
import { shareOf } from './spread.ts';
import { type Work, workOn } from './work.ts';

export type Limits = Pick<ModelFile, 'contextWindow' | 'maxOutputTokens'>;

/** Whether the answer of a call, in tokens, is no longer than the longest that the model writes; no limit stated: yes. */
export const answerFits = ({ maxOutputTokens }: Limits, answer: number): boolean =>
  maxOutputTokens === null || answer <= upTo(maxOutputTokens);

/** The share of tasks that a model can do, if answers of mean length are allowed: those whose calls fit its window. */
export function fitsShareOf(shape: Shape, limits: Limits, largest: readonly number[] = largestCalls(shape)): number {
  if (!answerFits(limits, shape.outputPerCall)) return 0;
  const window = upTo(limits.contextWindow);
  if ((largest[largest.length - 1] as number) <= window) return 1;
  let share = 0;
  for (let task = 0; (largest[task] as number) <= window; task++) share += shareOf(shape.tasks, task);
  return share;
}

/** `fitsShareOf` the work on a model, 0 to 1, to four decimals. */
export const fitsShare = (work: Work, model: CatalogModel): number => fitsOwn(workOn(work, model), model.facts);

/** The same of work as the model does it. */
export function fitsOwn({ shape, largestCalls }: Work, limits: Limits): number {
  const share = fitsShareOf(shape, limits, largestCalls());
  return share === 1 ? 1 : roundHalfUp(share * 1e4) / 1e4;
}

/** Whether a model can take on work of which it holds this share of the tasks. */
export const holdsWork = (fits: number): boolean => fits >= 0.5;

/** Whether it can, and its fees are known: without one that it pays it would seem cheaper. */
export const isWhole = (model: CatalogModel, { workflow }: Work, fits: number): boolean =>
  holdsWork(fits) && knowsFees(workflow, model);
