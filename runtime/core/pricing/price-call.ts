/**
 * What a call costs at list prices.
 *
 * The parts of its prompt do not overlap: `input` is what was neither read from the cache nor written to it. The whole
 * prompt, input + cachedInput + cacheWrite + cacheWrite1h, determines the price band, and every part of the call, its
 * output included, is billed at the prices of that band. `billable-units.ts` lists what can be billed.
 *
 * An example at a boundary, with Gemini 2.5 Pro: up to 200,000 prompt tokens a million costs 1.25 in, 0.125 from the
 * cache and 10 out; above, 2.50, 0.25 and 15.
 *
 *     input 200,000,                      output 1,000: 0.25                   + 0.010 = $0.26
 *     input 200,001,                      output 1,000: 0.5000025              + 0.015 = $0.5150025
 *     input 100,000, cachedInput 100,001, output 1,000: 0.25      + 0.02500025 + 0.015 = $0.29000025
 */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { earlierNote, goneNote } from '../dataset/named-prices.ts';
import { overlayOf } from '../dataset/overlay-prices.ts';
import { nextPriceAfter } from '../dataset/price-on-day.ts';
import { isResolved, resolve } from '../dataset/resolve.ts';
import { ownMachine, ownMachineNote, passedOnNote } from '../dataset/sellers.ts';
import { lastSeenOf, mainSource, nameOfSource, seen } from '../dataset/sources.ts';
import { type BillableUnit, billableUnits, promptTokensIn } from '../schemas/billable-units.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import { type ServiceTier, tierInWords } from '../schemas/levels.ts';
import type { Call, PricedCall, PricedCalls } from '../schemas/priced-call-schemas.ts';
import { lookUp } from '../values/look-up.ts';
import { addUp } from '../values/money.ts';
import { gatewayNote } from './gateway-note.ts';
import { priceNotes } from './price-notes.ts';
import { regionNote } from './region-prices.ts';
import { tariffOf } from './tariff.ts';
import { bandOf, type UnitRate, unitRate } from './unit-rates.ts';

/** The price of one call that passed its schema. Without a price `usd` is null, and `unpriced` gives the reason. */
export function priceCall(catalog: Catalog, call: Call): PricedCall {
  const { on = catalog.asOf } = call;
  const { serviceTier = 'standard' } = call;
  const blank: PricedCall = {
    model: null,
    provider: null,
    on,
    serviceTier,
    region: call.region ?? 'global',
    regionPriceKnown: false,
    host: call.host ?? null,
    promptTokens: promptTokensIn(call),
    usd: null,
    unpriced: null,
    near: [],
    lines: [],
    pricing: null,
    notes: [],
  };
  if (call.host === ownMachine) return { ...blank, ...onOwnMachine(catalog, call) };
  const question = { model: call.model, host: blank.host, on, serviceTier, region: call.region ?? null };
  const tariff = tariffOf(catalog, question);
  const named = {
    ...blank,
    model: tariff.model?.id ?? null,
    provider: tariff.model?.provider.id ?? null,
    host: tariff.host,
    serviceTier: tariff.serviceTier,
    region: tariff.region,
  };
  if (tariff.price === null) return { ...named, ...tariff.reason() };
  const { model, price, isOffer } = tariff;
  const used = takenApart(call, model, price, named.promptTokens);
  const regionPriceKnown = tariff.isRegionPriceKnown;
  const priced = { ...named, regionPriceKnown, ...billOf(model, price, used, named.serviceTier) };
  return {
    ...priced,
    pricing: pricingOf(model, price, on, named.promptTokens),
    notes: [
      ...[
        passedOnNote(catalog, model, named.host),
        gatewayNote(catalog, question, tariff),
        earlierNote(model, on),
        goneNote(catalog, model, on),
      ].flatMap((note) => note ?? []),
      ...(regionPriceKnown ? [] : [regionNote(catalog, tariff)]),
      ...notesOf(catalog, model, used, { ...priced, host: isOffer ? null : named.host }, named.serviceTier),
    ],
  };
}

/** A call that ran on the caller's own machine, as the caller says: every part at $0, and no entry of the dataset. */
function onOwnMachine(catalog: Catalog, call: Call): Pick<PricedCall, 'model' | 'usd' | 'lines' | 'notes'> {
  const found = resolve(catalog, call.model);
  const used = billableUnits.filter(({ count }) => (call[count] ?? 0) > 0);
  return {
    model: isResolved(found) ? found.model.id : null,
    usd: 0,
    lines: used.map(({ part, count, unit, per }) => ({
      ...{ part, quantity: call[count] as number, unit, rate: 0, per, usd: 0, source: null },
    })),
    notes: [ownMachineNote],
  };
}

/** Several calls, each at its own model, day and terms. The total is null if one of them has no price. */
export function priceCalls(catalog: Catalog, calls: readonly Call[]): PricedCalls {
  const priced = calls.map((call) => priceCall(catalog, call));
  const known = priced.flatMap(({ usd }) => usd ?? []);
  const usdOfPriced = addUp(known, 1e9).total;
  const unpriced = priced.length - known.length;
  return { usd: unpriced === 0 ? usdOfPriced : null, usdOfPriced, unpriced, calls: priced };
}

