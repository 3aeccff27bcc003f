/**
 * Calls of past days at the prices of those days, by the shipped data. A past price never changes, so it may be tested by
 * its number; each is the arithmetic of what the provider charged then.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
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

/**
 * Of models on sale at their first price, of those that are shut down, and of names that only lists of sellers have. A million
 * tokens are above Gemini's thresholds (128,000 of 1.5 Pro, 200,000 of 2.5 Pro), beyond which all of a call costs more.
 */
const listed: Record<'model' | 'day' | 'tokens' | 'input' | 'output', string>[] = parse(
  readFileSync(join(import.meta.dirname, 'past-prices.csv'), 'utf8'),
  { columns: true },
);

test.each(listed)('$tokens tokens in and out of $model on $day: at $input and $output a million', (row) => {
  const [tokens, input, output] = [row.tokens, row.input, row.output].map(Number) as [number, number, number];
  const { usd } = price({ model: row.model, input: tokens, output: tokens, on: row.day });
  expect(usd).toBeCloseTo((tokens * (input + output)) / 1e6, 9);
});

test('models have no price before their release', () => {
  expect(price({ model: 'o3-pro', input: 1000, on: '2025-06-09' }).usd).toBeNull();
  expect(price({ model: 'gpt-5-pro', input: 1000, on: '2025-10-05' }).usd).toBeNull();
});

describe('models that are shut down', () => {
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
