/** Validation errors as sentences: the field, what is accepted, and what was received. */

import { didYouMean, quote, unknownName } from '../values/did-you-mean.ts';
import { lookUp } from '../values/look-up.ts';

/** One error reported by an Ajv validator (the parts used here). */
export interface Finding {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
  /** Present with Ajv's `verbose`: the rejected value and the schema that contains the rule. */
  data?: unknown;
  parentSchema?: Record<string, unknown>;
}

/**
 * A generated validator: true, or false with `errors` set.
 * @public knip does not look into runtime/validators.d.ts, which imports it
 */
export interface Validator {
  (value: unknown): boolean;
  errors?: Finding[] | null;
}

/** The most findings a message lists: a request can be wrong in thousands of places. */
const listed = 8;

/** All findings in one message of bounded length. */
export function describeAll(findings: readonly Finding[]): string {
  const sentences = findings.slice(0, listed).map(describe);
  if (findings.length > listed) sentences.push(`And ${findings.length - listed} more.`);
  return sentences.join(' ');
}

/** The finding as a sentence, such as `retryRatePct must be between 0 and 100 (got 200).` */
export function describe({ keyword, instancePath, params, parentSchema: schema = {}, data, message }: Finding): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const must = (accepted: string): string => `${field || 'The value'} must be ${accepted} (got ${shown(data)}).`;
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty);
      const names = Object.keys((schema.properties as object | undefined) ?? {});
      return unknownName('field', name, names, `${field && ` It is in ${field}.`}${didYouMean(name, names)}`);
    }
    case 'required':
      return `The field ${String(params.missingProperty)}${field && ` of ${field}`} is missing.`;
    case 'enum': {
      const names = (params.allowedValues as unknown[]).map(String);
      if (typeof data !== 'string') return must(`one of ${names.join(', ')}`);
      return notOneOf(field, data, names);
    }
    case 'type':
      if (schema.type === 'boolean') return notABoolean(field, data);
      return must(acceptedBy(schema));
    case 'minimum':
    case 'maximum':
      return must(rangeOf(schema));
    case 'format':
      return must(schema.format === 'date' ? 'a date such as 2026-11-20' : 'an absolute URL');
    case 'pattern':
      // The default is not part of what the field accepts.
      return must(String(schema.description ?? schema.pattern).replace(/; default: .*$/, ''));
    case 'oneOf': {
      const choices = (schema.oneOf as { required: string[] }[]).map(({ required }) => required.join(' and '));
      return `${field || 'The value'} must have exactly one of ${choices.join(', ')}.`;
    }
    default:
      return `${field && `${field} `}${message ?? 'is not accepted'} (got ${shown(data)}).`;
  }
}

export const notABoolean = (field: string, value: unknown): string =>
  `${field && `${field}: `}${shown(value)} is not a boolean.`;

/** What a value of a field is called, where the values are names. */
const things: Record<string, string> = { presetId: 'preset', tier: 'tier' };

/** The message for a name that is not accepted. */
export function notOneOf(field: string, name: string, names: readonly string[]): string {
  const thing = lookUp(things, field);
  if (thing !== undefined) return unknownName(thing, name, names);
  return `${field || 'The value'} must be one of ${names.join(', ')} (got ${quote(name)}).${didYouMean(name, names)}`;
}

/** A received value, shortened. JSON has no infinity, so an infinite value was a number too large for a double. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'a number beyond 1.8e308';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** `a number between 0 and 100 or null` */
function acceptedBy(schema: Record<string, unknown>): string {
  const { type, minimum } = schema;
  const types = ([type].flat() as string[]).map((name) => {
    if (name === 'null') return name;
    const range = minimum === undefined ? '' : ` ${rangeOf(schema)}`;
    return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}${range}`;
  });
  return types.join(' or ');
}

const rangeOf = ({ minimum, maximum }: Record<string, unknown>): string =>
  maximum === undefined ? `at least ${minimum}` : `between ${minimum} and ${maximum}`;
