/** What each tool accepts: the request schemas of the API and the library, without what the tool's name implies. */
import { estimateRequest } from '../core/schemas/estimate-request-schema.ts';
import { callRequest } from '../core/schemas/priced-call-schemas.ts';
import { strictObject } from '../core/schemas/shape.ts';

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
