/** The route table: build, server, worker, OpenAPI, host rules and tests all loop over it. */

import { boardRoute } from './routes/board-route.ts';
import { adviceRoute, estimateRoute } from './routes/estimate-route.ts';
import { modelRoute, modelsRoute } from './routes/models-routes.ts';
import { planRoute, plansRoute } from './routes/plans-routes.ts';
import { type Route, single } from './routes/route-definition.ts';

export const basePath = '/api/v1';

/**
 * Where readers of a file find the API: an address where the build knows that of the site, or else a path.
 * @param siteUrl ends in a slash; null: not known
 */
export const apiAddress = (siteUrl: string | null): string =>
  siteUrl === null ? basePath : siteUrl + basePath.slice(1);

export const routes: readonly Route[] = [
  single({
    id: 'meta',
    operations: { get: 'getMeta' },
    path: '/meta',
    summary: 'Dataset version, counts and dates',
    description: 'Read counts from here rather than hard-coding them.',
  }),
  single({
    id: 'providers',
    operations: { get: 'listProviders' },
    path: '/providers',
    summary: 'All makers',
    description: 'Pricing page and caching facts of every maker, with their sources.',
  }),
  modelsRoute,
  modelRoute,
  single({
    id: 'offers',
    operations: { get: 'listOffers' },
    path: '/offers',
    summary: 'Prices of models at other hosts',
    description:
      'Every offer in force, by host and model, imported where independent datasets agree, or from the newest dataset alone (then `agreement` is `single` and `lineages` has one entry). Set `host` in a POST to price an estimate at one.',
  }),
  single({
    id: 'presets',
    operations: { get: 'listPresets' },
    path: '/presets',
    summary: 'Workflow presets',
    description: 'Every workflow value with the assumptions and the evidence behind it.',
  }),
  estimateRoute,
  adviceRoute,
  single({
    id: 'measured',
    operations: { get: 'listMeasuredBoards' },
    path: '/measured',
    summary: 'Benchmarks on which models were measured',
    description:
      'Results of models on the same tasks: one board for each benchmark and harness. Ranks do not carry over from one board to another.',
  }),
  boardRoute,
  plansRoute,
  planRoute,
  single({
    id: 'changes',
    operations: { get: 'listChanges' },
    path: '/changes',
    summary: 'New models and price changes',
    description: 'Every model release and every price change, past or scheduled, newest first.',
  }),
];
