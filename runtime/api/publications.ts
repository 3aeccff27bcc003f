/**
 * What is published for each route: the files, and the data in them. Apart from the routes, which say where a GET finds
 * its file: a server that only sends files loads nothing that computes them.
 */

import { adviceOf } from '../core/answers/advice.ts';
import { rankingFor } from '../core/answers/answer.ts';
import { changesOf } from '../core/answers/changes.ts';
import { estimateOf } from '../core/answers/estimate.ts';
import { offersOf } from '../core/answers/host-offers.ts';
import { datasetMeta } from '../core/answers/meta.ts';
import { modelDetailOf, modelOf, modelsWhere, providerOf } from '../core/answers/models.ts';
import { plansOf } from '../core/answers/plans.ts';
import { boardsOf, summaryOf } from '../core/benchmarks/facts.ts';
import { type Catalog, type CatalogModel, knownModels, namesOf, pricedModels } from '../core/dataset/catalog.ts';
import { withPricingTerms } from '../core/dataset/terms.ts';
import { type Work, workOf } from '../core/model/work.ts';
import { ApiError } from '../core/schemas/api-error.ts';
import { rankingOrders, tiers } from '../core/schemas/request-fields.ts';
import { rankingFile } from './routes/estimate-route.ts';
import { modelsFile, noModels } from './routes/models-routes.ts';
import type { Route } from './routes/route-definition.ts';
import { workAsked } from './routes/work-route.ts';

/** A file below `/api/v1` and its `data`, which is computed on demand because many files share it. */
export interface Publication {
  file: string;
  data: () => unknown;
}

/** Every file of a route. */
export function publicationsOf(catalog: Catalog, { id }: Pick<Route, 'id'>): Iterable<Publication> {
  const single = singles.get(id);
  if (single !== undefined) return [{ file: `${id}.json`, data: () => single(catalog) }];
  const publish = many.get(id);
  if (publish === undefined) throw new Error(`nothing is published for the route ${id}`);
  return publish(catalog);
}

/** The data of routes with one file. */
const singles = new Map<string, (catalog: Catalog) => unknown>([
  ['meta', datasetMeta],
  ['providers', (catalog) => catalog.providers.map((provider) => providerOf(catalog, provider))],
  ['offers', offersOf],
  ['presets', (catalog) => catalog.presets],
  ['measured', (catalog) => boardsOf(catalog).map(summaryOf)],
  ['plans', plansOf],
  ['changes', changesOf],
]);

const many = new Map<string, (catalog: Catalog) => Iterable<Publication>>([
  ['models', lists],
  ['model', details],
  ['estimate', estimates],
  ['advice', (catalog) => onEach(catalog, 'advice', (work, model) => adviceOf(catalog, work, model))],
  ['board', (catalog) => boardsOf(catalog).map((board) => ({ file: `measured/${board.id}.json`, data: () => board }))],
  ['plan', (catalog) => plansOf(catalog).map((plan) => ({ file: `plans/${plan.id}.json`, data: () => plan }))],
]);

function* lists(catalog: Catalog): Generator<Publication> {
  for (const provider of [undefined, ...catalog.providers.map(({ id }) => id)]) {
    for (const tier of [undefined, ...tiers]) {
      const filter = { provider, tier };
      yield { file: modelsFile(filter), data: () => modelsWhere(catalog, filter).map(modelOf) };
    }
  }
  yield { file: noModels, data: () => [] };
}

function* details(catalog: Catalog): Generator<Publication> {
  for (const model of knownModels(catalog)) {
    const data = () => modelDetailOf(catalog, model);
    for (const name of namesOf(model)) yield { file: `models/${name}.json`, data };
  }
}

function* estimates(catalog: Catalog): Generator<Publication> {
  yield* onEach(catalog, 'estimate', (work, model) => estimateOf(catalog, work, model));
  for (const preset of catalog.presets) {
    for (const sort of rankingOrders) {
      yield {
        file: rankingFile(preset.id, sort),
        data: () => {
          const question = workAsked(catalog, { presetId: preset.id }, true);
          if (question instanceof ApiError) throw new Error(question.message);
          return rankingFor({ ...question, sort });
        },
      };
    }
  }
}

/**
 * What is published of every preset on every model with a price, at `directory/PRESET/MODEL.json`: once for each name of
 * the model, so that a host without a table of names serves them all; the same function gives the same text.
 */
function* onEach(
  catalog: Catalog,
  directory: string,
  dataOf: (work: Work, model: CatalogModel) => object,
): Generator<Publication> {
  for (const preset of catalog.presets) {
    const work = workOf(preset, preset.workflow);
    for (const listed of pricedModels(catalog)) {
      const model = withPricingTerms(listed, preset.workflow);
      const data = () => dataOf(work, model);
      for (const name of namesOf(model)) yield { file: `${directory}/${preset.id}/${name}.json`, data };
    }
  }
}
