/**
 * The API reference, made from the OpenAPI document as plain HTML. The common renderers are one to three megabytes
 * of script and need `unsafe-inline` or `unsafe-eval`; this page needs no script.
 */

import { type ComponentChildren, Fragment } from 'preact';
import { basePath } from '../../api/routes.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { joined } from '../components/facts.tsx';
import { Table, wide } from '../components/table.tsx';
import { Code } from './docs-home.tsx';
import type { Heading } from './docs-page.tsx';

/** A JSON schema in the dialect of OpenAPI 3.0. */
interface Schema {
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

/** The parts of an OpenAPI document that are shown. */
export interface Specification {
  info: { description: string };
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

interface Reference {
  headings: Heading[];
  body: ComponentChildren;
}

export function apiReference({ info, paths, components }: Specification): Reference {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ name: `${method.toUpperCase()} ${path}`, operation }];
    }),
  );
  const headings = [
    ...operations.map(({ name, operation }) => ({ depth: 2, id: operation.operationId, text: name })),
    { depth: 2, id: 'shapes', text: 'Shapes' },
  ];
  const body = (
    <>
      <h1>API</h1>
      {info.description.split('\n\n').map((text) => (
        <p key={text}>{text.replaceAll('**', '').replaceAll('`', '')}</p>
      ))}
      <p>
        Generated from <a href={`../${basePath.slice(1)}/openapi.json`}>the OpenAPI document</a>; paths are relative to{' '}
        <code>{basePath}</code>.
      </p>
      {operations.map(({ name, operation }) => (
        <OperationSection key={name} {...{ name, operation, components }} />
      ))}
      <h2 id="shapes">Shapes</h2>
      {Object.entries(components.schemas).map(([name, schema]) => (
        <Fragment key={name}>
          <h3 id={`shape-${name}`}>{name}</h3>
          {schema.description !== undefined && <p>{schema.description}</p>}
          <SchemaTable {...{ name, schema }} />
        </Fragment>
      ))}
    </>
  );
  return { headings, body };
}

interface OperationProps {
  /** GET /models */
  name: string;
  operation: Operation;
  components: Specification['components'];
}

function OperationSection({ name, operation, components }: OperationProps) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = Object.values(requestBody?.content ?? {})[0];
  const [type, success] = Object.entries(responses['200']?.content ?? {})[0] ?? [];
  return (
    <>
      <h2 id={operationId}>
        <code>{name}</code>
      </h2>
      <p>
        <strong>{summary}.</strong> {description}
      </p>
      {parameters.length > 0 && (
        <Table
          label={`Parameters of ${operationId}`}
          columns={['Parameter', 'In', 'Type', ...wide('Meaning')]}
          rows={parameters.map((one) => ({
            key: one.name,
            cells: [
              <>
                <code>{one.name}</code>
                {one.required ? ' (required)' : ''}
              </>,
              one.in,
              <Type key="type" schema={one.schema} />,
              one.description,
            ],
          }))}
        />
      )}
      {body !== undefined && (
        <>
          <h3>Request body</h3>
          <SchemaTable name={`Body of ${operationId}`} schema={body.schema} />
          <Example name="Example request" value={body.example} />
        </>
      )}
      {success !== undefined && (
        <>
          <h3>Response</h3>
          <p>
            {type}
            {success.schema.properties?.data && (
              <>
                , <code>data</code>: <Type schema={success.schema.properties.data} />
              </>
            )}
          </p>
          {success.example !== undefined && <Example name="Example response" value={success.example} />}
        </>
      )}
      <details class="more">
        <summary>Errors of {operationId}</summary>
        <ul>
          {Object.entries(responses).map(([status, { $ref }]) => {
            const refusal = lookUp(components.responses, $ref?.split('/').at(-1) ?? '');
            return (
              refusal && (
                <li key={status}>
                  <code>{status}</code> {refusal.description}
                </li>
              )
            );
          })}
        </ul>
      </details>
    </>
  );
}

/** Lines of an example that are shown; the file itself has the rest. */
const longest = 60;

function Example({ name, value }: { name: string; value: unknown }) {
  const lines = JSON.stringify(value, null, 2).split('\n');
  const shown = lines.length > longest ? [...lines.slice(0, longest), '...'] : lines;
  return (
    <details class="more">
      <summary>{name}</summary>
      <Code>{shown.join('\n')}</Code>
    </details>
  );
}

/** The fields of an object; the type of anything else. */
function SchemaTable({ name, schema }: { name: string; schema: Schema }) {
  if (schema.properties === undefined)
    return (
      <p>
        <Type schema={schema} />
      </p>
    );
  const required = new Set(schema.required);
  return (
    <Table
      label={`Fields of ${name}`}
      columns={['Field', 'Type', ...wide('Meaning')]}
      rows={Object.entries(schema.properties).map(([field, of]) => ({
        key: field,
        cells: [
          <>
            <code>{field}</code>
            {!required.has(field) && (
              <>
                {' '}
                <span class="muted">optional</span>
              </>
            )}
          </>,
          <Type key="type" schema={of} />,
          of.description,
        ],
      }))}
    />
  );
}

/** A type in a few words; named schemas link to their table. */
const Type = ({ schema }: { schema: Schema }) => (
  <>
    {typeOf(schema)}
    {schema.nullable ? ' or null' : ''}
  </>
);

/** Without whether it may be null. */
function typeOf(schema: Schema): ComponentChildren {
  const { $ref, oneOf, enum: values, type, items, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return <a href={`#shape-${name}`}>{name}</a>;
  }
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return typeOf(only);
  if (oneOf !== undefined) {
    const types = oneOf.map((one, index) => <Type key={index} schema={one} />);
    return joined(types, ' or ');
  }
  if (values !== undefined) {
    const shown = values
      .filter((value) => value !== null)
      .map((value) => <code key={String(value)}>{String(value)}</code>);
    return joined(shown, ', ');
  }
  if (type === 'array') return <>list of {<Type schema={items ?? {}} />}</>;
  if (type === 'object' && typeof additionalProperties === 'object')
    return <>object of {<Type schema={additionalProperties} />}</>;
  return `${type ?? 'any'}${bounds(schema)}`;
}

function bounds({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}
