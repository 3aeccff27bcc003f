/** Spend that produced nothing, by cause. */
import type { WorkflowField } from '../schemas/request-fields.ts';

/** What the waste of a task depends on, in unrounded USD of one run, before retries. */
export interface Spent {
  /** A run with every fault. */
  run: number;
  /** Its tokens alone, which a retry pays again. */
  tokens: number;
  /** What the faults add to the run. */
  faults: number;
  /** r + r^2: what retries add to a run. */
  retryShare: number;
  /** Share of tasks whose result is worthless, 0 to 1. */
  failureShare: number;
}

interface About {
  name: string;
  /** One sentence for OpenAPI and the schemas. */
  description: string;
  /** A few words for `explain`. */
  label: string;
}

/** A fault makes a run longer. Its waste is the difference that its field of the workflow makes. */
interface Fault extends About {
  field: WorkflowField;
}

/** Any other cause. */
interface OtherCause extends About {
  usd: (spent: Spent) => number;
}

/** Switched on one after another, in this order, so that nothing is counted twice. */
export const faults = [
  {
    name: 'hallucinatedTools',
    description: 'Invalid tool calls and the calls that correct them.',
    label: 'invalid tool calls',
    field: 'hallucinatedToolPct',
  },
  {
    name: 'timeoutLoops',
    description: 'Fruitless loops.',
    label: 'timeout loops',
    field: 'timeoutLoopsPerTask',
  },
] as const satisfies Fault[];

const otherCauses = [
  {
    name: 'retries',
    description: 'Retried calls.',
    label: 'retries',
    usd: ({ tokens, retryShare }) => retryShare * tokens,
  },
  {
    name: 'taskFailures',
    description: 'Runs that fail, at the mean cost of a run; a note says what failed runs of this kind of work cost.',
    label: 'failed tasks',
    usd: ({ run, faults, failureShare }) => failureShare * (run - faults),
  },
] as const satisfies OtherCause[];

export const causes = [...faults, ...otherCauses] as const;

/**
 * USD wasted by each of `causes`, in that order; each is 0 or more, and together they are at most the cost of the task.
 * @param runs unrounded USD of a run without faults, with the first fault, and so on up to all faults
 * @param tokens unrounded USD of the tokens of the last step
 * @param wasted receives the amounts
 */
export function wasteByCause(
  runs: readonly number[],
  tokens: number,
  retryShare: number,
  failureShare: number,
  wasted: number[] = new Array<number>(causes.length).fill(0),
): number[] {
  const run = runs[faults.length] as number;
  // More calls can lift a prompt over the minimum cacheable prefix and make the task cheaper: such a fault wastes nothing.
  const added = Math.max(0, run - (runs[0] as number));
  let rest = added;
  for (let i = 1; i < faults.length; i++) {
    const usd = Math.min(rest, Math.max(0, (runs[i] as number) - (runs[i - 1] as number)));
    wasted[i - 1] = usd;
    rest -= usd;
  }
  wasted[faults.length - 1] = rest;
  const spent: Spent = { run, tokens, faults: added, retryShare, failureShare };
  for (let i = faults.length; i < causes.length; i++) {
    wasted[i] = (otherCauses[i - faults.length] as OtherCause).usd(spent);
  }
  return wasted;
}
