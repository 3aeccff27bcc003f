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
import { projectRoot } from '../support/project-root.ts';
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

/** Whole answers, as the API has them. */
const everything = { fields: ['all'], limit: 10_000 };

describe('tools/list', () => {
  test('lists eleven read-only tools, with inputs that are objects at their root', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...[
        'price',
        'estimate',
        'advise',
        'rank',
        'cheapest',
        'measured',
        'changes',
        'resolve',
        'report',
        'budget',
        'reprice',
      ],
    ]);
    const ajv = newAjv({ allErrors: true });
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(description, name).toMatch(/^[A-Z].+\.$/);
      expect(annotations, name).toEqual({ readOnlyHint: true });
      expect(inputSchema, name).toMatchObject({ type: 'object' });
      // Some clients accept no alternatives at the root of an input schema.
      for (const word of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(inputSchema, name).not.toHaveProperty(word);
      expect(() => ajv.compile(inputSchema as object), name).not.toThrow();
    }
  });

  test('is what docs/mcp.md says: each tool, each prompt, and those whose tokens are told', async () => {
    const document = readFileSync(join(projectRoot, 'docs/mcp.md'), 'utf8');
    const served = (await client.listTools()).tools.map(({ name }) => name);
    expect([...document.matchAll(/^\| `(\w+)` \| [a-z]/gm)].map(([, name]) => name)).toEqual(served);
    const { prompts } = await client.listPrompts();
    const told = /^The prompts are (.*)\.$/m.exec(document)?.[1] ?? '';
    expect(told.match(/[\w-]+(?=`)/g)).toEqual(prompts.map(({ name }) => name));
    const measured = [...document.matchAll(/^\| `([\w/]+)`.* \| [\d,]* ?\| [\d,]+ \|$/gm)].map(([, name]) => name);
    const onLogs = ['report', 'budget', 'reprice'];
    expect(new Set(measured)).toEqual(new Set(['tools/list', ...served.filter((name) => !onLogs.includes(name))]));
  });

  test('has the fields of the schemas of the API, without their bounds', async () => {
    const { tools } = await client.listTools();
    const inputOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
    // What a file of calibrate says of itself is not for agents to write.
    const { compare: _, fittedTo: __, sort, top, ...work } = estimateRequest.properties;
    expect(Object.keys(inputOf('rank'))).toEqual(expect.arrayContaining(Object.keys({ sort })));
    expect(Object.keys(inputOf('estimate'))).toEqual([...Object.keys(work), 'limit', 'fields', 'on']);
    expect(inputOf('estimate').tasksPerMonth).toEqual({ type: 'number', description: 'Tasks a month.' });
    expect(Object.keys(inputOf('price'))).toEqual([
      ...Object.keys(callRequest.properties),
      ...['limit', 'fields', 'calls', 'usage'],
    ]);
  });

  test('costs an agent at most 4,000 tokens', async () => {
    // Counted with o200k_base, 14,000 characters of it were 3,270 tokens: 4.28 characters each.
    expect(JSON.stringify((await client.listTools()).tools).length).toBeLessThan(16_000);
  });
});

describe('answers', () => {
  test.each([
    ['price', { calls: Array.from({ length: 50 }, () => ({ model: 'claude-sonnet-4-6', input: 1 })) }],
    ['estimate', {}],
    ['estimate', { presetId: 'session', modelId: 'gpt-5.5' }],
    ['rank', {}],
    ['cheapest', { work: 'coding' }],
    ['estimate', { presetId: 'research', modelId: 'claude-opus-4-8' }],
    ['estimate', { presetId: 'coding', modelId: 'gpt-5.5', serviceTier: 'batch', cacheTtl: '1h' }],
    ['advise', {}],
    ['advise', { presetId: 'session', modelId: 'claude-opus-4-8' }],
    ['measured', {}],
    ['measured', { board: 'deepswe' }],
    ['measured', { model: 'claude-sonnet-4-6' }],
    ['changes', {}],
    ['resolve', { name: 'sonnet' }],
  ])('%s %j takes at most 1,500 tokens', async (name, input) => {
    // The densest of them, changes, has 2.64 characters a token.
    expect(JSON.stringify(await client.callTool({ name, arguments: input })).length).toBeLessThan(3900);
  });

  test('have the fields and as many rows as asked for, and count what is left out', async () => {
    const all = published('estimate/compare/rag.json');
    const { data } = await call(client, 'rank', { presetId: 'rag', limit: 2, fields: ['modelId', 'tier'] });
    expect(data).toEqual({
      presetId: 'rag',
      host: null,
      chosen: null,
      sort: 'cost',
      aboveLine: all.aboveLine,
      notes: all.notes,
      ranking: all.ranking.slice(0, 2).map(({ modelId, tier }: Record<string, string>) => ({ modelId, tier })),
      leftOut: { ranking: all.ranking.length - 2 },
    });
    const { levers } = published('advice/coding/claude-sonnet-4-6.json');
    expect((await call(client, 'advise', { fields: ['levers'], limit: 99 })).data).toEqual({ levers });
    const wrong = await call(client, 'advise', { fields: ['lever'] });
    expect(wrong.isError).toBe(true);
    expect(wrong.text).toMatch(/Unknown field "lever"\. Did you mean "levers"\? Fields: presetId, .*, all\./);
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

test('an estimate has what it rests on and what would be cheaper in both forms', async () => {
  const all = published('estimate/coding/claude-sonnet-4-6.json');
  const { data, text } = await call(client, 'estimate', {});
  const { routing, ...rest } = data as { routing: Record<string, unknown> };
  expect(rest).toMatchObject({ summary: all.summary, notes: all.notes, context: all.context });
  expect(all.routing).toMatchObject(routing);
  for (const part of [all.summary, all.notes[0], all.routing.modelId]) expect(text).toContain(part);
  expect(text).toMatch(/largest prompt 40350 tokens of 1000000/);
  expect((await call(client, 'estimate', { fields: ['routing'] })).data).toEqual({ routing: all.routing });
});

describe('estimate and rank', () => {
  test('the contract has enough such requests', () => {
    expect(asked.length).toBeGreaterThan(40);
  });

  test.each(asked)('$name: same as over HTTP', async ({ body, compare, input }) => {
    const [byHttp, byTool] = await Promise.all([
      post(server.base, `${basePath}/estimate`, body).then(({ text }) => JSON.parse(text)),
      call(client, compare ? 'rank' : 'estimate', { ...everything, ...input }),
    ]);
    if (byHttp.error === undefined) return expect(byTool.data).toEqual(byHttp.data);
    // The list of accepted names is the tool's.
    const withoutNames = (message: string) => message.replace(/(?<=Fields: ).*/, '');
    expect({ isError: byTool.isError, data: byTool.data }).toEqual({ isError: true, data: undefined });
    expect(withoutNames(byTool.text)).toBe(withoutNames(byHttp.error.message));
  });

  test('rank returns only the first models if asked to', async () => {
    const all = published('estimate/compare/rag.json');
    const { data, text } = await call(client, 'rank', { ...everything, presetId: 'rag', limit: 2 });
    expect(data).toEqual({ ...all, ranking: all.ranking.slice(0, 2), leftOut: { ranking: all.ranking.length - 2 } });
    // The name that `limit` had before.
    const { data: first } = await call(client, 'rank', { ...everything, presetId: 'rag', top: 2 });
    expect(first).toEqual({ ...all, ranking: all.ranking.slice(0, 2) });
    expect(text.split('\n').slice(1, 3)).toEqual(
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
      ['2026-11-30', '2026-12-01'].map((on) => call(client, 'estimate', { ...everything, ...request, on })),
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
    const { data, text } = await call(client, 'price', { calls, ...everything });
    expect(data).toEqual(library.price(calls));
    // 1200 x 3 + 45,000 x 0.3 + 850 x 15 = 29,850 millionths of a dollar; in batch half of it; two searches at $10 a 1,000.
    expect(data).toMatchObject({ usd: 0.064775, calls: [{ usd: 0.02985 }, { usd: 0.014925 }, { usd: 0.02 }] });
    expect(text).toMatch(
      /^total: \$0\.064775\nclaude-sonnet-4-6: \$0\.02985 at the list price, seen at the maker on 20/,
    );
  });

  test('the text has no exponents', async () => {
    // One token at $0.15 a million.
    const { text } = await call(client, 'price', { calls: [{ model: 'gpt-4o-mini', input: 1 }] });
    expect(text).toMatch(/^gpt-4o-mini: \$0\.00000015 at /);
  });

  test('a call without a price is unpriced, not 0 and not an error', async () => {
    const unknown = { model: 'claude-sonet-4-6', input: 5 };
    const { data, text, isError } = await call(client, 'price', { calls: [call1, unknown], ...everything });
    expect(isError).toBe(false);
    expect(data).toEqual(library.price([call1, unknown]));
    expect(data).toMatchObject({ usd: null, unpriced: 1, calls: [{}, { usd: null }] });
    expect(text).toMatch(/not priced: .*"claude-sonet-4-6".*"claude-sonnet-4-6"/);
  });

  test('one call, or the answer of a provider, without a list', async () => {
    // 86 fresh tokens x 2.5 + 1,920 x 0.25 + 300 x 15 = 5,195 millionths of a dollar
    const usage = { prompt_tokens: 2006, completion_tokens: 300, prompt_tokens_details: { cached_tokens: 1920 } };
    const given = [
      { model: 'gpt-5.4', input: 86, cachedInput: 1920, output: 300, on: '2026-11-20' },
      { usage, model: 'gpt-5.4', on: '2026-11-20' },
      { usage: { model: 'gpt-5.4', usage }, on: '2026-11-20' },
    ];
    for (const input of given) {
      expect((await call(client, 'price', input)).data).toEqual({
        ...{ usd: 0.005195, usdOfPriced: 0.005195, unpriced: 0 },
        calls: [{ model: 'gpt-5.4', host: null, usd: 0.005195, unpriced: null, near: [] }],
      });
    }
  });

  test.each([
    [{}, /^Nothing to price: give model with input, .* in calls, .* in usage/],
    [{ input: 1 }, 'The field model is missing.'],
    [{ model: 'x', inptu: 1 }, /^Unknown field "inptu"\. Did you mean "input"\?/],
    [{ calls: [{ input: 1 }] }, 'calls[0]: The field model is missing.'],
    [{ calls: [{ model: 'x', input: -1 }] }, 'calls[0]: input must be between 0 and 1000000000 (got -1).'],
    [{ calls: [{ model: 'x', on: 'today' }] }, /^calls\[0\]: on must be a date such as 2026-11-21/],
    [{ calls: [{ model: 'x', inptu: 1 }] }, /^calls\[0\]: Unknown field "inptu"\. Did you mean "input"\?/],
    [{ calls: {} }, 'calls must be an array (got an object).'],
    [{ calls: [], usage: {} }, 'Give calls or usage, not both.'],
    [{ calls: [], model: 'x' }, /^Give model in each of calls/],
    [{ usage: { input_tokens: 1 } }, 'usage names no model: give the argument model, such as "gpt-5.4".'],
    [{ usage: { hello: 1 }, model: 'gpt-5.4' }, /./],
  ])('%j is an error of the tool', async (input, message) => {
    const { text, isError, data } = await call(client, 'price', input);
    expect({ isError, data }).toEqual({ isError: true, data: undefined });
    expect(text).toMatch(message);
    if (typeof message === 'string') expect(text).toBe(message);
  });
});

describe('measured, changes and resolve', () => {
  test('measured: the boards, then the rows of one board', async () => {
    expect((await call(client, 'measured', everything)).data).toEqual({ boards: published('measured.json') });
    expect((await call(client, 'measured', { board: 'deepswe', ...everything })).data).toEqual(
      published('measured/deepswe.json'),
    );
    const typo = await call(client, 'measured', { board: 'deepsw' });
    expect(typo).toMatchObject({ isError: true, data: undefined });
    expect(typo.text).toMatch(/Unknown board "deepsw"\. Did you mean "deepswe"\?/);
  });

  test('measured: a model on every board that has it', async () => {
    const boards: { id: string; rows: { modelId: string; usdPerSolvedTask: number }[] }[] = published(
      'measured.json',
    ).map(({ id }: { id: string }) => published(`measured/${id}.json`));
    const rows = boards.flatMap(({ id, rows }) =>
      rows.filter(({ modelId }) => modelId === 'claude-sonnet-4-6').map((row) => ({ board: id, ...row })),
    );
    const { data } = await call(client, 'measured', { model: 'anthropic/claude-sonnet-4.6', ...everything });
    const found = data as { rows: typeof rows };
    expect(found.rows).toHaveLength(rows.length);
    expect(found.rows).toEqual(expect.arrayContaining(rows));
    expect((await call(client, 'measured', { model: 'sonnet' })).text).toMatch(/claude-sonnet-5/);
  });

  test('cheapest: what solved less than half is left out, unless it is asked for', async () => {
    const least = async (input: object) => {
      const { data, text } = await call(client, 'cheapest', { ...input, ...everything });
      const { rows, minSuccessPct } = data as { rows: { successRate: number }[]; minSuccessPct: number };
      return { minSuccessPct, least: Math.min(...rows.map(({ successRate }) => successRate)), text };
    };
    const usual = await least({});
    expect(usual.minSuccessPct).toBe(50);
    expect(usual.least).toBeGreaterThanOrEqual(0.5);
    expect(usual.text).toMatch(/at least 50 % of the tasks \(minSuccessPct\)/);
    expect((await least({ minSuccessPct: 0 })).least).toBeLessThan(0.3);
    const none = await call(client, 'cheapest', { minSuccessPct: 100 });
    expect(none.data).toMatchObject({ minSuccessPct: 100, rows: [] });
    expect(none.text).toMatch(/^no such row on .* at least 100 %/);
  });

  test('cheapest: rows of models on sale within the limits, by dollars per solved task', async () => {
    const limits = { work: 'support', maxUsdPerSolvedTask: 1, minSuccessPct: 50 };
    const { data } = await call(client, 'cheapest', { ...limits, ...everything });
    const { rows, boards } = data as {
      rows: { board: string; modelId: string; usdPerSolvedTask: number; successRate: number }[];
      boards: string[];
    };
    expect(boards).toEqual(['tau2-airline', 'tau2-retail', 'tau2-telecom']);
    const expected = boards
      .flatMap((id) => published(`measured/${id}.json`).rows)
      .filter(
        ({ modelId, usdPerSolvedTask, successRate }) =>
          modelId !== null && usdPerSolvedTask !== null && usdPerSolvedTask <= 1 && successRate >= 0.5,
      );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.usdPerSolvedTask)).toEqual(
      expected.map((row) => row.usdPerSolvedTask).sort((a, b) => a - b),
    );
    expect((await call(client, 'cheapest', { board: 'nothing' })).text).toMatch(/^Unknown board "nothing"/);
  });

  test('changes: all of them, or those since a day, that day included', async () => {
    const all: { on: string }[] = published('changes.json');
    expect((await call(client, 'changes', everything)).data).toEqual({ changes: all });
    const since = all[5]?.on as string;
    const { data } = await call(client, 'changes', { since, ...everything });
    expect(data).toEqual({ changes: all.filter(({ on }) => on >= since) });
    expect((data as { changes: object[] }).changes.length).toBeLessThan(all.length);
    expect(await call(client, 'changes', { since: '2099-01-01' })).toMatchObject({
      data: { changes: [] },
      text: 'nothing changed',
    });
    expect((await call(client, 'changes', { since: 'yesterday' })).text).toBe(
      'since must be a date such as 2026-11-21 (UTC), the first day (got "yesterday").',
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
