/** The price of an answer by the library, and the same answer in a log: the same dollars. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { toolUnits } from '../../runtime/core/schemas/billable-units.ts';
import { read } from '../runs/readers/read.ts';
import { catalog } from '../support/core/catalog.ts';
import { testDist } from '../support/dist.ts';

const { priceResponse }: typeof import('../../runtime/library/library.ts') = await import(
  pathToFileURL(join(testDist, 'index.js')).href
);

/** The dollars of the calls that a log of this answer has. */
async function inLog(answer: object): Promise<number> {
  const { calls } = await read(JSON.stringify(answer));
  return calls
    .map(({ model, input, cachedInput, cacheWrite, cacheWrite1h, output, ...call }) =>
      priceCall(catalog, {
        ...{ model, input, cachedInput, cacheWrite, cacheWrite1h, output },
        ...Object.fromEntries(toolUnits.map(({ count }) => [count, call[count]])),
        ...(call.at !== null && { on: new Date(call.at).toISOString().slice(0, 10) }),
      }),
    )
    .reduce((sum, { usd }) => sum + (usd ?? Number.NaN), 0);
}

test('every step of an AI SDK result is priced, by the library and in a log', async () => {
  // Sonnet 4.6: $3 and $15 a million. 1,000 + 200,000 + 50,000 tokens in, 100 + 200 + 300 out:
  // 251,000 x $3 = $.753 and 600 x $15 = $.009 per million: $.762; the last step alone $.15 + $.0045.
  const step = (inputTokens: number, outputTokens: number) => ({
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, inputTokenDetails: {} },
    finishReason: 'stop',
    response: { modelId: 'claude-sonnet-4-6', timestamp: '2026-11-20T10:00:00.000Z' },
  });
  const steps = [step(1000, 100), step(200_000, 200), step(50_000, 300)];
  const result = { ...step(50_000, 300), steps };
  const { usd, calls } = priceResponse(result);
  expect({ usd, calls: calls.length }).toEqual({ usd: 0.762, calls: 3 });
  expect(await inLog(result)).toBeCloseTo(0.762, 9);
  // A gateway's name is replaced in every step. Opus 4.6: $5 and $25.
  const named = priceResponse(result, { model: 'claude-opus-4-6' });
  expect(named.usd).toBeCloseTo(0.251 * 5 + 0.0006 * 25, 9);
  expect(() => priceResponse({ ...step(1, 1), totalUsage: { ...step(9, 9).usage } })).toThrow(/steps/);
});

test('web searches of Responses and of Gemini are billed, by the library and in a log', async () => {
  // GPT-5: 1,000 x $1.25 + 100 x $10 per million = $.00225, and one search at $10 for 1,000: $.01.
  const responses = {
    ...{ object: 'response', model: 'gpt-5', created_at: Date.UTC(2026, 10, 20) / 1000 },
    output: [{ type: 'web_search_call', action: { type: 'search', query: 'x' } }, { type: 'message' }],
    usage: { input_tokens: 1000, input_tokens_details: { cached_tokens: 0 }, output_tokens: 100 },
  };
  expect(priceResponse(responses).usd).toBe(0.01225);
  expect(await inLog(responses)).toBeCloseTo(0.01225, 9);
  // Gemini 3.5 Flash: the difference is three queries at $14 for 1,000.
  const gemini = (webSearchQueries: string[]) => ({
    ...{ modelVersion: 'gemini-3.5-flash', createTime: '2026-11-20T10:00:00Z' },
    candidates: [{ groundingMetadata: { webSearchQueries } }],
    usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 100 },
  });
  const [with3, without] = [gemini(['a', 'b', 'c']), gemini([])].map((one) => priceResponse(one).usd as number);
  expect((with3 as number) - (without as number)).toBeCloseTo(0.042, 9);
  expect((await inLog(gemini(['a', 'b', 'c']))) - (await inLog(gemini([])))).toBeCloseTo(0.042, 9);
});

test('sound in a prompt is noted, by the library and in a log', async () => {
  const answer = {
    modelVersion: 'gemini-2.5-flash',
    usageMetadata: {
      ...{ promptTokenCount: 1000, candidatesTokenCount: 100 },
      promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 800 }],
    },
  };
  expect(priceResponse(answer).calls[0]?.notes).toContainEqual(expect.stringContaining('800 AUDIO tokens'));
  const { report } = await read(JSON.stringify(answer));
  expect(report.pricedAsText).toEqual(['AUDIO tokens of the prompt']);
});
