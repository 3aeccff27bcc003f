/** Responses of OpenRouter. */
import { expect, test } from 'vitest';
import { termsIn } from '../../../runtime/core/pricing/answer-usage.ts';
import { read } from './read.ts';

const at = Date.UTC(2026, 10, 20, 8);

test('an answer of OpenRouter has its provider and its dollars', async () => {
  const answer = (usage: object) => ({
    ...{ id: `gen-${JSON.stringify(usage).length}`, provider: 'Google AI Studio', created: at / 1000 },
    ...{ model: 'google/gemini-3.1-pro-preview', object: 'chat.completion' },
    usage: { prompt_tokens: 818, completion_tokens: 260, prompt_tokens_details: { cached_tokens: 0 }, ...usage },
  });
  const usdOf = async (usage: object) => {
    const { calls } = await read(JSON.stringify(answer(usage)));
    return calls.map(({ host, usd }) => [host, usd]);
  };
  // 818 x $2 + 260 x $12 per million
  expect(await usdOf({ cost: 0.004756, is_byok: false, cost_details: { upstream_inference_cost: 0.004756 } })).toEqual([
    ['google', 0.004756],
  ]);
  // With a key of one's own the provider's bill comes on top of the fee.
  expect(await usdOf({ cost: 0.25, is_byok: true, cost_details: { upstream_inference_cost: 5 } })).toEqual([
    ['google', 5.25],
  ]);
  expect(await usdOf({ cost: 0.25, is_byok: true })).toEqual([['google', null]]);
  expect(await usdOf({})).toEqual([['google', null]]);
});

test('a log and a single answer of OpenRouter are priced at the same host, the one that served it', async () => {
  const answer = {
    id: 'gen-1',
    model: 'deepseek/deepseek-v4-pro',
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  };
  const hosts = async (fields: object) => {
    const { calls } = await read(JSON.stringify({ ...answer, ...fields }));
    return [calls[0]?.host, termsIn({ ...answer, ...fields }).host ?? null];
  };
  expect(await hosts({ provider: 'DeepInfra' })).toEqual(['deepinfra', 'deepinfra']);
  expect(await hosts({ provider: 'Google AI Studio' })).toEqual(['google', 'google']);
  expect(await hosts({})).toEqual([null, null]);
});
