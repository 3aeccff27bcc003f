/** Calls priced by hand, with the arithmetic next to each; USD per million tokens from the frozen data. */
import { describe, expect, test } from 'vitest';
import { priceCall, priceCalls } from '../../runtime/core/pricing/price-call.ts';
import type { Call } from '../../runtime/core/schemas/priced-call-schemas.ts';
import foreign from '../core/data/foreign-ids.json' with { type: 'json' };
import { catalog } from '../support/core/catalog.ts';
import { ending, madeUpCatalog } from '../support/core/made-up.ts';

const price = (call: Call) => priceCall(catalog, call);
const usdOf = (call: Call) => price(call).usd;

describe('a call', () => {
  test('is the sum of its lines, each with quantity, rate and dollars', () => {
    // Claude Sonnet 4.6: 3 in, 15 out, 0.30 read, 3.75 written for five minutes, 6 for an hour.
    const call = { input: 1200, cachedInput: 45_000, cacheWrite: 3000, cacheWrite1h: 1000, output: 850 };
    const answer = price({ model: 'claude-sonnet-4-6', ...call });
    expect(answer.lines.map(({ source: _, ...line }) => line)).toEqual([
      { part: 'input', quantity: 1200, unit: 'tokens', rate: 3, per: 1e6, usd: 0.0036 }, // 1,200 * 3
      { part: 'cachedInput', quantity: 45_000, unit: 'tokens', rate: 0.3, per: 1e6, usd: 0.0135 }, // 45,000 * 0.3
      { part: 'cacheWrite', quantity: 3000, unit: 'tokens', rate: 3.75, per: 1e6, usd: 0.01125 }, // 3,000 * 3.75
      { part: 'cacheWrite1h', quantity: 1000, unit: 'tokens', rate: 6, per: 1e6, usd: 0.006 }, // 1,000 * 6
      { part: 'output', quantity: 850, unit: 'tokens', rate: 15, per: 1e6, usd: 0.01275 }, // 850 * 15
    ]);
    expect(answer).toMatchObject({ usd: 0.0471, unpriced: null, promptTokens: 50_200, on: catalog.asOf });
  });

  test('without any usage costs nothing and has no lines', () => {
    expect(price({ model: 'gpt-4o' })).toMatchObject({ usd: 0, unpriced: null, lines: [], promptTokens: 0 });
  });

  test('names the entry it was priced by, with its days and a source', () => {
    // The launch price of 2026-10-13, which doubles on 2026-12-01.
    const { pricing, lines } = price({ model: 'gemini-4-argon', input: 1 });
    expect(pricing).toMatchObject({
      source: 'list',
      from: '2026-10-13',
      until: '2026-12-01',
      verifiedOn: '2026-11-10',
      aboveTokens: null,
      sources: catalog.find('gemini-4-argon')?.price.sources,
    });
    // Its sources with an address are of October; that of the day on which it was last seen is a package.
    expect(pricing).toMatchObject({ url: null, lastSeen: { on: '2026-11-10', where: 'dataset' } });
    expect(lines[0]?.source).toMatch(/^@earendil-works\/pi-ai 1\.5\.2 /);
    // Sonnet 4.6 stands on pages of its maker.
    const own = price({ model: 'claude-sonnet-4-6', input: 1 });
    expect(own.pricing?.url).toMatch(/^https:/);
    expect(own.lines[0]?.source).toBe(own.pricing?.url);
  });

  test('is priced to the nano-dollar, halves rounded up', () => {
    // DeepSeek reads from the cache at 0.006: a token is 6 nano-dollars.
    expect(usdOf({ model: 'deepseek-flash', cachedInput: 1 })).toBe(0.000000006);
    // Half a nano-dollar a token at 0.0005: 1 becomes 1 nano-dollar, 3 become 2.
    const half = madeUpCatalog([{ id: 'model', input: 0.0005 }]);
    expect(priceCall(half, { model: 'model', input: 1 }).usd).toBe(0.000000001);
    expect(priceCall(half, { model: 'model', input: 3 }).usd).toBe(0.000000002);
  });
});

