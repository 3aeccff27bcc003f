/** Tables of an explanation, whose columns add up digit by digit; and what an estimate starts from: the workflow, and what the model costs. */
import type { ResolvedRequest } from '../answers/resolved-request.ts';
import type { Cell, Section } from '../answers/schemas/explanation-schema.ts';
import type { CatalogModel } from '../dataset/catalog.ts';
import { regionsOf, toolFeeOf } from '../dataset/provider-fees.ts';
import { lastSeenInWords, lastSeenOf } from '../dataset/sources.ts';
import { type CacheUse, usesCache, writePrice } from '../model/cost.ts';
import { taskTools } from '../model/shape.ts';
import { effortOn } from '../model/work.ts';
import { aboutField, isDefault, workflowFieldNames } from '../schemas/request-fields.ts';
import { roundHalfUp } from '../values/money.ts';

/** A column that is added up: tokens to three decimals, dollars to nine. */
interface Added {
  name: string;
  decimals: 3 | 9;
}

export const tokens = (name: string): Added => ({ name, decimals: 3 });
export const dollars = (name: string): Added => ({ name, decimals: 9 });

/** A number with so many decimals. */
export const rounded = (value: number, decimals: number): number =>
  roundHalfUp(value * 10 ** decimals) / 10 ** decimals;

/** @param columns names, and those that are added up */
export function table(
  title: string,
  note: string,
  columns: readonly (string | Added)[],
  rows: readonly Cell[][],
): Section {
  const sums = columns.map((column) => (typeof column === 'string' ? null : new RoundedSum(10 ** column.decimals)));
  return {
    ...{ title, note },
    columns: columns.map((column, i) => ({
      name: typeof column === 'string' ? column : column.name,
      adds: sums[i] !== null,
    })),
    rows: rows.map((row) => row.map((cell, i) => sums[i]?.add(cell as number) ?? cell)),
    total: sums.every((sum) => sum === null)
      ? null
      : sums.map((sum, i) => (i === 0 ? 'together' : (sum?.total ?? null))),
  };
}

/** Rounds numbers one after another, so that they add up to their rounded sum. */
class RoundedSum {
  private exact = 0;
  private whole = 0;
  constructor(private readonly unit: number) {}

  add(value: number): number {
    const before = this.whole;
    this.exact += value;
    this.whole = roundHalfUp(this.exact * this.unit);
    return (this.whole - before) / this.unit;
  }

  get total(): number {
    return this.whole / this.unit;
  }
}

/** The fields that count: those that are nothing, or their default, change nothing. */
export function inputsTable({ preset, workflow, given, model }: ResolvedRequest): Section {
  const counting = workflowFieldNames.filter(
    (name) => workflow[name] !== 0 && workflow[name] !== null && !isDefault(name, workflow[name]),
  );
  const rows = counting.map((name): Cell[] => {
    const { label, unit = '' } = aboutField[name];
    const basis = preset.measured.includes(name) ? 'measured' : 'assumed';
    const value = workflow[name];
    const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
    return [
      name,
      shown,
      `${label}${unit === '' ? '' : `, ${unit}`}`,
      given.has(name) ? 'the request' : `preset ${preset.id}, ${basis}`,
    ];
  });
  const step = effortOn({ workflow }, model);
  if (step !== null) {
    const from =
      step.basis === 'measured'
        ? `${step.benchmark}, this model`
        : `${step.benchmark}, median of ${step.models} models`;
    rows.push(['', step.callsMultiplier, `times the calls at effort ${step.effort}`, from]);
    rows.push(['', step.outputMultiplier, `times the output of a task at effort ${step.effort}`, from]);
  }
  return table('What counts; every other field is 0, off or its default', '', ['field', 'value', 'what', 'from'], rows);
}

/** The prices of a model on its terms, and how its cache works. */
export function pricesTable(model: CatalogModel, use: CacheUse): Section {
  const { price, hitEfficiency, ownOutputCached, minPrefixTokens, provider, terms } = model;
  const seen = `list price, ${lastSeenInWords(lastSeenOf(model.seen))}`;
  const rows: Cell[][] = [
    ['input', price.input, seen],
    ['output', price.output, seen],
  ];
  if (usesCache(model, use)) {
    rows.push(['input read from the cache', price.cachedInput, seen]);
    const write = writePrice(model, use);
    const from = write === price.input ? 'the input price: writes have no price of their own' : seen;
    rows.push([`input written to the cache for ${use.cacheTtl}`, write, from]);
    const hits = `${hitEfficiency.basis}: ${hitEfficiency.source}`;
    rows.push(['share of what is found that is read', hitEfficiency.value, hits]);
    if (ownOutputCached > 0) rows.push(['share of an answer that the next call reads', ownOutputCached, hits]);
    if (minPrefixTokens > 0)
      rows.push(['shortest prompt that is cached, tokens', minPrefixTokens, `rules of ${provider.name}`]);
  }
  for (const { above, input, output, cachedInput } of price.longContext) {
    rows.push([`input, output, read, above ${above} tokens`, [input, output, cachedInput ?? '-'].join(', '), seen]);
  }
  for (const { part, tool, priceField } of taskTools) {
    const fee = toolFeeOf(model, part);
    if (fee !== undefined) rows.push([`${tool}, 1,000 uses`, model[priceField], `fee of ${provider.name}`]);
  }
  const times = regionsOf(model).find(({ region }) => region === terms.region)?.multiplier;
  const tier = terms.serviceTier === 'standard' ? '' : ` in ${terms.serviceTier}`;
  const region =
    terms.region === 'global' ? '' : ` in the region ${terms.region}${times === undefined ? '' : `, times ${times}`}`;
  return table(
    `Prices of ${model.facts.name}${tier}${region}`,
    'USD per 1,000,000 tokens.',
    ['what', 'value', 'from'],
    rows,
  );
}
