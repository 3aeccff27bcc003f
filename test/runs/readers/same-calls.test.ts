/** The same calls in several formats: the same records and the same bill. */
import { expect, test } from 'vitest';
import { priceCall } from '../../../runtime/core/pricing/price-call.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { catalog } from '../../support/core/catalog.ts';
import { jsonLines, read } from './read.ts';

/**
 * Two calls at 08:00 and 08:01 on 2026-11-20:
 *
 *     Claude Sonnet 4.6  10,000 tokens of prompt: 1,000 new, 8,000 read, 1,000 written for 5 minutes; 500 out
 *     GPT-5               4,000 tokens of prompt: 1,000 new, 3,000 read; 600 out, of which 400 reasoning
 *
 * At $3, $0.30, $3.75 and $15 a million the first costs 0.003 + 0.0024 + 0.00375 + 0.0075 = $0.01665; at $1.25, $0.125 and
 * $10 the second costs 0.00125 + 0.000375 + 0.006 = $0.007625. Together $0.024275.
 */
const nanoDollars = 24_275_000;
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T08:01:00.000Z'];

const anthropic = {
  input_tokens: 1000,
  cache_read_input_tokens: 8000,
  cache_creation_input_tokens: 1000,
  output_tokens: 500,
};
const openAi = {
  prompt_tokens: 4000,
  prompt_tokens_details: { cached_tokens: 3000 },
  completion_tokens: 600,
  completion_tokens_details: { reasoning_tokens: 400 },
};
const otlp = (model: string, at: number, counts: Record<string, number>) => ({
  traceId: 't',
  spanId: model,
  startTimeUnixNano: `${at}000000`,
  attributes: [
    { key: 'gen_ai.request.model', value: { stringValue: model } },
    ...Object.entries(counts).map(([key, count]) => ({ key: `gen_ai.usage.${key}`, value: { intValue: `${count}` } })),
  ],
});

const logs: Record<string, string> = {
  'claude-code and codex': '',
  plain: [
    'time,model,input,cachedInput,cacheWrite,output,reasoning',
    `${times[0]},claude-sonnet-4-6,1000,8000,1000,500,`,
    `${times[1]},gpt-5,1000,3000,0,600,400`,
  ].join('\n'),
  'plain, cached inside': [
    'time,model,prompt_tokens,cached_tokens,cache_creation_input_tokens,completion_tokens,reasoning_tokens',
    `${times[0]},claude-sonnet-4-6,10000,8000,1000,500,`,
    `${times[1]},gpt-5,4000,3000,0,600,400`,
  ].join('\r\n'),
  opentelemetry: JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              otlp('claude-sonnet-4-6', Date.parse(times[0] as string), {
                input_tokens: 10_000,
                'cache_read.input_tokens': 8000,
                'cache_creation.input_tokens': 1000,
                output_tokens: 500,
              }),
              otlp('gpt-5', Date.parse(times[1] as string), {
                input_tokens: 4000,
                'cache_read.input_tokens': 3000,
                output_tokens: 600,
                'reasoning.output_tokens': 400,
              }),
            ],
          },
        ],
      },
    ],
  }),
  litellm: JSON.stringify([
    {
      request_id: '1',
      call_type: 'acompletion',
      spend: 0.1,
      model: 'claude-sonnet-4-6',
      startTime: times[0],
      prompt_tokens: 10_000,
      completion_tokens: 500,
      metadata: { additional_usage_values: { cache_read_input_tokens: 8000, cache_creation_input_tokens: 1000 } },
    },
    {
      request_id: '2',
      call_type: 'acompletion',
      spend: 0.1,
      model: 'gpt-5',
      startTime: times[1],
      prompt_tokens: 4000,
      completion_tokens: 600,
      metadata: { usage_object: openAi },
    },
  ]),
  langfuse: jsonLines(
    {
      id: '1',
      traceId: 't',
      type: 'GENERATION',
      startTime: times[0],
      model: 'claude-sonnet-4-6',
      usageDetails: { input: 1000, cache_read_input_tokens: 8000, cache_creation_input_tokens: 1000, output: 500 },
    },
    {
      id: '2',
      traceId: 't',
      type: 'GENERATION',
      startTime: times[1],
      model: 'gpt-5',
      usageDetails: { input: 1000, input_cached_tokens: 3000, output: 200, output_reasoning_tokens: 400 },
    },
  ),
  'mini-swe-agent': JSON.stringify({
    trajectory_format: 'mini-swe-agent-1.1',
    messages: [
      {
        role: 'assistant',
        extra: {
          timestamp: Date.parse(times[0] as string) / 1000,
          response: {
            model: 'claude-sonnet-4-6',
            usage: {
              prompt_tokens: 10_000,
              completion_tokens: 500,
              cache_read_input_tokens: 8000,
              cache_creation_input_tokens: 1000,
              prompt_tokens_details: { cached_tokens: 8000, cache_creation_tokens: 1000 },
            },
          },
        },
      },
      {
        role: 'assistant',
        extra: { timestamp: Date.parse(times[1] as string) / 1000, response: { model: 'gpt-5', usage: openAi } },
      },
    ],
  }),
};

/** Two formats with a single provider each. */
const claudeCode = jsonLines({
  type: 'assistant',
  sessionId: 's',
  timestamp: times[0],
  message: { id: 'm', model: 'claude-sonnet-4-6', usage: anthropic },
});
const codex = jsonLines(
  { type: 'turn_context', payload: { model: 'gpt-5' } },
  {
    type: 'event_msg',
    timestamp: times[1],
    payload: {
      type: 'token_count',
      info: {
        last_token_usage: {
          input_tokens: 4000,
          cached_input_tokens: 3000,
          output_tokens: 600,
          reasoning_output_tokens: 400,
        },
      },
    },
  },
);

/** Tokens, model and time of a record; formats differ in the other fields. */
const counted = ({ at, model, calls, input, cachedInput, cacheWrite, cacheWrite1h, output }: CallRecord) => ({
  at,
  model,
  calls,
  input,
  cachedInput,
  cacheWrite,
  cacheWrite1h,
  output,
});

const bill = (calls: readonly CallRecord[]): number =>
  calls
    .map(({ model, input, cachedInput, cacheWrite, cacheWrite1h, output }) =>
      priceCall(catalog, { model, input, cachedInput, cacheWrite, cacheWrite1h, output }),
    )
    .reduce((sum, { usd }) => sum + Math.round((usd ?? Number.NaN) * 1e9), 0);

test('each format gives the same records and the same bill', async () => {
  const expected = [
    {
      at: Date.parse(times[0] as string),
      model: 'claude-sonnet-4-6',
      calls: 1,
      input: 1000,
      cachedInput: 8000,
      cacheWrite: 1000,
      cacheWrite1h: 0,
      output: 500,
    },
    {
      at: Date.parse(times[1] as string),
      model: 'gpt-5',
      calls: 1,
      input: 1000,
      cachedInput: 3000,
      cacheWrite: 0,
      cacheWrite1h: 0,
      output: 600,
    },
  ];
  for (const [name, log] of Object.entries(logs)) {
    const calls = log === '' ? [claudeCode, codex] : [log];
    const found = (await Promise.all(calls.map(async (text) => (await read(text)).calls))).flat();
    expect(found.map(counted), name).toEqual(expected);
    expect(bill(found), name).toBe(nanoDollars);
  }
});
