/**
 * Priced calls compared with the npm package `@pydantic/genai-prices`, whose data is from 2026-09-23: for every model
 * both know on a day, calls with each kind of token and with all kinds, in a short prompt and on both sides of every
 * long-context threshold of either. It shares some of its sources with us, so agreement checks our copying, dates and
 * thresholds more than the prices themselves.
 */
import { calcPrice } from '@pydantic/genai-prices';
import { expect, test } from 'vitest';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { resellerOf } from '../../runtime/core/dataset/host-catalog.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { Call } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { catalog, catalogOn } from '../support/core/catalog.ts';
import { type KnownDifference, knownDifferences } from './data/known-differences.ts';

/**
 * Days on both sides of price changes; the last three are close to the package's data, the day of our tests, and a day
 * after every change that both announce. Since 2026-08-17 DeepSeek's price depends on the hour and ours is the peak
 * price, so the hour is within the peak; before, there was one price, which the package gives only outside those hours.
 */
const times: Record<string, string> = {
  '2025-06-09': '12:00',
  '2025-06-10': '12:00',
  '2026-03-12': '12:00',
  '2026-03-13': '12:00',
  '2026-07-29': '12:00',
  '2026-07-30': '12:00',
  '2026-08-13': '12:00',
  '2026-08-20': '02:00',
  '2026-08-21': '02:00',
  '2026-09-20': '02:00',
  '2026-11-20': '02:00',
  '2027-01-01': '02:00',
};

/** Their names for our providers, where they differ. */
const providerIds: Record<string, string> = { amazon: 'aws', moonshot: 'moonshotai', xai: 'x-ai' };

/** Their names for models that have none of our names there. */
const otherNames: Record<string, string> = { 'nova-2-lite': 'regional.amazon.nova-2-lite-v1:0' };

type Usage = Record<'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens', number>;

/** Their price of a model; undefined if they do not know it. A match by similarity does not count. */
function theirs({ id, facts, provider }: CatalogModel, day: string) {
  const names = [id, ...facts.aliases];
  const own = [...names, otherNames[id]].map((name) => name?.toLowerCase());
  const timestamp = new Date(`${day}T${times[day]}:00Z`);
  for (const name of names) {
    const ask = (usage: Usage) =>
      calcPrice(usage, name, { providerId: providerIds[provider.id] ?? provider.id, timestamp });
    const found = ask({ input_tokens: 1, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 });
    if (found && own.includes(found.model.id.toLowerCase())) return { ask, price: found.model_price };
  }
  return undefined;
}

/** Prompt lengths worth comparing: a short one, and those at and just above every threshold. */
function promptLengths(ours: DatedPrice, price: Record<string, unknown>): number[] {
  const starts = Object.values(price).flatMap((value) =>
    typeof value === 'object' && value !== null && 'tiers' in value
      ? (value.tiers as { start: number }[]).map(({ start }) => start)
      : [],
  );
  const thresholds = [...ours.longContext.map(({ above }) => above), ...starts];
  return [...new Set([1000, ...thresholds.flatMap((tokens) => [tokens, tokens + 1])])].sort((a, b) => a - b);
}

/** Models that search the web on every request; the package bills one search for them. */
const searching = ['sonar-pro'];

/** The calls compared in a prompt of `length` tokens, by kind. */
function callsOf(length: number): Record<string, Omit<Call, 'model'>> {
  const quarter = Math.floor(length / 4);
  return {
    input: { input: length },
    output: { input: length, output: 1e6 },
    'cached input': { cachedInput: length },
    'cache write': { cacheWrite: length },
    'all at once': { input: length - 2 * quarter, cachedInput: quarter, cacheWrite: quarter, output: 777 },
  };
}

/**
 * USD of a call, ours. We do not price cached tokens of a model without a price for them; the package bills them
 * like other input, so they are compared as plain input.
 */
function ourUsd(model: CatalogModel, on: string, call: Omit<Call, 'model'>): number | null {
  const { id, price } = model;
  const seller = resellerOf(catalog, model);
  const called = { model: id, on, ...(seller && { host: seller.id }) };
  const { input = 0, cachedInput = 0 } = call;
  const searches = searching.includes(id) ? 1 : 0;
  const priced = priceCall(catalog, { ...called, searches, ...call });
  if (price.cachedInput !== null || cachedInput === 0) return priced.usd;
  expect(priced).toMatchObject({ usd: null, unpriced: expect.stringContaining('tokens read from the cache') });
  return priceCall(catalog, { ...called, searches, ...call, input: input + cachedInput, cachedInput: 0 }).usd;
}

/** USD of a call, theirs, to the nano-dollar. */
function theirUsd(ask: NonNullable<ReturnType<typeof theirs>>['ask'], call: Omit<Call, 'model'>): number {
  const { input = 0, cachedInput = 0, cacheWrite = 0, output = 0 } = call;
  const usage = {
    input_tokens: input + cachedInput + cacheWrite,
    cache_read_tokens: cachedInput,
    cache_write_tokens: cacheWrite,
    output_tokens: output,
  };
  return Math.round((ask(usage)?.total_price ?? Number.NaN) * 1e9) / 1e9;
}

interface Compared {
  day: string;
  model: string;
  prompt: number;
  kind: string;
  /** USD. */
  ours: number | null;
  theirs: number;
}

function* comparisons(): Generator<Compared> {
  for (const day of Object.keys(times)) {
    for (const model of catalogOn(day).models) {
      const known = theirs(model, day);
      if (known === undefined) continue;
      for (const prompt of promptLengths(model.price, known.price)) {
        for (const [kind, call] of Object.entries(callsOf(prompt))) {
          const ours = ourUsd(model, day, call);
          yield { day, model: model.id, prompt, kind, ours, theirs: theirUsd(known.ask, call) };
        }
      }
    }
  }
}

const compared = [...comparisons()];
/** Each line is rounded to a nano-dollar, and the package rounds nothing: four lines differ by at most two. */
const same = ({ ours, theirs }: Compared) => ours !== null && Math.abs(ours - theirs) < 2.5e-9;

const listedIn = (one: Compared) => (known: KnownDifference) =>
  known.models.includes(one.model) &&
  known.kinds.some((kind) => kind === one.kind) &&
  known.prompt === one.prompt &&
  (known.from ?? '') <= one.day &&
  one.day < (known.until ?? '9');

test('every price that both know is the same, except for the listed differences', () => {
  const models = new Set(compared.map(({ model }) => model));
  const agreeing = compared.filter(same);
  const wholly = [...models].filter((id) => compared.every((one) => one.model !== id || same(one)));
  console.log(
    `${models.size} models known to both, ${wholly.length} of them without a difference; ${compared.length} prices compared on ${Object.keys(times).length} days, ${agreeing.length} of them the same`,
  );
  expect(models.size).toBeGreaterThanOrEqual(77);
  expect(compared.length).toBeGreaterThan(3500);
  expect(compared.filter((one) => !same(one) && !knownDifferences.some(listedIn(one)))).toEqual([]);
});

test('every listed difference still exists on each of its days, and the list only gets shorter', () => {
  for (const known of knownDifferences) {
    for (const model of known.models) {
      const concerned = compared.filter((one) => one.model === model && listedIn(one)(known));
      expect(concerned.length, `${model} at ${known.prompt} tokens is not compared`).toBeGreaterThan(0);
      expect(concerned.filter(same), known.cause).toEqual([]);
    }
  }
  expect(knownDifferences.length).toBeLessThanOrEqual(7);
  expect(knownDifferences.flatMap(({ models }) => models).length).toBeLessThanOrEqual(14);
});