describe('a long prompt', () => {
  // Gemini 2.5 Pro: 1.25, 0.125 and 10 up to 200,000 prompt tokens; 2.50, 0.25 and 15 above.
  const gemini = (call: Omit<Call, 'model'>) => price({ model: 'gemini-2.5-pro', output: 1000, ...call });

  test('costs the base price up to the threshold; one token more puts the whole call at the higher price', () => {
    expect(gemini({ input: 200_000 })).toMatchObject({ usd: 0.26, pricing: { aboveTokens: null } });
    expect(gemini({ input: 200_001 })).toMatchObject({ usd: 0.5150025, pricing: { aboveTokens: 200_000 } });
  });

  test('counts tokens read from and written to the cache towards its length', () => {
    // 100,000 * 2.50 + 100,001 * 0.25 + 1,000 * 15
    expect(gemini({ input: 100_000, cachedInput: 100_001 }).usd).toBe(0.29000025);
    // Writing has no premium: 200,001 * 2.50 + 1,000 * 15.
    expect(gemini({ input: 1, cacheWrite: 200_000 }).usd).toBe(0.5150025);
    expect(gemini({ input: 1, cacheWrite: 199_999 }).usd).toBe(0.26);
  });

  test('can have several thresholds', () => {
    const longContext = [
      { above: 100, input: 2, output: 2, cachedInput: null, cacheWrite: null },
      { above: 200, input: 4, output: 4, cachedInput: null, cacheWrite: null },
    ];
    const made = madeUpCatalog([{ id: 'model', longContext }]);
    const at = (input: number) => priceCall(made, { model: 'model', input }).lines[0]?.rate;
    expect([100, 101, 200, 201].map(at)).toEqual([1, 2, 2, 4]);
  });

  test('longer than the context window is priced, with a note that it may be several calls', () => {
    expect(price({ model: 'gpt-4o', input: 128_001 }).notes.join()).toMatch(/context of 128000 .*one by one/);
    expect(price({ model: 'gpt-4o', input: 128_000 }).notes.join()).not.toMatch(/the context of/);
  });
});

describe('terms of service', () => {
  test('have their own prices', () => {
    // GPT-5.4 in batch: 1.25, 0.125, 7.50. 10,000 * 1.25 + 90,000 * 0.125 + 2,000 * 7.5
    const call = { model: 'gpt-5.4', input: 10_000, cachedInput: 90_000, output: 2000 };
    const batch = price({ ...call, serviceTier: 'batch' });
    expect(batch.usd).toBe(0.03875);
    expect(batch.pricing?.sources).toEqual(catalog.find('gpt-5.4')?.price.serviceTiers?.batch?.sources);
    // Standard: 2.50, 0.25, 15, twice as much.
    expect(usdOf(call)).toBe(0.0775);
  });

  test('that a model is not sold on leave a call unpriced', () => {
    const answer = price({ model: 'claude-sonnet-4-6', input: 10, serviceTier: 'flex' });
    expect(answer).toMatchObject({ usd: null, lines: [], pricing: null, model: 'claude-sonnet-4-6' });
    expect(answer.unpriced).toMatch(/Sonnet 4\.6 .*flex.*standard, batch/);
  });

  test('that end at a threshold fall back to the standard price, with a note', () => {
    // GPT-5.4 has no priority price above 272,000: 300,000 * 5 at the standard long-context price.
    const answer = price({ model: 'gpt-5.4', input: 300_000, serviceTier: 'priority' });
    expect(answer.usd).toBe(1.5);
    expect(answer.notes).toContainEqual(expect.stringMatching(/priority .*standard price/));
    const short = price({ model: 'gpt-5.4', input: 1000, serviceTier: 'priority' });
    expect(short.usd).toBe(0.005);
    expect(short.notes).not.toContainEqual(expect.stringMatching(/standard price/));
  });

  test('in a region multiply every token price', () => {
    // 1.1 times 3 and 15: 1,000 * 3.3 + 100 * 16.5
    expect(usdOf({ model: 'claude-sonnet-4-6', input: 1000, output: 100, region: 'us' })).toBe(0.00495);
    expect(price({ model: 'claude-sonnet-4-6', input: 1000, region: 'mars' })).toMatchObject({
      usd: null,
      unpriced: expect.stringMatching(/"mars" is no region of Claude Sonnet 4\.6; accepted are global, us, /),
    });
  });
});

