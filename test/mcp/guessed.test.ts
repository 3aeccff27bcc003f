/** Calls as agents make them that have not read the list of arguments: they are answered, or told what is accepted. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherNames } from '../../runtime/mcp/guessed-names.ts';
import { argumentsOf, type ToolName } from '../../runtime/mcp/tool-schemas.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { call, connected } from './client.ts';

const home = temporaryDirectory();
let client: Client;
beforeAll(async () => {
  const folder = join(home, '.claude/projects/-home-dev-shop');
  mkdirSync(folder, { recursive: true });
  const usage = { input_tokens: 1_000_000, output_tokens: 0 };
  const message = { id: 'm', model: 'claude-sonnet-4-6', stop_reason: 'end_turn', content: [], usage };
  const line = {
    type: 'assistant',
    sessionId: 's',
    cwd: '/home/dev/shop',
    timestamp: new Date().toISOString(),
    message,
  };
  writeFileSync(join(folder, 's.jsonl'), `${JSON.stringify(line)}\n`);
  client = await connected({
    ...{ HOME: home, USERPROFILE: home, TZ: 'UTC', XDG_CACHE_HOME: join(home, 'cache') },
    ...{ CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', APPDATA: '' },
  });
});
afterAll(() => client.close());

/** The last one names no model: what is missing is told. */
const guessed: readonly (readonly [ToolName, object])[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'data/guessed.json'), 'utf8'),
);

test('at least 38 of 41 are answered, and the others say what is missing', async () => {
  expect(guessed).toHaveLength(41);
  const refused: unknown[] = [];
  for (const [name, input] of guessed) {
    const { isError, text } = await call(client, name, input);
    if (isError) refused.push([name, input, text]);
  }
  expect(refused).toEqual([['reprice', {}, expect.stringMatching(/model/)]]);
});

test('a guessed name means the same as the name itself', async () => {
  const same = async (name: ToolName, one: object, other: object) => {
    const [a, b] = [await call(client, name, one), await call(client, name, other)];
    expect(a.isError, a.text).toBe(false);
    expect(a.data).toEqual(b.data);
  };
  // 200 + 800 cached: the whole prompt is 1,000.
  const asked = { model: 'gpt-5.4', prompt_tokens: 1000, cached_tokens: 800, completion_tokens: 100 };
  await same('price', asked, { model: 'gpt-5.4', input: 200, cachedInput: 800, output: 100 });
  const anthropic = { model: 'claude-sonnet-4-6', input_tokens: 5, cache_read_input_tokens: 900 };
  await same('price', anthropic, { model: 'claude-sonnet-4-6', input: 5, cachedInput: 900 });
  await same('estimate', { preset: 'rag', tasks: 100 }, { presetId: 'rag', tasksPerMonth: 100 });
  await same('report', { by: 'project' }, { by: ['project'] });
  await same('budget', { amount: 7, period: 'weekly' }, { usd: 7, per: 'week' });
});

test('price without counts has the rates of a model and no dollars of a call', async () => {
  const { data, text } = await call(client, 'price', { model: 'gpt-5.4', on: '2026-11-20' });
  // $2.50, $.25 from the cache and $15 a million.
  expect(data).toMatchObject({ model: 'gpt-5.4', unpriced: null });
  const { prices } = data as { prices: object[] };
  for (const [part, usd] of [
    ['input', 2.5],
    ['cachedInput', 0.25],
    ['output', 15],
  ] as const) {
    expect(prices).toContainEqual({ part, usd, per: 1e6, unit: 'tokens', aboveTokens: null });
  }
  expect(data).not.toHaveProperty('usd');
  expect(text).toContain('$2.5 ');
});

test('changes of one model are only its own, and a budget without dollars says what was spent', async () => {
  const { changes } = (await call(client, 'changes', { model: 'openai/gpt-5.4', limit: 100 })).data as {
    changes: { modelId: string }[];
  };
  expect(new Set(changes.map(({ modelId }) => modelId))).toEqual(new Set(['gpt-5.4']));
  expect((await call(client, 'changes', { model: 'no-such-model' })).isError).toBe(true);
  // A million tokens at $3.
  expect((await call(client, 'budget')).data).toMatchObject({ usd: null, spentUsd: 3, leftUsd: null, usedPct: null });
});

test('an unknown name is refused by that name, and every other name leads to an argument that exists', async () => {
  const { isError, text } = await call(client, 'price', { model: 'gpt-5.4', inptu: 5 });
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('"inptu"') });
  // Two names of one argument are one too many.
  expect((await call(client, 'estimate', { presetId: 'rag', preset: 'coding' })).isError).toBe(true);
  for (const [tool, names] of Object.entries(otherNames)) {
    const known = Object.keys(argumentsOf(tool as ToolName));
    for (const [field, others] of Object.entries(names)) {
      if (tool !== 'rank' || field !== 'modelId') expect(known, tool).toContain(field);
      for (const other of others) expect(known, `${tool} ${other}`).not.toContain(other);
    }
  }
});
