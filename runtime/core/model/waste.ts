/** Spend that produced nothing, by cause (COST-MODEL, "Waste"). */

/** A task's cost in USD, unrounded, as its faults are switched on one after another; retries come last. */
export interface CostSteps {
  faultless: number;
  withHallucinatedTools: number;
  withTimeoutLoops: number;
}

export const causes = ['hallucinatedTools', 'timeoutLoops', 'retries', 'taskFailures'] as const;

/**
 * USD wasted by each of `causes`, in that order; each is 0 or more, and together they are at most the cost of the task.
 * Measured failing runs cost about 1.9 times a successful one, so taskFailures is a lower bound.
 * @param retryShare r + r^2
 * @param failureShare share of tasks whose result is worthless, 0 to 1
 */
export function wasteByCause(steps: CostSteps, retryShare: number, failureShare: number): number[] {
  const run = steps.withTimeoutLoops;
  // More calls can lift a prompt over the minimum cacheable prefix and make the task cheaper: then a fault wastes nothing.
  const faults = Math.max(0, run - steps.faultless);
  const hallucinatedTools = Math.min(faults, Math.max(0, steps.withHallucinatedTools - steps.faultless));
  const timeoutLoops = faults - hallucinatedTools;
  const retries = retryShare * run;
  const taskFailures = failureShare * (run - faults);
  return [hallucinatedTools, timeoutLoops, retries, taskFailures];
}
