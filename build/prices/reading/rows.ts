import { type CellPrices, cellPrices, type Price } from '../meaning/cell-amounts.ts';
import { fail, splitCombined } from '../meaning/combined-cell.ts';
import { conditionOf } from '../meaning/condition.ts';
import { label } from '../meaning/label.ts';
import { type GroupLabel, tierParts, writeField } from '../meaning/prompt-tier.ts';
import { scale } from '../meaning/read-money.ts';
import { checkCurrency, discountEnd, type PageFacts, statedCurrency, unitFor } from '../page/page-facts.ts';
import type { Provider } from '../providers/description.ts';
import { type Currency, type ExtractedRow, type Field, fields, type PlacedRow } from '../types.ts';
import { mayLackOutput, type Reading, type Value } from './reading.ts';

type Read = Value & { read: CellPrices };

/** The rows of one reading: one per column group and per prompt tier. */
export function rowsOf(reading: Reading, provider: Provider, facts: PageFacts): PlacedRow[] {
  const name = label(reading.label, provider);
  if (!name || provider.skipRows?.test(name.model)) return [];
  if (!(provider.labelShape ?? /\p{L}/u).test(name.model)) fail(reading, `"${name.model}" is not the name of a model`);
  const values = reading.combined ? splitCombined(reading) : reading.values;
  const groups = [...new Set(values.map((value) => value.group))];
  const named = groups.filter((group) => group !== null);
  return (named.length > 0 ? named : [null]).flatMap((group) => {
    const own = values.filter((value) => value.group === group || value.group === null);
    return groupRows(reading, { ...name, group }, own, provider, facts);
  });
}

function groupRows(
  reading: Reading,
  name: GroupLabel,
  values: Value[],
  provider: Provider,
  facts: PageFacts,
): PlacedRow[] {
  const bareFor = (value: Value): Currency | null =>
    reading.data ? (provider.bareCurrency ?? null) : statedCurrency(value.header);
  const reads: Read[] = values.map((value) => ({ ...value, read: cellPrices(value.cell, bareFor(value)) }));
  const kindOf = (field: Field) => reads.find((value) => value.field === field)?.read;
  const [input, output] = [kindOf('input'), kindOf('output')];
  const priced = reads.filter(({ read }) => read.kind === 'prices' || read.kind === 'free');
  if (priced.length === 0) return [];
  if (reads.some(({ read }) => read.kind === 'struck')) fail(reading, 'a price is struck out without a replacement');
  const strange = reads.find(({ read }) => read.kind === 'words');
  if (strange) fail(reading, `"${strange.cell.text}" is not a price`);
  if (output?.kind === 'prices' && (output.notText || output.prices.length === 0)) return [];
  if (input?.kind === 'prices' && input.prices.length === 0) return [];
  if (!input || input.kind === 'none') fail(reading, 'no input price');
  if ((!output || output.kind === 'none') && !mayLackOutput(reading, provider)) return [];
  const limits = [
    ...new Set(
      priced.flatMap(({ read }) =>
        read.kind === 'prices' && read.prices.length > 1 ? read.prices.map((p) => p.limit) : [],
      ),
    ),
  ];
  const tiers = limits.length > 0 ? limits : [null];
  if (limits.length === 0) checkPromptLimits(reading, priced);
  return tiers.map((tier) => ({
    row: row(reading, name, reads, tier, provider, facts),
    place: reading.place,
  }));
}

/** Refuses a price for only some prompts next to one for all prompts: another tier has been lost. */
function checkPromptLimits(reading: Reading, priced: Read[]): void {
  const printed = priced.map(({ read }) => (read.kind === 'prices' ? (read.prices[0]?.limit ?? '') : ''));
  const prompts = new Set(printed.map((limit) => (/^prompts /.test(limit) ? limit : '')));
  if (prompts.size > 1) fail(reading, 'prices for prompts of different lengths are mixed');
}

/** The one price of a cell within a tier. Two prices that cannot be distinguished are an error. */
function pick(reading: Reading, value: Read, tier: string | null): Price | null {
  if (value.read.kind !== 'prices') return null;
  const { prices } = value.read;
  const [only, second] = prices;
  if (!only) return null;
  if (!second) {
    const whole = only.limit === '' && value.cell.struck.length === 0;
    if (tier !== null && only.limit !== tier && !whole)
      fail(reading, `"${value.cell.text}" lacks a price for "${tier}"`);
    return only;
  }
  const own = prices.filter((price) => price.limit === tier && tier !== '');
  if (own.length !== 1) fail(reading, `"${value.cell.text}" has prices that cannot be distinguished`);
  return own[0] ?? null;
}

function row(
  reading: Reading,
  name: GroupLabel,
  reads: Read[],
  tier: string | null,
  provider: Provider,
  facts: PageFacts,
): ExtractedRow {
  const prices = {} as Record<Field, number | null>;
  for (const field of fields) prices[field] = null;
  const currencies = new Set<Currency>();
  const notes: string[] = [];
  for (const value of reads) {
    const field = writeField(value.field, provider, facts);
    if (value.read.kind === 'free') prices[field] = 0;
    const price = pick(reading, value, tier);
    if (!price || value.read.kind !== 'prices') continue;
    const unit = unitFor(price.unit, value.header, reading.unitText, reading.context, facts);
    if (unit === 'other') fail(reading, `"${value.cell.text}" is not a price of tokens`);
    if (/\bper min\b/i.test(value.header) && !price.forText) fail(reading, `"${value.cell.text}" may be per minute`);
    if (!price.currency) fail(reading, 'the page does not say which currency the prices are in');
    if (reading.data && facts.foreign && price.currency === 'USD')
      fail(reading, 'numbers without a sign next to prices in another currency');
    checkCurrency(price.currency, value.header, reading.context, facts);
    currencies.add(price.currency);
    prices[field] = scale(price.value, unit);
    if (value.read.prices.length === 1 && price.limit !== '') notes.push(price.limit);
    if (value.read.discount !== null) {
      const end = discountEnd(value.cell.refs, facts);
      notes.push(`${value.read.discount}% off${end ? ` until ${end}` : ''}`);
    }
    if (field === 'input' && value.read.audio && /\bper min\b/i.test(value.header))
      notes.push(`text input; audio input is $${value.read.audio}/min`);
  }
  const [currency = 'USD', other] = currencies;
  if (other) fail(reading, 'prices in two currencies');
  const free = prices.input === 0 && prices.output === 0 && reads.every(({ read }) => read.kind !== 'prices');
  const refs = reads.flatMap((value) => value.cell.refs);
  const parts = tierParts(reading, name, { prompts: tier, free, notes, refs }, provider, facts);
  return { model: name.model, ...prices, tier: parts.join('; ') || null, currency, condition: conditionOf(parts) };
}
