/** The answer to a request, on its own so that a page can interpret requests before it has loaded the answers. */
import { workFor } from '../model/work.ts';
import { adviceOf } from './advice.ts';
import { estimateOf } from './estimate.ts';
import { rankingOf } from './ranking.ts';
import type { ResolvedRequest } from './resolved-request.ts';
import type { Advice } from './schemas/advice-schema.ts';
import type { Estimate } from './schemas/estimate-schema.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

export const answer = (asked: ResolvedRequest): Estimate | Ranking =>
  asked.compare ? rankingFor(asked) : estimateFor(asked);

/** The estimate for a request, whether or not it asks for a ranking: pages that rank nothing load no ranking. */
export const estimateFor = (asked: ResolvedRequest): Estimate => estimateOf(asked.sold, workFor(asked), asked.model);

/** The ranking for a request, whether or not it asks for one. */
export const rankingFor = (asked: ResolvedRequest): Ranking =>
  rankingOf(asked.sold, workFor(asked), asked.model, asked.sort, asked.top);

/** What would be cheaper than a request. */
export const adviceFor = (asked: ResolvedRequest): Advice =>
  adviceOf(asked.sold, workFor(asked), asked.model, asked.implied);
