/**
 * Checks a request against its schema, for the page: a validator generated from the schema has ten times the code, and a
 * form sends no more than names and numbers. The findings are those of the generated one, the first of each field.
 */

import { estimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import type { Finding } from '../../core/schemas/problems.ts';
import { lookUp } from '../../core/values/look-up.ts';

/** The keywords that a field of the request may have. */
interface FieldSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Fields;
}

type Fields = Readonly<Record<string, FieldSchema>>;

/** What is wrong with each field, in the order of the fields; empty: nothing. */
export const findingsIn = (request: object): Finding[] => findingsBelow('', '#', request, estimateRequest.properties);

const findingsBelow = (path: string, schemaPath: string, value: object, schemas: Fields): Finding[] =>
  Object.entries(value).flatMap(([name, data]): Finding[] => {
    const parentSchema = lookUp(schemas, name);
    if (parentSchema === undefined) throw new Error(`A request has no field ${name}.`);
    const at = { instancePath: `${path}/${name}`, schemaPath: `${schemaPath}/properties/${name}` };
    const found = firstOf(parentSchema, data);
    if (found === null)
      return parentSchema.properties === undefined
        ? []
        : findingsBelow(at.instancePath, at.schemaPath, data, parentSchema.properties);
    const [keyword, params, message] = found;
    return [
      {
        ...at,
        schemaPath: `${at.schemaPath}/${keyword}`,
        keyword,
        params,
        message,
        data,
        parentSchema: { ...parentSchema },
      },
    ];
  });

type Found = [keyword: string, params: Record<string, unknown>, message: string] | null;

function firstOf({ type, minimum, maximum, minLength = 0, maxLength, ...schema }: FieldSchema, data: unknown): Found {
  if (
    type !== undefined &&
    ![type].flat().some((one) => one === typeOf(data) || (one === 'integer' && Number.isInteger(data)))
  )
    return ['type', { type }, ''];
  if (typeof data === 'number' && data < (minimum ?? data)) return ['minimum', {}, ''];
  if (typeof data === 'number' && data > (maximum ?? data)) return ['maximum', {}, ''];
  if (typeof data === 'string') {
    const { length } = [...data];
    if (length > (maxLength ?? length)) return ['maxLength', {}, `must NOT have more than ${maxLength} characters`];
    if (length < minLength) return ['minLength', {}, `must NOT have fewer than ${minLength} characters`];
  }
  if (schema.enum !== undefined && !schema.enum.includes(data)) return ['enum', { allowedValues: schema.enum }, ''];
  return null;
}

/** JSON has no infinity. */
const typeOf = (data: unknown): string =>
  data === null ? 'null' : typeof data === 'number' && !Number.isFinite(data) ? 'infinity' : typeof data;
