import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAjv } from '../../build/data/ajv.ts';
import { documents } from '../../runtime/api/routes/documents.ts';
import { routes, basePath as servedBasePath } from '../../runtime/api/routes.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { rawPresets, rawProviders, rawTiers } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';
import { type Answer, ask } from '../support/server/http.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import {
  basePath,
  type ContractRequest,
  contractKey,
  contractLimit,
  contractPlan,
  contractSecret,
  type Expected,
  headersOf,
} from './contract-request.ts';
import { requests } from './requests.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const keysFile = join(temporaryDirectory(), 'keys.json');
let server: TestServer;

beforeAll(async () => {
  const { name, ...limit } = contractPlan;
  const sha256 = createHash('sha256').update(contractKey).digest('hex');
  const keys = [{ id: 'contract', plan: name, sha256, createdOn: '2026-01-01' }];
  writeFileSync(keysFile, JSON.stringify({ plans: { [name]: limit }, keys }));
  server = await startServer({
    RATE_LIMIT: `${contractLimit.limit}/${contractLimit.seconds}`,
    KEYS_FILE: keysFile,
    RAPIDAPI_PROXY_SECRETS: contractSecret,
  });
});
afterAll(async () => {
  agent.destroy();
  await server?.stop();
});

const published = (file: string) => readFileSync(join(testDist, 'public', basePath, file));

const ajv = newAjv({ allErrors: false });
function expectValid(schema: string, body: unknown): void {
  const id = `${basePath}/schemas/${schema}.json`;
  const validate = ajv.getSchema(id) ?? ajv.compile(JSON.parse(published(`schemas/${schema}.json`).toString('utf8')));
  expect(validate(body), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
}

/** Fields of the connection or of this one request, not of the answer. */
const ofTheConnection = ['date', 'connection', 'keep-alive', 'x-request-id'];

/** The fields of an answer by lower-case name; a repeated field is an error. */
function fieldsOf({ rawHeaders }: Answer): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    expect(fields, `${name} is repeated`).not.toHaveProperty([name]);
    if (!ofTheConnection.includes(name)) fields[name] = rawHeaders[i + 1] as string;
  }
  return fields;
}

function expectFields(fields: Record<string, string>, expected: Record<string, Expected>): void {
  for (const [name, value] of Object.entries(expected)) {
    if (value === null) expect(fields, name).not.toHaveProperty([name]);
    else if (typeof value === 'string') expect(fields[name], name).toBe(value);
    else expect(fields[name], name).toMatch(value);
  }
}

const decoded = ({ headers, body }: Answer): Buffer => {
  const coding = headers['content-encoding'];
  return coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
};

/** Replaces `{etag}` and `{etag:CODING}` with the tag that a GET of the same path returns. */
async function filledIn({ path, headers = {} }: ContractRequest): Promise<Record<string, string>> {
  const filled = { ...headers };
  for (const [name, value] of Object.entries(headers)) {
    const [placeholder, field = '', coding = 'identity'] = /\{(etag)(?::([a-z]+))?\}/.exec(value) ?? [];
    if (placeholder === undefined) continue;
    const plain = await ask(server.base, path, { headers: { 'Accept-Encoding': coding }, agent });
    expect(plain.status, `GET ${path}`).toBe(200);
    filled[name] = value.replace(placeholder, String(plain.headers[field]));
  }
  return filled;
}

async function send(request: ContractRequest, method = request.method): Promise<Answer> {
  const { path, body } = request;
  return ask(server.base, path, {
    method,
    headers: await filledIn(request),
    ...(body !== undefined && { body }),
    agent,
  });
}

