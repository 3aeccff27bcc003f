/** Logs of gateways and tracing platforms: LiteLLM, Langfuse, OpenRouter. */
import { expect, test } from 'vitest';
import { whoOf } from '../../../runtime/logs/call-record.ts';
import { call, fixture, read } from './read.ts';

const at = Date.UTC(2026, 10, 20, 8);

/** The rows as CSV with all fields quoted. */
const csvOf = (rows: readonly Record<string, unknown>[]): string => {
  const names = Object.keys(rows[0] as object);
  const cell = (value: unknown) =>
    `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\n');
};

test('LiteLLM: the prompt count is the whole prompt for every provider, and a hit in its own cache is not a call', async () => {
  const expected = [
    // 4,000 - 3,000 - 500
    call({
      at,
      model: 'claude-sonnet-4-6',
      host: 'anthropic',
      input: 500,
      cachedInput: 3000,
      cacheWrite: 500,
      output: 200,
      session: 's1',
      task: 's1',
      project: 'search',
      who: whoOf({ user: 'u', key: '88dc28', team: 'search' }),
      tags: ['nightly'],
      usd: 0.0123,
    }),
    // 10,000 - 8,000; 150 of the 400 are reasoning.
    call({
      at,
      model: 'gpt-5',
      host: 'azure',
      input: 2000,
      cachedInput: 8000,
      output: 400,
      reasoning: 150,
      session: 's1',
      task: 's1',
      project: 'search',
      who: whoOf({ user: 'u', key: '88dc28', team: 'search' }),
      tags: ['nightly'],
      usd: 0.01,
    }),
  ];
  const json = new TextDecoder().decode(fixture('litellm.json'));
  for (const text of [json, csvOf(JSON.parse(json))]) {
    const { calls, report } = await read(text);
    expect(calls).toEqual(expected);
    expect(report).toMatchObject({ format: 'litellm', records: 2, duplicates: 1, broken: 0 });
  }
});

test('Langfuse: input and output exclude the details, unless the total shows that they include them', async () => {
  const known = { at, session: 's1', task: 'tr1', project: 'p1', tags: ['beta'], usd: 0.01 };
  const gpt5 = call({ ...known, model: 'gpt-5', input: 2000, cachedInput: 8000, output: 400, reasoning: 150 });
  const expected = [
    // 2,000 + 8,000 + 250 + 150 is the total of 10,400: the counts do not overlap.
    gpt5,
    // 10,000 + 400 is the total already.
    gpt5,
    call({ ...known, model: 'claude-sonnet-4-6', input: 10, cachedInput: 3000, cacheWrite: 500, output: 200 }),
  ];
  const json = new TextDecoder().decode(fixture('langfuse.json'));
  const snake = json
    .replaceAll('"usageDetails"', '"usage_details"')
    .replaceAll('"startTime"', '"start_time"')
    .replaceAll('"traceId"', '"trace_id"')
    .replaceAll('"model"', '"provided_model_name"')
    .replaceAll('"sessionId"', '"session_id"')
    .replaceAll('"projectId"', '"project_id"')
    .replaceAll('"totalCost"', '"total_cost"');
  for (const text of [json, snake, csvOf(JSON.parse(json).slice(0, 4))]) {
    const { calls, report } = await read(text);
    expect(calls).toEqual(expected);
    expect(report).toMatchObject({ format: 'langfuse', records: 3, duplicates: 0, broken: 0 });
  }
});

test('OpenRouter: cached tokens are part of the prompt, and a variant is a separate model', async () => {
  const { calls, report } = await read(fixture('openrouter.csv'));
  expect(calls).toEqual([
    call({
      at,
      model: 'openai/gpt-5',
      host: 'azure',
      input: 2000,
      cachedInput: 8000,
      output: 400,
      reasoning: 150,
      project: 'PROMPT APP',
      who: whoOf({ user: null, key: 'key, main' }),
      usd: 0.0042,
    }),
    call({
      at: at + 60_000,
      model: 'deepseek/deepseek-chat-v3.1:free',
      host: 'chutes',
      input: 50,
      output: 20,
      reasoning: 0,
      project: 'PROMPT APP',
      who: whoOf({ user: null, key: 'key, main' }),
      usd: 0,
    }),
  ]);
  expect(report).toMatchObject({ format: 'openrouter', records: 2, duplicates: 1, broken: 0 });
});

test('OpenRouter: a row of daily activity sums up its requests', async () => {
  expect((await read(fixture('openrouter-activity.json'))).calls).toEqual([
    call({
      at: at - 8 * 3_600_000,
      model: 'openai/gpt-5',
      host: 'openai',
      calls: 20,
      input: 40_000,
      output: 3000,
      reasoning: 1000,
      usd: 0.5,
    }),
  ]);
});
