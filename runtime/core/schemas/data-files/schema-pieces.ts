/** Building blocks for the shapes of the data files. */

export const day = { type: 'string', format: 'date', description: 'YYYY-MM-DD, UTC.' } as const;
export const dayOrNull = {
  type: ['string', 'null'],
  format: 'date',
  description: 'YYYY-MM-DD, UTC, or null: unknown.',
} as const;
export const text = { type: 'string', minLength: 1 } as const;
export const price = { type: 'number', minimum: 0, description: 'USD per 1,000,000 tokens; 0 is free.' } as const;
export const priceOrNull = {
  type: ['number', 'null'],
  minimum: 0,
  description: 'USD per 1,000,000 tokens; null: not offered or unknown, never 0.',
} as const;
export const tokens = { type: 'integer', minimum: 1 } as const;
export const tokensOrNull = { type: ['integer', 'null'], minimum: 1 } as const;

export const slug = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  maxLength: 100,
  description: 'a name safe in a URL: letters, digits, dots, underscores, hyphens; a letter or digit first',
} as const;

/** An object that allows only these properties; those in `required` must be present. */
export const strictObject = <const P extends object, const R extends readonly (keyof P & string)[]>(
  properties: P,
  required: R,
) => ({ type: 'object', additionalProperties: false, required, properties }) as const;

/** Where a value was read: a URL or a named dataset, and the day it was read. */
export const source = {
  type: 'object',
  additionalProperties: false,
  required: ['on'],
  properties: {
    url: { type: 'string', format: 'uri' },
    name: text,
    on: day,
    note: text,
  },
  oneOf: [{ required: ['url'] }, { required: ['name'] }],
} as const;

export const sourcedFact = {
  ...source,
  required: ['fact', 'on'],
  properties: { fact: text, ...source.properties },
} as const;

export const sources = { type: 'array', minItems: 1, items: source } as const;
