/** Counts, terms and further calls in the answers of providers; test/page/app/read-usage.test.ts has more shapes. */
import { expect, test } from 'vitest';
import { besideUsage, secondsIn, termsIn, unknownCountsIn, usageIn } from '../../runtime/core/pricing/usage-shapes.ts';

const claude = {
  type: 'message',
  model: 'claude-opus-4-6',
  usage: {
    input_tokens: 23_000,
    cache_creation_input_tokens: 700,
    cache_creation: { ephemeral_1h_input_tokens: 200 },
    output_tokens: 1000,
    speed: 'fast',
    inference_geo: 'us',
    service_tier: 'priority',
    iterations: [
      { type: 'compaction', input_tokens: 180_000, output_tokens: 3500 },
      { type: 'message', input_tokens: 23_000, output_tokens: 1000 },
      { type: 'advisor_message', model: 'claude-opus-4-8', input_tokens: 900, output_tokens: 70 },
    ],
  },
};

test('an answer of Claude has its parts, and its compaction and advisor beside it', () => {
  expect(usageIn(claude)).toMatchObject({
    model: 'claude-opus-4-6',
    input: 23_000,
    cacheWrite: 500,
    cacheWrite1h: 200,
  });
  expect(besideUsage(claude).map(({ type, model, input, output }) => [type, model, input, output])).toEqual([
    ['compaction', null, 180_000, 3500],
    ['advisor_message', 'claude-opus-4-8', 900, 70],
  ]);
  expect(besideUsage({ usage: { prompt_tokens: 1, completion_tokens: 1 } })).toEqual([]);
});

test('the terms are those the answer states; prepaid capacity is no level of service', () => {
  expect(termsIn(claude)).toEqual({ serviceTier: 'priority', region: 'us' });
  expect(termsIn({ ...claude, usage: { ...claude.usage, speed: 'standard', inference_geo: 'global' } })).toEqual({});
  const answer = { created: 1_763_640_000, service_tier: 'flex', usage: { prompt_tokens: 1, completion_tokens: 1 } };
  expect(termsIn(answer)).toEqual({ serviceTier: 'flex' });
  expect([secondsIn(answer), secondsIn(claude)]).toEqual([1_763_640_000, null]);
  expect(termsIn({ service_tier: 'default', usage: { prompt_tokens: 1, completion_tokens: 1 } })).toEqual({});
});

test('counts of tokens that no shape knows are named, and those that repeat known ones are not', () => {
  expect(unknownCountsIn({ input_tokens: 10, output_tokens: 5, cache_hit_tokens: 900 })).toEqual([
    'cache_hit_tokens (900)',
  ]);
  expect(unknownCountsIn({ usage: { inputTokens: 1, outputTokens: 2, audioTokens: 3 } })).toEqual(['audioTokens (3)']);
  expect(unknownCountsIn(claude)).toEqual([]);
  const repeated = {
    total_tokens: 15,
    reasoning_tokens: 2,
    prompt_cache_miss_tokens: 4,
    cached_tokens_ms: 7,
    other_tokens: 0,
  };
  expect(unknownCountsIn({ prompt_tokens: 10, completion_tokens: 5, ...repeated })).toEqual([]);
  const gemini = { promptTokenCount: 9, candidatesTokenCount: 1, thoughtsTokenCount: 2, totalTokenCount: 12 };
  expect(unknownCountsIn({ usageMetadata: { ...gemini, cachedContentTokenCount: 3 } })).toEqual([]);
});

test('an answer of OpenRouter says who served it, under our name for the host', () => {
  const answer = { id: 'gen-1', usage: { prompt_tokens: 100, completion_tokens: 10 } };
  expect(termsIn({ ...answer, provider: 'DeepInfra' })).toEqual({ host: 'deepinfra' });
  expect(termsIn({ ...answer, provider: 'Amazon Bedrock' })).toEqual({ host: 'bedrock' });
  expect([termsIn(answer), termsIn({ ...answer, provider: null })]).toEqual([{}, {}]);
});
