/** How each provider's page shows its prices: `data/lists/pages.json`, and programs for pages that no description fits. */
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { listNamed } from '../lists.ts';
import type { Provider } from './description.ts';
import { programs } from './programs.ts';

/** The value with a regular expression for every text between slashes. */
const withPatterns = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => {
    const [, source, flags] = typeof one === 'string' ? (/^\/(.+)\/([a-z]*)$/.exec(one) ?? []) : [];
    return source === undefined ? one : new RegExp(source, flags);
  });

export const providers = (withPatterns(listNamed<{ pages: object[] }>('pages').pages) as Provider[]).map((one) => {
  const program = lookUp(programs, one.id);
  return program === undefined ? one : { ...one, program };
});
