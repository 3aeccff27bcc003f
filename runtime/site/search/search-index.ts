/** The names that the search of the site knows, as a script: a page on disk cannot load anything else. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { boardPath, boardViews } from '../boards/board-views.ts';
import { listPrice } from '../formatting.ts';
import { inListOrder } from '../makers.ts';
import type { Entry } from './find.ts';

const pages: readonly Entry[] = [
  ['page', 'What an agent costs', 'estimate, ranking and advice', 'index.html', ['cost', 'estimate', 'calculator']],
  [
    'page',
    'Models and prices',
    'any day, host, region and terms, CSV',
    'models.html',
    ['models', 'prices', 'price list', 'compare', 'csv', 'batch', 'regions', 'vision'],
  ],
  [
    'page',
    'Changes',
    'what changes next for your models, feeds and calendars',
    'changes.html',
    ['price changes', 'next price change', 'subscribe', 'my models', 'feed', 'rss', 'atom', 'calendar', 'history'],
  ],
  ['page', 'Measured', 'what models did on the same tasks', 'measured.html', ['boards', 'benchmarks']],
  ['page', 'Tokens to dollars', 'the price of one call', 'tokens.html', ['tokens', 'usage']],
  ['page', 'Your log', 'the bill of your own runs', 'log.html', ['log', 'logs', 'bill', 'report']],
  ['page', 'Docs', 'quick start and routes', 'docs.html', ['docs', 'documentation']],
  ['page', 'API', 'every route and field', 'docs/api.html', ['api', 'openapi', 'json']],
];

export function searchIndex(catalog: Catalog): string {
  const models = [...inListOrder(catalog), ...catalog.shutDown].map(
    ({ id, facts, provider, listPrice: price, status }): Entry => [
      'model',
      facts.name,
      `${provider.name} · $${listPrice(price.input)} in, $${listPrice(price.output)} out${status === 'shutDown' ? ' · shut down' : ''}`,
      `models/${id}.html`,
      [id, ...facts.aliases],
    ],
  );
  const boards = boardViews(catalog).map(
    ({ id, name }): Entry => ['board', name, 'measured', boardPath(catalog, id), [id]],
  );
  return `globalThis.siteIndex=${JSON.stringify([...pages, ...models, ...boards])};\n`;
}
