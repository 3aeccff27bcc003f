/** Finds prices that are nearly always mistakes. A correct one gives the reason in `confirmed`. */
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { serviceTierNames } from '../../runtime/core/schemas/levels.ts';
import type { Tier } from '../../runtime/core/schemas/request-fields.ts';
import { median } from '../../runtime/core/values/median.ts';
import type { Report } from './read-data.ts';

/** Largest allowed factors between a price and the one before it, and between a price and the median of its tier. */
const largestJump = 3;
const farFromMedian = 10;

interface Numbers {
  input: number;
  output: number;
  cachedInput: number | null;
  cacheWrite?: number | null;
  cacheWrite1h?: number | null;
}

/**
 * Applies the rules that need no tier to one price of a model or an offer: reports what is impossible and, unless the
 * price is confirmed, what is unlikely in itself or compared with the price before it.
 */
export function checkPrice(before: DatedPrice | undefined, price: DatedPrice, report: Report): void {
  checkImpossible(price, report);
  if (price.confirmed !== undefined) return;
  const unlikely = unlikelyReport(report);
  checkUnlikely(price, unlikely);
  checkJump(before, price, unlikely);
}

const unlikelyReport =
  (report: Report): Report =>
  (pointer, message) =>
    report(pointer, `${message}: correct it, or explain in "confirmed" of this price why it is right`);

export function checkPlausible(
  providers: readonly ProviderFile[],
  reportFor: (provider: ProviderFile) => Report,
): void {
  const medians = new Map<Tier, { input: number; output: number }>();
  const newest = providers.flatMap(({ models }) => models.map(({ tier, prices }) => ({ tier, price: prices.at(-1) })));
  for (const tier of new Set(newest.map((one) => one.tier))) {
    const prices = newest.filter((one) => one.tier === tier).map(({ price }) => price as DatedPrice);
    medians.set(tier, { input: median(prices.map((p) => p.input)), output: median(prices.map((p) => p.output)) });
  }
  for (const provider of providers) {
    provider.models.forEach((model, m) => {
      model.prices.forEach((price, p) => {
        const at = `/models/${m}/prices/${p}`;
        const report: Report = (pointer, message) => reportFor(provider)(at + pointer, `${message} (${model.id})`);
        checkPrice(model.prices[p - 1], price, report);
        // Medians change with the data, so superseded prices are not checked again.
        if (p === model.prices.length - 1 && price.confirmed === undefined) {
          checkTier(model, price, medians.get(model.tier), unlikelyReport(report));
        }
      });
    });
  }
}

/** Cached tokens never cost more than fresh ones, at any provider. */
function checkImpossible(price: DatedPrice, report: Report): void {
  for (const [at, numbers] of variants(price)) {
    const { input, cachedInput } = numbers;
    if (cachedInput === null || cachedInput <= input) continue;
    report(
      `${at}/cachedInput`,
      `${cachedInput} is above the input price of ${input}: a cached token never costs more than a fresh one`,
    );
  }
}

/** Every set of prices in an entry, with its JSON pointer. */
function variants(price: DatedPrice): [string, Numbers][] {
  const tiers = serviceTierNames.flatMap((name) => {
    const tier = price.serviceTiers?.[name];
    return tier ? [[`/serviceTiers/${name}`, tier] as const] : [];
  });
  const places = Object.entries(price.places ?? {}).map(([place, of]) => [`/places/${place}`, of] as const);
  const bands = [['', price] as const, ...tiers, ...places].flatMap(([at, { longContext }]) =>
    longContext.map((band, n): [string, Numbers] => [`${at}/longContext/${n}`, band]),
  );
  const offPeak: [string, Numbers][] = price.offPeak ? [['/offPeak', price.offPeak]] : [];
  return [['', price], ...offPeak, ...[...tiers, ...places].map(([at, of]): [string, Numbers] => [at, of]), ...bands];
}

function checkUnlikely(price: DatedPrice, report: Report): void {
  for (const [at, { input, output, cachedInput, cacheWrite, cacheWrite1h }] of variants(price)) {
    if (output < input) report(`${at}/output`, `${output} is below the input price of ${input}; were they swapped?`);
    if (cachedInput !== null && cachedInput > 0 && cachedInput < input / 500) {
      report(`${at}/cachedInput`, `${cachedInput} is less than a 500th of the input price of ${input}`);
    }
    for (const [field, write] of Object.entries({ cacheWrite, cacheWrite1h })) {
      if (write === null || write === undefined || (write >= input / 4 && write <= input * 4)) continue;
      report(`${at}/${field}`, `${write} is not between a quarter of and four times the input price of ${input}`);
    }
  }
  price.longContext.forEach((band, n) => {
    const base = price.longContext[n - 1] ?? price;
    for (const field of ['input', 'output'] as const) {
      if (band[field] >= base[field] && band[field] <= base[field] * farFromMedian) continue;
      const at = `/longContext/${n}/${field}`;
      report(at, `${band[field]} is not between one and ten times ${base[field]}, the price of shorter prompts`);
    }
  });
  checkPlaces(price, report);
  for (const name of serviceTierNames) {
    const tier = price.serviceTiers?.[name];
    for (const field of ['input', 'output'] as const) {
      if (tier === undefined) continue;
      const factor = tier[field] / price[field];
      const [least, most] = name === 'priority' ? [1, 5] : [0.1, 1];
      if (factor >= least && factor <= most) continue;
      report(
        `/serviceTiers/${name}/${field}`,
        `${tier[field]} is ${factor} times the standard ${price[field]}; expected is between ${least} and ${most} times`,
      );
    }
  }
}

/** Places differ by 0 to 20 per cent in every dataset of 2026. */
function checkPlaces({ places, ...price }: DatedPrice, report: Report): void {
  for (const [place, of] of Object.entries(places ?? {})) {
    for (const field of ['input', 'output'] as const) {
      const factor = of[field] / price[field];
      if (of[field] === price[field] || (factor >= 0.5 && factor <= 2)) continue;
      const at = `/places/${place}/${field}`;
      report(at, `${of[field]} is ${factor} times the price of ${price[field]}; expected is between 0.5 and 2 times`);
    }
  }
}

function checkJump(before: DatedPrice | undefined, price: DatedPrice, report: Report): void {
  if (before === undefined) return;
  for (const field of ['input', 'output'] as const) {
    const [was, is] = [before[field], price[field]];
    if (was === 0 || is === 0 || (is <= was * largestJump && is >= was / largestJump)) continue;
    report(`/${field}`, `${is} after ${was} is a change by a factor of more than ${largestJump}`);
  }
}

function checkTier(
  { tier }: ModelFile,
  price: DatedPrice,
  of: { input: number; output: number } | undefined,
  report: Report,
): void {
  for (const field of ['input', 'output'] as const) {
    const middle = of?.[field] ?? 0;
    if (price[field] === 0 || middle === 0) continue;
    if (price[field] < middle * farFromMedian && price[field] > middle / farFromMedian) continue;
    report(
      `/${field}`,
      `${price[field]} differs from ${middle}, the median of its tier ${tier}, by a factor of ${farFromMedian} or more`,
    );
  }
}
