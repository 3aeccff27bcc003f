/** Generates OpenAPI 3.0.3 from the route table and the schemas, with examples from real data. */

import { publicationsOf } from '../api/publications.ts';
import { withComponents } from '../api/published-schemas/components.ts';
import { answerSchema } from '../api/published-schemas/json-schemas.ts';
import { schemasOf } from '../api/published-schemas/route-schemas.ts';
import { type Document, documents } from '../api/routes/documents.ts';
import type { Parameter, Route } from '../api/routes/route-definition.ts';
import { apiAddress, routes } from '../api/routes.ts';
import { adviceFor, answer } from '../core/answers/answer.ts';
import { metaOf } from '../core/answers/meta.ts';
import { resolveRequest } from '../core/answers/resolved-request.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { ApiError, type ErrorCode, errorBody, statusOf } from '../core/schemas/api-error.ts';
import type { EstimateRequest } from '../core/schemas/estimate-request-schema.ts';
import { lookUp } from '../core/values/look-up.ts';
import { maxBodyBytes, maxHeaderBytes, maxHeaderFields, maxUrlLength } from '../server/http/size-limits.ts';

type Json = Record<string, unknown>;

/** Refusals common to all operations, then those specific to GET and POST. */
const refusalsOfAll: ErrorCode[] = [
  'invalid_api_key',
  'uri_too_long',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
];
const refusalsOfGet: ErrorCode[] = ['invalid_request', 'precondition_failed'];
const refusalsOfPost: ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'expectation_failed',
];

const meaning: Record<number, string> = {
  400: 'The request is not valid. The message names the field, what it must be, and what was sent. With the code `model_shut_down` the model was once valid: calls to it fail since the day that the message names, with its successor.',
  401: 'A key or proxy secret was sent and is wrong, or none was sent where one is needed.',
  404: 'There is no model with this id or alias.',
  408: 'The request took too long to arrive.',
  412: 'The copy named by If-Match is not the current one.',
  413: `The body is larger than ${maxBodyBytes / 1024} KiB.`,
  414: `The URL is longer than ${maxUrlLength / 1024} KiB.`,
  415: 'The body is not JSON in UTF-8, or it is compressed.',
  417: 'The Expect field cannot be met.',
  429: 'Too many requests: wait as many seconds as Retry-After says.',
  431: `The header fields are larger than ${maxHeaderBytes / 1024} KiB together, or more than ${maxHeaderFields}.`,
  500: 'Something failed on our side.',
  503: 'The service cannot answer now.',
};

const headersOfStatus: Record<string, Record<string, string>> = {
  401: { 'WWW-Authenticate': 'Header field that takes a key.' },
  429: { 'Retry-After': 'Seconds until a request is accepted.' },
};

const description = `What LLM models cost and what AI agents built on them cost: list prices with sources and dates, cost per task and per month, waste by cause, cheaper routes.

Prices are public list prices, directional only; verify with the maker or host.

**Static files.** Every GET answers with a published file, which also has a path of its own (its twin, named by Content-Location); hosts that cannot see query strings serve the twins.

**Compatibility.** Within /api/v1 nothing is removed or renamed and no meaning changes; fields, error codes, models, presets and routes may be added, so ignore what you do not know. Numbers change with the dataset: \`meta.datasetVersion\` names it. A change that breaks this promise gets a new base path, and /api/v1 stays for at least 12 months after.`;

/** `siteUrl`: of the site, for `servers`; ends in a slash; null: not known, and the server is a path. */
export function openapi(catalog: Catalog, siteUrl: string | null = null): Json {
  const components = new Map<string, Json>();
  const paths = Object.fromEntries([
    ...routes.map((route) => [route.path, pathItem(catalog, route, components)]),
    ...documents.map((document) => [document.path, documentItem(document)]),
  ]);
  published(errorBody, components);
  return {
    openapi: '3.0.3',
    info: {
      title: 'agent-cost',
      version: 'v1',
      description,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      contact: { name: 'agent-cost maintainers' },
    },
    servers: [{ url: apiAddress(siteUrl) }],
    tags: [
      { name: 'prices', description: 'Makers, models and their list prices.' },
      { name: 'estimates', description: 'What an agent costs.' },
    ],
    security: [{}, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Optional during the open beta: without a key a soft limit per address applies.',
        },
      },
      responses: Object.fromEntries(
        Object.entries(meaning).map(([status, text]) => [
          `Refused${status}`,
          refusal(text, lookUp(headersOfStatus, status)),
        ]),
      ),
      schemas: Object.fromEntries(components),
    },
  };
}

const refs = '#/components/schemas/';

/** A schema in the OpenAPI 3.0 dialect, with its named shapes moved to `components`. */
const published = (schema: object, components: Map<string, Json>): Json =>
  withComponents(dialect30(schema as Json), refs, components) as Json;

const refusal = (text: string, headers: Record<string, string> = {}): Json => ({
  description: text,
  headers: headersOf({ ...headers, ...ofEveryAnswer }),
  content: { 'application/json': { schema: { $ref: `${refs}Error` } } },
});

