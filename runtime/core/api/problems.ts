/** Validator findings as sentences: the field, what came, what is accepted. */
import { didYouMean, notOneOf, quote } from './did-you-mean.ts';

/** What an Ajv validator reports of one finding (the parts used here). */
export interface Finding {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
  /** Present with Ajv's `verbose`: the value that was refused and the schema around the rule. */
  data?: unknown;
  parentSchema?: Record<string, unknown>;
}

/** A generated validator: true, or false with `errors` set. */
export interface Validator {
  (value: unknown): boolean;
  errors?: Finding[] | null;
}

/** Most findings that are told; a request can be wrong in thousands of places. */
const told = 8;

/** All findings in one message of bounded length. */
export function describeAll(findings: readonly Finding[]): string {
  const sentences = findings.slice(0, told).map(describe);
  if (findings.length > told) sentences.push(`And ${findings.length - told} more.`);
  return sentences.join(' ');
}

/** The finding as `field: what came; what is accepted.` */
export function describe(finding: Finding): string {
  const field = finding.instancePath.slice(1).replaceAll('/', '.');
  const schema = finding.parentSchema ?? {};
  switch (finding.keyword) {
    case 'additionalProperties': {
      const name = String(finding.params.additionalProperty);
      const names = Object.keys((schema.properties as object | undefined) ?? {});
      return `${quote(name)} is not a field${field && ` of ${field}`}; accepted are ${names.join(', ')}.${didYouMean(name, names)}`;
    }
    case 'required':
      return `${field && `${field}: `}the field ${String(finding.params.missingProperty)} is missing.`;
    case 'enum': {
      const accepted = (finding.params.allowedValues as unknown[]).map(String);
      if (typeof finding.data === 'string') return notOneOf(field, finding.data, accepted);
      return `${named(field)}${came(finding.data)} came; accepted are ${accepted.join(', ')}.`;
    }
    case 'type':
    case 'minimum':
    case 'maximum':
      return `${named(field)}${came(finding.data)} came; accepted is ${accepted(schema)}.`;
    case 'format':
      return `${named(field)}${came(finding.data)} came; accepted is ${schema.format === 'date' ? 'a day that exists, such as 2026-11-20' : 'an absolute URL'}.`;
    case 'pattern':
      return `${named(field)}${came(finding.data)} came; accepted is ${String(schema.description ?? schema.pattern)}.`;
    case 'oneOf': {
      const choices = (schema.oneOf as { required: string[] }[]).map(({ required }) => required.join(' and '));
      return `${named(field)}exactly one of ${choices.join(', ')} is needed.`;
    }
    default:
      return `${named(field)}${came(finding.data)} came; it ${finding.message ?? 'is not accepted'}.`;
  }
}

const named = (field: string) => (field === '' ? '' : `${field}: `);

/** The value that was refused, short and printable. JSON has no infinity: it was a number too large for a double. */
function came(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'a number beyond 1.8e308';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function accepted({ type, minimum, maximum }: Record<string, unknown>): string {
  const types = ([type].flat() as string[]).map((name) =>
    name === 'null' ? 'null' : `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`,
  );
  const from =
    minimum === undefined ? '' : maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`;
  return types.join(' or ') + from;
}
