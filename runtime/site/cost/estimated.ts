/** The whole estimate behind the figures of the page: with its advice and notes, computed when it is first shown. */
import { estimateFor } from '../../core/answers/answer.ts';
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import { memoize } from '../../core/values/memoize.ts';
import type { Answered } from './evaluate-form.ts';

export interface Estimated extends Answered {
  estimate: Estimate;
}

export const estimated = memoize(
  (answered: Answered): Estimated => ({
    ...answered,
    estimate: estimateFor(answered.question),
  }),
);
