/** Shape of an explained estimate. */
import type { FromSchema } from 'json-schema-to-ts';
import { lastSeen, priceRecord, verifiedOn } from '../../schemas/price-schemas.ts';
import { arrayOf, named, strictObject } from '../../schemas/shape.ts';
import { estimate } from './estimate-schema.ts';

const string = { type: 'string' } as const;
const stringOrNull = { type: ['string', 'null'] } as const;
const sources = priceRecord.properties.sources;

const step = named('ExplainedStep', 'One value and how it was computed.', {
  symbol: string,
  what: string,
  formula: { ...stringOrNull, description: 'null: given, not computed.' },
  numbers: { ...stringOrNull, description: 'The formula with its numbers.' },
  value: {
    anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }],
    description: 'A list has a number for each of the equally likely tasks.',
  },
  unit: string,
  from: { ...stringOrNull, description: 'Where a given value comes from.' },
  field: { ...stringOrNull, description: 'JSON pointer to the field of the estimate with this value.' },
});

const section = named('ExplainedSection', 'Steps that belong together.', {
  title: string,
  note: { ...string, description: 'What decided which branch was taken.' },
  steps: arrayOf(step),
});

export const explanation = named('Explanation', 'Every number of an estimate with the steps that lead to it.', {
  datasetVersion: string,
  pricesAsOf: string,
  presetId: string,
  modelId: string,
  price: {
    description: 'Where the prices come from.',
    ...strictObject({
      inForceSince: stringOrNull,
      knownSince: string,
      verifiedOn,
      lastSeen,
      sources,
      note: stringOrNull,
    }),
  },
  sections: arrayOf(section),
  estimate: { ...estimate, description: "The result of the steps: a step's `field` points into it." },
});

export type Explanation = FromSchema<typeof explanation>;
export type Section = Explanation['sections'][number];
export type Step = Section['steps'][number];
