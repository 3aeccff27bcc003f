import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documents } from '../runtime/api/routes/documents.ts';
import { routes } from '../runtime/api/routes.ts';
import { answer as answerOf } from '../runtime/core/answers/answer.ts';
import { metaOf } from '../runtime/core/answers/meta.ts';
import { resolveRequest } from '../runtime/core/answers/resolved-request.ts';
import { ApiError, statusOf } from '../runtime/core/schemas/api-error.ts';
import { openapi } from '../runtime/exports/openapi.ts';
import { catalog } from './support/core/catalog.ts';
import { findingsOf, validatorOf } from './support/core/json-schema.ts';
import { estimateRequests } from './support/core/random-requests.ts';
import { rawModels, rawPresets } from './support/core/raw-data.ts';
import { testDist } from './support/dist.ts';
import { rounds } from './support/rounds.ts';

type Json = Record<string, unknown>;
type Operation = Json & {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Json; description: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json; example: unknown }> };
  responses: Record<string, Json>;
  tags: string[];
};

const api = join(testDist, 'public/api/v1');
const read = (file: string) => JSON.parse(readFileSync(join(api, file), 'utf8'));
const document = read('openapi.json') as {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  tags: { name: string }[];
  security: Json[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
};
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** The part of the document that a `#/...` reference points to, or undefined. */
const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (part, key) => (part as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    );
const follow = (part: Json): Json => (typeof part.$ref === 'string' ? (resolve(part.$ref) as Json) : part);

/** Every object of the document with its path. */
function* partsOf(part: unknown, at = '#'): Generator<[string, Json]> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield [at, part as Json];
  for (const [key, value] of Object.entries(part)) {
    // Examples are data, not part of the description.
    if (key !== 'example') yield* partsOf(value, `${at}/${key}`);
  }
}

/** Every schema of the document, including nested ones. */
function schemas(): [string, Json][] {
  const found: [string, Json][] = [];
  const add = (schema: Json, at: string): void => {
    found.push([at, schema]);
    for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
      add(part, `${at}.${name}`);
    for (const key of ['items', 'additionalProperties', 'not']) {
      if (typeof schema[key] === 'object') add(schema[key] as Json, `${at}.${key}`);
    }
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      for (const [index, part] of ((schema[key] ?? []) as Json[]).entries()) add(part, `${at}.${key}.${index}`);
    }
  };
  for (const [name, schema] of Object.entries(document.components.schemas ?? {})) add(schema, name);
  for (const [at, part] of partsOf(document)) {
    if (!at.includes('/schemas/') && !at.includes('/schema/') && typeof part.schema === 'object') {
      add(part.schema as Json, at);
    }
  }
  return found;
}

