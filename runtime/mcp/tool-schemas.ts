/**
 * What each tool accepts. Every agent that has these tools pays for their descriptions with each of its calls, so
 * `tools/list` has no bounds (a refusal names them), no schemas of answers, and the fields of a workflow once.
 */
import { rankingFields, workFields } from '../core/schemas/estimate-request-schema.ts';
import { callRequest } from '../core/schemas/priced-call-schemas.ts';
import { presetIds } from '../core/schemas/request-fields.ts';

const { on } = callRequest.properties;
const text = (description: string) => ({ type: 'string', description }) as const;

const optional = <const P extends object>(properties: P) =>
  ({ type: 'object', additionalProperties: false, properties }) as const;

const shown = {
  limit: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Rows of each list; default 10.' },
  fields: {
    type: 'array',
    items: { type: 'string' },
    description: 'Fields to return, of the rows where there are some; ["all"]: every one. Default: the usual ones.',
  },
} as const;

const since = text('First day or period: 2026-11-01, 2026-11, 30d, 4w, today, last-month.');
const until = text('Last day or month, inclusive.');

/** What a tool itself understands, by its name; the fields of workflows and calls are checked by the library. */
export const toolOptions = {
  price: optional({ ...shown, calls: { type: 'array', items: { type: 'object' } }, usage: { type: 'object' } }),
  estimate: optional({ ...shown, on }),
  advise: optional({ ...shown, on }),
  // `top` is an earlier name of `limit`, for clients that know it.
  rank: optional({ ...shown, on, top: shown.limit }),
  measured: optional({
    board: text('Id of a board: its rows. Without board and model: the boards.'),
    model: text('A model: its rows on all boards.'),
    ...shown,
  }),
  cheapest: optional({
    work: { enum: presetIds, description: 'Kind of work, for all its boards; default coding.' },
    board: text('One board instead.'),
    maxUsdPerSolvedTask: { type: 'number', minimum: 0, description: 'At most so many dollars per solved task.' },
    minSuccessPct: {
      type: 'number',
      minimum: 0,
      maximum: 100,
      description: 'At least so many percent solved; default 50.',
    },
    ...shown,
  }),
  changes: optional({
    since: { ...on, description: 'a date such as 2026-11-21 (UTC), the first day; default: all' },
    model: text('Only this model.'),
    ...shown,
  }),
  resolve: { ...optional({ name: text('A model as a maker, gateway or cloud names it.') }), required: ['name'] },
  report: optional({
    since: { ...since, description: `${since.description} Default: the first of this month.` },
    until,
    project: text('Only this project: the name of its folder.'),
    by: {
      type: 'array',
      items: { type: 'string' },
      description: 'Groups: model, project, day, week, month, agent, branch, session, ...; default model and project.',
    },
    plan: text('Plan that is paid, such as claude-max-20x: what it is worth.'),
    ...shown,
  }),
  budget: {
    ...optional({
      usd: { type: 'number', minimum: 0, description: 'The budget in dollars; without it: what was spent.' },
      per: { enum: ['day', 'week', 'month'], description: 'For today, this week or this month; default month.' },
      project: text('Only this project.'),
    }),
  },
  reprice: {
    ...optional({
      model: text('The model at whose prices the logged tokens are billed.'),
      host: text('Its host; default its maker.'),
      since,
      until,
      project: text('Only this project.'),
      ...shown,
    }),
    required: ['model'],
  },
} as const;

export type ToolName = keyof typeof toolOptions;

/** The options of a tool and the fields that it hands on, which another schema describes. */
const withFields = (name: ToolName, fields: object, more: object = {}) => ({
  ...toolOptions[name],
  properties: { ...fields, ...toolOptions[name].properties, ...more },
});

/** The fields of the work without what only a file of `calibrate` states; it is accepted all the same. */
const { fittedTo: _fittedTo, ...listedFields } = workFields;

/** By tool name, as `tools/list` has them. */
export const listedInputs: Record<ToolName, object> = {
  ...toolOptions,
  price: withFields('price', callRequest.properties, {
    calls: { type: 'array', items: { type: 'object' }, description: 'Several calls, each with the fields above.' },
    usage: { type: 'object', description: "A maker's answer or its usage object, instead of counts." },
  }),
  estimate: withFields('estimate', listedFields),
  // The rest is what the tool estimate takes.
  advise: {
    ...withFields('advise', { presetId: workFields.presetId, modelId: workFields.modelId }),
    additionalProperties: { description: 'Any field of the tool estimate.' },
  },
  rank: {
    ...withFields('rank', { presetId: workFields.presetId, host: workFields.host, sort: rankingFields.sort }),
    additionalProperties: { description: 'Any field of the tool estimate.' },
  },
};

/** The schemas of the arguments of a tool; `rank` and `advise` have those of `estimate` too. */
export const argumentsOf = (name: ToolName): Readonly<Record<string, unknown>> => ({
  ...(name === 'rank' || name === 'advise' || name === 'estimate' ? workFields : {}),
  ...(listedInputs[name] as { properties: Record<string, unknown> }).properties,
});

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'];

/** A schema without the bounds of its values. */
export function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name]) => !bounds.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutBounds(value)]));
}
