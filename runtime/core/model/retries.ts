/** What retried calls add to a task. */
import type { Workflow } from '../schemas/request-fields.ts';
import type { Steps } from '../values/steps.ts';

/** A client library retries a failed call at most twice, so a share r of failures costs r + r^2 more. */
export const retryShare = (workflow: Workflow, steps?: Steps): number => {
  const r = workflow.retryRatePct / 100;
  const share = r + r * r;
  record: steps?.step('rho', 'r + r * r', share, 'calls added by retries: a client tries again at most twice', 'share');
  record: steps?.step('m', '1 + rho', 1 + share, 'retry factor', 'times');
  return share;
};
