/**
 * Calls of past days at the prices of those days, by the shipped data. A past price never changes, so it may be tested by
 * its number; each is the arithmetic of what the provider charged then.
 */
import { describe, expect, test } from 'vitest';
import { resellerOf } from '../../runtime/core/dataset/host-catalog.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import type { Call } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

const catalog = shippedCatalog();
/** At the host that resells the model, if its maker does not sell it. */
const price = (call: Call) => {
  const model = catalog.find(call.model);
  const host = model && resellerOf(catalog, model);
  return priceCall(catalog, { ...call, ...(host && { host: host.id }) });
};

test.each(['deepseek-chat', 'deepseek-reasoner'])(
  '%s was V4 Flash until its end, at the price of its cached reads',
  (model) => {
    const cached = (on: string, name = model) => price({ model: name, cachedInput: 1e6, on }).usd;
    expect(['2026-04-25', '2026-04-26', '2026-04-27', '2026-06-06', '2026-07-24'].map((on) => cached(on))).toEqual([
      0.028, 0.028, 0.0028, 0.0028, 0.0028,
    ]);
    for (const on of ['2026-04-26', '2026-04-27', '2026-06-07'])
      expect(cached(on)).toBe(cached(on, 'deepseek-v4-flash'));
  },
);

describe('long prompts of Claude Sonnet 4 and 4.5', () => {
  const long = { input: 250_000, output: 1000 };

  test.each(['claude-sonnet-4-5', 'claude-sonnet-4'])('%s: dearer until 2026-04-30', (model) => {
    // 250,000 * 6 + 1,000 * 22.50
    expect(price({ model, ...long, on: '2026-02-20' })).toMatchObject({
      usd: 1.5225,
      pricing: { aboveTokens: 200_000 },
    });
    expect(price({ model, ...long, on: '2026-04-30' }).usd).toBe(1.5225);
    // 250,000 * 3 + 1,000 * 15
    expect(price({ model, ...long, on: '2026-05-01' })).toMatchObject({ usd: 0.765, pricing: { aboveTokens: null } });
    expect(price({ model, ...long, input: 200_000, on: '2026-02-20' }).usd).toBe(0.615);
  });

  test('are no mistake while a price for them holds, although the window is smaller today', () => {
    const notes = (on: string) => price({ model: 'claude-sonnet-4-5', ...long, on }).notes.join();
    expect(notes('2026-02-20')).not.toMatch(/the context of/);
    expect(notes('2026-05-01')).toMatch(/longer than the context of 200000 tokens/);
  });
});

describe('fast mode of Claude', () => {
  const tokens = { input: 1000, cachedInput: 10_000, cacheWrite1h: 2000, output: 500 };

  test.each([
    // 1,000 * input + 10,000 * cached + 2,000 * one-hour write + 500 * output, by a million
    ['claude-fable-5-2', '2026-11-20', 0.016 + 0.004 + 0.064 + 0.04],
    ['claude-opus-5-5', '2026-11-20', 0.008 + 0.004 + 0.032 + 0.02],
    ['claude-opus-5', '2026-11-20', 0.01 + 0.01 + 0.04 + 0.025],
    ['claude-opus-4-8', '2026-11-29', 0.01 + 0.01 + 0.04 + 0.025],
    ['claude-opus-4-7', '2026-07-23', 0.03 + 0.03 + 0.12 + 0.075],
    ['claude-opus-4-6', '2026-03-20', 0.03 + 0.03 + 0.12 + 0.075],
  ])('%s on %s, with one-hour writes', (model, on, usd) => {
    expect(price({ model, ...tokens, serviceTier: 'priority', on }).usd).toBeCloseTo(usd, 9);
  });

  test.each([
    ['claude-opus-4-8', '2026-11-30'],
    ['claude-opus-4-7', '2026-07-24'],
    ['claude-sonnet-4-6', '2026-07-24'],
  ])('%s is not sold in it on %s, which the reason calls by its name', (model, on) => {
    const answer = price({ model, ...tokens, serviceTier: 'priority', on });
    expect(answer.usd).toBeNull();
    expect(answer.unpriced).toMatch(/fast mode/);
  });
});

test('Grok 4.20 was launched at 2 and 6 dollars and cut in May 2026', () => {
  const grok = { model: 'xai/grok-4.20-0309-reasoning', input: 100_000, output: 10_000 };
  // 100,000 * 2 + 10,000 * 6, then 100,000 * 1.25 + 10,000 * 2.50; above 200,000 tokens twice as much for each.
  for (const on of ['2026-03-09', '2026-05-14']) expect(price({ ...grok, on }).usd).toBe(0.26);
  for (const on of ['2026-05-15', '2026-08-06']) expect(price({ ...grok, on }).usd).toBe(0.15);
  expect(price({ ...grok, input: 300_000, on: '2026-03-09' }).usd).toBe(1.32);
});

