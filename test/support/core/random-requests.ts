/** Random estimate requests that must be accepted, generated from the list of fields. */
import fc from 'fast-check';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { placeIds } from '../../../runtime/core/schemas/places.ts';
import {
  aboutField,
  takesEffort,
  type Workflow,
  type WorkflowField,
  workflowFieldNames,
  workflowFields,
} from '../../../runtime/core/schemas/request-fields.ts';
import { testDay } from './catalog.ts';
import { type RawModel, rawModels, rawPresets, rawProviders } from './raw-data.ts';

/** Any number from 0 to `max`, by the unit of its field and the least value that this accepts. */
export type Numbers = (max: number, unit: string, least: number) => fc.Arbitrary<number>;

const upTo: Numbers = (max) =>
  fc.oneof(fc.constantFrom(0, 1, max), fc.double({ min: 0, max, noNaN: true }), fc.nat({ max: Math.min(max, 50) }));

/** `global`, and every region of the data. */
const regions = [
  'global',
  ...new Set(
    rawProviders.flatMap((provider) => ((provider.regions ?? []) as { region: string }[]).map(({ region }) => region)),
  ),
];

/** Any value that a field accepts. */
function anyValue(field: WorkflowField, numbers: Numbers): fc.Arbitrary<unknown> {
  const schema: { type?: string | readonly string[]; enum?: readonly unknown[]; minimum?: number; maximum?: number } =
    workflowFields[field];
  if (field === 'region') return fc.constantFrom(...regions);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  const value: fc.Arbitrary<unknown> = types.includes('boolean')
    ? fc.boolean()
    : numbers(schema.maximum ?? 1e9, aboutField[field].unit ?? '', schema.minimum ?? 0).map((value) =>
        Math.max(schema.minimum ?? 0, value),
      );
  return types.includes('null') ? fc.option(value) : value;
}

/** A value for each field of a workflow that every preset accepts: no effort. */
export const workflowsOf = (numbers: Numbers): fc.Arbitrary<Workflow> =>
  (
    fc.record(
      Object.fromEntries(workflowFieldNames.map((name) => [name, anyValue(name, numbers)])),
    ) as fc.Arbitrary<unknown> as fc.Arbitrary<Workflow>
  ).map((workflow) => ({ ...workflow, ...possibleCompaction(workflow, workflow), reasoningEffort: null }));

/** The request made acceptable: only some presets have efforts, and not every compaction is possible. */
export function acceptable<Request extends EstimateRequest>(request: Request): Request {
  const presetId = request.presetId ?? 'coding';
  const stated = rawPresets.find(({ id }) => id === presetId)?.workflow as Partial<Workflow>;
  const effort = request.reasoningEffort && !takesEffort(presetId) ? { reasoningEffort: null } : {};
  return { ...request, ...effort, ...possibleCompaction(request, { ...stated, ...withoutUndefined(request) }) };
}

const withoutUndefined = (request: EstimateRequest): Partial<Workflow> =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));

/** The compaction that is asked for, moved to where it can be: above the first prompt, and not below what it keeps. */
function possibleCompaction(
  { compactAtTokens: at, compactedToTokens: to }: Partial<Workflow>,
  { systemPromptTokens = 0, toolSchemaTokens = 0, retrievedContextTokens = 0 }: Partial<Workflow>,
): Pick<EstimateRequest, 'compactAtTokens' | 'compactedToTokens'> {
  const kept = systemPromptTokens + toolSchemaTokens;
  const first = kept + retrievedContextTokens;
  return {
    ...(typeof at === 'number' && at <= first && { compactAtTokens: first + 1 <= 2e6 ? first + 1 : null }),
    ...(typeof to === 'number' && to < kept && { compactedToTokens: kept <= 2e6 ? kept : null }),
  };
}

/** A model that requests may name, and the terms it is sold on. */
export interface Asked {
  names: readonly string[];
  serviceTier: readonly string[];
  region: readonly string[];
}

/** Requests with any of the fields, in any order; for a single model, only with terms it is sold on. */
export const requestsOf = (
  presets: readonly { id: string; defaultModel: string }[],
  models: readonly Asked[],
  numbers: Numbers,
): fc.Arbitrary<EstimateRequest> => {
  const fields: Record<string, fc.Arbitrary<unknown>> = {
    presetId: fc.constantFrom(...presets.map(({ id }) => id)),
    modelId: fc.constantFrom(...models.flatMap(({ names }) => names)),
    ...Object.fromEntries(workflowFieldNames.map((name) => [name, anyValue(name, numbers)])),
  };
  const modelOf = ({ presetId = 'coding', modelId }: EstimateRequest) => {
    const name = modelId ?? presets.find(({ id }) => id === presetId)?.defaultModel ?? '';
    const model = models.find(({ names }) => names.includes(name));
    if (model === undefined) throw new Error(`no model ${name}`);
    return model;
  };
  return fc
    .tuple(fc.record(fields), fc.shuffledSubarray(Object.keys(fields)), fc.nat(), fc.nat())
    .map(([all, kept, tier, region]) => {
      const request: EstimateRequest = Object.fromEntries(kept.map((name) => [name, all[name]]));
      const model = modelOf(request);
      const one = <T>(values: readonly string[], at: number) => values[at % values.length] as T;
      if (request.serviceTier !== undefined) request.serviceTier = one(model.serviceTier, tier);
      if (request.region !== undefined) request.region = one(model.region, region);
      return acceptable(request);
    });
};

/** The terms a raw model is sold on, on the day the tests price on. */
const askedOf = (model: RawModel & { provider: string }): Asked => {
  const price = model.prices.filter(({ from }) => from === null || from <= testDay).at(-1);
  const provider = rawProviders.find(({ id }) => id === model.provider);
  const sold = ((provider?.regions ?? []) as { region: string; models?: string[] }[]).filter(
    ({ models }) => models?.includes(model.id) ?? true,
  );
  return {
    names: [model.id, ...model.aliases],
    serviceTier: ['standard', ...Object.keys(price?.serviceTiers ?? {})],
    // Any place may be asked for, by its own name or a cloud's; without a price of its own another one is used.
    region: ['global', ...sold.map(({ region }) => region), ...placeIds, 'us-east-1'],
  };
};

export const estimateRequests = fc
  .tuple(requestsOf(rawPresets, rawModels.map(askedOf), upTo), fc.option(fc.boolean(), { nil: undefined }))
  .map(([request, compare]): EstimateRequest => (compare === undefined ? request : { ...request, compare }));
