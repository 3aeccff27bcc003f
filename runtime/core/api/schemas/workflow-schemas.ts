/** The work that is priced: workflow values, assumptions, and the effect of a reasoning effort. */
import { assumptionFields, workflowFields } from '../../dataset/request-fields.ts';
import { efforts } from '../../measured/efforts.ts';
import { named } from '../shape.ts';
import { count, string } from './units.ts';

export const workflow = named('Workflow', 'All values after overrides.', workflowFields);

/** The maximum of an input does not apply to answers. */
const withoutMaximum = <const Fields extends Record<string, { maximum: number }>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { maximum: _, ...schema }]) => [name, schema])) as unknown as {
    readonly [Name in keyof Fields]: Omit<Fields[Name], 'maximum'>;
  };
export const presetAssumptions = withoutMaximum(assumptionFields);

export const workAssumptions = {
  ...presetAssumptions,
  callsPerTimeoutLoop: { ...count, description: 'Model calls (and tool calls) in one fruitless loop.' },
  callsPerTask: {
    type: 'number',
    minimum: 0,
    description: 'Model calls really made, faults included, retries not; in a ranking those at effort high.',
  },
  webSearchesPerTask: {
    type: 'number',
    minimum: 0,
    description: 'Web searches really made, faults included; retries of model calls repeat none.',
  },
  retryMultiplier: { type: 'number', minimum: 1, description: 'Dollars are multiplied by this: 1 + r + r^2.' },
} as const;

export const effortBases = ['measured', 'median'] as const;
export const effortStep = named(
  'EffortStep',
  'What the reasoning effort asked for does to the work, relative to high.',
  {
    effort: { enum: efforts },
    callsMultiplier: { type: 'number', minimum: 0, description: 'Of model calls and tool calls.' },
    outputMultiplier: { type: 'number', minimum: 0, description: 'Of the output tokens of the task.' },
    successPoints: {
      type: 'number',
      minimum: -100,
      maximum: 100,
      description: 'By how many points more tasks were solved, or fewer; no dollars follow from it.',
    },
    basis: { enum: effortBases, description: 'measured: this very model; median: of all models that were.' },
    models: { ...count, description: 'Models behind the numbers.' },
    benchmark: { ...string, description: 'Where they were measured.' },
  },
);
