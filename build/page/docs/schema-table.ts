/** A JSON schema in the OpenAPI 3.0 dialect as a table of its fields. */
import { markup as html, type Markup } from '../../../runtime/core/values/markup.ts';
import { scrolling } from '../layout.ts';

export interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** The fields of an object; the type of anything else. */
export function schemaTable(name: string, schema: Schema): Markup {
  if (schema.properties === undefined) return html`<p>${typeOf(schema)}</p>`;
  const required = new Set(schema.required);
  return scrolling(
    `Fields of ${name}`,
    html`<table class="cards">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(schema.properties).map(
      ([field, of]) => html`
<tr><th scope="row"><code>${field}</code>${required.has(field) ? '' : html` <span class="muted">optional</span>`}</th><td data-label="Type">${typeOf(of)}</td><td class="wide">${of.description ?? ''}</td></tr>`,
    )}
</tbody></table>`,
  );
}

/** A type in a few words; named schemas link to their table. */
export function typeOf(schema: Schema): Markup {
  const orNull = schema.nullable ? ' or null' : '';
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#shape-${name}">${name}</a>${orNull}`;
  }
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return html`${typeOf({ ...only, nullable: false })}${orNull}`;
  if (schema.oneOf !== undefined) return html`${joined(schema.oneOf.map(typeOf), ' or ')}`;
  if (schema.enum !== undefined) {
    const values = schema.enum.filter((value) => value !== null).map((value) => html`<code>${value}</code>`);
    return html`${joined(values, ', ')}${orNull}`;
  }
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}${orNull}`;
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return html`object of ${typeOf(schema.additionalProperties)}${orNull}`;
  }
  return html`${schema.type ?? 'any'}${bounds(schema)}${orNull}`;
}

function bounds({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

const joined = (parts: readonly Markup[], separator: string): Markup[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [html`${separator}`, part]));
