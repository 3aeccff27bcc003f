/** Logs of providers, gateways and tracing services. */
import { describe, expect, test } from 'vitest';
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

describe('web searches in an answer that a trace keeps', () => {
  // Two searches are billed; to open a page that was found is not.
  const items = [
    { type: 'reasoning', summary: [] },
    { type: 'web_search_call', action: { type: 'search', query: 'a' } },
    { type: 'web_search_call', action: { type: 'open_page', url: 'https://example.org' } },
    { type: 'web_search_call', status: 'completed' },
    { type: 'message', content: [{ type: 'output_text', text: 'web_search_call' }] },
  ];
  const response = { id: 'resp_1', object: 'response', model: 'gpt-5.4', output: items };
  const claude = { type: 'message', usage: { server_tool_use: { web_search_requests: 2 } } };
  const gemini = { candidates: [{ groundingMetadata: { webSearchQueries: ['a', 'b'] } }] };
  const attribute = (key: string, value: string | number) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  });
  const span = (name: string, answer: unknown) => ({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                ...{ traceId: 't', spanId: 's', startTimeUnixNano: '1790000000000000000' },
                attributes: [
                  attribute('gen_ai.response.model', 'gemini-3-pro'),
                  attribute('gen_ai.usage.input_tokens', 10),
                  attribute('gen_ai.usage.output_tokens', 5),
                  attribute(name, JSON.stringify(answer)),
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  const langfuse = {
    id: 'o',
    traceId: 't',
    type: 'GENERATION',
    model: 'gpt-5.4',
    usageDetails: { input: 10, output: 5 },
  };
  const phoenix = { span_kind: 'LLM', context: { span_id: 's', trace_id: 't' } };
  const langSmith = (content: unknown) => ({
    ...{ id: 'r', run_type: 'llm', trace_id: 't', start_time: '2026-11-20T10:00:00Z' },
    extra: { metadata: { ls_model_name: 'gpt-5.4' } },
    outputs: {
      generations: [[{ message: { kwargs: { content, usage_metadata: { input_tokens: 10, output_tokens: 5 } } } }]],
    },
  });

  test.each([
    ['Langfuse, a response', { ...langfuse, output: response }],
    ['Langfuse, a response as text', { ...langfuse, output: JSON.stringify(response) }],
    ['Langfuse, its items', { ...langfuse, output: items }],
    ['Langfuse, of Claude', { ...langfuse, output: claude }],
    ['OpenTelemetry, output.value', span('output.value', response)],
    ['OpenTelemetry, the conventions', span('gen_ai.output.messages', items)],
    ['OpenTelemetry, Langfuse', span('langfuse.observation.output', gemini)],
    [
      'Phoenix',
      {
        ...phoenix,
        attributes: {
          ...{ llm: { model_name: 'gpt-5.4', token_count: { prompt: 10, completion: 5 } } },
          output: { value: JSON.stringify(response) },
        },
      },
    ],
    ['LangSmith', langSmith(items)],
  ])('%s', async (_, line) => {
    const { calls } = await read(jsonLines(line));
    expect(calls).toMatchObject([{ input: 10, output: 5, searches: 2 }]);
  });

  test.each([
    ['text that speaks of search', { ...langfuse, output: 'I used web_search_call {' }],
    ['a list of text', { ...langfuse, output: ['search', null, 4] }],
    ['none', langfuse],
    ['a text alone', langSmith('search')],
  ])('%s: none', async (_, line) => {
    const { calls } = await read(jsonLines(line));
    expect(calls).toMatchObject([{ input: 10, output: 5, searches: 0 }]);
  });
});
