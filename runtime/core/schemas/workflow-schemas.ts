/** The work that is priced: workflow values, assumptions, and the effect of a reasoning effort. */

import type { FromSchema } from 'json-schema-to-ts';
import { efforts } from './levels.ts';
import { assumptionFields, workflowFields } from './request-fields.ts';
import { named } from './shape.ts';
import { count, string } from './units.ts';

export const workflow = named('Workflow', 'All values after overrides.', workflowFields);

/** The maximum of an input does not apply to answers. */
const withoutMaximum = <const Fields extends Record<string, { maximum: number }>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { maximum: _, ...schema }]) => [name, schema])) as unknown as {
    readonly [Name in keyof Fields]: Omit<Fields[Name], 'maximum'>;
  };
export const presetAssumptions = withoutMaximum(assumptionFields);

export const workAssumptions = {
  callsPerTask: {
    type: 'number',
    minimum: 0,
    description:
      'Model calls actually made, including faults but not retries; in a ranking, those at effort high. Absent: modelCallsPerTask.',
  },
  webSearchesPerTask: {
    type: 'number',
    minimum: 0,
    description:
      'Web searches actually made, including faults; retries of model calls do not repeat them. Absent: searchesPerTask.',
  },
  retryMultiplier: {
    type: 'number',
    minimum: 1,
    description: 'Dollars are multiplied by this: 1 + r + r^2. Absent: 1.',
  },
} as const;

export const fits = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description:
    'Share of the tasks whose largest prompt fits the context with its answer, if the model writes answers that long.',
} as const;

export const effortBases = ['measured', 'median'] as const;
export const effortStep = named(
  'EffortStep',
  'Effect of the requested reasoning effort on the work, relative to high.',
  {
    effort: { enum: efforts },
    callsMultiplier: { type: 'number', minimum: 0, description: 'Of model calls and tool calls.' },
    outputMultiplier: { type: 'number', minimum: 0, description: 'Of the output tokens of the task.' },
    successPoints: {
      type: 'number',
      minimum: -100,
      maximum: 100,
      description:
        'How many more tasks were solved, in percentage points; negative: fewer. No dollar figure depends on it.',
    },
    basis: { enum: effortBases, description: 'measured: this model; median: that of all measured models.' },
    models: { ...count, description: 'Models behind the numbers.' },
    benchmark: { ...string, description: 'Where they were measured.' },
  },
);

/** What an effort does to a task, relative to `high`; numbers to 4 decimals, points to 2. */
export type EffortStep = FromSchema<typeof effortStep>;
