/**
 * The API reference, generated from the OpenAPI document as plain HTML. The common renderers are one to three megabytes
 * of script and need `unsafe-inline` or `unsafe-eval`; this page needs no script.
 */

import { basePath } from '../../../runtime/api/routes.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { markup as html, type Markup } from '../../../runtime/core/values/markup.ts';
import { openapi } from '../../docs/openapi.ts';
import { scrolling } from '../layout.ts';
import type { Heading } from './render-document.ts';
import { type Schema, schemaTable, typeOf } from './schema-table.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; in: string; description: string; schema: Schema; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema; example: unknown }> };
  responses: Record<string, Response>;
}

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema: Schema; example?: unknown }>;
}

interface Specification {
  info: { description: string };
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

export interface Reference {
  headings: Heading[];
  body: Markup;
}

export function apiReference(catalog: Catalog): Reference {
  const { info, paths, components } = openapi(catalog) as unknown as Specification;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
  const schemas = Object.entries(components.schemas);
  const headings = [
    ...operations.map(({ method, path, operation }) => ({
      depth: 2,
      id: operation.operationId,
      text: `${method} ${path}`,
    })),
    { depth: 2, id: 'shapes', text: 'Shapes' },
  ];
  const body = html`<h1>API</h1>
${info.description.split('\n\n').map((text) => html`<p>${text.replaceAll('**', '').replaceAll('`', '')}</p>`)}
<p>Generated from <a href="../${basePath.slice(1)}/openapi.json">the OpenAPI document</a>; paths are relative to <code>${basePath}</code>.</p>
${operations.map(({ method, path, operation }) => operationSection(method, path, operation, components))}
<h2 id="shapes">Shapes</h2>
${schemas.map(
  ([name, schema]) => html`<h3 id="shape-${name}">${name}</h3>
${schema.description === undefined ? '' : html`<p>${schema.description}</p>`}
${schemaTable(name, schema)}`,
)}`;
  return { headings, body };
}

function operationSection(
  method: string,
  path: string,
  { operationId, summary, description, parameters = [], requestBody, responses }: Operation,
  components: Specification['components'],
): Markup {
  const body = Object.values(requestBody?.content ?? {})[0];
  const success = Object.entries(responses['200']?.content ?? {})[0];
  const refusals = Object.entries(responses).flatMap(([status, { $ref }]) => {
    const refusal = $ref === undefined ? undefined : components.responses[$ref.split('/').at(-1) ?? ''];
    return refusal === undefined ? [] : [html`<li><code>${status}</code> ${refusal.description}</li>`];
  });
  return html`<h2 id="${operationId}"><code>${method} ${path}</code></h2>
<p><strong>${summary}.</strong> ${description}</p>
${
  parameters.length === 0
    ? ''
    : scrolling(
        `Parameters of ${operationId}`,
        html`<table class="cards">
<thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map(
          (one) => html`
<tr><th scope="row"><code>${one.name}</code>${one.required ? ' (required)' : ''}</th><td data-label="In">${one.in}</td><td data-label="Type">${typeOf(one.schema)}</td><td class="wide">${one.description}</td></tr>`,
        )}
</tbody></table>`,
      )
}
${
  body === undefined
    ? ''
    : html`<h3>Request body</h3>
${schemaTable(`Body of ${operationId}`, body.schema)}
${example('Example request', body.example)}`
}
${
  success === undefined
    ? ''
    : html`<h3>Response</h3>
<p>${success[0]}${dataTypes(success[1].schema)}</p>
${success[1].example === undefined ? '' : example('Example response', success[1].example)}`
}
<details class="more"><summary>Errors of ${operationId}</summary><ul>${refusals}</ul></details>`;
}

/** The type of `data` in an answer. */
function dataTypes({ properties }: Schema): Markup {
  const data = properties?.data;
  return data === undefined ? html`` : html`, <code>data</code>: ${typeOf(data)}`;
}

/** Lines of an example that are shown; the file itself has the rest. */
const longest = 60;

function example(name: string, value: unknown): Markup {
  const lines = JSON.stringify(value, null, 2).split('\n');
  const shown = lines.length > longest ? [...lines.slice(0, longest), '...'] : lines;
  return html`<details class="more"><summary>${name}</summary><pre tabindex="0"><code>${shown.join('\n')}</code></pre></details>`;
}