describe('the document', () => {
  test('states OpenAPI 3.0.3, its title and its server', () => {
    expect(document.openapi).toBe('3.0.3');
    expect(document.info).toMatchObject({ title: expect.any(String), version: 'v1', license: { name: 'MIT' } });
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
    // A server below a path of the site, whose address the build knows.
    const { servers } = openapi(catalog, 'https://example.com/costs/');
    expect(servers).toEqual([{ url: 'https://example.com/costs/api/v1' }]);
    expect(document.info.description).toMatch(/Compatibility/);
    const allowed = ['openapi', 'info', 'servers', 'tags', 'security', 'paths', 'components', 'externalDocs'];
    expect(Object.keys(document).filter((key) => !allowed.includes(key))).toEqual([]);
  });

  const described = operations.map(({ path, method }) => `${method} ${path}`).sort();

  test('has the paths and methods of the specification', () => {
    const specified = ['/meta', '/providers', '/models', '/models/{id}', '/presets', '/estimate'];
    for (const path of specified) expect(described).toContain(`get ${path}`);
    expect(described).toContain('post /estimate');
  });

  test('has exactly the paths and methods that are served', () => {
    const served = routes.flatMap(({ path, operations }) => [
      `get ${path}`,
      ...(operations.post ? [`post ${path}`] : []),
    ]);
    const files = documents.map(({ path }) => `get ${path}`);
    expect(described).toEqual([...served, ...files].sort());
  });

  test('has exactly the parameters of the specification', () => {
    const parameters = operations.flatMap(({ path, method, operation }) =>
      (operation.parameters ?? []).map((parameter) => `${method} ${path} ${parameter.in} ${parameter.name}`),
    );
    expect(parameters.sort()).toEqual(
      [
        'get /advice query modelId',
        'get /advice query presetId',
        'get /estimate query compare',
        'get /estimate query modelId',
        'get /estimate query presetId',
        'get /estimate query sort',
        'get /measured/{id} path id',
        'get /models query provider',
        'get /models query tier',
        'get /models/{id} path id',
        'get /plans/{id} path id',
      ].sort(),
    );
  });

  test('gives every operation a unique id, a summary, known tags and described answers', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toMatch(/\S/);
      expect(operation.description).toMatch(/\S/);
      for (const tag of operation.tags) expect(tags).toContain(tag);
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^([1-5]\d\d|default)$/);
        expect(follow(response)?.description).toMatch(/\S/);
      }
    }
  });

  test('describes every parameter; a path parameter is required and is in the path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const parameters = operation.parameters ?? [];
      expect(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)).toEqual(inPath);
      for (const { in: place, required, schema, description } of parameters) {
        expect(required ?? false).toBe(place === 'path');
        expect(schema.type).toEqual(expect.any(String));
        expect(description).toMatch(/\S/);
      }
    }
  });

  test('documents the refusals of each operation, in the error envelope', () => {
    const statusesOf = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {});
    for (const path of Object.keys(document.paths)) {
      for (const status of ['200', '304', '401', '414', '429', '431', '500', '503', 'default']) {
        expect(statusesOf(path, 'get')).toContain(status);
      }
    }
    expect(statusesOf('/models/{id}', 'get')).toContain('404');
    expect(statusesOf('/models', 'get')).toContain('400');
    expect(statusesOf('/estimate', 'get')).toContain('400');
    for (const status of ['200', '400', '401', '408', '413', '414', '415', '429', '500', '503']) {
      expect(statusesOf('/estimate', 'post')).toContain(status);
    }
    const documented = new Set(operations.flatMap(({ operation }) => Object.keys(operation.responses)));
    // Except 405, because an undescribed method cannot describe its refusal, and 416, which only snapshots have.
    const possible = [...new Set(Object.values(statusOf).map(String))].filter(
      (status) => !['405', '416'].includes(status),
    );
    expect(possible.filter((status) => !documented.has(status))).toEqual([]);
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (/^[23]/.test(status)) continue;
        const content = follow(response).content as Record<string, { schema: Json }>;
        expect(content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
  });

  test('offers a key in X-API-Key, and access without one', () => {
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
    expect(document.security).toContainEqual({});
    expect(document.security).toContainEqual({ apiKey: [] });
  });

  test('has only valid references, and no unused component', () => {
    const refs = [...partsOf(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    expect(refs.length).toBeGreaterThan(20);
    for (const ref of refs) expect(resolve(ref), ref).toBeTypeOf('object');
    const used = new Set(refs);
    for (const kind of ['schemas', 'responses']) {
      for (const name of Object.keys(document.components[kind] ?? {})) {
        expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(used, `${kind} ${name}`).toContain(`#/components/${kind}/${name}`);
      }
    }
  });
});

describe('every schema', () => {
  /** Schema Object of OpenAPI 3.0.3: nothing else is allowed in one. */
  const keywords = new Set(
    'title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties required enum type allOf oneOf anyOf not items properties additionalProperties description format default nullable discriminator readOnly writeOnly xml externalDocs example deprecated'.split(
      ' ',
    ),
  );

  test('uses only keywords of OpenAPI 3.0.3: no const, no list of types, no $defs', () => {
    const all = schemas();
    expect(all.length).toBeGreaterThan(100);
    for (const [at, schema] of all) {
      if (schema.$ref !== undefined) {
        expect(Object.keys(schema), `${at}: fields next to $ref are ignored`).toEqual(['$ref']);
        continue;
      }
      expect(
        Object.keys(schema).filter((key) => !keywords.has(key)),
        at,
      ).toEqual([]);
      expect(['object', 'array', 'string', 'number', 'integer', 'boolean', undefined], at).toContain(schema.type);
      if (schema.type === 'array') expect(schema.items, at).toBeTypeOf('object');
      if (schema.nullable !== undefined) expect(schema.type, `${at}: nullable needs a type`).toBeTypeOf('string');
      if (schema.enum !== undefined) expect(schema.type, `${at}: generators want a type`).toBeTypeOf('string');
      for (const key of ['exclusiveMinimum', 'exclusiveMaximum']) {
        if (schema[key] !== undefined) expect(schema[key], at).toBeTypeOf('boolean');
      }
      if (schema.properties === undefined) continue; // a branch of oneOf with only a list of required fields
      for (const name of (schema.required ?? []) as string[]) expect(schema.properties, at).toHaveProperty([name]);
    }
  });

  test('of an answer allows later fields; those of requests are closed', () => {
    for (const [name, schema] of schemas()) {
      expect(schema.additionalProperties === false, name).toBe(/^(Estimate|Advice)Request$/.test(name));
    }
  });
});

