/** Logs of providers, gateways and tracing services. */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { call, fixture, jsonLines, read } from './read.ts';

/** A time on 2026-11-20, shortly after 10 (UTC). */
const at = (second: number, ms = 0) => Date.UTC(2026, 10, 20, 10, 0, second, ms);

const logs: Record<string, { format: string; calls: CallRecord[] }> = {
  // The answer of the first splits its 900 written tokens. The third call was refused.
  'bedrock-invocations.jsonl': {
    format: 'bedrock-invocations',
    calls: [
      call({
        ...{ at: at(5), model: 'us.anthropic.claude-sonnet-4-6', host: 'bedrock' },
        ...{ input: 10, cachedInput: 2000, cacheWrite: 200, cacheWrite1h: 700, output: 60 },
      }),
      call({ at: at(15), model: 'amazon.nova-pro-v1:0', host: 'bedrock', input: 500, output: 40 }),
    ],
  },
  // 1,500 of which 1,000 read and 200 written. The chain repeats the counts of its call.
  'langsmith.jsonl': {
    format: 'langsmith',
    calls: [
      call({
        ...{ at: at(1, 500), model: 'gpt-5', host: 'openai', session: 'r0', task: 'r0', project: 'shop' },
        ...{ tags: ['prod'], usd: 0.0021 },
        ...{ input: 300, cachedInput: 1000, cacheWrite: 200, output: 90, reasoning: 30 },
      }),
      call({ at: at(3), model: 'gpt-5-mini', session: 'r0', task: 'r0', project: 'shop', input: 300, output: 20 }),
    ],
  },
  // 800 of which 512 cached. The chain repeats the counts of its call.
  'openinference.jsonl': {
    format: 'openinference',
    calls: [
      call({
        ...{ at: at(1), model: 'gpt-4o', host: 'openai', session: 'o1', task: 'tr' },
        ...{ input: 288, cachedInput: 512, output: 40 },
      }),
      call({ at: at(2), model: 'gpt-4o', session: 'tr', task: 'tr', input: 100, output: 9 }),
    ],
  },
  // The second result has two steps, of which the last is repeated as its usage.
  'vercel-ai-sdk.jsonl': {
    format: 'vercel-ai-sdk',
    calls: [
      call({ at: at(5), model: 'gpt-5', input: 500, cachedInput: 1500, output: 150, reasoning: 50 }),
      call({ at: at(6), model: 'claude-sonnet-4-6', input: 300, output: 10 }),
      call({
        ...{ at: at(7), model: 'claude-sonnet-4-6' },
        ...{ input: 100, cachedInput: 250, cacheWrite: 50, output: 20, reasoning: 0 },
      }),
    ],
  },
  // 3,000 and 60 of tool results, of which 1,024 cached; 100 and 400 of thoughts. Then a line of a batch.
  'gemini-answers.jsonl': {
    format: 'gemini-answers',
    calls: [
      call({ at: at(5), model: 'gemini-2.5-flash', input: 2036, cachedInput: 1024, output: 500, reasoning: 400 }),
      call({
        ...{ model: 'gemini-2.5-pro', serviceTier: 'batch', session: 'row-7', task: 'row-7' },
        ...{ input: 50, output: 5 },
      }),
    ],
  },
  // Calls without an id are handed on at once.
  'converse-answers.jsonl': {
    format: 'converse-answers',
    calls: [
      call({ model: 'unknown', host: 'bedrock', input: 11, output: 10 }),
      call({
        ...{ model: 'us.anthropic.claude-sonnet-4-6', host: 'bedrock' },
        ...{ input: 30, cachedInput: 1000, cacheWrite1h: 200, output: 20 },
      }),
    ],
  },
  // The second row continues the messages of the first and has no counts.
  'azure-gateway.json': {
    format: 'azure-gateway',
    calls: [call({ at: at(5, 123), model: 'gpt-4o', host: 'azure', project: 'chat', input: 900, output: 80 })],
  },
};

test.each(Object.keys(logs))('%s', async (name) => {
  const { calls, report } = await read(fixture(name));
  expect({ format: report.format, broken: report.brokenLines, calls }).toEqual({ broken: [], ...logs[name] });
});

test('spans of OpenInference are read from OTLP too, without the chains that repeat their counts', async () => {
  const attributes = (values: Record<string, string | number>) =>
    Object.entries(values).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }));
  const counts = { 'llm.token_count.prompt': 800, 'llm.token_count.completion': 40 };
  const span = (spanId: string, values: Record<string, string | number>) => ({
    ...{ traceId: 't', spanId, startTimeUnixNano: '1795168805000000000' },
    attributes: attributes({ ...counts, ...values }),
  });
  const spans = [
    span('1', { 'openinference.span.kind': 'CHAIN' }),
    span('2', {
      ...{ 'openinference.span.kind': 'LLM', 'llm.model_name': 'gpt-4o', 'llm.provider': 'openai' },
      'llm.token_count.prompt_details.cache_read': 512,
    }),
  ];
  const { calls } = await read(jsonLines({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
  expect(calls).toMatchObject([
    { model: 'gpt-4o', host: 'openai', input: 288, cachedInput: 512, output: 40, session: 't' },
  ]);
});

test.each([
  [
    { category: 'RequestResponse', properties: '{}', operationName: 'ChatCompletions_Create' },
    /azure-gateway.*PromptTokens/,
  ],
  [{ resourceMetrics: [] }, /claude-code-telemetry.*resourceMetrics/],
  [{ modelVersion: 'gemini-2.5-pro', usageMetadata: { prompt: 1 } }, /gemini-answers.*promptTokenCount/],
  [{ modelId: 'm', operation: 'InvokeModel', input: {}, schemaType: 'Other' }, /bedrock-invocations.*schemaType/],
])('%j is refused, and the difference is named', async (value, difference) => {
  await expect(read(jsonLines(value))).rejects.toThrow(difference);
});

test('a CSV of Cursor without a column is refused, and the column is named', async () => {
  const csv = 'Date,Model,Input (w/ Cache Write),Input (w/o Cache Write),Output Tokens\n2026-11-20,gpt-5,0,1,2\n';
  await expect(read(csv)).rejects.toThrow(/cursor.*no column Cache Read/);
});
