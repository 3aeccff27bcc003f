/** What a model takes and writes in one call. */
import type { CatalogModel } from '../dataset/catalog.ts';
import { upTo } from '../pricing/call-rates.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import { roundHalfUp } from '../values/money.ts';
import { knowsFees } from './cost.ts';
import { largestPrompt, type Shape } from './shape.ts';
import { shareOf } from './spread.ts';
import { type Work, workOn } from './work.ts';

type Limits = Pick<ModelFile, 'contextWindow' | 'maxOutputTokens'>;

/** Whether the answer of a call, in tokens, is no longer than the longest that the model writes; no limit stated: yes. */
export const answerFits = ({ maxOutputTokens }: Limits, answer: number): boolean =>
  maxOutputTokens === null || answer <= upTo(maxOutputTokens);

/** Whether the window holds the largest prompt of a task of `calls` calls and the answer to it. */
const windowFits = ({ contextWindow }: Limits, shape: Shape, calls: number): boolean =>
  largestPrompt(shape, calls) + shape.outputPerCall <= upTo(contextWindow);

/** Whether a task of `calls` calls can be done: each answer is possible, and window enough for the largest call. */
const taskFits = (limits: Limits, shape: Shape, calls: number): boolean =>
  answerFits(limits, shape.outputPerCall) && windowFits(limits, shape, calls);

/** The share of tasks that a model can do, if answers of mean length are allowed. */
export function fitsShareOf(shape: Shape, limits: Limits): number {
  const { tasks } = shape;
  // Ascending: if the last one fits, all do.
  let fitting = tasks.calls.length;
  while (fitting > 0 && !taskFits(limits, shape, tasks.calls[fitting - 1] as number)) fitting--;
  if (fitting === tasks.calls.length) return 1;
  let share = 0;
  for (let task = 0; task < fitting; task++) share += shareOf(tasks, task);
  return share;
}

/** `fitsShareOf` the work on a model, 0 to 1, to four decimals. */
export const fitsShare = (work: Work, model: CatalogModel): number =>
  roundHalfUp(fitsShareOf(workOn(work, model).shape, model.facts) * 1e4) / 1e4;

/** Whether a model can take on work of which it holds this share of the tasks. */
export const holdsWork = (fits: number): boolean => fits >= 0.5;

/** Whether it can, and its fees are known: without one that it pays it would seem cheaper. */
export const isWhole = (model: CatalogModel, { workflow }: Work, fits: number): boolean =>
  holdsWork(fits) && knowsFees(workflow, model);
