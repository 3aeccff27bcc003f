/** `exports/genai-prices.json`, read by the package `@pydantic/genai-prices` itself. */
import { calcPrice, type Provider, updatePrices, waitForUpdate } from '@pydantic/genai-prices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resellerOf } from '../../runtime/core/dataset/host-catalog.ts';
import { leftOutOf } from '../../runtime/exports/price-maps/left-out.ts';
import { priceMap, priceMapText } from '../../runtime/exports/price-maps/price-maps.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';
import { rounds } from '../support/rounds.ts';
import { compare, type MapCall, mapCalls } from './map-calls.ts';

const catalog = shippedCatalog();
const providers = JSON.parse(priceMapText(catalog, 'genai-prices')) as Provider[];
const leftOut = leftOutOf(catalog, priceMap('genai-prices'));
const timestamp = new Date(`${catalog.asOf}T12:00:00Z`);

/** Their ids of our providers and hosts, where they differ. */
const theirIds: Record<string, string> = { amazon: 'aws', bedrock: 'aws', moonshot: 'moonshotai', xai: 'x-ai' };

const usageOf = ({ prompt, cachedInput, cacheWrite, cacheWrite1h, output, searches }: MapCall) => ({
  input_tokens: prompt,
  cache_read_tokens: cachedInput,
  cache_write_tokens: cacheWrite + cacheWrite1h,
  cache_write_1h_tokens: cacheWrite1h,
  output_tokens: output,
  web_searches: searches,
});

describe('the map for genai-prices, read by the package', () => {
  let own: Provider[] | null = null;
  beforeAll(async () => {
    own = await waitForUpdate();
    updatePrices(({ setProviderData }) => setProviderData(providers));
  });
  // Other files in this process use the package with its own data.
  afterAll(() => updatePrices(({ setProviderData }) => setProviderData(own)));

  test('random calls cost what priceCall says, to the nano-dollar', () => {
    const calls = mapCalls(catalog, leftOut, rounds(20_000));
    const theirs = (call: MapCall): number | null => {
      const { host, modelId, entries } = call.row;
      const seller = host ?? (catalog.find(modelId)?.provider.id as string);
      const found = calcPrice(usageOf(call), entries[0] as string, {
        providerId: theirIds[seller] ?? seller,
        timestamp,
      });
      return found?.total_price ?? null;
    };
    const { compared, listed, wrong } = compare(calls, theirs);
    console.log(
      `genai-prices: ${compared} calls compared, ${listed} that the format cannot say, ${wrong.length} differ`,
    );
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(wrong.length).toBe(0);
    expect(compared).toBeGreaterThan(rounds(10_000));
  });

  test('the name of a model alone, in any case, finds its maker and no host', () => {
    for (const model of catalog.models) {
      const isHost = resellerOf(catalog, model) !== undefined;
      for (const name of [model.id, ...model.facts.aliases]) {
        const found = calcPrice({ input_tokens: 1000, output_tokens: 0 }, name, { timestamp });
        if (isHost) expect(found, name).toBeNull();
        else expect(found?.total_price, name).toBeCloseTo(model.price.input / 1000, 12);
      }
    }
  });

  test('an address of an API finds its provider', () => {
    const ask = (providerApiUrl: string) =>
      calcPrice({ input_tokens: 1000, output_tokens: 0 }, 'claude-sonnet-4-6', { providerApiUrl, timestamp });
    expect(ask('https://api.anthropic.com/v1/messages')?.provider.id).toBe('anthropic');
    // Sonnet 4.6 costs $3 per million: $0.003 for 1,000.
    expect(ask('https://api.anthropic.com/v1/messages')?.total_price).toBeCloseTo(0.003, 12);
    expect(ask('https://example.com/anthropic.com/')).toBeNull();
  });
});