function pathItem(catalog: Catalog, route: Route, components: Map<string, Json>): Json {
  const schema = published(answerSchema(route), components);
  const parameters = route.parameters.map((parameter) => parameterOf(catalog, parameter));
  const { body } = schemasOf(route);
  const common = { tags: [body ? 'estimates' : 'prices'], summary: route.summary };
  const twins = `${route.description} Published as ${route.twins.join(', ')}.`;
  const get = {
    operationId: route.operations.get,
    ...common,
    description: twins,
    parameters,
    responses: {
      200: success(schema, example(catalog, route), {
        ETag: 'Strong, one per encoding.',
        'Cache-Control': 'How long a copy may be used: not beyond the next scheduled price change.',
        'CDN-Cache-Control': 'The same for shared caches (RFC 9213).',
        ...(route.parameters.some(({ in: place }) => place === 'query') && {
          'Content-Location': 'The path twin of this answer.',
        }),
      }),
      304: { description: 'The copy named by If-None-Match is current.' },
      ...refusals([...route.refusals, ...refusalsOfAll, ...refusalsOfGet]),
    },
  };
  if (!body) return { get };
  const sent: EstimateRequest = { presetId: 'support', tasksPerMonth: 20000, retryRatePct: 5 };
  const post = {
    operationId: route.operations.post,
    ...common,
    description: 'The same as GET, with overrides of every workflow value of the preset.',
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: published(body, components), example: sent },
      },
    },
    responses: {
      200: success(
        schema,
        { data: answered(catalog, route, sent), meta: metaOf(catalog) },
        {
          RateLimit: 'How much of the limit is left and when it resets.',
          'RateLimit-Policy': 'The limit.',
        },
      ),
      ...refusals([...route.refusals, ...refusalsOfAll, ...refusalsOfPost]),
    },
  };
  return { get, post };
}

/** A published file that is no answer of a route. */
function documentItem({ operation, summary, description: text, contentType, json }: Document): Json {
  const [type = ''] = contentType.split(';');
  const isText = type.startsWith('text/') || type.endsWith('xml');
  const text30 = isText ? { type: 'string' } : { type: 'string', format: 'binary' };
  // The shape of bare JSON is that of another tool, which describes it.
  const schema = json === undefined ? text30 : json === 'array' ? { type: 'array', items: {} } : { type: 'object' };
  return {
    get: {
      operationId: operation,
      tags: ['prices'],
      summary,
      description: text,
      responses: {
        200: { description: 'Success.', content: { [type]: { schema } } },
        304: { description: 'The copy named by If-None-Match is current.' },
        ...refusals([...refusalsOfAll, ...refusalsOfGet]),
      },
    },
  };
}

/** A path parameter's example is its first accepted value, which the example answer belongs to. */
const parameterOf = (catalog: Catalog, { name, in: place, description: text, schema, accepted }: Parameter): Json => ({
  name,
  in: place,
  description: text,
  ...(place === 'path' && { required: true, example: [...accepted(catalog)][0]?.[0] }),
  schema: dialect30(schema as Json),
});

const ofEveryAnswer = { 'X-Request-Id': 'Id of this request, for questions about it.' };

const headersOf = (texts: Record<string, string>): Json =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }]),
  );

const success = (schema: Json, shown: unknown, headers: Record<string, string>): Json => ({
  description: 'Success.',
  headers: headersOf({ ...headers, ...ofEveryAnswer }),
  content: { 'application/json': { schema, example: shown } },
});

function refusals(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].sort((a, b) => a - b);
  return {
    ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
    default: refusal('Any other refusal, in the same envelope.'),
  };
}

/** The answer of a route with real data; lists are cut to their first two entries. */
function example(catalog: Catalog, route: Route): Json {
  const [first] = publicationsOf(catalog, route);
  const data = route.operations.post ? answered(catalog, route, {}) : first?.data();
  return { data: Array.isArray(data) ? data.slice(0, 2) : data, meta: metaOf(catalog) };
}

function answered(catalog: Catalog, { id }: Route, request: EstimateRequest): unknown {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  return id === 'advice' ? adviceFor(question) : answer(question);
}

/** JSON Schema 2020-12 in the dialect of OpenAPI 3.0: `nullable` for null, `enum` for `const`, both with a `type`. */
function dialect30(schema: Json): Json {
  const { $schema: _, const: constant, type, anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) {
    // The reference must accept null too, so the shape it names is nullable wherever it is used.
    const shape = dialect30((anyOf as Json[]).find((branch) => branch.type !== 'null') as Json);
    return { ...rest, type: 'object', nullable: true, allOf: [{ ...shape, nullable: true }] };
  }
  const result: Json = {};
  if (Array.isArray(type)) Object.assign(result, { type: type.find((name) => name !== 'null'), nullable: true });
  else if (type !== undefined) result.type = type;
  if (constant !== undefined) Object.assign(result, { type: typeof constant, enum: [constant] });
  if (schema.enum !== undefined && type === undefined) result.type = 'string';
  for (const [key, value] of Object.entries(rest)) {
    if (key === 'properties') {
      result[key] = Object.fromEntries(
        Object.entries(value as Json).map(([name, part]) => [name, dialect30(part as Json)]),
      );
    } else if (key === 'oneOf' || key === 'allOf') result[key] = (value as Json[]).map(dialect30);
    else if (key === 'items' || key === 'additionalProperties')
      result[key] = typeof value === 'object' ? dialect30(value as Json) : value;
    else result[key] = value;
  }
  return result;
}
