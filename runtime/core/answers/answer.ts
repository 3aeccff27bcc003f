/** The answer to a request, on its own so that a page can interpret requests before it has loaded the answers. */
import { workOf } from '../model/work.ts';
import { estimateOf } from './estimate.ts';
import { rankingOf } from './ranking.ts';
import type { ResolvedRequest } from './resolved-request.ts';
import type { Estimate } from './schemas/estimate-schema.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

export const answer = (asked: ResolvedRequest): Estimate | Ranking =>
  asked.compare
    ? rankingOf(asked.sold, workOf(asked.preset, asked.workflow, asked.given, asked.fittedTo))
    : estimateFor(asked);

/** The estimate for a request, whether or not it asks for a ranking: pages that rank nothing load no ranking. */
export const estimateFor = ({ sold, preset, model, workflow, given, fittedTo }: ResolvedRequest): Estimate =>
  estimateOf(sold, workOf(preset, workflow, given, fittedTo), model);
