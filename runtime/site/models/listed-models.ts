/**
 * The list of models without a document: searching, filtering and sorting it, its state in the address, and what changed
 * between two days.
 */
import { type Tier, tiers } from '../../core/schemas/request-fields.ts';
import { memoize } from '../../core/values/memoize.ts';
import { named, rankOf, typedText } from '../name-rank.ts';

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
  /** The day of its release or, where that is not known, the first on which a source names it. */
  knownFrom: string;
  /** The last day on which its price was seen at the provider, or in datasets if it never was there. */
  lastSeen: string;
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

/** The columns of the list; `minor` ones are left out where there is no room, `rare` ones unless chosen. */
export const listColumns = [
  { key: 'name', head: 'Model', kind: '' },
  { key: 'provider', head: 'Maker', kind: '' },
  { key: 'tier', head: 'Tier', kind: 'minor' },
  { key: 'input', head: 'Input', kind: 'num' },
  { key: 'output', head: 'Output', kind: 'num' },
  { key: 'cachedInput', head: 'Cached', kind: 'num' },
  { key: 'cacheWrite', head: 'Cache write', kind: 'num minor' },
  { key: 'context', head: 'Context', kind: 'num' },
  { key: 'from', head: 'Price since', kind: 'rare' },
  { key: 'lastSeen', head: 'Last seen', kind: 'minor' },
] as const;
export type SortKey = (typeof listColumns)[number]['key'];
export const sortKeys: readonly SortKey[] = listColumns.map(({ key }) => key);

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

/**
 * The models that match, in the chosen order; otherwise those found by a text with the best match and then the newest
 * first. `day` is that of the prices.
 */
export function answered(models: readonly ListedModel[], question: Question, day: string): ListedModel[] {
  const typed = typedText(question.text);
  const ranks = new Map<ListedModel, number>();
  const fitting = models.filter((model) => {
    const isIn =
      (question.provider === '' || model.provider === question.provider) &&
      (question.tier === '' || model.tier === question.tier) &&
      (question.host === '' || model.hosts.includes(question.host)) &&
      model.context >= question.context;
    const rank = isIn ? rankOf(namedModel(model), typed) : null;
    if (rank !== null) ranks.set(model, rank);
    return rank !== null;
  });
  const { sort, descending } = question;
  if (sort === null) {
    if (typed.parts.length === 0) return fitting;
    const rank = (model: ListedModel): number => ranks.get(model) ?? 0;
    return fitting.sort((a, b) => rank(a) - rank(b) || newestFirst(a, b));
  }
  const keyed = fitting.map((model) => ({ model, key: keyOf(model, sort, day) }));
  // Models without a value come last in either direction.
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
    const order = a.key < b.key ? -1 : Number(a.key > b.key);
    return descending ? -order : order;
  });
  return keyed.map(({ model }) => model);
}

const namedModel = memoize(({ id, name, providerName, aliases }: ListedModel) =>
  named([id, name, ...aliases], providerName),
);

const newestFirst = (a: ListedModel, b: ListedModel): number =>
  a.knownFrom === b.knownFrom ? 0 : a.knownFrom < b.knownFrom ? 1 : -1;

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
    case 'lastSeen':
      return model.lastSeen;
    default:
      return priceOnDay(model, day)?.[sort] ?? null;
  }
}

/** The state of the list as a query, so that a link shows the same list. */
export interface ListState extends Question {
  /** The days to compare; '' for none. */
  from: string;
  to: string;
  /** The columns shown besides the name; null: as many as there is room for. */
  columns: readonly SortKey[] | null;
}

export function stateFrom(query: string): ListState {
  const values = new URLSearchParams(query);
  const text = (name: string): string => values.get(name) ?? '';
  const sort = text('sort').replace(/^-/, '');
  return {
    text: text('q'),
    provider: text('provider'),
    tier: text('tier'),
    host: text('host'),
    context: Number(text('context')) || 0,
    sort: sortKeys.some((key) => key === sort) ? (sort as SortKey) : null,
    descending: text('sort').startsWith('-'),
    from: dayIn(text('from')),
    to: dayIn(text('to')),
    columns: values.has('columns') ? sortKeys.filter((key) => text('columns').split(' ').includes(key)) : null,
  };
}

const dayIn = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

/** '' if nothing is set. */
export function queryOf({
  text,
  provider,
  tier,
  host,
  context,
  sort,
  descending,
  from,
  to,
  columns,
}: ListState): string {
  const values: [name: string, value: string][] = [
    ['q', text],
    ['provider', provider],
    ['tier', tier],
    ['host', host],
    ['context', context === 0 ? '' : String(context)],
    ['sort', sort === null ? '' : `${descending ? '-' : ''}${sort}`],
    ['from', from],
    ['to', to],
  ];
  const chosen = values.filter(([, value]) => value !== '');
  const query = new URLSearchParams(columns === null ? chosen : [...chosen, ['columns', columns.join(' ')]]).toString();
  return query === '' ? '' : `?${query}`;
}

/** A model whose prices differ between two days. */
export interface Difference {
  model: ListedModel;
  /** undefined: not sold on that day. */
  before: ListedPrice | undefined;
  after: ListedPrice | undefined;
}

const compared = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;

/** Every model whose prices differ, in the order of `models`. */
export const differencesBetween = (models: readonly ListedModel[], from: string, to: string): Difference[] =>
  models.flatMap((model) => {
    const [before, after] = [priceOnDay(model, from), priceOnDay(model, to)];
    if (before === after || compared.every((key) => before?.[key] === after?.[key])) return [];
    return [{ model, before, after }];
  });
