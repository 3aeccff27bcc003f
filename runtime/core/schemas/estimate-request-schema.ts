/** The JSON body of a POST. */
import type { FromSchema } from 'json-schema-to-ts';
import { presetIds, workflowFields } from './request-fields.ts';
import { boolean, string } from './units.ts';

export const estimateRequest = {
  title: 'EstimateRequest',
  description: 'A preset as baseline plus optional overrides.',
  type: 'object',
  additionalProperties: false,
  properties: {
    presetId: { enum: presetIds, description: 'Baseline; default coding.' },
    modelId: { ...string, description: "A model id or alias; default the preset's model." },
    host: {
      type: ['string', 'null'],
      description:
        'Host whose prices are used; rankings and routes include only models sold there. null: the provider.',
    },
    ...workflowFields,
    compare: { ...boolean, description: 'true ranks every model instead of pricing one; default false.' },
  },
} as const;

export type EstimateRequest = FromSchema<typeof estimateRequest>;
