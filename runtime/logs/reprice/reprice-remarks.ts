/** What had to change because the other model does not offer it, in sentences. */
import { whole } from '../../core/values/rounded.ts';
import type { Repriced } from './reprice.ts';

export const repriceRemarks = ({ model, unpriced, tooLong, withoutCache, atStandard }: Repriced): string[] =>
  [
    [unpriced, 'have no price there and are left out'],
    [tooLong, `have prompts longer than the context window of ${model}: it could not have handled them`],
    [withoutCache, 'read from a cache, for which it has no price: those tokens are billed as uncached input'],
    [atStandard, 'use a level of service that it does not have: its standard one is used'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${whole(count as number)} calls ${what}.`]));
