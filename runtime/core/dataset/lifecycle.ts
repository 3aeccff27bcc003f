/** The lifecycle stage of a model on a day (YYYY-MM-DD, UTC). */
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import { knownSince } from './sources.ts';

export type Status = 'active' | 'deprecated' | 'shutDown';

/** Shut down from the day `shutDown` on; deprecated from `deprecatedOn` on. A guarantee (`notBefore`) has no effect. */
export function statusOn({ lifecycle }: Pick<ModelFile, 'lifecycle'>, day: string): Status {
  if (lifecycle === undefined) return 'active';
  const { shutDown, deprecatedOn } = lifecycle;
  if (shutDown !== null && shutDown <= day) return 'shutDown';
  return deprecatedOn !== null && deprecatedOn <= day ? 'deprecated' : 'active';
}

/** The first day on which the model is known to have existed: its release, or the oldest source that names it. */
export function firstKnownDay({ releaseDate, prices }: Pick<ModelFile, 'releaseDate' | 'prices'>): string {
  if (releaseDate !== null) return releaseDate;
  return prices.map(knownSince).sort()[0] as string;
}
