/** The words that answers use for what they tell apart, apart from what computes it: a schema needs no cost model. */

import type { WorkflowField } from './request-fields.ts';

export const errorQuestions = ['formula', 'fitted', 'preset'] as const;
export const errorBases = ['measured', 'unseen', 'otherOwners', 'boards', 'ownRuns'] as const;

/** The changes that advice may name. */
export const leverNames = [
  'effort',
  'promptCaching',
  'cacheablePrompt',
  'turns',
  'toolResults',
  'output',
  'coldCalls',
  'compactEarlier',
  'compactLater',
  'batch',
  'faults',
] as const;

interface Cause {
  name: string;
  /** One sentence for OpenAPI and the schemas. */
  description: string;
  /** A few words for `explain`. */
  label: string;
}

/**
 * A fault makes a run longer: its waste is the difference that its field of the workflow makes. Switched on one after
 * another, in this order, so that nothing is counted twice.
 */
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
] as const satisfies (Cause & { field: WorkflowField })[];

export const causes = [
  ...faults,
  { name: 'retries', description: 'Retried calls.', label: 'retries' },
  {
    name: 'taskFailures',
    description: 'Runs that fail, at the mean cost of a run; a note says what failed runs of this kind of work cost.',
    label: 'failed tasks',
  },
] as const satisfies Cause[];
