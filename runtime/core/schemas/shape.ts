/**
 * Builders of JSON Schemas. Types, validators, OpenAPI and the published schemas are derived from the objects in
 * `schemas/`; one with a `title` becomes a named component. Answers are closed here but published open, because fields
 * may be added.
 */

/** An object whose properties are all required. */
export const strictObject = <const P extends object>(properties: P) =>
  ({
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties) as (keyof P & string)[],
    properties,
  }) as const;

/** A closed object with a title: a named component of OpenAPI. */
export const named = <const T extends string, const P extends object>(title: T, description: string, properties: P) =>
  ({ title, description, ...strictObject(properties) }) as const;

export const arrayOf = <const S extends object>(items: S) => ({ type: 'array', items }) as const;

export const orNull = <const S extends object>(schema: S) => ({ anyOf: [schema, { type: 'null' }] }) as const;

/** The same with properties that may all be absent. */
export const someOf = <const T extends string, const P extends object>(title: T, description: string, properties: P) =>
  ({ title, description, type: 'object', additionalProperties: false, properties }) as const;