test('places of Claude on Bedrock are priced from the first list that was found to have them', () => {
  // A million tokens at 1.1 times 2, 5 and 1 dollars.
  const at = (model: string, on: string) => price({ model, on, input: 1_000_000 });
  expect(at('eu.anthropic.claude-sonnet-5', '2026-07-24')).toMatchObject({ usd: 2.2, regionPriceKnown: true });
  expect(at('jp.anthropic.claude-opus-5', '2026-08-06')).toMatchObject({ usd: 5.5, regionPriceKnown: true });
  expect(at('eu.anthropic.claude-haiku-4-5-20251001-v1:0', '2026-02-14').usd).toBe(1.1);
  expect(at('eu.anthropic.claude-sonnet-5', '2026-07-23')).toMatchObject({ usd: 2, regionPriceKnown: false });
});

test("Groq's gpt-oss was dearer at its launch", () => {
  // A million tokens in and out: 0.10 + 0.50, then 0.075 + 0.30; 0.15 + 0.75, then 0.15 + 0.60.
  const usd = (model: string, on: string) => price({ model, on, input: 1_000_000, output: 1_000_000 }).usd;
  expect(['2025-08-05', '2025-11-11'].map((on) => usd('groq/openai/gpt-oss-20b', on))).toEqual([0.6, 0.375]);
  expect(['2025-08-05', '2025-11-11'].map((on) => usd('groq/openai/gpt-oss-120b', on))).toEqual([0.9, 0.75]);
});

test('a one-hour write of Kimi K3 costs twice its input', () => {
  expect(price({ model: 'kimi-k3', cacheWrite1h: 1_000_000, on: '2026-11-20' }).usd).toBe(6);
});

describe('announced changes', () => {
  // A million tokens each way: the launch price of both, then twice as much.
  test.each(['gemini-4-argon', 'gemini-4-carbon'])('%s on 2026-11-30 and on 2026-12-02', (model) => {
    const call = { model, input: 1_000_000, output: 1_000_000 };
    expect(price({ ...call, on: '2026-11-30' }).usd).toBe(12);
    expect(price({ ...call, on: '2026-12-02' }).usd).toBe(24);
  });
});

describe('models that are still sold hold their first price from their release', () => {
  test.each([
    // A million tokens in and out.
    ['o3-pro', '2025-09-01', 20 + 80],
    ['gpt-5-pro', '2025-10-06', 15 + 120],
    ['kimi-k2.5', '2026-03-01', 0.6 + 3],
    ['sonar-pro', '2025-09-01', 3 + 15],
    ['nova-premier', '2026-03-01', 2.5 + 12.5],
    ['nova-2-lite', '2026-03-01', 0.33 + 2.75],
    ['llama-3.3-70b-instruct', '2026-03-01', 0.72 + 0.72],
  ])('%s on %s', (model, on, usd) => {
    expect(price({ model, input: 1_000_000, output: 1_000_000, on }).usd).toBeCloseTo(usd, 9);
  });

  test('and have no price before it', () => {
    expect(price({ model: 'o3-pro', input: 1000, on: '2025-06-09' }).usd).toBeNull();
    expect(price({ model: 'gpt-5-pro', input: 1000, on: '2025-10-05' }).usd).toBeNull();
  });
});

