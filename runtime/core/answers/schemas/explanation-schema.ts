/** Shape of an explained estimate. */
import type { FromSchema } from 'json-schema-to-ts';
import { lastSeen, priceRecord, verifiedOn } from '../../schemas/price-schemas.ts';
import { arrayOf, named, strictObject } from '../../schemas/shape.ts';
import { estimate } from './estimate-schema.ts';

const string = { type: 'string' } as const;
const stringOrNull = { type: ['string', 'null'] } as const;
const cells = { type: 'array', items: { type: ['string', 'number', 'null'] } } as const;
const sources = priceRecord.properties.sources;

const section = named('ExplainedTable', 'A table of an explanation, which follows from those before it.', {
  title: string,
  note: { ...string, description: 'What the table is, and what decided it.' },
  columns: arrayOf(
    named('ExplainedColumn', 'A column.', {
      name: string,
      adds: { type: 'boolean', description: 'Whether its numbers, as they are, add up to the total.' },
    }),
  ),
  rows: { ...arrayOf(cells), description: 'A cell for each column. Tokens have three decimals, dollars nine.' },
  total: { anyOf: [cells, { type: 'null' }], description: 'null: nothing is added up.' },
});

export const explanation = named('Explanation', 'An estimate with the calls, tasks and prices that lead to it.', {
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
  estimate: { ...estimate, description: 'What the tables lead to.' },
});

export type Explanation = FromSchema<typeof explanation>;
export type Section = Explanation['sections'][number];
export type Cell = Section['rows'][number][number];