describe('tools', () => {
  test("are charged at the provider's fee", () => {
    // OpenAI: 10 for 1,000 searches. 3 * 10 / 1,000 + 1,000 * 2.5 / 1e6
    const answer = price({ model: 'gpt-5.4', input: 1000, searches: 3 });
    expect(answer.usd).toBe(0.0325);
    const fee = { part: 'webSearch', quantity: 3, unit: 'calls', rate: 10, per: 1000, usd: 0.03 };
    expect(answer.lines[1]).toMatchObject(fee);
    expect(answer.notes.join()).toContain('Web search: Tokens of the search content come on top');
  });

  test('without a known fee leave the total unpriced and the other lines unchanged', () => {
    const answer = price({ model: 'mistral-large-2512', input: 1000, searches: 3 });
    expect(answer).toMatchObject({ usd: null, unpriced: expect.stringContaining('no price for web searches') });
    expect(answer.unpriced).not.toContain('terms');
    expect(answer.lines.map(({ usd }) => usd)).toEqual([expect.any(Number), null]);
  });

  test('without a known fee at a service tier name the tier', () => {
    const model = catalog.models.find((one) => one.webSearchPer1000 === null && one.price.serviceTiers?.batch);
    const answer = price({ model: model?.id ?? '', input: 1000, searches: 3, serviceTier: 'batch' });
    expect(answer.unpriced).toContain('no price for web searches on batch terms');
  });
});

describe('something without a price', () => {
  test('is never 0: cached tokens on a model without a price for them', () => {
    const answer = price({ model: 'gpt-5.4-pro', input: 1000, cachedInput: 500, output: 100 });
    expect(answer.usd).toBeNull();
    expect(answer.unpriced).toMatch(/GPT-5\.4 Pro .*cache/);
    expect(answer.lines.map(({ part, rate }) => [part, rate === null])).toEqual([
      ['input', false],
      ['cachedInput', true],
      ['output', false],
    ]);
    expect(price({ model: 'gpt-5.4-pro', input: 1500, output: 100 }).usd).not.toBeNull();
  });

  test('is never 0: one-hour writes', () => {
    expect(usdOf({ model: 'gpt-5.4', cacheWrite1h: 1 })).toBeNull();
    expect(usdOf({ model: 'gpt-5.4', cacheWrite: 1000 })).toBe(0.0025); // no premium: the input price
  });

  test('is never 0: an unknown model, which gets a suggestion', () => {
    const answer = price({ model: 'gpt-5.44', input: 1000 });
    expect(answer).toMatchObject({ model: null, provider: null, usd: null, lines: [], near: ['gpt-5.4'] });
    expect(answer.unpriced).toBe('Unknown model "gpt-5.44". Did you mean "gpt-5.4"?');
    expect(price({ model: 'openai/gpt-5-latest' })).toMatchObject({ usd: null, near: ['gpt-5'] });
    const noList = 'Unknown model "zzzzzzzz". No list of prices that this dataset reads has it.';
    expect(price({ model: 'zzzzzzzz' })).toMatchObject({ usd: null, near: [], unpriced: noList });
  });

  test('but is 0 if it is free', () => {
    const free = madeUpCatalog([{ id: 'free', input: 0, output: 0 }]);
    expect(priceCall(free, { model: 'free', input: 1000, output: 10 })).toMatchObject({ usd: 0, unpriced: null });
  });
});

describe('a day', () => {
  test('selects the price, past or scheduled', () => {
    const argon = (on: string) => usdOf({ model: 'gemini-4-argon', input: 1e6, on });
    expect([argon('2026-11-30'), argon('2026-12-01')]).toEqual([2, 4]);
  });

  test('before the model was known or after it was shut down has no price', () => {
    expect(price({ model: 'gemini-4-argon', input: 1, on: '2025-01-01' })).toMatchObject({
      usd: null,
      unpriced: 'No price of Gemini 4 Argon is known for 2025-01-01.',
    });
    // Shut down on 2026-06-15; 1,000 * 3 the day before.
    expect(usdOf({ model: 'claude-sonnet-4', input: 1000, on: '2026-06-14' })).toBe(0.003);
    const after = price({ model: 'claude-sonnet-4', input: 1000, on: '2026-06-15' });
    expect(after).toMatchObject({ usd: null, unpriced: expect.stringContaining('shut down on 2026-06-15') });
  });

  test('after a shutdown is billed as the model that answers instead', () => {
    const made = madeUpCatalog([
      { id: 'old', input: 1, lifecycle: ending({ shutDown: '2026-03-01', billedAs: 'new' }) },
      { id: 'new', input: 2 },
    ]);
    const old = (on: string) => priceCall(made, { model: 'old', input: 1e6, on });
    expect(old('2026-02-28')).toMatchObject({ model: 'old', usd: 1 });
    const note = expect.stringContaining('answered by new');
    expect(old('2026-03-01')).toMatchObject({ model: 'new', usd: 2, notes: [note] });
  });
});

