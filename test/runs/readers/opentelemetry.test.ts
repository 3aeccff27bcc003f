/** Spans of OpenTelemetry. Runs of benchmarks: SWE-agent, mini-SWE-agent, tau2-bench. */
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

test('SWE-agent: one record sums up the calls of an instance', async () => {
  const { calls, report } = await read(fixture('swe-agent.traj'));
  const instance = 'swe-agent__test-repo-1';
  expect(calls).toEqual([
    call({
      model: 'claude-sonnet-4-6',
      calls: 5,
      input: 7141,
      output: 243,
      session: instance,
      task: instance,
      usd: 0.0195,
    }),
  ]);
  expect(report.format).toBe('swe-agent');
});

test('mini-SWE-agent: every API response is a call, even one that could not be parsed', async () => {
  const { calls, report } = await read(fixture('mini-swe-agent.traj.json'));
  const run = { session: 'log', task: 'log' };
  expect(calls).toEqual([
    // 4,000 - 3,000 read - 400 - 100 written
    call({
      ...run,
      at,
      model: 'claude-sonnet-4-6',
      input: 500,
      cachedInput: 3000,
      cacheWrite: 400,
      cacheWrite1h: 100,
      output: 200,
      reasoning: 50,
      usd: 0.02,
    }),
    call({ ...run, at: at + 2500, model: 'claude-sonnet-4-6', input: 100, output: 10, usd: 0.01 }),
    call({
      ...run,
      at: at + 3000,
      model: 'gpt-5',
      input: 400,
      cachedInput: 600,
      output: 80,
      reasoning: 30,
      usd: 0.02,
    }),
  ]);
  expect(report.format).toBe('mini-swe-agent');
});

test('tau2: agent and simulated user each have a model, and a reward of 1 means solved', async () => {
  const { calls, report } = await read(fixture('tau2.json'));
  const first = { at: at + 123, session: 'sim-1', task: '0', usd: 0.01, solved: true };
  expect(calls).toEqual([
    call({ ...first, model: 'gpt-4.1', input: 800, output: 20, tags: ['user'] }),
    call({ ...first, model: 'claude-sonnet-4-6', input: 1000, cachedInput: 4000, output: 60, tags: ['assistant'] }),
    call({
      at: at + 123,
      session: 'sim-2',
      task: '1',
      usd: 0.01,
      model: 'claude-sonnet-4-6',
      input: 1000,
      output: 30,
      tags: ['assistant'],
    }),
  ]);
  expect(report).toMatchObject({
    format: 'tau2',
    broken: 1,
    brokenLines: [{ line: 1, reason: 'a simulation without messages: voice is not read' }],
  });
});
