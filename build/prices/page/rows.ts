import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { type Currency, type ExtractedRow, type Field, fields, isField, type PlacedRow } from '../price-row.ts';
import { cell, fold } from './cell.ts';
import { conditionOf, type Label, label, modeName, modeOf } from './condition.ts';
import type { Provider } from './description.ts';
import { type CellPrices, cellPrices, type Price, scale } from './money.ts';
import { sectionTier } from './outline.ts';
import {
  checkCurrency,
  discountEnd,
  mayLackOutput,
  type PageFacts,
  peakHours,
  type Reading,
  refuse,
  statedCurrency,
  unitFor,
  type Value,
} from './reading.ts';
import { fieldOf } from './words.ts';

type Read = Value & { read: CellPrices };

/** The rows of one reading: one per column group and per prompt tier. */
export function rowsOf(reading: Reading, provider: Provider, facts: PageFacts): PlacedRow[] {
  const name = label(reading.label, provider);
  if (!name || provider.skipRows?.test(name.model)) return [];
  if (!(provider.labelShape ?? /\p{L}/u).test(name.model))
    refuse(reading, `"${name.model}" is not the name of a model`);
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
  if (reads.some(({ read }) => read.kind === 'struck')) refuse(reading, 'a price is struck out without a replacement');
  const strange = reads.find(({ read }) => read.kind === 'words');
  if (strange) refuse(reading, `"${strange.cell.text}" is not a price`);
  if (output?.kind === 'prices' && (output.notText || output.prices.length === 0)) return [];
  if (input?.kind === 'prices' && input.prices.length === 0) return [];
  if (!input || input.kind === 'none') refuse(reading, 'no input price');
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
  if (prompts.size > 1) refuse(reading, 'prices for prompts of different lengths are mixed');
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
      refuse(reading, `"${value.cell.text}" lacks a price for "${tier}"`);
    return only;
  }
  const own = prices.filter((price) => price.limit === tier && tier !== '');
  if (own.length !== 1) refuse(reading, `"${value.cell.text}" has prices that cannot be distinguished`);
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
    if (unit === 'other') refuse(reading, `"${value.cell.text}" is not a price of tokens`);
    if (/\bper min\b/i.test(value.header) && !price.forText) refuse(reading, `"${value.cell.text}" may be per minute`);
    if (!price.currency) refuse(reading, 'the page does not say which currency the prices are in');
    if (reading.data && facts.foreign && price.currency === 'USD')
      refuse(reading, 'numbers without a sign next to prices in another currency');
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
  if (other) refuse(reading, 'prices in two currencies');
  const free = prices.input === 0 && prices.output === 0 && reads.every(({ read }) => read.kind !== 'prices');
  const refs = reads.flatMap((value) => value.cell.refs);
  const parts = tierParts(reading, name, { prompts: tier, free, notes, refs }, provider, facts);
  return { model: name.model, ...prices, tier: parts.join('; ') || null, currency, condition: conditionOf(parts) };
}

/** A label within one group of columns. */
export interface GroupLabel extends Label {
  group: string | null;
}

/** What the cells of a row add to its tier. */
interface CellParts {
  prompts: string | null;
  free: boolean;
  notes: string[];
  refs: string[];
}

/** A context length after a name is for the short columns; within a column group it adds nothing. */
function labelLimits(name: GroupLabel): string[] {
  const grouped = name.group !== null && /context/.test(name.group);
  return name.limits.filter((limit) => !(grouped && /context length$/i.test(limit)));
}

/** The parts of a tier in the order `ExtractedRow` describes. */
function tierParts(
  reading: Reading,
  name: GroupLabel,
  cells: CellParts,
  provider: Provider,
  facts: PageFacts,
): string[] {
  const limits = reading.limits.map((limit) => {
    const hours = /^peak$/i.test(limit) ? peakHours(cells.refs, facts) : null;
    return hours ? `${limit} (${hours})` : limit;
  });
  const parts = [
    ...modePart(reading, provider),
    sectionTier(provider, reading.context),
    ...limits,
    ...labelLimits(name),
    name.group,
    cells.prompts,
    cells.free ? 'Free' : null,
    ...new Set(cells.notes),
  ];
  return parts.filter((part): part is string => part !== null && part !== '');
}

/** The field of a cache write whose lifetime is stated only for the page as a whole. */
function writeField(field: Field, provider: Provider, facts: PageFacts): Field {
  const lifetime = provider.writeLifetime;
  if (field !== 'cacheWrite' || !lifetime) return field;
  return facts.texts.some((text) => lifetime.says.test(text)) ? lifetime.field : field;
}

/** The processing mode as the page prints it; a selected tab may mean something else. */
function modePart(reading: Reading, provider: Provider): string[] {
  const tab = reading.context.mode?.tab === true && !reading.mode;
  const printed = reading.mode ?? reading.context.mode?.name;
  if (printed === undefined) return provider.defaultMode ? [provider.defaultMode] : [];
  const kind = modeOf(printed);
  const named = tab && kind ? lookUp(provider.tabTier ?? {}, kind) : undefined;
  return [named ?? modeName(printed)];
}

/** Splits a cell such as `$1 input$2 output`: the words after each amount name its field. */
function splitCombined(reading: Reading): Value[] {
  const text = reading.combined?.text ?? '';
  const parts = [...text.matchAll(/([$¥￥€£]\s*[\d.,]+)\s*([^$¥￥€£]*)/g)];
  const named = parts.flatMap(([, amount = '', words = '']) => {
    const kind = fieldOf(fold(words)).kind;
    return isField(kind)
      ? [{ field: kind, group: null, header: reading.context.lead.at(-1) ?? '', cell: cell([amount]) }]
      : [];
  });
  const found = named.map((value) => value.field);
  if (named.length === 0) return [];
  if (named.length !== parts.length || new Set(found).size !== found.length) refuse(reading, `"${text}" is not clear`);
  if (reading.combined && reading.combined.struck.length > 0)
    refuse(reading, 'a price is struck out next to current ones');
  if (!found.includes('input') || !found.includes('output')) refuse(reading, 'a price is missing');
  return named;
}
