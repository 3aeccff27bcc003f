/** Price maps, each read by other people's code: random calls must cost what `priceCall` says. */

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PriceMapName } from '../../runtime/api/routes/documents.ts';
import { leftOutOf } from '../../runtime/exports/price-maps/left-out.ts';
import { priceMap, priceMapText } from '../../runtime/exports/price-maps/price-maps.ts';
import { compare, type MapCall, mapCalls, priced } from '../price-maps/map-calls.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';
import { missing, outside } from './tools.ts';

const reason = missing();
const catalog = shippedCatalog();
const moduleAt = (path: string) => import(pathToFileURL(join(outside, 'node_modules', path)).href);

/** Sends a map under any path, as a neighbour's own address does. */
async function serve(name: PriceMapName): Promise<Server & { url: string }> {
  const text = priceMapText(catalog, name);
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'application/json').end(text));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return Object.assign(server, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** At least 10,000 of the calls can be said in every format. */
const callsOf = (name: PriceMapName): MapCall[] => mapCalls(catalog, leftOutOf(catalog, priceMap(name)), 60_000);

/** Each call is compared only if `isRead`: a reader may lack what its format has. */
function expectSame(
  name: PriceMapName,
  reader: string,
  theirs: (call: MapCall) => number | null,
  isRead: (call: MapCall) => boolean = () => true,
): void {
  const calls = callsOf(name);
  const read = calls.filter(isRead);
  const { compared, listed, wrong } = compare(read, theirs);
  console.log(
    `${name} by ${reader}: ${compared} calls compared, ${wrong.length} differ; ${listed} need what the format cannot say, ${calls.length - read.length} what the reader does not read`,
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(wrong.length).toBe(0);
  expect(compared).toBeGreaterThan(10_000);
}

const sellerOf = ({ row }: MapCall): string => row.host ?? (catalog.find(row.modelId)?.provider.id as string);

describe.skipIf(reason !== null)(`other people's readers ${reason ?? ''}`, () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  describe('ccusage reads the LiteLLM map', () => {
    type Pricing = Record<string, number>;
    interface Fetcher {
      fetchModelPricing: () => Promise<{ value: Map<string, Pricing> }>;
      calculateCostFromPricing: (tokens: Record<string, number>, pricing: Pricing) => number;
    }
    let fetcher: Fetcher;
    let pricing: Map<string, Pricing>;
    beforeAll(async () => {
      const server = await serve('litellm');
      servers.push(server);
      // The class that fetches the map is in a chunk, which the entry point names.
      const entry = readFileSync(join(outside, 'node_modules/ccusage/dist/data-loader.js'), 'utf8');
      const chunk = /from "\.\/(data-loader-[\w-]+\.js)"/.exec(entry)?.[1];
      const classes = Object.values(await moduleAt(`ccusage/dist/${chunk}`)) as (new (options: object) => Fetcher)[];
      const PricingFetcher = classes.find((one) => one?.prototype?.getModelPricing !== undefined) as new (
        options: object,
      ) => Fetcher;
      fetcher = new PricingFetcher({});
      Object.assign(fetcher, { url: server.url, offline: false });
      pricing = (await fetcher.fetchModelPricing()).value;
    });

    test('short prompts cost what priceCall says', () => {
      expect(pricing.size).toBeGreaterThan(300);
      expectSame(
        'litellm',
        'ccusage 18.0.11',
        ({ row, input, cachedInput, cacheWrite, output }) =>
          fetcher.calculateCostFromPricing(
            {
              ...{ input_tokens: input, output_tokens: output },
              ...{ cache_read_input_tokens: cachedInput, cache_creation_input_tokens: cacheWrite },
            },
            pricing.get(row.entries[0] as string) as Pricing,
          ),
        // It has no one-hour writes and no searches, and takes thresholds as those of each kind of token by itself.
        ({ row, cacheWrite1h, searches, prompt }) => {
          const first = Object.keys(pricing.get(row.entries[0] as string) ?? {}).some((key) =>
            key.includes('_above_200k'),
          );
          return cacheWrite1h === 0 && searches === 0 && !(first && prompt >= 199_999) && !isLong(row, prompt);
        },
      );
    });
  });

  test('tokenlens fetches and prices the models.dev map', async () => {
    const server = await serve('models.dev');
    servers.push(server);
    const { fetchModels } = await moduleAt('@tokenlens/fetch/dist/index.js');
    const { getTokenCosts } = await moduleAt('@tokenlens/helpers/dist/index.js');
    const providers = await fetchModels({ baseUrl: server.url });
    const theirIds: Record<string, string> = {
      ...{ amazon: 'amazon-bedrock', bedrock: 'amazon-bedrock', cloudflare: 'cloudflare-workers-ai' },
      ...{ fireworks: 'fireworks-ai', meta: 'llama', moonshot: 'moonshotai', together: 'togetherai' },
      vertex: 'google-vertex',
    };
    expectSame(
      'models.dev',
      'tokenlens 1.3',
      (call) => {
        const seller = sellerOf(call);
        const provider = theirIds[seller] ?? seller;
        const id = `${provider}:${call.row.entries.find((name) => /^[^A-Z/]+$/.test(name))}`;
        const usage = {
          ...{ input_tokens: call.input, output_tokens: call.output },
          ...{ cache_read_input_tokens: call.cachedInput, cache_creation_input_tokens: call.cacheWrite },
        };
        // Of several providers it takes the first that has the name.
        const one = { [provider]: providers[provider] };
        return getTokenCosts({ modelId: id, usage, providers: one }).totalUSD ?? null;
      },
      // It does not read tiers, and finds no name with capitals or a slash.
      ({ row, prompt }) => !isLong(row, prompt) && row.entries.some((name) => /^[^A-Z/]+$/.test(name)),
    );
  });

  test("OpenRouter's SDK reads the map, and its prices are those of priceCall, long prompts too", async () => {
    const server = await serve('openrouter');
    servers.push(server);
    const { OpenRouter } = await moduleAt('@openrouter/sdk/esm/index.js');
    const client = new OpenRouter({ serverURL: server.url, apiKey: 'none' });
    const listed = await client.models.list();
    const data: Priced[] = (listed.result ?? listed).data;
    const byId = new Map(data.map((model) => [model.id, model.pricing]));
    expect(byId.size).toBeGreaterThan(100);
    expectSame('openrouter', '@openrouter/sdk 1.3.19', (call) => {
      const base = byId.get(call.row.entries[0] as string);
      if (base === undefined) return null;
      // As the SDK documents overrides: strictly greater, later entries win, absent keys inherit.
      const applied = (base.overrides ?? []).filter(({ minPromptTokens }) => call.prompt > (minPromptTokens ?? 0));
      const price: Record<string, unknown> = Object.assign({}, base, ...applied);
      const of = (key: string, tokens: number) => (tokens === 0 ? 0 : Number(price[key]) * tokens);
      return (
        of('prompt', call.input) +
        of('inputCacheRead', call.cachedInput) +
        of('inputCacheWrite', call.cacheWrite) +
        of('inputCacheWrite1h', call.cacheWrite1h) +
        of('completion', call.output) +
        of('webSearch', call.searches)
      );
    });
  });
});

interface Priced {
  id: string;
  pricing: Record<string, unknown> & { overrides?: { minPromptTokens?: number }[] };
}

/** Whether a prompt is beyond the first threshold of what a row lists. */
const isLong = (row: MapCall['row'], prompt: number): boolean =>
  priced(catalog, row).thresholds.some((above) => prompt > above);
