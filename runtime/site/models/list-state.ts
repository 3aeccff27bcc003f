/** The state of the list as a query, so that a link shows the same list. */
import { type Question, type SortKey, sortKeys } from './listed-models.ts';

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
