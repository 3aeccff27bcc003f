/**
 * The tools of `agent-cost mcp` through the SDK's own client: schemas, answers and refusals are the same as the API's.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAjv } from '../../build/data/ajv.ts';
import { estimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { callRequest } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { basePath } from '../contract/contract-request.ts';
import { requests } from '../contract/requests.ts';
import { testDist } from '../support/dist.ts';
import { post } from '../support/server/http.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { call, connected } from './client.ts';

const published = (file: string) => JSON.parse(readFileSync(join(testDist, 'public/api/v1', file), 'utf8')).data;

let client: Client;
let server: TestServer;
let library: typeof import('../../runtime/library/library.ts');
beforeAll(async () => {
  [client, server, library] = await Promise.all([
    connected(),
    startServer(),
    import(pathToFileURL(join(testDist, 'index.js')).href),
  ]);
});
afterAll(() => Promise.all([client.close(), server.stop()]));

describe('tools/list', () => {
  test('lists six read-only tools, with schemas that are objects at their root', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['price', 'estimate', 'rank', 'measured', 'changes', 'resolve']);
    const ajv = newAjv({ allErrors: true });
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description, name).toMatch(/^[A-Z].+\.$/);
      expect(annotations, name).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      // Some clients accept no alternatives at the root of an input schema.
      for (const word of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(inputSchema, name).not.toHaveProperty(word);
      expect(outputSchema, name).toMatchObject({ type: 'object' });
      for (const schema of [inputSchema, outputSchema]) expect(() => ajv.compile(schema as object), name).not.toThrow();
    }
  });

  test('has the fields of the schemas of the API', async () => {
    const { tools } = await client.listTools();
    const inputOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
    const { compare: _, ...work } = estimateRequest.properties;
    const { on, ...estimate } = inputOf('estimate');
    expect(estimate).toEqual(work);
    expect(on).toEqual(callRequest.properties.on);
    const { on: __, top, ...rank } = inputOf('rank');
    expect({ ...rank, modelId: work.modelId }).toEqual(work);
    expect(top).toMatchObject({ type: 'integer', minimum: 1 });
    expect(inputOf('price').calls).toMatchObject({ items: callRequest });
  });
});

/** Bodies that mean the same to a tool: `compare` follows from the tool, and rank has no model. */
const asked = requests.flatMap(({ name, method, path, headers, body, expect: { status, code } }) => {
  if (method !== 'POST' || path !== `${basePath}/estimate` || body === undefined || body.length > 10_000) return [];
  if (headers?.['Content-Type'] !== 'application/json' || (status !== 200 && code !== 'invalid_request')) return [];
  const parsed = JSON.parse(body);
  // Not passed on unchanged by the client or the SDK: numbers beyond a double, a field given twice, __proto__.
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    Array.isArray(parsed) ||
    /1e999|repeated|__proto__/.test(name + body)
  ) {
    return [];
  }
  const { compare = false, ...input } = parsed;
  return typeof compare === 'boolean' && !(compare && 'modelId' in input) ? [{ name, body, compare, input }] : [];
});

describe('estimate and rank', () => {
  test('the contract has enough such requests', () => {
    expect(asked.length).toBeGreaterThan(40);
  });

  test.each(asked)('$name: same as over HTTP', async ({ body, compare, input }) => {
    const [byHttp, byTool] = await Promise.all([
      post(server.base, `${basePath}/estimate`, body).then(({ text }) => JSON.parse(text)),
      call(client, compare ? 'rank' : 'estimate', input),
    ]);
    if (byHttp.error === undefined) return expect(byTool.data).toEqual(byHttp.data);
    // The list of accepted names is the tool's.
    const withoutNames = (message: string) => message.replace(/(?<=Fields: ).*/, '');
    expect({ isError: byTool.isError, data: byTool.data }).toEqual({ isError: true, data: undefined });
    expect(withoutNames(byTool.text)).toBe(withoutNames(byHttp.error.message));
  });

  test('no argument at all means the defaults of the API', async () => {
    expect((await call(client, 'estimate')).data).toEqual(published('estimate/coding/claude-sonnet-4-6.json'));
    expect((await call(client, 'rank')).data).toEqual(published('estimate/compare/coding.json'));
  });

  test('rank returns only the first models if asked to', async () => {
    const all = published('estimate/compare/rag.json');
    const { data, text } = await call(client, 'rank', { presetId: 'rag', top: 2 });
    expect(data).toEqual({ ...all, ranking: all.ranking.slice(0, 2) });
    expect(text.split('\n').slice(1)).toEqual(
      all.ranking
        .slice(0, 2)
        .map(
          (row: Record<string, string>) =>
            `${row.rank}. ${row.modelId}: $${row.costPerTask} a task, $${row.monthlySpend} a month`,
        ),
    );
  });

  test('another day has its own prices', async () => {
    const request = { presetId: 'support', modelId: 'gemini-4-argon' } as const;
    const [before, after] = await Promise.all(
      ['2026-11-30', '2026-12-01'].map((on) => call(client, 'estimate', { ...request, on })),
    );
    expect(before?.data).toEqual(library.estimate(request, { on: '2026-11-30' }));
    expect(after?.data).toEqual(library.estimate(request, { on: '2026-12-01' }));
    expect(after?.data).not.toEqual(before?.data);
  });
});

