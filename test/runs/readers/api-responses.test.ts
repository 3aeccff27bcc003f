/** Responses of the providers' APIs. */
import { expect, test } from 'vitest';
import { termsIn } from '../../../runtime/core/pricing/answer-usage.ts';
import { call, fixture, read } from './read.ts';

const at = Date.UTC(2026, 10, 20, 8);

test('responses count by the convention of their API, and batch responses have the batch tier', async () => {
  const { calls, report } = await read(fixture('api-responses.jsonl'));
  expect(calls).toEqual([
    // 4,000 - 3,000
    call({
      at,
      model: 'gpt-5-2025-08-07',
      input: 1000,
      cachedInput: 3000,
      output: 600,
      reasoning: 400,
      serviceTier: 'flex',
    }),
    // 1,000 - 600
    call({ at: at + 60_000, model: 'gpt-5-2025-08-07', input: 400, cachedInput: 600, output: 80, reasoning: 30 }),
    // 10 plus 5,000 and 300, of which 200 for an hour; Anthropic's tier `priority` has no separate list price.
    call({
      model: 'claude-sonnet-4-6',
      input: 10,
      cachedInput: 5000,
      cacheWrite: 100,
      cacheWrite1h: 200,
      output: 70,
      searches: 1,
    }),
    call({
      at,
      model: 'gpt-5-mini-2025-08-07',
      input: 50,
      output: 5,
      serviceTier: 'batch',
      session: 'row-1',
      task: 'row-1',
    }),
    call({
      model: 'claude-haiku-4-5-20251001',
      input: 20,
      output: 3,
      serviceTier: 'batch',
      session: 'row-2',
      task: 'row-2',
    }),
  ]);
  expect(report).toMatchObject({ format: 'api-responses', records: 5, duplicates: 1, broken: 0 });
});

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
