import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnknownUsage } from '../../../runtime/core/pricing/usage-shapes.ts';
import { readUsage as readText } from '../../../runtime/site/tokens/read-usage.ts';

const readUsage = (text: string) => readText(text).usage;

const counts = (text: string | object) => {
  const { shape, model: _, ...read } = readUsage(typeof text === 'string' ? text : JSON.stringify(text));
  return { shape, counts: read };
};

/** Usage objects as their programs give them, with the counts that a person works out. */
const known: { shape: string; why: string; usage: string | object; counts: object }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'data/usages.json'), 'utf8'),
);

describe('a usage object', () => {
  test.each(known)('of $shape: $why', ({ shape, usage, counts: wanted }) => {
    expect(counts(usage)).toEqual({ shape, counts: wanted });
  });

  test('of Anthropic states its terms', () => {
    const usage = { input_tokens: 10, output_tokens: 5, service_tier: 'batch' };
    expect(counts(usage).counts).toMatchObject({ input: 10, output: 5, serviceTier: 'batch' });
  });

  test('is found in a whole response, with its model', () => {
    expect(
      readUsage('{"id":"msg_1","model":"claude-haiku-4-5","content":[],"usage":{"input_tokens":12,"output_tokens":3}}'),
    ).toMatchObject({ model: 'claude-haiku-4-5', input: 12, output: 3 });
    expect(
      readUsage('{"modelVersion":"gemini-2.5-pro","usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":6}}'),
    ).toMatchObject({ model: 'gemini-2.5-pro', input: 5, output: 6 });
    const usage_metadata = { input_tokens: 9, output_tokens: 1, input_token_details: { cache_read: 4 } };
    expect(readUsage(JSON.stringify({ response_metadata: { model_name: 'gpt-5.4' }, usage_metadata }))).toMatchObject({
      shape: 'LangChain',
      model: 'gpt-5.4',
      input: 5,
      cachedInput: 4,
    });
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
    ).toMatchObject({ counts: { input: 2095, cacheWrite: 5, output: 503 } });
    expect(counts("{'prompt_tokens': 10, 'completion_tokens': 5, 'prompt_tokens_details': None,}")).toMatchObject({
      counts: { input: 10, output: 5 },
    });
    expect(counts('usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 }').counts).toMatchObject({ input: 10 });
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