describe('price', () => {
  const call1 = { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850, on: '2026-11-20' };

  test('several calls are priced as in the library, and the sum is in the text', async () => {
    const calls = [call1, { ...call1, serviceTier: 'batch' as const }, { model: 'gpt-4o', searches: 2 }];
    const { data, text } = await call(client, 'price', { calls });
    expect(data).toEqual(library.price(calls));
    // 1200 x 3 + 45,000 x 0.3 + 850 x 15 = 29,850 millionths of a dollar; in batch half of it; two searches at $10 a 1,000.
    expect(data).toMatchObject({ usd: 0.064775, calls: [{ usd: 0.02985 }, { usd: 0.014925 }, { usd: 0.02 }] });
    expect(text).toMatch(
      /^total: \$0\.064775\nclaude-sonnet-4-6: \$0\.02985 at the list price, seen at the provider on 20/,
    );
  });

  test('the text has no exponents', async () => {
    // One token at $0.15 a million.
    const { text } = await call(client, 'price', { calls: [{ model: 'gpt-4o-mini', input: 1 }] });
    expect(text).toMatch(/^gpt-4o-mini: \$0\.00000015 at /);
  });

  test('a call without a price is unpriced, not 0 and not an error', async () => {
    const unknown = { model: 'claude-sonet-4-6', input: 5 };
    const { data, text, isError } = await call(client, 'price', { calls: [call1, unknown] });
    expect(isError).toBe(false);
    expect(data).toEqual(library.price([call1, unknown]));
    expect(data).toMatchObject({ usd: null, unpriced: 1, calls: [{}, { usd: null }] });
    expect(text).toMatch(/not priced: .*"claude-sonet-4-6".*"claude-sonnet-4-6"/);
  });

  test.each([
    [{}, 'The field calls is missing.'],
    [{ calls: [{ input: 1 }] }, 'The field model of calls.0 is missing.'],
    [{ calls: [{ model: 'x', input: -1 }] }, 'calls.0.input must be between 0 and 1000000000 (got -1).'],
    [{ calls: [{ model: 'x', on: 'today' }] }, /^calls\.0\.on must be a date such as 2026-11-21/],
    [{ calls: [{ model: 'x', inptu: 1 }] }, /^Unknown field "inptu"\. It is in calls\.0\. Did you mean "input"\?/],
    [{ calls: {} }, 'calls must be an array (got an object).'],
  ])('%j is an error of the tool', async (input, message) => {
    const { text, isError, data } = await call(client, 'price', input);
    expect({ isError, data }).toEqual({ isError: true, data: undefined });
    expect(text).toMatch(message);
    if (typeof message === 'string') expect(text).toBe(message);
  });
});

describe('measured, changes and resolve', () => {
  test('measured: the boards, then the rows of one board', async () => {
    expect((await call(client, 'measured')).data).toEqual({ boards: published('measured.json') });
    expect((await call(client, 'measured', { board: 'deepswe' })).data).toEqual(published('measured/deepswe.json'));
    const typo = await call(client, 'measured', { board: 'deepsw' });
    const { error } = JSON.parse(await (await fetch(`${server.base}${basePath}/measured/deepsw`)).text());
    expect(typo).toEqual({ isError: true, data: undefined, text: error.message });
  });

  test('changes: all of them, or those since a day, that day included', async () => {
    const all: { on: string }[] = published('changes.json');
    expect((await call(client, 'changes')).data).toEqual({ changes: all });
    const since = all[5]?.on as string;
    const { data } = await call(client, 'changes', { since });
    expect(data).toEqual({ changes: all.filter(({ on }) => on >= since) });
    expect((data as { changes: object[] }).changes.length).toBeLessThan(all.length);
    expect(await call(client, 'changes', { since: '2099-01-01' })).toMatchObject({
      data: { changes: [] },
      text: 'nothing changed',
    });
    expect((await call(client, 'changes', { since: 'yesterday' })).text).toBe(
      'since must be a date such as 2026-11-21 (UTC) (got "yesterday").',
    );
  });

  test.each([
    ['bedrock/us.anthropic.claude-sonnet-4-6-v1:0', 'claude-sonnet-4-6'],
    ['openrouter/openai/gpt-4o', 'gpt-4o'],
    ['gpt-4o', 'gpt-4o'],
    ['openai/gpt-5-latest', null],
    ['', null],
  ])('resolve %j: as in the library', async (name, id) => {
    const { data, text, isError } = await call(client, 'resolve', { name });
    expect(isError).toBe(false);
    expect(data).toEqual(library.resolve(name));
    expect(data).toMatchObject({ id });
    expect(text).toMatch(id === null ? /^Unknown model / : new RegExp(`^${id} of `));
  });
});
