/** Shapes with a `title`, as named components that refer to each other. */

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Rewrites a schema: every titled part becomes a `$ref` below `prefix` and is collected in `components`, and answers
 * are opened, so that a client accepts the fields a later version adds. A request stays closed: an unknown field is
 * refused.
 */
export function withComponents(schema: unknown, prefix: string, components: Map<string, Schema>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withComponents(part, prefix, components));
  if (!isObject(schema)) return schema;
  if (typeof schema.title !== 'string') return rewritten(schema, prefix, components);
  if (!components.has(schema.title)) {
    components.set(schema.title, {}); // reserves the place in the order
    components.set(schema.title, rewritten(schema, prefix, components));
  }
  return { $ref: prefix + schema.title };
}

function rewritten(schema: Schema, prefix: string, components: Map<string, Schema>): Schema {
  const open = !String(schema.title).endsWith('Request') && schema.additionalProperties === false;
  const entries = Object.entries(schema).filter(([key]) => !(open && key === 'additionalProperties'));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === 'properties') {
        const properties = Object.entries(value as Schema).map(([name, part]) => [
          name,
          withComponents(part, prefix, components),
        ]);
        return [key, Object.fromEntries(properties)];
      }
      return [
        key,
        ['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'].includes(key)
          ? withComponents(value, prefix, components)
          : value,
      ];
    }),
  );
}
