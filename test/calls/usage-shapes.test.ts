/** Counts, terms and further calls in the answers of providers; test/page/app/read-usage.test.ts has more shapes. */
import { expect, test } from 'vitest';
import { answerNotes, besideUsage, secondsIn, termsIn, usageIn } from '../../runtime/core/pricing/answer-usage.ts';

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
  expect(answerNotes({ input_tokens: 10, output_tokens: 5, cache_hit_tokens: 900 })).toEqual([
    expect.stringContaining('cache_hit_tokens (900)'),
  ]);
  expect(answerNotes({ usage: { inputTokens: 1, outputTokens: 2, audioTokens: 3 } })).toEqual([
    expect.stringContaining('audioTokens (3)'),
  ]);
  expect(answerNotes(claude)).toEqual([]);
  const repeated = {
    total_tokens: 15,
    reasoning_tokens: 2,
    prompt_cache_miss_tokens: 4,
    cached_tokens_ms: 7,
    other_tokens: 0,
  };
  expect(answerNotes({ prompt_tokens: 10, completion_tokens: 5, ...repeated })).toEqual([]);
  const gemini = { promptTokenCount: 9, candidatesTokenCount: 1, thoughtsTokenCount: 2, totalTokenCount: 12 };
  expect(answerNotes({ usageMetadata: { ...gemini, cachedContentTokenCount: 3 } })).toEqual([]);
});

test('an answer of OpenRouter says who served it, under our name for the host', () => {
  const answer = { id: 'gen-1', usage: { prompt_tokens: 100, completion_tokens: 10 } };
  expect(termsIn({ ...answer, provider: 'DeepInfra' })).toEqual({ host: 'deepinfra' });
  expect(termsIn({ ...answer, provider: 'Amazon Bedrock' })).toEqual({ host: 'bedrock' });
  expect([termsIn(answer), termsIn({ ...answer, provider: null })]).toEqual([{}, {}]);
});

test('an answer of the AI SDK is as many calls as it has steps, each with its model, its day and its searches', () => {
  const usage = (inputTokens: number, outputTokens: number, cacheReadTokens = 0) => ({
    ...{ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    inputTokenDetails: { cacheReadTokens },
  });
  const steps = [
    { usage: usage(1000, 50), response: { modelId: 'gpt-5.4', timestamp: new Date(Date.UTC(2026, 10, 20)) } },
    {
      usage: usage(3000, 60, 900),
      response: { modelId: 'gpt-5.4', timestamp: '2026-11-21T00:00:00.000Z' },
      content: [
        { type: 'tool-call', toolName: 'web_search', providerExecuted: true },
        { type: 'tool-result', toolName: 'web_search', providerExecuted: true },
        { type: 'tool-call', toolName: 'web_search' },
      ],
    },
    { usage: usage(4000, 70), response: { modelId: 'gpt-5.4-mini' } },
  ];
  const result = { steps, usage: usage(4000, 70), totalUsage: usage(8000, 180, 900), response: steps[2]?.response };
  expect(usageIn(result)).toMatchObject({ model: 'gpt-5.4', input: 1000, output: 50 });
  expect(termsIn(result)).toEqual({ on: '2026-11-20' });
  expect(besideUsage(result)).toMatchObject([
    { type: 'step', model: 'gpt-5.4', input: 2100, cachedInput: 900, output: 60, searches: 1, on: '2026-11-21' },
    { type: 'step', model: 'gpt-5.4-mini', input: 4000, output: 70 },
  ]);
  // The same as JSON, where the class has no usage of its own.
  const { usage: _, ...json } = result;
  expect(besideUsage(JSON.parse(JSON.stringify(json)))).toHaveLength(2);
});

test('a result of the AI SDK whose steps cannot be seen is refused, and one step alone is not', () => {
  const one = { inputTokens: 10, outputTokens: 1, totalTokens: 11, cachedInputTokens: 0 };
  const all = { ...one, inputTokens: 30, totalTokens: 31 };
  expect(() => usageIn({ usage: one, totalUsage: all })).toThrow(/steps/);
  expect(usageIn({ usage: one, totalUsage: { ...one } })).toMatchObject({ input: 10, output: 1 });
  for (const waiting of ['steps', 'usage', 'totalUsage']) {
    expect(() => usageIn({ usage: one, [waiting]: Promise.resolve([]) })).toThrow(/await/);
  }
});

test('searches of Responses are its items that search, and those of Gemini its queries, or its prompt before Gemini 3', () => {
  const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 0 }, output_tokens: 10 };
  const search = (type?: string) => ({ type: 'web_search_call', ...(type && { action: { type } }) });
  const output = [search('search'), search('open_page'), search('find_in_page'), search(), { type: 'message' }];
  expect(usageIn({ model: 'gpt-5.4', output, usage }).searches).toBe(2);
  expect(
    usageIn({ response: { body: { model: 'gpt-5.4', usage } }, model: 'gpt-5.4', usage }).searches,
  ).toBeUndefined();
  const gemini = (modelVersion: string, ...webSearchQueries: string[]) =>
    usageIn({
      modelVersion,
      candidates: [{ groundingMetadata: { webSearchQueries } }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1 },
    }).searches;
  expect([gemini('gemini-3.5-flash', 'a', 'b', 'c'), gemini('gemini-2.5-flash', 'a', 'b', 'c')]).toEqual([3, 1]);
  expect([gemini('gemini-3.5-flash'), gemini('gemini-2.5-flash')]).toEqual([undefined, undefined]);
});

test('sound, pictures of an answer and sums of several requests are noted', () => {
  const usageMetadata = {
    ...{ promptTokenCount: 900, candidatesTokenCount: 50 },
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 200 },
      { modality: 'AUDIO', tokenCount: 600 },
      { modality: 'IMAGE', tokenCount: 100 },
    ],
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 40 }],
  };
  const openAi = {
    ...{ prompt_tokens: 10, completion_tokens: 5 },
    prompt_tokens_details: { audio_tokens: 7 },
    completion_tokens_details: { audio_tokens: 0 },
  };
  expect(answerNotes({ usageMetadata })).toEqual([
    expect.stringMatching(/600 AUDIO tokens of the prompt, 40 IMAGE tokens of the answer/),
  ]);
  expect(answerNotes({ usage: openAi })).toEqual([expect.stringMatching(/7 AUDIO tokens of the prompt/)]);
  expect(answerNotes({ usage: { requests: 3, input_tokens: 10, output_tokens: 5 } })).toEqual([
    expect.stringMatching(/3 requests/),
  ]);
});