/** A schema of the document as JSON Schema 2020-12, strictly by 3.0.3: nullable adds null to its own `type` only. */
function toJsonSchema(schema: Json): Json {
  const { nullable, example: _, ...rest } = schema;
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert);
    return typeof value === 'object' && value !== null ? toJsonSchema(value as Json) : value;
  };
  const result: Json = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key === 'properties') {
      const properties = Object.entries(value as Json).map(([name, part]) => [name, convert(part)]);
      result[key] = Object.fromEntries(properties);
    } else if (['enum', 'required'].includes(key)) result[key] = value;
    else result[key] = convert(value);
  }
  if (nullable === true) result.type = [rest.type, 'null'];
  if (typeof result.$ref === 'string') result.$ref = result.$ref.replace('#/components/schemas/', '#/$defs/');
  return result;
}
const $defs = Object.fromEntries(
  Object.entries(document.components.schemas ?? {}).map(([name, schema]) => [name, toJsonSchema(schema)]),
);
const judge = (schema: Json) => validatorOf({ ...toJsonSchema(schema), $defs });

/** Media types of the 200 answer of an operation. */
function successOf(operation: Operation): Record<string, { schema: Json; example: Json }> {
  return operation.responses['200']?.content as Record<string, { schema: Json; example: Json }>;
}

/** Schema and example of the JSON answer of an operation. */
function mediaOf(path: string, method: string): { schema: Json; example: Json } {
  const operation = document.paths[path]?.[method];
  const media = operation && successOf(operation)['application/json'];
  if (media === undefined) throw new Error(`${method} ${path} does not answer in JSON`);
  return media;
}

describe('every example', () => {
  const bare = documents.map(({ path }) => path);
  const inJson = operations.filter(
    ({ path, operation }) => 'application/json' in successOf(operation) && !bare.includes(path),
  );

  test.each(inJson)('of $method $path satisfies its schema', ({ path, method, operation }) => {
    const { schema, example } = mediaOf(path, method);
    expect(findingsOf(judge(schema), example)).toEqual([]);
    expect(example.data).toBeTruthy();
    const body = operation.requestBody?.content['application/json'];
    if (body) expect(findingsOf(judge(body.schema), body.example)).toEqual([]);
    else expect(method).toBe('get');
  });

  test('is missing where the shape is that of another tool, whose outermost value is described', () => {
    for (const { path, json } of documents) {
      if (json === undefined) continue;
      const { schema, example } = mediaOf(path, 'get');
      expect(example).toBeUndefined();
      expect(findingsOf(judge(schema), read(path.slice(1))), path).toEqual([]);
      expect(findingsOf(judge(schema), json === 'array' ? {} : []), path).not.toEqual([]);
    }
  });

  test('is taken from the real data', () => {
    const first = (path: string) => [mediaOf(path, 'get').example.data].flat()[0];
    expect(read('models.json').data).toContainEqual(first('/models'));
    expect(read('providers.json').data).toContainEqual(first('/providers'));
    expect(read('presets.json').data).toContainEqual(first('/presets'));
    expect(read('meta.json').data).toEqual(first('/meta'));
    const model = first('/models/{id}') as { id: string };
    expect(read(`models/${model.id}.json`).data).toEqual(model);
    const estimate = first('/estimate') as { presetId: string; modelId: string };
    expect(read(`estimate/${estimate.presetId}/${estimate.modelId}.json`).data).toEqual(estimate);
  });
});

