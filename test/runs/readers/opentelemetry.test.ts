/** Spans of OpenTelemetry. */
import { expect, test } from 'vitest';
import { call, fixture, read } from './read.ts';

const at = Date.UTC(2026, 10, 20, 8);
const trace = '5b8efff798038103d269b633813fc60c';

test('calls are the spans with usage, except those that sum up others; a span exported twice counts once', async () => {
  const { calls, report } = await read(fixture('opentelemetry.jsonl'));
  expect(calls).toEqual([
    // By convention 700 + 100 of the 1,000 are cached: 200 are left.
    call({
      at,
      model: 'gpt-5-2025-08-07',
      host: 'azure',
      input: 200,
      cachedInput: 700,
      cacheWrite: 100,
      output: 50,
      reasoning: 20,
      serviceTier: 'flex',
      session: 'conv_1',
      task: trace,
      project: 'shop',
    }),
    // 5,000 + 200 cached tokens cannot be part of 3: an older instrumentation that excludes them.
    call({
      at: at + 2000,
      model: 'claude-sonnet-4-6',
      host: 'anthropic',
      input: 3,
      cachedInput: 5000,
      cacheWrite: 200,
      output: 40,
      session: trace,
      task: trace,
      project: 'shop',
      usd: 0.25,
    }),
  ]);
  expect(report).toMatchObject({ format: 'opentelemetry', records: 2, duplicates: 1, broken: 0 });
});

test('a span that is not understood loses only itself', async () => {
  const text = new TextDecoder()
    .decode(fixture('opentelemetry.jsonl'))
    .replaceAll('"intValue": "1000"', '"intValue": "-1"');
  const { calls, report } = await read(text);
  expect(calls.map(({ model }) => model)).toEqual(['claude-sonnet-4-6']);
  expect(report.brokenLines).toEqual([
    { line: 1, reason: 'gen_ai.usage.input_tokens is negative' },
    { line: 3, reason: 'gen_ai.usage.input_tokens is negative' },
  ]);
});
