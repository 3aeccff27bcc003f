import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnknownUsage } from '../../../runtime/core/pricing/usage-shapes.ts';
import { readUsage as readText } from '../../../runtime/site/tokens/read-usage.ts';

const readUsage = (text: string) => readText(text).usage;

const counts = (text: string | object) => {
  const { shape: _, model: __, ...read } = readUsage(typeof text === 'string' ? text : JSON.stringify(text));
  return read;
};

describe('a usage object', () => {
  test('of OpenAI Chat Completions counts cached tokens within the prompt', () => {
    // 2,006 of the prompt, 1,920 of them from the cache: 86 are fresh. 300 of output, 128 of them reasoning.
    const usage = {
      prompt_tokens: 2006,
      completion_tokens: 300,
      total_tokens: 2306,
      prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 128, accepted_prediction_tokens: 0 },
    };
    expect(counts(usage)).toEqual({ input: 86, cachedInput: 1920, output: 300 });
    expect(readUsage(JSON.stringify(usage)).shape).toBe('OpenAI Chat Completions');
    expect(counts({ prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 })).toEqual({
      input: 9,
      cachedInput: 0,
      output: 12,
    });
  });

  test('of DeepSeek has its own fields for cache hits and misses', () => {
    expect(
      counts({
        prompt_tokens: 1000,
        completion_tokens: 50,
        prompt_cache_hit_tokens: 704,
        prompt_cache_miss_tokens: 296,
      }),
    ).toEqual({ input: 296, cachedInput: 704, output: 50 });
  });

  test('of OpenAI Responses counts cached tokens within the input', () => {
    const usage = {
      input_tokens: 81,
      input_tokens_details: { cached_tokens: 64 },
      output_tokens: 1035,
      output_tokens_details: { reasoning_tokens: 832 },
      total_tokens: 1116,
    };
    expect(counts(usage)).toEqual({ input: 17, cachedInput: 64, output: 1035 });
    expect(readUsage(JSON.stringify(usage)).shape).toBe('OpenAI Responses');
  });

  test('of Anthropic counts each token once, and splits writes by time to live', () => {
    const usage = {
      input_tokens: 2048,
      cache_read_input_tokens: 1800,
      cache_creation_input_tokens: 248,
      cache_creation: { ephemeral_5m_input_tokens: 148, ephemeral_1h_input_tokens: 100 },
      output_tokens: 503,
      server_tool_use: { web_search_requests: 2 },
      service_tier: 'standard',
    };
    expect(counts(usage)).toEqual({
      input: 2048,
      cachedInput: 1800,
      cacheWrite: 148,
      cacheWrite1h: 100,
      output: 503,
      searches: 2,
    });
    expect(readUsage(JSON.stringify(usage)).shape).toBe('Anthropic Messages');
    expect(counts({ input_tokens: 10, output_tokens: 5, service_tier: 'batch' })).toMatchObject({
      input: 10,
      output: 5,
      serviceTier: 'batch',
    });
  });

  test('of Google counts thoughts separately from candidates, and tool prompts separately from the prompt', () => {
    const usage = {
      promptTokenCount: 1200,
      cachedContentTokenCount: 1000,
      candidatesTokenCount: 80,
      thoughtsTokenCount: 420,
      toolUsePromptTokenCount: 30,
      totalTokenCount: 1730,
    };
    expect(counts(usage)).toEqual({ input: 230, cachedInput: 1000, output: 500 });
    expect(counts({ prompt_token_count: 7, candidates_token_count: 3, thoughts_token_count: null })).toEqual({
      input: 7,
      cachedInput: 0,
      output: 3,
    });
  });

  test('of Bedrock counts each token once', () => {
    expect(
      counts({
        inputTokens: 100,
        outputTokens: 40,
        totalTokens: 1340,
        cacheReadInputTokens: 900,
        cacheWriteInputTokens: 300,
      }),
    ).toEqual({ input: 100, cachedInput: 900, cacheWrite: 300, output: 40 });
  });

  test('of Bedrock splits writes by time to live', () => {
    // 300 written, 200 of them for an hour.
    expect(
      counts({
        inputTokens: 100,
        outputTokens: 40,
        cacheReadInputTokens: 900,
        cacheWriteInputTokens: 300,
        cacheDetails: [
          { ttl: '1h', inputTokens: 200 },
          { ttl: '5m', inputTokens: 100 },
        ],
      }),
    ).toEqual({ input: 100, cachedInput: 900, cacheWrite: 100, cacheWrite1h: 200, output: 40 });
  });

  test('of gateways in the form of OpenAI counts cache writes within the prompt', () => {
    // OpenRouter: 10,339 of prompt, 10,000 of them read and 318 written: 21 are fresh.
    expect(
      counts({
        prompt_tokens: 10_339,
        completion_tokens: 60,
        total_tokens: 10_399,
        prompt_tokens_details: { cached_tokens: 10_000, cache_write_tokens: 318, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0 },
        cost: 0.0051,
      }),
    ).toEqual({ input: 21, cachedInput: 10_000, cacheWrite: 318, output: 60 });
    // LiteLLM before a Claude: the same, with 100 of the writes for an hour.
    expect(
      counts({
        prompt_tokens: 10_339,
        completion_tokens: 60,
        prompt_tokens_details: {
          cached_tokens: 10_000,
          cache_creation_tokens: 318,
          cache_creation_token_details: { ephemeral_5m_input_tokens: 218, ephemeral_1h_input_tokens: 100 },
        },
        cache_creation_input_tokens: 318,
        cache_read_input_tokens: 10_000,
      }),
    ).toEqual({ input: 21, cachedInput: 10_000, cacheWrite: 218, cacheWrite1h: 100, output: 60 });
  });

  test('of frameworks counts what the cache held within the input', () => {
    // LangChain: 350 of input, 100 read and 200 written: 50 are fresh.
    expect(
      counts({
        input_tokens: 350,
        output_tokens: 240,
        total_tokens: 590,
        input_token_details: { audio: 0, cache_creation: 200, cache_read: 100 },
        output_token_details: { audio: 0, reasoning: 200 },
      }),
    ).toEqual({ input: 50, cachedInput: 100, cacheWrite: 200, output: 240 });
    expect(
      counts(
        "RunUsage(input_tokens=350, cache_write_tokens=200, cache_read_tokens=100, output_tokens=240, details={'reasoning_tokens': 200}, requests=1)",
      ),
    ).toEqual({ input: 50, cachedInput: 100, cacheWrite: 200, output: 240 });
    expect(
      readUsage(
        JSON.stringify({
          response_metadata: { model_name: 'gpt-5.4' },
          usage_metadata: {
            input_tokens: 9,
            output_tokens: 1,
            total_tokens: 10,
            input_token_details: { cache_read: 4 },
          },
        }),
      ),
    ).toMatchObject({ shape: 'LangChain', model: 'gpt-5.4', input: 5, cachedInput: 4 });
  });

  test('of Cohere has what is billed beside what was counted', () => {
    expect(
      counts({ usage: { billed_units: { input_tokens: 5, output_tokens: 418 }, tokens: { input_tokens: 71 } } }),
    ).toEqual({ input: 5, cachedInput: 0, output: 418 });
  });

  test('of the Vercel AI SDK counts cache reads and writes within the input', () => {
    expect(counts({ inputTokens: 1000, outputTokens: 40, totalTokens: 1040, cachedInputTokens: 900 })).toEqual({
      input: 100,
      cachedInput: 900,
      output: 40,
    });
    expect(counts({ promptTokens: 12, completionTokens: 5, totalTokens: 17 })).toEqual({
      input: 12,
      cachedInput: 0,
      output: 5,
    });
    expect(
      counts({
        inputTokens: 1000,
        inputTokenDetails: { noCacheTokens: 20, cacheReadTokens: 900, cacheWriteTokens: 80 },
        outputTokens: 40,
      }),
    ).toEqual({ input: 20, cachedInput: 900, cacheWrite: 80, output: 40 });
  });

  test('is found in a whole response, with its model', () => {
    expect(
      readUsage('{"id":"msg_1","model":"claude-haiku-4-5","content":[],"usage":{"input_tokens":12,"output_tokens":3}}'),
    ).toMatchObject({ model: 'claude-haiku-4-5', input: 12, output: 3 });
    expect(
      readUsage('{"modelVersion":"gemini-2.5-pro","usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":6}}'),
    ).toMatchObject({ model: 'gemini-2.5-pro', input: 5, output: 6 });
    // The first event of an Anthropic stream.
    expect(
      readUsage('{"type":"message_start","message":{"model":"m","usage":{"input_tokens":25,"output_tokens":1}}}'),
    ).toMatchObject({ model: 'm', input: 25, output: 1 });
  });

  test('may be written as Python or a console prints it', () => {
    expect(
      counts(
        "Usage(cache_creation=CacheCreation(ephemeral_1h_input_tokens=0, ephemeral_5m_input_tokens=5), cache_creation_input_tokens=5, cache_read_input_tokens=None, input_tokens=2_095, output_tokens=503, service_tier='standard')",
      ),
    ).toMatchObject({ input: 2095, cacheWrite: 5, output: 503 });
    expect(counts("{'prompt_tokens': 10, 'completion_tokens': 5, 'prompt_tokens_details': None,}")).toMatchObject({
      input: 10,
      output: 5,
    });
    expect(counts('usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 }')).toMatchObject({ input: 10 });
  });

  test('of another shape is refused with the list of accepted ones', () => {
    const accepted =
      'Accepted: the usage object of OpenAI Chat Completions, LangChain, Pydantic AI, OpenAI Responses, Anthropic Messages, Google Gemini, Cohere, Vercel AI SDK or Amazon Bedrock Converse, or a response that contains one.';
    expect(() => readUsage('hello')).toThrow(`This is not a JSON object. ${accepted}`);
    expect(() => readUsage('[1]')).toThrow('This is not a JSON object.');
    expect(() => readUsage('{"tokens": 5, "cost": 3}')).toThrow(
      `None of its fields is a known token count (tokens, cost). ${accepted}`,
    );
    expect(() => readUsage('{}')).toThrow('a known token count (none)');
    expect(() => readUsage('{"prompt_tokens": -1}')).toThrow(
      'prompt_tokens must be a whole number of tokens (got -1).',
    );
    expect(() => readUsage('{"prompt_tokens": "12"}')).toThrow('(got "12")');
    expect(() => readUsage('{"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": 9}}')).toThrow(
      'More cached tokens than prompt tokens',
    );
  });

  test('or any other text is either read or refused with UnknownUsage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          readUsage(text);
        } catch (error) {
          expect(error).toBeInstanceOf(UnknownUsage);
        }
      }),
    );
  });
});
