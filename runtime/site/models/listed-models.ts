/**
 * The list of models without a document: searching, filtering and sorting it, its state in the address, and what changed
 * between two days.
 */
import { hasWords, wordsOf } from '../../core/dataset/name-words.ts';
import { type Tier, tiers } from '../../core/schemas/request-fields.ts';
import { percentSign } from '../formatting.ts';

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
  'lastSeen',
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

/** The models that match, in the chosen order, those found by a text newest first otherwise; `day` is that of the prices. */
export function answered(models: readonly ListedModel[], question: Question, day: string): ListedModel[] {
  const words = question.text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = models.filter(
    (model) =>
      (question.provider === '' || model.provider === question.provider) &&
      (question.tier === '' || model.tier === question.tier) &&
      (question.host === '' || model.hosts.includes(question.host)) &&
      model.context >= question.context &&
      (words.every((word) => searched(model).includes(word)) || isCalled(model, question.text)),
  );
  const { sort, descending } = question;
  if (sort === null) return words.length === 0 ? fitting : newestFirst(fitting);
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

/** Whether a name written without its hyphens and dots means the model: `gpt5`, `sonnet4.6`. */
const isCalled = ({ id, aliases, providerName }: ListedModel, text: string): boolean =>
  [id, ...aliases].some((name) => hasWords([...wordsOf(providerName), ...wordsOf(name)], wordsOf(text)));

const newestFirst = (models: readonly ListedModel[]): ListedModel[] =>
  [...models].sort((a, b) => (a.knownFrom === b.knownFrom ? 0 : a.knownFrom < b.knownFrom ? 1 : -1));

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
    sort: (sortKeys as readonly string[]).includes(sort) ? (sort as SortKey) : null,
    descending: text('sort').startsWith('-'),
    from: dayIn(text('from')),
    to: dayIn(text('to')),
  };
}

const dayIn = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

/** '' if nothing is set. */
export function queryOf({ text, provider, tier, host, context, sort, descending, from, to }: ListState): string {
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
  const query = new URLSearchParams(values.filter(([, value]) => value !== '')).toString();
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

/** A change in percent of the earlier price, such as `+50 %`; '' if there is nothing to compare. */
export function changeOf(before: number | null | undefined, after: number | null | undefined): string {
  if (!before || after === null || after === undefined || before === after) return '';
  const percent = Math.round((after / before - 1) * 1000) / 10;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}${percentSign}`;
}
