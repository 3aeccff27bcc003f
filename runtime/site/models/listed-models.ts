/** Searching, filtering and sorting the list of models, without a document: the page and its tests use it. */
import { type Tier, tiers } from '../../core/schemas/request-fields.ts';

/** A model as the page carries it in a data block. */
export interface ListedModel {
  id: string;
  name: string;
  aliases: readonly string[];
  /** Id and name of its provider. */
  provider: string;
  providerName: string;
  tier: Tier;
  /** Tokens. */
  context: number;
  /** Ids of the hosts that sell it in addition to its provider. */
  hosts: readonly string[];
  /** First day on which it was sold, and first on which it no longer is; null: not known. */
  soldFrom: string | null;
  soldUntil: string | null;
  verifiedOn: string;
  /** Oldest first. */
  prices: readonly ListedPrice[];
}

/** USD per 1,000,000 tokens from a day on; null: since release. */
export interface ListedPrice {
  from: string | null;
  input: number;
  output: number;
  cachedInput: number | null;
  cacheWrite: number | null;
}

export const sortKeys = [
  'name',
  'provider',
  'tier',
  'input',
  'output',
  'cachedInput',
  'cacheWrite',
  'context',
  'from',
  'verifiedOn',
] as const;
export type SortKey = (typeof sortKeys)[number];

/** The filters and order of the list; '' and 0: no filter. */
export interface Question {
  text: string;
  provider: string;
  tier: string;
  host: string;
  /** Minimum, in tokens. */
  context: number;
  /** null: the order of the built page. */
  sort: SortKey | null;
  descending: boolean;
}

/** The price in force on a day; undefined before the first, and on days when the model was not sold. */
export function priceOnDay(model: ListedModel, day: string): ListedPrice | undefined {
  const { prices, soldFrom, soldUntil } = model;
  if ((soldFrom !== null && day < soldFrom) || (soldUntil !== null && day >= soldUntil)) return undefined;
  return prices.findLast(({ from }) => from === null || from <= day);
}

/** The models that match, in the chosen order; `day` is that of the prices. */
export function answered(models: readonly ListedModel[], question: Question, day: string): ListedModel[] {
  const words = question.text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = models.filter(
    (model) =>
      (question.provider === '' || model.provider === question.provider) &&
      (question.tier === '' || model.tier === question.tier) &&
      (question.host === '' || model.hosts.includes(question.host)) &&
      model.context >= question.context &&
      words.every((word) => searched(model).includes(word)),
  );
  const { sort, descending } = question;
  if (sort === null) return fitting;
  const keyed = fitting.map((model) => ({ model, key: keyOf(model, sort, day) }));
  // Models without a value come last in either direction.
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    const order = a.key < b.key ? -1 : Number(a.key > b.key);
    return descending ? -order : order;
  });
  return keyed.map(({ model }) => model);
}

const searched = ({ id, name, providerName, aliases }: ListedModel): string =>
  [id, name, providerName, ...aliases].join(' ').toLowerCase();

function keyOf(model: ListedModel, sort: SortKey, day: string): string | number | null {
  switch (sort) {
    case 'name':
      return model.name.toLowerCase();
    case 'provider':
      return model.providerName.toLowerCase();
    case 'tier':
      return tiers.indexOf(model.tier);
    case 'context':
      return model.context;
    case 'verifiedOn':
      return model.verifiedOn;
    default:
      return priceOnDay(model, day)?.[sort] ?? null;
  }
}
