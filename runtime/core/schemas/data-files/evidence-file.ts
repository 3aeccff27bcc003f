/** Shape of `data/evidence/model-error.json`: how far the cost model is from recorded runs. */
import type { FromSchema } from 'json-schema-to-ts';
import { strictObject } from '../shape.ts';

const runs = { type: 'integer', minimum: 1 } as const;
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
  },
} as const;

export type EvidenceFile = FromSchema<typeof evidenceFile>;
