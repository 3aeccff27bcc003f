/** Estimate requests of every kind that must be accepted, made from the list of fields. */
import fc from 'fast-check';
import type { EstimateRequest } from '../../../runtime/core/api/schemas.ts';
import {
  type Workflow,
  type WorkflowField,
  workflowFieldNames,
  workflowFields,
} from '../../../runtime/core/dataset/fields.ts';
import { rawModels, rawPresets } from './raw-data.ts';

/** Any number from 0 to `max`. */
export type Numbers = (max: number) => fc.Arbitrary<number>;

const upTo: Numbers = (max) =>
  fc.oneof(fc.constantFrom(0, 1, max), fc.double({ min: 0, max, noNaN: true }), fc.nat({ max: Math.min(max, 50) }));

/** Any value that the schema of a field accepts. */
function anyValue(field: WorkflowField, numbers: Numbers): fc.Arbitrary<unknown> {
  const schema: { type?: string | readonly string[]; enum?: readonly unknown[]; maximum?: number } =
    workflowFields[field];
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  const value: fc.Arbitrary<unknown> = types.includes('boolean') ? fc.boolean() : numbers(schema.maximum ?? 1e9);
  return types.includes('null') ? fc.option(value) : value;
}

/** A value for each field of a workflow. */
export const workflowsOf = (numbers: Numbers): fc.Arbitrary<Workflow> =>
  fc.record(
    Object.fromEntries(workflowFieldNames.map((name) => [name, anyValue(name, numbers)])),
  ) as fc.Arbitrary<unknown> as fc.Arbitrary<Workflow>;

/** Requests with any of the fields, which come in any order. */
export const requestsOf = (
  presetIds: readonly string[],
  modelIds: readonly string[],
  numbers: Numbers,
): fc.Arbitrary<EstimateRequest> => {
  const fields: Record<string, fc.Arbitrary<unknown>> = {
    presetId: fc.constantFrom(...presetIds),
    modelId: fc.constantFrom(...modelIds),
    ...Object.fromEntries(workflowFieldNames.map((name) => [name, anyValue(name, numbers)])),
  };
  return fc
    .tuple(fc.record(fields), fc.shuffledSubarray(Object.keys(fields)))
    .map(([all, kept]) => Object.fromEntries(kept.map((name) => [name, all[name]])));
};

export const estimateRequests = fc
  .tuple(
    requestsOf(
      rawPresets.map(({ id }) => id),
      rawModels.flatMap(({ id, aliases }) => [id, ...aliases]),
      upTo,
    ),
    fc.option(fc.boolean(), { nil: undefined }),
  )
  .map(([request, compare]): EstimateRequest => (compare === undefined ? request : { ...request, compare }));