/** What a call used of a billable unit, and its rate. */
interface Used {
  unit: BillableUnit;
  quantity: number;
  rate: UnitRate;
}

/** What a call used, in the order of `billableUnits`. */
function takenApart(call: Call, model: CatalogModel, price: DatedPrice, promptTokens: number): Used[] {
  const band = bandOf(price, promptTokens) ?? price;
  const used: Used[] = [];
  for (const unit of billableUnits) {
    const quantity = call[unit.count] ?? 0;
    if (quantity > 0) used.push({ unit, quantity, rate: unitRate(unit, model, band) });
  }
  return used;
}

/** The lines of a call and their exact sum. */
function billOf(
  model: CatalogModel,
  price: DatedPrice,
  used: readonly Used[],
  serviceTier: ServiceTier,
): Pick<PricedCall, 'lines' | 'usd' | 'unpriced'> {
  const ofTokens = nameOfSource(mainSource(model.provider, price.sources));
  const sum = addUp(
    used.map(({ quantity, rate: { usd, per } }) => (quantity * (usd ?? 0)) / per),
    1e9,
  );
  const missing = used.filter(({ rate }) => rate.usd === null).map(({ unit }) => lackingText(unit));
  const atTier = serviceTier === 'standard' ? '' : ` on ${tierInWords(serviceTier)} terms`;
  return {
    usd: missing.length === 0 ? sum.total : null,
    unpriced:
      missing.length === 0
        ? null
        : `${model.facts.name} has no price for ${missing.join(' and ')}${atTier}: not offered, or not known.`,
    lines: used.map(({ unit, quantity, rate: { usd, per, fee } }, index) => ({
      part: unit.part,
      quantity,
      unit: unit.unit,
      rate: usd,
      per,
      usd: usd === null ? null : (sum.parts[index] as number),
      source: usd === null ? null : fee === null ? ofTokens : nameOfSource(mainSource(model.provider, fee.sources)),
    })),
  };
}

/** What a sentence calls a line without a price. */
const lackingText = (unit: BillableUnit): string => ('lacking' in unit ? unit.lacking : unit.label);

function pricingOf(model: CatalogModel, price: DatedPrice, on: string, promptTokens: number): PricedCall['pricing'] {
  return {
    source: overlayOf(price) === null ? 'list' : 'overlay',
    from: price.from,
    until: nextPriceAfter(model.facts.prices, on)?.from ?? null,
    verifiedOn: price.verifiedOn,
    lastSeen: lastSeenOf(seen(model.provider, price)),
    aboveTokens: bandOf(price, promptTokens)?.above ?? null,
    url: mainSource(model.provider, price.sources)?.url ?? null,
    sources: price.sources,
  };
}

/** Hosts that belong to a provider but have another name. */
const ownHosts: Record<string, string> = { bedrock: 'amazon', vertex: 'google' };

function notesOf(
  catalog: Catalog,
  model: CatalogModel,
  used: readonly Used[],
  { host, on, promptTokens }: Pick<PricedCall, 'host' | 'on' | 'promptTokens'>,
  serviceTier: ServiceTier,
): string[] {
  const { facts, provider } = model;
  const notes: string[] = [];
  if (host !== null && (lookUp(ownHosts, host) ?? host) !== provider.id) {
    notes.push(`This is the list price of ${provider.name}: ${host} sets its own, which may differ.`);
  }
  if (fallsBack(model, serviceTier, promptTokens)) {
    notes.push(`The ${serviceTier} tier is not sold for prompts this long: the standard price is used.`);
  }
  if (promptTokens > facts.contextWindow && !sellsBeyondWindow(model)) {
    notes.push(
      `The prompt is longer than the context of ${facts.contextWindow} tokens. If this is the sum of several calls, price them one by one: the length of each prompt determines its price.`,
    );
  }
  for (const { unit, rate } of used) {
    if ('tool' in unit && rate.fee?.note !== undefined) notes.push(`${unit.tool}: ${rate.fee.note}`);
  }
  return [...notes, ...priceNotes({ catalog: { asOf: on, find: catalog.find }, model })];
}

/** Whether a price states that longer prompts than the window of today were sold: a band begins at its end. */
const sellsBeyondWindow = ({ facts, listPrice }: CatalogModel): boolean =>
  listPrice.longContext.some(({ above }) => above >= facts.contextWindow);

/** Whether the standard price applies because the prompt exceeds a threshold above which the level is not sold. */
function fallsBack({ price }: CatalogModel, serviceTier: ServiceTier, promptTokens: number): boolean {
  const tier = serviceTier === 'standard' ? undefined : price.serviceTiers?.[serviceTier];
  return tier !== undefined && tier.longContext.length === 0 && bandOf(price, promptTokens) !== undefined;
}
