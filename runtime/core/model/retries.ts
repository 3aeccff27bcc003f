/** What retried calls add to a task. */
import type { Workflow } from '../schemas/request-fields.ts';

/** A client library retries a failed call at most twice, so a share r of failures costs r + r^2 more. */
export const retryShare = (workflow: Workflow): number => {
  const r = workflow.retryRatePct / 100;
  return r + r * r;
};
