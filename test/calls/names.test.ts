/**
 * Names as gateways and clients write them: at whose price, with how much effort, and what is said of unknown ones.
 * Names of models as hosts, gateways, agents and documentation write them, each at the price that a source of its
 * seller states, or refused with the reason. `data/model-names.csv` has them with their sources and, for past prices,
 * the day. The expected prices are those of the sources; the lists of LiteLLM are older than the data, and know other
 * sellers.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { offersFor } from '../../runtime/core/dataset/host-catalog.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { decimal } from '../../runtime/core/values/money.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

const catalog = shippedCatalog();
const price = (model: string, host?: string) => priceCall(catalog, { model, input: 1000, ...(host && { host }) });

test.each(['deepseek/deepseek-v4-flash', 'z-ai/glm-5.3', 'moonshotai/kimi-k2.5'])(
  '%s without a gateway takes the price of its maker, and tells what the gateways ask',
  (slug) => {
    const { usd, notes } = price(slug);
    const there = price(`openrouter/${slug}`);
    expect(usd).not.toBe(null);
    expect(there.usd).not.toBe(usd);
    const note = notes.find((one) => one.startsWith('Gateways use this name too'));
    expect(note).toContain(`OpenRouter $${decimal(there.lines[0]?.rate as number)}/`);
    // Whoever says who served it is told nothing of others.
    expect(there.notes.join()).not.toContain('Gateways use');
    expect(price(slug, 'openrouter').notes.join()).not.toContain('Gateways use');
  },
);

test('a gateway that passes on the price of the maker needs no word, and no prefix of a library is a gateway', () => {
  const opus = offersFor(catalog, 'claude-opus-5-5').map(({ host }) => host.id);
  expect(opus).not.toContain('openrouter');
  expect(price('anthropic/claude-opus-5-5').notes.join()).not.toContain('Gateways use');
  expect(price('gemini/gemini-2.5-pro').notes.join()).not.toContain('Gateways use');
});

test.each([
  ['claude-opus-4-8-max-fast', 'claude-opus-4-8', 'priority'],
  ['claude-opus-4-8-high', 'claude-opus-4-8', 'standard'],
  ['kimi-k3-low', 'kimi-k3', 'standard'],
  ['kimi-k3-max', 'kimi-k3', 'standard'],
  ['moonshotai/kimi-k3-high', 'kimi-k3', 'standard'],
  ['gpt-6-sol-max', 'gpt-6-sol', 'standard'],
  ['grok-4.6-low', 'grok-4.6', 'standard'],
  // An end that is part of a name stays one.
  ['qwen3.7-max', 'qwen3.7-max', 'standard'],
  ['gpt-5.1-codex-max', 'gpt-5.1-codex-max', 'standard'],
])('%s is %s', (name, model, serviceTier) => {
  expect(price(name)).toMatchObject({ model, serviceTier });
});

test.each(['composer-1', 'composer-2.5', 'raptor-mini', 'gpt-5.3-codex-spark', 'a-name-that-nobody-has'])(
  '%s is refused with a reason',
  (name) => {
    expect(price(name).usd).toBe(null);
    expect(price(name).unpriced).toMatch(/alone: no list of an API|No list of prices|no price of it is published/);
  },
);

test.each([
  ['gpt-reserve', 'gpt-5.6-luna'],
  ['gpt-daybreak-blue-latest', 'gpt-5.6-sol'],
  ['gpt-daybreak-red-latest', 'gpt-5.6-cyber'],
])('%s is refused, and %s named', (name, near) => {
  expect(price(name)).toMatchObject({ usd: null, near: [near] });
});

test.each([
  // genai-prices has them without a zone: DeepSeek-R1 1.35, Llama 3.2 3B .15.
  ['us.deepseek.r1-v1:0', 1.35],
  ['us.meta.llama3-2-3b-instruct-v1:0', 0.15],
])('%s of Bedrock takes the price of the name without its zone, and says so', (name, rate) => {
  const { lines, regionPriceKnown, region, notes } = price(name);
  expect([lines[0]?.rate, regionPriceKnown, region]).toEqual([rate, false, 'us']);
  expect(notes.join()).toMatch(/for the United States \(us\) is known/);
});

test('Watsonx is where IBM sells its own models', () => {
  expect(price('watsonx/granite-4.2-8b').usd).toBe(price('granite-4.2-8b', 'ibm').usd);
});

type Verdict = 'right' | 'refused' | 'told' | 'missing' | 'wrong';

const [, ...lines] = readFileSync(join(import.meta.dirname, 'data/model-names.csv'), 'utf8')
  .trim()
  .split('\n');
const names = lines.map((line) => {
  const [name = '', on = '', input = '', output = '', ...source] = line.split(',');
  return { name, on, input, output, source: source.join(',') };
});

/** An answer that only says that the name is unknown, or what it resembles, gives no reason. */
const isUnknown = /^Unknown model "[^"]*"\.( Did you mean "[^"]*"\?)?$/;

function verdictOf({ name, on, input, output }: (typeof names)[number]): Verdict {
  const call = { model: name, ...(on !== '' && { on }), input: 1000, output: 1000 };
  const { usd, unpriced, lines, regionPriceKnown } = priceCall(catalog, call);
  if (input === 'refused') return usd === null && unpriced?.includes(output) ? 'refused' : 'wrong';
  if (usd === null) return isUnknown.test(unpriced ?? '') ? 'missing' : 'refused';
  const rates = ['input', 'output'].map((part) => lines.find((line) => line.part === part)?.rate ?? Number.NaN);
  if (Math.abs(Number(rates[0]) - +input) < 1e-6 && Math.abs(Number(rates[1]) - +output) < 1e-6) return 'right';
  return regionPriceKnown ? 'wrong' : 'told';
}

const judged = names.map((one) => ({ ...one, verdict: verdictOf(one) }));
const of = (verdict: Verdict): string[] => judged.flatMap((one) => (one.verdict === verdict ? one.name : []));

test('no name has the price of something else, but of a place that the answer says it lacks', () => {
  expect(of('wrong')).toEqual([]);
  expect(of('told').length).toBeLessThanOrEqual(names.length / 50);
});

test('at most 5 % are unknown without a reason', () => {
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(new Set(names.map(({ source }) => source)).size).toBeGreaterThan(30);
  const counts = (['right', 'refused', 'told', 'missing', 'wrong'] as const).map((one) => `${of(one).length} ${one}`);
  console.log(`${names.length} names: ${counts.join(', ')}`);
  expect(of('missing').length / names.length, of('missing').join(' ')).toBeLessThanOrEqual(0.05);
});

test('most names have a price', () => {
  expect(of('right').length / names.length).toBeGreaterThan(0.65);
});
