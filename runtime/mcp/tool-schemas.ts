/**
 * What each tool accepts and returns. The inputs are the request schemas of the API and the library, without what the
 * tool's name implies; the outputs are the `data` of the API, where a list is wrapped in an object.
 */

import { withComponents } from '../api/published-schemas/components.ts';
import { change } from '../core/answers/schemas/change-schema.ts';
import { estimate } from '../core/answers/schemas/estimate-schema.ts';
import { ranking } from '../core/answers/schemas/ranking-schema.ts';
import { board, boardSummary } from '../core/schemas/board-schemas.ts';
import { estimateRequest } from '../core/schemas/estimate-request-schema.ts';
import { serviceTiers } from '../core/schemas/levels.ts';
import { callRequest, pricedCalls } from '../core/schemas/priced-call-schemas.ts';
import { arrayOf, strictObject } from '../core/schemas/shape.ts';

const { compare: _, ...workFields } = estimateRequest.properties;
const { modelId: __, ...workOfAnyModel } = workFields;
const { on } = callRequest.properties;

/** An object whose properties are all optional. */
const optional = <const P extends object>(properties: P) => ({ ...strictObject(properties), required: [] }) as const;

/** By tool name. */
export const toolInputs = {
  price: strictObject({
    calls: {
      type: 'array',
      items: callRequest,
      description: 'Calls, each at its own model, day and terms.',
    },
  }),
  estimate: optional({ ...workFields, on }),
  rank: optional({
    ...workOfAnyModel,
    on,
    top: {
      type: 'integer',
      minimum: 1,
      description: 'How many models to return, from the cheapest on; default all, which is a long answer.',
    },
  }),
  measured: optional({
    board: { type: 'string', description: 'Id of a board, for its rows; left out: all boards without their rows.' },
  }),
  changes: optional({
    since: {
      ...on,
      description: 'a date such as 2026-11-21 (UTC); default: everything',
    },
  }),
  resolve: strictObject({
    name: { type: 'string', description: 'A model as a provider, gateway or cloud names it.' },
  }),
} as const;

const stringOrNull = { type: ['string', 'null'] } as const;

/** The `Resolution` of the library. */
const resolution = strictObject({
  id: { ...stringOrNull, description: 'Model id; null: the name is unknown or ambiguous.' },
  provider: { ...stringOrNull, description: 'Provider id.' },
  via: {
    enum: ['exact', 'alias', 'pattern', null],
    description: 'exact: the id; alias: a name in the dataset; pattern: without what a gateway or a cloud adds.',
  },
  host: { ...stringOrNull, description: 'Host that the name points to, whose price may differ; null: none.' },
  region: { ...stringOrNull, description: 'Region in a name of Amazon Bedrock; null: none.' },
  serviceTier: {
    enum: [...serviceTiers, null],
    description: 'Level of service that the end of the name says; null: none.',
  },
  reason: { ...stringOrNull, description: 'Why no model was found; null: one was.' },
  near: { type: 'array', items: { type: 'string' }, description: 'Ids that it may mean, newest first.' },
});

/** By tool name. */
export const toolOutputs = {
  price: selfContained(pricedCalls),
  estimate: selfContained(estimate),
  rank: selfContained(ranking),
  measured: selfContained({ oneOf: [strictObject({ boards: arrayOf(boardSummary) }), board] }),
  changes: selfContained(strictObject({ changes: arrayOf(change) })),
  resolve: selfContained(resolution),
};

/** A schema with an object at its root, as the protocol requires, that refers only to shapes within itself. */
function selfContained(schema: object): { type: 'object' } {
  const components = new Map<string, Record<string, unknown>>();
  const root = withComponents({ ...schema, title: undefined }, '#/$defs/', components) as object;
  return { ...root, type: 'object', ...(components.size > 0 && { $defs: Object.fromEntries(components) }) };
}
