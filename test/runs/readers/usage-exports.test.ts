/** Usage exports of providers for an organization. */
import { expect, test } from 'vitest';
import { whoOf } from '../../../runtime/logs/call-record.ts';
import { call, fixture, read } from './read.ts';

const at = Date.UTC(2026, 10, 20);

test('OpenAI: a row sums up calls, and input includes cached tokens', async () => {
  const expected = [
    call({
      at,
      model: 'gpt-5-2025-08-07',
      calls: 20,
      input: 40_000,
      cachedInput: 60_000,
      output: 5000,
      serviceTier: 'flex',
      project: 'proj_1',
      who: whoOf({ user: null, key: 'key_1' }),
    }),
    call({
      at,
      model: 'gpt-5-mini-2025-08-07',
      calls: 2,
      input: 1000,
      output: 50,
      serviceTier: 'batch',
      project: 'proj_1',
    }),
  ];
  const json = await read(fixture('openai-usage.json'));
  expect(json.calls).toEqual(expected);
  // The third result was not grouped by model.
  expect(json.report).toMatchObject({ broken: 1, brokenLines: [{ line: 1, reason: 'model names no model' }] });
  const csv = await read(fixture('openai-usage.csv'));
  expect(csv.calls).toEqual(expected);
  expect(csv.report).toMatchObject({ format: 'openai-usage', records: 2, broken: 0 });
});

test('Anthropic: every part has a column, and the calls are the fewest that the prompt lengths allow', async () => {
  const expected = [
    // 100,000 + 830,000 + 50,000 + 20,000 = 1,000,000 tokens in prompts of at most 200,000.
    call({
      at,
      model: 'claude-sonnet-4-6',
      calls: 5,
      input: 100_000,
      cachedInput: 830_000,
      cacheWrite: 50_000,
      cacheWrite1h: 20_000,
      output: 9000,
      searches: 3,
      project: 'Default',
      who: whoOf({ user: null, key: 'key-a' }),
    }),
    call({
      at,
      model: 'claude-opus-4-6',
      input: 1000,
      output: 100,
      serviceTier: 'batch',
      region: 'us',
      project: 'Default',
      who: whoOf({ user: null, key: 'key-a' }),
    }),
    // 400,000 tokens in prompts above 200,000.
    call({
      at,
      model: 'claude-opus-4-6',
      input: 300_000,
      cachedInput: 100_000,
      output: 2000,
      serviceTier: 'priority',
      project: 'Default',
      who: whoOf({ user: null, key: 'key-b' }),
    }),
  ];
  for (const name of ['anthropic-usage.csv', 'anthropic-usage.json']) {
    const { calls, report } = await read(fixture(name));
    expect(calls, name).toEqual(expected);
    expect(report).toMatchObject({ format: 'anthropic-usage', records: 3, broken: 0 });
  }
});
