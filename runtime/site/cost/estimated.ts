/** The whole estimate behind the figures of the page, with its notes and what would be cheaper: computed when first shown. */
import { adviceFor, estimateFor } from '../../core/answers/answer.ts';
import type { Advice } from '../../core/answers/schemas/advice-schema.ts';
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import { memoize } from '../../core/values/memoize.ts';
import type { Answered } from './evaluate-form.ts';

export interface Estimated extends Answered {
  estimate: Estimate;
  advice: Advice;
}

export const estimated = memoize(
  (answered: Answered): Estimated => ({
    ...answered,
    estimate: estimateFor(answered.question),
    advice: adviceFor(answered.question),
  }),
);
