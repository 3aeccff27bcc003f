/** The JSON bodies of POSTs: the work, and how it is to be ranked. */
import type { FromSchema } from 'json-schema-to-ts';
import { presetIds, rankingOrders, workflowFields } from './request-fields.ts';
import { strictObject } from './shape.ts';
import { boolean, string } from './units.ts';

// Above 0; OpenAPI 3.0 spells an exclusive bound in another way than JSON Schema.
const times = { type: 'number', minimum: 1e-6 } as const;
const whole = { type: 'integer', minimum: 0 } as const;

/** Whose own runs a workflow was fitted to, as `agent-cost estimate calibrate` writes it. */
export const fittedTo = {
  ...strictObject({
    sessions: { ...whole, description: 'Own tasks or sessions that it was fitted to.' },
    meanLow: { ...times, description: 'Least value of their mean dollars, over that mean: 95 %, by bootstrap.' },
    meanHigh: { ...times, description: 'The largest one.' },
    later: {
      ...whole,
      description: 'Later ones of them that the range was tried on, fitted to the earlier ones; 0: too few.',
    },
    below: { ...whole, description: 'Of them, those that cost no more than nine in ten should.' },
    oneInTenFactor: { ...times, description: 'The range is widened by it, so that nine in ten do.' },
  }),
  description: 'What calibrate found of the own runs that the workflow was fitted to: the range and its error follow.',
} as const;

/** A preset as baseline plus optional overrides. */
export const workFields = {
  presetId: { enum: presetIds, description: 'Baseline; default coding.' },
  modelId: { ...string, description: "A model id or alias; default the preset's model." },
  host: {
    type: ['string', 'null'],
    description: 'Host whose prices are used; rankings and routes include only models sold there. null: the maker.',
  },
  ...workflowFields,
  fittedTo,
} as const;

/** How a ranking is ordered and cut. */
export const rankingFields = {
  sort: {
    enum: rankingOrders,
    description:
      'Order of a ranking: cost (the default), cheapest first; solved, by dollars per solved task as measured, modelId being the model that others are compared with.',
  },
  top: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Only so many of the first rows of a ranking.' },
} as const;

export const estimateRequest = {
  title: 'EstimateRequest',
  description: 'A preset as baseline plus optional overrides.',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...workFields,
    compare: { ...boolean, description: 'true ranks every model instead of pricing one; default false.' },
    ...rankingFields,
  },
} as const;

export const adviceRequest = {
  title: 'AdviceRequest',
  description: estimateRequest.description,
  type: 'object',
  additionalProperties: false,
  properties: workFields,
} as const;

export type EstimateRequest = FromSchema<typeof estimateRequest>;
export type FittedTo = FromSchema<typeof fittedTo>;
