/** Which prices of a day are listed: the question, its state in the address, and its answer. */
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { firstKnownDay } from '../../core/dataset/lifecycle.ts';
import { nextPriceFor } from '../../core/dataset/price-on-day.ts';
import { nameOfSource } from '../../core/dataset/sources.ts';
import { type PriceRow, priceColumns, pricesOnDay } from '../../core/pricing/price-rows.ts';
import type { ModelInputs } from '../../core/schemas/data-files/model-file.ts';
import { serviceTiers } from '../../core/schemas/levels.ts';
import { csv, csvField } from '../../core/values/csv.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { lazily, memoize } from '../../core/values/memoize.ts';
import { catalogOf } from '../catalog/on-day.ts';
import { inListOrder, shortName } from '../makers.ts';
import { named, rankOf, typedText } from '../name-rank.ts';
import { numberIn } from '../typed-numbers.ts';

/** '' is the usual choice: any model, at its maker, standard terms, sold worldwide. */
export const usualQuestion = {
  /** Words of a name. */
  q: '',
  maker: '',
  /** What it takes besides text: `image` or `pdf`. */
  takes: '',
  /** A region, or `any`. */
  region: '',
  /** Id of a host, or `any`, the maker included; '': the maker, and where a region is chosen anyone there. */
  host: '',
  /** YYYY-MM-DD (UTC); '': today. */
  day: '',
  /** USD per 1,000,000 tokens at most. */
  input: '',
  output: '',
  /** Tokens at least. */
  context: '',
  longest: '',
  /** A level of service, or `any`. */
  terms: '',
  tier: '',
  /** The day that prices are compared with: only those that differ are listed. */
  than: '',
  /** `yes`: only models that the reader keeps. */
  mine: '',
  /** A column, descending after a minus; '': as `orderOf` says. */
  sort: '',
};
export type PriceQuestion = typeof usualQuestion;

const fields = Object.keys(usualQuestion) as (keyof PriceQuestion)[];

/** Names in addresses of the two pages that this one replaced. */
const earlierNames: Partial<Record<keyof PriceQuestion, string>> = { maker: 'provider', than: 'from', day: 'to' };

export function questionFrom(query: string): PriceQuestion {
  const values = new URLSearchParams(query);
  const question = { ...usualQuestion };
  for (const field of fields) question[field] = values.get(field) ?? values.get(earlierNames[field] ?? '') ?? '';
  for (const field of ['day', 'than'] as const) if (!isDay(question[field])) question[field] = '';
  if (question.terms !== 'any' && !serviceTiers.some((tier) => tier === question.terms)) question.terms = '';
  if (lookUp(sortKeys, question.sort.replace('-', '')) === undefined) question.sort = '';
  return question;
}

/** Whether a text is a day of the calendar. */
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** '' if nothing is chosen. */
export function queryOf(question: PriceQuestion): string {
  const chosen = fields.flatMap((field) => (question[field] === '' ? [] : [[field, question[field]]]));
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
}

/** A price with what a person chooses a model by. */
export interface ListedRow extends PriceRow {
  model: string;
  name: string;
  makerName: string;
  /** The name of its host; null: the maker itself. */
  hostName: string | null;
  tier: string;
  /** Tokens; null: unknown. */
  context: number;
  longest: number | null;
  inputs: ModelInputs | undefined;
  /** The day it ends, and the day its price changes; null: none is known. */
  ends: string | null;
  changes: string | null;
  knownFrom: string;
  /** What it is found by. */
  names: ReturnType<typeof named>;
  /** The same price on the day compared with; null: it was not sold then. */
  before?: PriceRow | null;
}

/** What a column is sorted by; null comes last in either direction. */
export const sortKeys: Record<string, (row: ListedRow) => string | number | null> = {
  name: ({ name }) => name.toLowerCase(),
  maker: ({ makerName }) => makerName.toLowerCase(),
  input: (row) => row.input_per_mtok,
  cached: (row) => row.cached_input_per_mtok,
  write: (row) => row.cache_write_per_mtok,
  output: (row) => row.output_per_mtok,
  context: ({ context }) => context,
  longest: ({ longest }) => longest,
};

/** Columns that begin with the most. */
export const mostFirst: readonly string[] = ['context', 'longest'];

/**
 * The column that a question is ordered by, as `sort` names it: the cheapest input first where it asks what a model must
 * be able to do, or where; '': what fits its words best, else by maker.
 */
export const orderOf = ({ sort, q, takes, region, context, longest }: PriceQuestion): string =>
  sort === '' && q === '' && takes + region + context + longest !== '' ? 'input' : sort;

/** Everything sold on a day, in the order of a list. */
export interface DayPrices {
  day: string;
  rows: () => readonly ListedRow[];
}