describe('models that are shut down', () => {
  test.each([
    // A million tokens in and out, at the prices of that day.
    ['claude-3-opus-20240229', '2025-03-01', 15 + 75],
    ['claude-3-5-sonnet-20241022', '2025-03-01', 3 + 15],
    ['claude-3-5-haiku-20241022', '2025-06-01', 0.8 + 4],
    ['claude-3-haiku-20240307', '2025-06-01', 0.25 + 1.25],
    ['claude-opus-4-20250514', '2025-08-01', 15 + 75],
    ['o1', '2025-02-01', 15 + 60],
    ['o3', '2025-06-09', 10 + 40],
    ['o3', '2025-06-10', 2 + 8],
    ['o3-mini', '2025-03-01', 1.1 + 4.4],
    ['gpt-4-turbo', '2025-03-01', 10 + 30],
    ['gpt-4', '2025-03-01', 30 + 60],
    ['gpt-4o-2024-05-13', '2025-03-01', 5 + 15],
    ['gpt-4o', '2025-03-01', 2.5 + 10],
    ['gpt-3.5-turbo', '2025-03-01', 0.5 + 1.5],
    ['gpt-5-codex', '2025-10-01', 1.25 + 10],
    // Above 128,000 prompt tokens a whole call is billed at the higher price.
    ['gemini-1.5-pro', '2025-03-01', 2.5 + 10],
    ['gemini-2.0-flash', '2025-06-01', 0.1 + 0.4],
    ['grok-2-1212', '2025-03-01', 2 + 10],
    ['grok-3', '2025-06-01', 3 + 15],
    ['grok-4-0709', '2025-08-01', 6 + 30],
    ['deepseek-chat', '2025-02-08', 0.14 + 0.28],
    ['deepseek-chat', '2025-02-09', 0.27 + 1.1],
    ['deepseek-chat', '2025-09-10', 0.56 + 1.68],
    ['deepseek-chat', '2025-12-31', 0.28 + 0.42],
    ['deepseek-reasoner', '2025-03-01', 0.55 + 2.19],
    ['deepseek-reasoner', '2026-05-01', 0.14 + 0.28],
    ['mistral-large-2411', '2025-03-01', 2 + 6],
    ['llama-3.1-8b-instant', '2025-03-01', 0.05 + 0.08],
    ['gpt-4-32k', '2024-12-15', 60 + 120],
    ['gpt-4-32k-0613', '2025-06-05', 60 + 120],
    ['gpt-3.5-turbo-0613', '2024-09-12', 1.5 + 2],
    ['gpt-3.5-turbo-16k', '2025-03-01', 3 + 4],
    ['gpt-3.5-turbo-instruct', '2025-03-01', 1.5 + 2],
    ['gpt-4-vision-preview', '2024-12-05', 10 + 30],
    ['claude-3-sonnet-20240229', '2025-03-01', 3 + 15],
    // Above 200,000 prompt tokens, as for Gemini 2.5 Pro.
    ['gemini-2.5-pro-preview-05-06', '2025-05-20', 2.5 + 15],
    // Names that only lists of sellers have.
    ['codestral-2501', '2025-08-01', 0.3 + 0.9],
    ['kimi-k2-0905-preview', '2025-10-01', 0.6 + 2.5],
    ['groq/llama-3.1-70b-versatile', '2024-12-15', 0.59 + 0.79],
    ['groq/mixtral-8x7b-32768', '2025-03-01', 0.24 + 0.24],
    ['groq/gemma2-9b-it', '2025-08-01', 0.2 + 0.2],
    ['groq/moonshotai/kimi-k2-instruct', '2025-08-01', 1 + 3],
    ['groq/moonshotai/kimi-k2-instruct-0905', '2025-11-01', 1 + 3],
    ['together_ai/meta-llama/Llama-3.3-70B-Instruct-Turbo', '2025-08-01', 0.88 + 0.88],
    ['together_ai/meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo', '2025-08-01', 3.5 + 3.5],
  ])('%s on %s', (model, on, usd) => {
    expect(price({ model, input: 1_000_000, output: 1_000_000, on }).usd).toBeCloseTo(usd, 9);
  });

  test.each([
    ['gpt-4-32k', '2025-06-06'],
    ['gpt-3.5-turbo-0613', '2024-09-13'],
    ['gpt-3.5-turbo-16k', '2026-10-23'],
    ['gpt-3.5-turbo-instruct', '2026-09-28'],
    ['codestral-2501', '2025-11-30'],
    ['kimi-k2-0905-preview', '2026-05-25'],
    ['groq/mixtral-8x7b-32768', '2025-03-20'],
  ])('%s has no price from %s on, the day of its end', (model, on) => {
    const answer = price({ model, input: 1000, on });
    expect(answer.usd).toBeNull();
    expect(answer.unpriced).toContain(`shut down on ${on}`);
  });

  test('have a price on every day of their sale and after it none of their own; they are in no list', () => {
    expect(catalog.shutDown.length).toBeGreaterThan(60);
    const listed = new Set(catalog.models.map(({ id }) => id));
    for (const { id, facts } of catalog.shutDown) {
      const end = facts.lifecycle?.shutDown as string;
      const before = new Date(Date.parse(end) - 86_400_000).toISOString().slice(0, 10);
      expect(price({ model: id, input: 1000, on: before }).usd, id).toBeGreaterThan(0);
      const standIn = facts.lifecycle?.billedAs ?? null;
      const after = price({ model: id, input: 1000, on: end });
      expect(after, id).toMatchObject(standIn === null ? { usd: null } : { model: standIn });
      expect(listed.has(id), id).toBe(false);
    }
  });
});

