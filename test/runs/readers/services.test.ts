/** What logs of providers, gateways and tracing services tell besides the calls of their fixtures. */
import { describe, expect, test } from 'vitest';
import { fixture, jsonLines, read } from './read.ts';

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
