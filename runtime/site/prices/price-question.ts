/** Which prices of a day are listed: the question, its state in the address, and its answer. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { type PriceRow, pricesOnDay } from '../../core/pricing/price-rows.ts';
import { serviceTiers } from '../../core/schemas/levels.ts';
import { catalogOf } from '../catalog/on-day.ts';
import { inListOrder } from '../makers.ts';

/** '' is the usual choice: any maker, at the maker itself, standard terms, sold worldwide. */
export interface PriceQuestion {
  /** YYYY-MM-DD (UTC); '': today. */
  day: string;
  /** Id of a provider. */
  maker: string;
  /** Id of a host, or `any`, the maker included. */
  host: string;
  /** A level of service, or `any`. */
  terms: string;
  /** A region, or `any`. */
  region: string;
}

export const usualQuestion: PriceQuestion = { day: '', maker: '', host: '', terms: '', region: '' };

const fields = Object.keys(usualQuestion) as (keyof PriceQuestion)[];

export function questionFrom(query: string): PriceQuestion {
  const values = new URLSearchParams(query);
  const question = { ...usualQuestion };
  for (const field of fields) question[field] = values.get(field) ?? '';
  if (!isDay(question.day)) question.day = '';
  if (question.terms !== 'any' && !serviceTiers.some((tier) => tier === question.terms)) question.terms = '';
  return question;
}

/** Whether a text is a day of the calendar. */
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** '' if nothing is chosen. */
export function queryOf(question: PriceQuestion): string {
  const chosen = fields.flatMap((field) => (question[field] === '' ? [] : [[field, question[field]]]));
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
}

/** The prices in force on a day that a question asks for. */
export function asked(rows: readonly PriceRow[], { maker, host, terms, region }: PriceQuestion): PriceRow[] {
  return rows.filter(
    (row) =>
      (maker === '' || row.provider === maker) &&
      (host === 'any' || row.host === (host === '' ? null : host)) &&
      (terms === 'any' || row.service_tier === (terms === '' ? 'standard' : terms)) &&
      (region === 'any' || row.region === (region === '' ? 'global' : region)),
  );
}

/** The prices of one maker's models. */
export interface MakerPrices {
  id: string;
  name: string;
  rows: readonly ListedRow[];
}

export interface ListedRow extends PriceRow {
  modelName: string;
  /** The name of its host; null: the maker itself. */
  hostName: string | null;
}

/** Everything sold on a day, in the order of a list. */
export interface DayPrices {
  day: string;
  rows: readonly PriceRow[];
  /** The makers of `rows`, with those that a question asks for. */
  groups(question: PriceQuestion): MakerPrices[];
}

export function dayPrices(catalog: Catalog, day: string): DayPrices {
  const then = catalogOf(catalog, day);
  const models = inListOrder(then);
  const rows = pricesOnDay(then, day);
  const hostNames = new Map(then.offers.hosts.map(({ id, name }) => [id, name]));
  return {
    day,
    rows,
    groups(question) {
      const byModel = new Map<string, PriceRow[]>();
      for (const row of asked(rows, question)) byModel.set(row.model, [...(byModel.get(row.model) ?? []), row]);
      const groups = new Map<string, { id: string; name: string; rows: ListedRow[] }>();
      for (const { id, facts, provider } of models) {
        const own = byModel.get(id);
        if (own === undefined) continue;
        const group = groups.get(provider.id) ?? { id: provider.id, name: provider.name, rows: [] };
        group.rows.push(
          ...own.map((row) => ({
            ...row,
            modelName: facts.name,
            hostName: row.host === null ? null : (hostNames.get(row.host) ?? row.host),
          })),
        );
        groups.set(provider.id, group);
      }
      return [...groups.values()];
    },
  };
}