describe('names of gateways and clouds', () => {
  const pairs = Object.entries(foreign.resolved as Record<string, string[]>).flatMap(([id, names]) =>
    names.map((name) => ({ id, name })),
  );

  test('are priced as the model they mean, or the answer says why not', () => {
    expect(pairs.length).toBeGreaterThan(400);
    for (const { id, name } of pairs) {
      const answer = price({ model: name, input: 1000, output: 1000 });
      const { host, region } = answer;
      const terms = { ...(host !== null && { host }), ...(region !== 'global' && { region }) };
      const plain = price({ model: id, ...terms, input: 1000, output: 1000 });
      expect([name, answer.usd, answer.unpriced]).toEqual([name, plain.usd, plain.unpriced]);
      const isRefused = /was shut down|sold by|No price of/.test(answer.unpriced ?? '');
      expect(answer.usd === null, name).toBe(isRefused);
    }
  });

  test('that are refused have no price', () => {
    for (const name of foreign.refused) {
      expect(price({ model: name, input: 1 }), name).toMatchObject({ usd: null, model: null });
    }
  });

  test('that point to another host get a note that its price may differ', () => {
    const note = 'This is the list price of OpenAI: azure sets its own, which may differ.';
    expect(price({ model: 'azure/gpt-4o', input: 1 })).toMatchObject({ host: 'azure' });
    expect(price({ model: 'azure/gpt-4o', input: 1 }).notes).toContain(note);
    expect(price({ model: 'gpt-4o', host: 'azure', input: 1 }).notes).toContain(note);
    expect(price({ model: 'openai/gpt-4o', input: 1 }).notes).not.toContain(note);
    expect(price({ model: 'bedrock/amazon.nova-lite-v1:0', input: 1 }).notes.join()).not.toMatch(/sets its own/);
  });
});

describe('at a host that is known to sell the model', () => {
  test('a call costs what the host charges: GPT-5.5 on Bedrock, 5.5 in and 33 out', () => {
    // 200,000 at 5.5 per million = 1.1, 10,000 at 33 = 0.33.
    const there = price({ model: 'gpt-5.5', host: 'bedrock', input: 200_000, output: 10_000 });
    expect(there).toMatchObject({ usd: 1.43, host: 'bedrock', provider: 'openai' });
    expect(there.pricing?.sources.map(({ name }) => name)).toContain('@pydantic/genai-prices 0.1.8 (npm): aws');
    expect(there.notes.join()).not.toMatch(/sets its own/);
    expect(price({ model: 'bedrock/openai.gpt-5.5', input: 200_000, output: 10_000 }).usd).toBe(1.43);
  });

  test('before its price there is known, there is none', () => {
    const before = price({ model: 'gpt-5.5', host: 'bedrock', input: 200_000, output: 10_000, on: '2026-09-22' });
    expect(before).toMatchObject({ usd: null, host: 'bedrock' });
    expect(before.unpriced).toMatch(
      /No price of gpt-5.5 at bedrock is known for 2026-09-22; the first known is of 2026-09-23/,
    );
  });

  test("before that of a cloud that sells at the maker's list price, the list price is used, with a note", () => {
    const before = price({ model: 'gpt-5.5', host: 'azure', input: 200_000, output: 10_000, on: '2026-05-22' });
    expect(before).toMatchObject({
      usd: 1.3,
      notes: expect.arrayContaining([expect.stringMatching(/azure sets its own/)]),
    });
  });
});

describe('several calls', () => {
  test('add up exactly', () => {
    const answer = priceCalls(catalog, [
      { model: 'deepseek-flash', cachedInput: 1 }, // 6 nano-dollars
      { model: 'gpt-4o', input: 1000, output: 10 }, // 0.0025 + 0.0001
    ]);
    expect(answer).toMatchObject({ usd: 0.002600006, usdOfPriced: 0.002600006, unpriced: 0 });
  });

  test('have no total if one is not priced, but a sum of the others', () => {
    const calls = [
      { model: 'nope', input: 1 },
      { model: 'gpt-4o', input: 1000 },
    ];
    expect(priceCalls(catalog, calls)).toMatchObject({ usd: null, usdOfPriced: 0.0025, unpriced: 1 });
    expect(priceCalls(catalog, [])).toEqual({ usd: 0, usdOfPriced: 0, unpriced: 0, calls: [] });
  });
});
