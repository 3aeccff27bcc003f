/**
 * A price map that is no source of ours, LiteLLM's of five days (github.com/RoCry/llm-api-price and
 * github.com/Prajwalsrinvas/token-tariff, git): each of its names was priced here on the day of the map. These are the
 * names at another price that no note of the answer tells, each with the reason: the map is behind, or has a slip.
 */
import { expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

const catalog = shippedCatalog();

/** USD per 1,000,000 tokens in and out. */
type Rates = readonly [input: number, output: number];

const cut = 'a cut that the map did not have yet, which its seller dates';
const other: readonly (readonly [name: string, on: string, theirs: Rates, ours: Rates, why: string])[] = [
  ['azure/gpt-5.6-terra', '2026-08-06', [2.5, 15], [2, 12], cut],
  ['azure/gpt-5.6-luna', '2026-08-06', [1, 6], [0.2, 1.2], cut],
  ['azure/us/gpt-5.6-terra', '2026-08-06', [2.75, 16.5], [2.2, 13.2], cut],
  ['azure/us/gpt-5.6-luna', '2026-08-06', [1.1, 6.6], [0.22, 1.32], cut],
  ['azure/eu/gpt-5.6-terra', '2026-08-06', [2.75, 16.5], [2.2, 13.2], cut],
  ['azure/eu/gpt-5.6-luna', '2026-08-06', [1.1, 6.6], [0.22, 1.32], cut],
  ['deepseek-chat', '2026-07-24', [0.28, 0.42], [0.14, 0.28], cut],
  ['deepseek-reasoner', '2026-07-24', [0.28, 0.42], [0.14, 0.28], cut],
  ['deepseek/deepseek-r1', '2026-07-24', [0.55, 2.19], [0.14, 0.28], cut],
  ['deepseek/deepseek-v3', '2026-07-24', [0.27, 1.1], [0.14, 0.28], cut],
  ['xai/grok-4.20-0309-reasoning', '2026-08-06', [2, 6], [1.25, 2.5], cut],
  ['groq/openai/gpt-oss-120b', '2025-11-15', [0.15, 0.75], [0.15, 0.6], cut],
  ['groq/openai/gpt-oss-20b', '2025-11-15', [0.1, 0.5], [0.075, 0.3], cut],
  ['mistral/open-mistral-nemo', '2026-07-24', [0.3, 0.3], [0.15, 0.15], 'the price of 2024'],
  ['mistral/codestral-latest', '2026-08-06', [1, 3], [0.3, 0.9], 'the price of 2024'],
  ['codestral/codestral-latest', '2026-08-06', [0, 0], [0.3, 0.9], '0 stands for unknown'],
  ['claude-3-5-haiku-latest', '2026-02-14', [1, 5], [0.8, 4], 'the price of November 2024'],
  ['command-r7b-12-2024', '2026-05-01', [0.15, 0.0375], [0.0375, 0.15], 'input and output are exchanged'],
  ['gemini-2.0-flash-001', '2026-05-01', [0.15, 0.6], [0.1, 0.4], "Vertex's price under the name of Google's own API"],
  ['amazon.nova-2-lite-v1:0', '2026-08-06', [0.3, 2.5], [0.33, 2.75], 'the global price under the name of one region'],
  ['anthropic.claude-opus-4-6-v1', '2026-08-06', [5, 25], [5.5, 27.5], 'the same; two younger lists have the other'],
  ['anthropic.claude-sonnet-4-6', '2026-08-06', [3, 15], [3.3, 16.5], 'the same'],
  ['eu.amazon.nova-2-lite-v1:0', '2026-08-06', [0.33, 2.75], [0.374, 3.157], 'the price of the US for each place'],
  ['eu.amazon.nova-micro-v1:0', '2026-08-06', [0.046, 0.184], [0.04, 0.16], "in the model's notes"],
  ['eu.amazon.nova-lite-v1:0', '2026-08-06', [0.078, 0.312], [0.069, 0.276], "in the model's notes"],
  ['eu.amazon.nova-pro-v1:0', '2026-08-06', [1.05, 4.2], [0.92, 3.68], "in the model's notes"],
  [
    'bedrock_mantle/openai.gpt-oss-safeguard-20b',
    '2026-08-06',
    [0.075, 0.3],
    [0.07, 0.2],
    'it has both under two names',
  ],
];

const ratesOf = (model: string, on: string): (number | null)[] =>
  priceCall(catalog, { model, on, input: 1, output: 1 }).lines.map(({ rate }) => rate);

test.each(other)('%s on %s is at %j there and at %j here: %s', (name, on, theirs, ours) => {
  expect(ratesOf(name, on)).toEqual(ours);
  expect(ours).not.toEqual(theirs);
});

test.each([
  ['gpt-5.5-pro', 'OpenAI lists no cached price of its pro models, the map a tenth of the input'],
  ['gpt-5.4-pro', 'the same'],
  ['gemini-2.0-flash-lite', 'Google lists none, the map a quarter of the input'],
])('%s has no price of cached input: %s', (model) => {
  const [line] = priceCall(catalog, { model, on: '2026-05-20', cachedInput: 1000 }).lines;
  expect(line?.rate).toBeNull();
});

test('Grok 4.5 reads its cache at 0.30, which the map corrected on 2026-08-23', () => {
  const [line] = priceCall(catalog, { model: 'xai/grok-4.5', on: '2026-08-06', cachedInput: 1000 }).lines;
  expect(line?.rate).toBe(0.3);
});

test.each([
  [
    'openrouter/mistralai/devstral-2512',
    /OpenRouter passes on the list price of Mistral AI, as its list of 2026-11-10/,
  ],
  ['openrouter/z-ai/glm-5.1', /OpenRouter passes on .* as its list of 2026-11-10/],
  ['vercel_ai_gateway/zai/glm-4.6', /Vercel AI Gateway passes on .* as its list of 2026-11-10/],
  ['together_ai/mistralai/Mixtral-8x7B-Instruct-v0.1', /imported from one dataset alone/],
  ['azure/eu/gpt-5-2025-08-07', /No price of GPT-5 for Europe \(eu\) is known.*usually cost 10 % more/],
  ['azure/gpt-4o-mini', /list price of OpenAI: azure sets its own, which may differ/],
])('%s on 2026-08-06 is told', (model, told) => {
  expect(priceCall(catalog, { model, on: '2026-08-06', input: 1000 }).notes.join(' ')).toMatch(told);
});
