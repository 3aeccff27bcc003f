/** Shapes of the calls behind an estimate: a log that has not happened yet. */
import type { FromSchema } from 'json-schema-to-ts';
import { billableUnits, byUnit } from '../../schemas/billable-units.ts';
import { serviceTiers } from '../../schemas/levels.ts';
import { arrayOf, named } from '../../schemas/shape.ts';
import { daySchema } from '../../values/day.ts';

const string = { type: 'string' } as const;
const stringOrNull = { type: ['string', 'null'] } as const;
const amount = { type: 'number', minimum: 0 } as const;

/** Says what a file is, since its counts have decimals and are weighted. */
export const expectedCallsFormat = 'agent-cost-calls';

export const expectedCall = named('ExpectedCall', 'A call of a task with its mean counts, which need not be whole.', {
  call: {
    type: 'integer',
    minimum: 0,
    description: 'Its number, from 1; a call that compacts the transcript has that of the call before it.',
  },
  compacts: { type: 'boolean', description: 'Whether it compacts the transcript.' },
  retried: { type: 'boolean', description: 'Whether it repeats a failed call; it then uses no tool again.' },
  weight: {
    ...amount,
    description: 'How often a task makes it on average; the counts are those of one such call, before it is applied.',
  },
  ...byUnit(billableUnits, 'count', ({ counted }) => ({ ...amount, description: `${counted}.` }) as const),
});

export const expectedCalls = named('ExpectedCalls', 'The calls that an estimate is the bill of.', {
  format: { const: expectedCallsFormat, description: 'What a file with these calls is read as.' },
  datasetVersion: string,
  presetId: string,
  model: { ...string, description: 'Id of the model.' },
  host: { ...stringOrNull, description: 'Who serves it; null: its maker.' },
  day: { ...daySchema, description: 'day (UTC) whose prices apply' },
  serviceTier: {
    enum: serviceTiers,
    description: 'As priced: standard where the model is not sold at the level asked.',
  },
  region: { ...stringOrNull, description: 'As priced; null: bound to no place.' },
  costPerTask: { ...amount, description: 'USD of the estimate, which the calls are billed to.' },
  callsPerTask: { ...amount, description: 'Mean calls of a task, without those that compact and without retries.' },
  unpriced: {
    ...arrayOf(string),
    description: 'Tools whose fee is unknown: their uses are in no call, as their fee is in no estimate.',
  },
  meanTask: { ...arrayOf(expectedCall), description: 'The calls of a task of mean length, without retries.' },
  calls: { ...arrayOf(expectedCall), description: 'The calls of all tasks, each with its weight, and their retries.' },
});

export type ExpectedCall = FromSchema<typeof expectedCall>;
export type ExpectedCalls = FromSchema<typeof expectedCalls>;