describe('the two descriptions agree', () => {
  const files: [path: string, schema: string, files: string[]][] = [
    ['/meta', 'meta', ['meta.json']],
    ['/providers', 'providers', ['providers.json']],
    ['/models', 'models', ['models.json', 'models/by-provider/none.json']],
    ['/models/{id}', 'model', rawModels.map(({ id }) => `models/${id}.json`)],
    ['/presets', 'presets', ['presets.json']],
    [
      '/estimate',
      'estimate',
      rawPresets.flatMap(({ id }) => [
        `estimate/compare/${id}.json`,
        ...rawModels.map((model) => `estimate/${id}/${model.id}.json`),
      ]),
    ],
  ];

  test.each(files)('on the real answers of %s', (path, name, published) => {
    const openapi = judge(mediaOf(path, 'get').schema);
    const jsonSchema = validatorOf(read(`schemas/${name}.json`));
    for (const file of published) {
      const answer = read(file);
      expect({ file, openapi: findingsOf(openapi, answer), jsonSchema: findingsOf(jsonSchema, answer) }).toEqual({
        file,
        openapi: [],
        jsonSchema: [],
      });
    }
  });

  const openapi = judge(mediaOf('/estimate', 'post').schema);
  const jsonSchema = validatorOf(read('schemas/estimate.json'));
  const answerTo = (request: object): Json => {
    const question = resolveRequest(catalog, request);
    if (question instanceof ApiError) throw new Error(question.message);
    return JSON.parse(JSON.stringify({ data: answerOf(question), meta: metaOf(catalog) }));
  };

  test('on answers to random requests', () => {
    fc.assert(
      fc.property(estimateRequests, (request) => {
        const answer = answerTo(request);
        expect(findingsOf(openapi, answer)).toEqual([]);
        expect(findingsOf(jsonSchema, answer)).toEqual([]);
      }),
      { numRuns: rounds(300) },
    );
  });

  test('on answers with a field missing or of another type', () => {
    /** The path of every value in an answer. */
    const waysIn = (value: unknown): string[][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, part]) => [[key], ...waysIn(part).map((way) => [key, ...way])])
        : [];
    let refused = 0;
    fc.assert(
      fc.property(
        estimateRequests
          .map(answerTo)
          .chain((answer) => fc.tuple(fc.constant(answer), fc.constantFrom(...waysIn(answer)))),
        fc.constantFrom<unknown>(undefined, null, -1, 'text', true, [], {}, 1e6),
        ([original, way], wrong) => {
          const answer = structuredClone(original);
          const parent = way.slice(0, -1).reduce<Json>((part, key) => part[key] as Json, answer);
          const last = way.at(-1) as string;
          if (wrong === undefined && !Array.isArray(parent)) delete parent[last];
          else parent[last] = wrong ?? null;
          const verdict = findingsOf(jsonSchema, answer).length === 0;
          if (!verdict) refused++;
          expect(findingsOf(openapi, answer).length === 0, `${way.join('.')} = ${JSON.stringify(wrong)}`).toBe(verdict);
        },
      ),
      { numRuns: rounds(500) },
    );
    expect(refused).toBeGreaterThan(rounds(100));
  });

  test('on valid and invalid requests', () => {
    const body = document.paths['/estimate']?.post?.requestBody?.content['application/json']?.schema as Json;
    const [openapi, jsonSchema] = [judge(body), validatorOf(read('schemas/estimate-request.json'))];
    const wrong = fc.dictionary(
      fc.constantFrom('presetId', 'modelId', 'handoffs', 'promptCaching', 'compare', 'nonsense'),
      fc.constantFrom<unknown>(null, -1, 101, 'coding', true, [], {}),
      { minKeys: 1, maxKeys: 2 },
    );
    fc.assert(
      fc.property(fc.oneof(estimateRequests, wrong), (request) => {
        expect(findingsOf(openapi, request).length === 0).toBe(findingsOf(jsonSchema, request).length === 0);
      }),
      { numRuns: rounds(500) },
    );
  });
});