/** @param catalog with the prices of hosts */
export const dayPrices = (catalog: Catalog, day: string): DayPrices => ({
  day,
  rows: lazily(() => {
    const then = catalogOf(catalog, day);
    const hostNames = new Map(then.offers.hosts.map(({ id, name }) => [id, name]));
    const byModel = new Map<string, PriceRow[]>();
    for (const row of pricesOnDay(then, day)) byModel.set(row.model, [...(byModel.get(row.model) ?? []), row]);
    return inListOrder(then).flatMap((model) => {
      const facts = factsOf(model, day);
      return (byModel.get(model.id) ?? []).map((row) => ({
        ...row,
        ...facts,
        hostName: row.host === null ? null : (hostNames.get(row.host) ?? row.host),
      }));
    });
  }),
});

const factsOf = (model: CatalogModel, day: string) => ({
  name: model.facts.name,
  names: named([model.id, model.facts.name, ...model.facts.aliases], model.provider.name),
  makerName: shortName(model.provider),
  tier: model.facts.tier,
  context: model.facts.contextWindow,
  longest: model.facts.maxOutputTokens,
  inputs: model.facts.inputs,
  ends: model.facts.lifecycle?.shutDown ?? null,
  changes: nextPriceFor(model, model.facts.prices, day, model.terms)?.from ?? null,
  knownFrom: firstKnownDay(model.facts),
});

/** The prices that a question asks for, in its order. @param mine ids of the models that the reader keeps */
export function asked(
  prices: DayPrices,
  question: PriceQuestion,
  mine: readonly string[],
  than?: DayPrices,
): ListedRow[] {
  const { maker, terms, region, tier, takes } = question;
  const sort = orderOf(question);
  const host = question.host === '' && region !== '' ? 'any' : question.host;
  const [input, output] = [numberIn(question.input), numberIn(question.output)];
  const [context, longest] = [numberIn(question.context), numberIn(question.longest)];
  const before = than && new Map(than.rows().map((row) => [keyOf(row), row]));
  const typed = typedText(question.q);
  const ranks = new Map<ListedRow, number>();
  const rows = prices.rows().flatMap((row): ListedRow[] => {
    const fits =
      (maker === '' || row.provider === maker) &&
      (host === 'any' || row.host === (host === '' ? null : host)) &&
      (terms === 'any' || row.service_tier === (terms === '' ? 'standard' : terms)) &&
      (region === 'any' || row.region === (region === '' ? 'global' : region)) &&
      (tier === '' || row.tier === tier) &&
      (takes === '' || row.inputs?.[takes === 'pdf' ? 'pdf' : 'image'] === true) &&
      (input === null || (row.input_per_mtok ?? Number.POSITIVE_INFINITY) <= input) &&
      (output === null || (row.output_per_mtok ?? Number.POSITIVE_INFINITY) <= output) &&
      (context === null || row.context >= context) &&
      (longest === null || (row.longest ?? 0) >= longest) &&
      (question.mine === '' || mine.includes(row.model));
    const rank = fits ? rankOf(row.names, typed) : null;
    if (rank === null) return [];
    const then = before?.get(keyOf(row)) ?? null;
    if (before !== undefined && then !== null && pricesOf(then) === pricesOf(row)) return [];
    const listed = before === undefined ? row : { ...row, before: then };
    ranks.set(listed, rank);
    return [listed];
  });
  const rankIn = (row: ListedRow): number => ranks.get(row) ?? 0;
  if (sort === '' && typed.parts.length === 0) return rows;
  if (sort === '') return rows.sort((a, b) => rankIn(a) - rankIn(b) || (a.knownFrom < b.knownFrom ? 1 : -1));
  const key = lookUp(sortKeys, sort.replace('-', '')) ?? (() => null);
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a < b ? -1 : Number(a > b));
  });
}

const keyOf = (row: PriceRow): string =>
  [row.model, row.host, row.service_tier, row.region, row.above_tokens].join(' ');

const pricesOf = memoize((row: PriceRow): string =>
  [row.input_per_mtok, row.cached_input_per_mtok, row.cache_write_per_mtok, row.output_per_mtok].join(' '),
);

/** Sellers of whom no price in the chosen region is known, by name; empty where no region is chosen. */
export function unknownThere(prices: DayPrices, { region, host }: PriceQuestion): string[] {
  if (region === '' || region === 'any') return [];
  const there = new Set<string>();
  const all = new Map<string, string>();
  for (const row of prices.rows()) {
    if (row.host === null || row.hostName === null) continue;
    all.set(row.host, row.hostName);
    if (row.region === region) there.add(row.host);
  }
  const isAsked = (id: string): boolean => host === '' || host === 'any' || host === id;
  return [...all].flatMap(([id, name]) => (there.has(id) || !isAsked(id) ? [] : [name])).sort();
}

/** The columns of prices.csv and what else the page lists, a line for each row. */
export const listedText = (rows: readonly ListedRow[]): string =>
  csv(
    [...priceColumns, 'context_tokens', 'longest_answer_tokens', 'takes_images', 'takes_pdf', 'takes_source'],
    rows.map((row) =>
      [
        ...priceColumns.map((column) => row[column]),
        row.context,
        row.longest,
        row.inputs?.image ?? null,
        row.inputs?.pdf ?? null,
        row.inputs?.sources.map((source) => `${nameOfSource(source)} ${source.on}`).join('; ') ?? null,
      ].map(csvField),
    ),
  );
