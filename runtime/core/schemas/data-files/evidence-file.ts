/** Shape of `data/evidence/model-error.json`: how far the cost model is from recorded runs. */
import type { FromSchema } from 'json-schema-to-ts';
import { presetIds } from '../request-fields.ts';
import { strictObject } from '../shape.ts';

const runs = { type: 'integer', minimum: 1 } as const;
const owners = { type: 'integer', minimum: 1, description: 'Owners of repositories, agents or boards.' } as const;
const errorPct = { type: 'number', minimum: 0, maximum: 100 } as const;

export const evidenceFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Error of the cost model on recorded runs, in percent; computed by npm run evidence -- --write',
  type: 'object',
  additionalProperties: false,
  required: ['inputTokens', 'dollars'],
  properties: {
    $schema: { type: 'string' },
    inputTokens: strictObject({ runs, errorPct: { ...errorPct, description: 'Mean absolute error of a run.' } }),
    dollars: strictObject({
      runs,
      errorPct: { ...errorPct, description: 'Mean absolute error of a run: other tasks of agents that were seen.' },
      groupsPct: { ...errorPct, description: 'The same of the mean of a group of runs.' },
      newAgentPct: { ...errorPct, description: 'Mean absolute error of a run by an agent that was never seen.' },
    }),
    formula: {
      type: 'array',
      description:
        'The formula, given the shape of a run, by kind of work. A kind of work that is absent was not recorded.',
      items: strictObject({
        kindOfWork: { enum: presetIds },
        models: { type: 'array', items: { type: 'string' }, description: 'Models whose own runs were billed.' },
        runs,
        owners,
        inputTokensPct: { ...errorPct, description: 'Mean absolute error of a run.' },
        dollarsPct: { ...errorPct, description: 'The same of dollars, on those models.' },
        unseenDollarsPct: { ...errorPct, description: 'The same on agents, or owners, that were not fitted.' },
      }),
    },
    presetFactors: {
      type: 'array',
      description: 'The presets as they stand against what was measured of the same kind of work.',
      items: strictObject({
        kindOfWork: { enum: presetIds },
        runs: { ...runs, description: 'Rows of boards, or runs of sessions.' },
        owners,
        factor: { type: 'number', minimum: 1, description: 'Times too high or too low: the middle board, or owner.' },
      }),
    },
  },
} as const;

export type EvidenceFile = FromSchema<typeof evidenceFile>;