describe('names that had no price on their days, or that of another place', () => {
  // A thousand tokens each way, by hand: (input + output) / 1,000.
  test.each([
    ['deepseek-v4-flash', '2026-04-25', 0.14, 0.28],
    ['deepseek-v4-flash', '2026-08-16', 0.14, 0.28],
    ['deepseek-v4-flash', '2026-08-17', 0.44, 1.32],
    ['deepseek-v4-flash', '2026-09-11', 0.3, 1.2],
    ['openrouter/deepseek/deepseek-v4-flash', '2026-11-10', 0.091, 0.182],
    ['gemini-2.5-flash-preview-04-17', '2025-05-01', 0.15, 0.6],
    ['gemini-2.5-flash-preview-05-20', '2025-06-16', 0.15, 0.6],
    ['gemini-2.5-flash-preview-05-20', '2025-06-17', 0.3, 2.5],
    ['vertex_ai/claude-3-5-sonnet-v2@20241022', '2025-01-10', 3, 15],
    ['glm-4.5', '2025-09-01', 0.6, 2.2],
    ['moonshot-v1-8k', '2025-09-01', 0.2, 2],
    ['muse-spark-1.1', '2026-08-20', 1.25, 4.25],
    ['claude-mythos-5', '2026-07-01', 10, 50],
    ['claude-mythos-5.1', '2026-09-02', 10, 50],
    ['claude-mythos-5-2', '2026-11-20', 8, 40],
    ['us.anthropic.claude-mythos-5', '2026-11-20', 11, 55],
    ['us.anthropic.claude-mythos-5-1', '2026-11-20', 11, 55],
    ['us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', '2026-11-20', 3.6, 18],
    ['bedrock/us-gov-west-1/anthropic.claude-opus-5-5', '2026-11-20', 4.8, 24],
    ['us-gov.nvidia.nemotron-super-3-120b', '2026-11-20', 0.18, 0.78],
    ['jp.anthropic.claude-sonnet-5-5', '2026-11-20', 2.2, 11],
    ['us-gov.amazon.nova-micro-v1:0', '2026-11-20', 0.042, 0.168],
    ['azure/eu/gpt-5-2025-08-07', '2026-11-20', 1.375, 11],
    ['azure/eu/gpt-5.1', '2026-11-20', 1.38, 11],
    ['azure/eu/gpt-6-astra', '2026-11-20', 12, 60],
    ['azure/gpt-5.6-sol', '2026-08-25', 5, 30],
    ['azure/gpt-5.6-sol', '2026-09-01', 4, 20],
    ['azure/gpt-5.6-luna', '2026-07-31', 1, 6],
    ['azure/gpt-5.6-luna', '2026-08-01', 0.2, 1.2],
  ])('%s on %s: %d in, %d out', (model, on, input, output) => {
    expect(price({ model, input: 1000, output: 1000, on }).usd).toBeCloseTo((input + output) / 1000, 9);
  });

  test('a one-hour write of Mythos costs what the catalogue in Claude Code states', () => {
    const write = (model: string) => price({ model, cacheWrite1h: 1_000_000, on: '2026-11-20' }).usd;
    expect(['claude-mythos-5', 'claude-mythos-5-1', 'claude-mythos-5-2'].map(write)).toEqual([20, 20, 16]);
  });

  test('MiniMax M3 at priority, doubled above 512,000 prompt tokens', () => {
    const at = (input: number) =>
      price({ model: 'MiniMax-M3', input, output: 1000, serviceTier: 'priority', on: '2026-11-20' }).usd;
    // 1,000 * .45 + 1,000 * 1.80, and 600,000 * .90 + 1,000 * 3.60, by a million
    expect([at(1000), at(600_000)]).toEqual([0.00225, 0.5436]);
  });

  test.each([
    ['bedrock/us-gov-west-1/amazon.titan-text-express-v1', 'us-gov-west-1', /20 % more than global .*20 to 32 %/],
    ['bedrock/sa-east-1/meta.llama3-8b-instruct-v1:0', 'sa-east-1', /usually cost/],
  ])('a region in the path of a name that only a list has is told: %s', (model, region, usual) => {
    const { regionPriceKnown, notes } = price({ model, input: 1000, on: '2026-11-20' });
    expect(regionPriceKnown).toBe(false);
    expect(notes.join()).toContain(`for ${region} is known`);
    expect(notes.join()).toMatch(usual);
  });

  test('of a government region without a price the note has the range of those that are known', () => {
    const { notes } = price({ model: 'us-gov.anthropic.claude-opus-4-7', input: 1000, on: '2026-11-20' });
    expect(notes.join()).toMatch(/usually cost 20 % more than global .*20 to 32 %/);
  });
});