test.each(requests.map((request) => [request.name, request] as const))('%s', async (_name, request) => {
  const { method, path } = request;
  const { status, code, message, file, schema } = request.expect;
  const answer = await send(request);
  expect({ status: answer.status, text: answer.status === status ? '' : answer.text }).toEqual({ status, text: '' });

  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  const fields = fieldsOf(answer);
  const expected = headersOf(request);
  // Content-Location is required on filtered lists and estimates; elsewhere it is optional, but must be right.
  const twin = fields['content-location'];
  if (twin !== undefined && !('content-location' in expected)) {
    expect([200, 304]).toContain(status);
    const named = await ask(server.base, twin, { agent });
    const asked = await ask(server.base, path, { agent });
    expect(named.text, twin).toBe(asked.text);
  }
  expectFields(fields, expected);
  const surplus = Object.keys(fields).filter((name) => name !== 'content-location' && !(name in expected));
  expect(surplus, 'fields that are not in the contract').toEqual([]);

  if (status === 204 || status === 304 || status === 308 || method === 'HEAD') {
    expect(answer.body.length).toBe(0);
  } else {
    expect(fields['content-length']).toBe(String(answer.body.length));
    const body = decoded(answer);
    if (file !== undefined) expect(body.equals(published(file)), `the bytes of ${file}`).toBe(true);
    if (fields['content-type'] === 'application/json') {
      const value = JSON.parse(body.toString('utf8'));
      if (schema !== undefined) expectValid(schema, value);
      if (status >= 400) {
        expectValid('error', value);
        expect(value).toEqual({ error: { code, message: expect.any(String) } });
        expect(value.error.message).toMatch(message ?? /./);
      }
    }
  }
  if (method === 'GET') {
    const head = await send(request, 'HEAD');
    expect({ status: head.status, fields: fieldsOf(head) }).toEqual({ status, fields });
    expect(head.body.length).toBe(0);
  }
});

test('every request in the list has a unique name', () => {
  const names = requests.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('the list covers every route, document, schema and filter, and every operation of the OpenAPI document', () => {
  expect(servedBasePath).toBe(basePath);
  const asked = (method: string, path: string) =>
    requests.some(
      (request) =>
        request.method === method &&
        request.expect.status === 200 &&
        new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(request.path),
    );
  const { paths } = JSON.parse(published('openapi.json').toString('utf8'));
  const operations = Object.entries(paths as Record<string, object>).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => ({ method: method.toUpperCase(), path })),
  );
  const wanted = [
    ...operations,
    ...routes.flatMap(({ path, twins, operations }) => [
      ...[path, ...twins].map((path) => ({ method: 'GET', path })),
      ...(operations.post ? [{ method: 'POST', path }] : []),
    ]),
    ...documents.map(({ path }) => ({ method: 'GET', path })),
    ...routes.map(({ id }) => ({ method: 'GET', path: `/schemas/${id}.json` })),
  ];
  expect(wanted.filter(({ method, path }) => !asked(method, path))).toEqual([]);
  const filters = [
    ...rawProviders.flatMap(({ id }) => ['', ...rawTiers.map((tier) => `&tier=${tier}`)].map((and) => `${id}${and}`)),
    ...rawPresets.map(({ id }) => id),
  ];
  const query = (filter: string) => new RegExp(`\\?(provider|presetId)=${filter}$`);
  expect(filters.filter((filter) => !requests.some(({ path }) => query(filter).test(path)))).toEqual([]);
});

test('the representations of one file have different strong tags', async () => {
  const tags = new Set<string>();
  for (const coding of ['identity', 'gzip', 'br']) {
    const { headers } = await ask(server.base, `${basePath}/models`, { headers: { 'Accept-Encoding': coding }, agent });
    tags.add(String(headers.etag));
  }
  expect(tags.size).toBe(3);
});

test('an answer has the tag of its file, and other files have other tags', async () => {
  const tagOf = async (path: string) => (await ask(server.base, basePath + path, { agent })).headers.etag;
  expect(await tagOf('/models?tier=fast')).toBe(await tagOf('/models/by-tier/fast.json'));
  expect(await tagOf('/models?tier=fast')).not.toBe(await tagOf('/models?tier=mid'));
});
