/** The route table: build, server, worker, OpenAPI, host rules and tests all loop over it. */

import { type Catalog, type CatalogModel, namesOf } from '../dataset/catalog.ts';
import { presetIds, type Tier, tiers } from '../dataset/request-fields.ts';
import { isResolved, resolve, unresolvedMessage } from '../dataset/resolve.ts';
import { onTerms } from '../dataset/terms.ts';
import { board, boardSummary } from '../measured/board-shapes.ts';
import { boardsOf, summaryOf } from '../measured/facts.ts';
import { workOf } from '../model/bill.ts';
import { estimateOf } from '../model/estimate.ts';
import { rankingOf } from '../model/ranking.ts';
import { offer } from '../offers/offer-shapes.ts';
import { offersOf } from '../offers/offers-of.ts';
import type { CandidateFinder } from '../routing/routing.ts';
import { datasetMeta } from './catalogue/meta.ts';
import { changesOf } from './changes.ts';
import { didYouMean, quote } from './did-you-mean.ts';
import { type ErrorCode, Refusal } from './envelope.ts';
import { type ModelFilter, modelDetailOf, modelOf, modelsWhere, providerOf } from './models.ts';
import { notABoolean, notOneOf } from './problems.ts';
import { readQuery } from './query.ts';
import { questionOf } from './request.ts';
import { change } from './schemas/change-schema.ts';
import { estimateRequest } from './schemas/estimate-request-schema.ts';
import { estimate } from './schemas/estimate-schema.ts';
import { metaData } from './schemas/meta-schemas.ts';
import { model, modelDetail } from './schemas/model-schemas.ts';
import { preset } from './schemas/preset-schema.ts';
import { provider } from './schemas/provider-schema.ts';
import { ranking } from './schemas/ranking-schema.ts';

export const basePath = '/api/v1';

/** A file below `/api/v1` and what its `data` is; many files share one `data`, so it is made on demand. */
export interface Publication {
  file: string;
  data: () => unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  description: string;
  schema: object;
  /** Every accepted value and its meaning: itself, or the id behind an alias. */
  accepted(catalog: Catalog): Iterable<readonly [value: string, meaning: string]>;
}

export interface Route {
  id: string;
  /** Names of the operations in OpenAPI. */
  operations: { get: string; post?: string };
  path: string;
  summary: string;
  description: string;
  /** How the published files are called, for people and for hosts that cannot see queries. */
  twins: string[];
  parameters: Parameter[];
  /** Shape of `data` in the answer. */
  data: object;
  /** What a GET can be refused with, beside what every route can. */
  refusals: ErrorCode[];
  /** The JSON body of a POST, where there is one. */
  body?: object;
  /**
   * The file that answers a GET; `id` is the decoded path parameter, `query` the raw query string, which is read where
   * there are query parameters.
   */
  locate(catalog: Catalog, id: string, query: string): string | Refusal;
  /** Every file of this route; cheaper routes are sought among what `findCandidates` finds. */
  publish(catalog: Catalog, findCandidates?: CandidateFinder): Iterable<Publication>;
}

const arrayOf = (items: object) => ({ type: 'array', items });

const each = (values: readonly string[]) => values.map((value) => [value, value] as const);
const names = (models: readonly CatalogModel[]) =>
  models.flatMap((model) => namesOf(model).map((name) => [name, model.id] as const));
/** Every model known by then; those that are shut down last. */
const known = ({ models, shutDown }: Catalog): CatalogModel[] => [...models, ...shutDown];
/** Every model that calls can be priced for, under the id that is called. */
const priced = (catalog: Catalog): CatalogModel[] => known(catalog).flatMap((model) => catalog.billed(model) ?? []);

/** A route without parameters: one file. */
const single = (
  route: Pick<Route, 'id' | 'operations' | 'path' | 'summary' | 'description' | 'data'>,
  data: (catalog: Catalog) => unknown,
): Route => ({
  ...route,
  twins: [`${route.path}.json`],
  parameters: [],
  refusals: [],
  locate: () => `${route.id}.json`,
  publish: (catalog) => [{ file: `${route.id}.json`, data: () => data(catalog) }],
});

const modelFilters = ['provider', 'tier'] as const;
/** The empty list; no provider may be called so. */
const noModels = 'models/by-provider/none.json';

/** The file of a filtered list; the path twin of `/models?provider=P&tier=T`. */
const modelsFile = ({ provider, tier }: ModelFilter): string =>
  `models${provider === undefined ? '' : `/by-provider/${provider}`}${tier === undefined ? '' : `/by-tier/${tier}`}.json`;

const modelsRoute: Route = {
  id: 'models',
  operations: { get: 'listModels' },
  path: '/models',
  summary: 'Models with list prices',
  description: 'All models, or those of one provider, one tier, or both. A provider that does not exist has none.',
  twins: [
    '/models.json',
    '/models/by-provider/{provider}.json',
    '/models/by-tier/{tier}.json',
    '/models/by-provider/{provider}/by-tier/{tier}.json',
    `/${noModels}`,
  ],
  parameters: [
    {
      name: 'provider',
      in: 'query',
      description: 'Provider id.',
      schema: { type: 'string' },
      accepted: ({ providers }) => each(providers.map(({ id }) => id)),
    },
    {
      name: 'tier',
      in: 'query',
      description: 'Capability tier.',
      schema: { enum: tiers },
      accepted: () => each(tiers),
    },
  ],
  data: arrayOf(model),
  refusals: ['invalid_request'],
  locate(catalog, _id, query) {
    const filter = readQuery(query, modelFilters);
    if (filter instanceof Refusal) return filter;
    const { provider, tier } = filter;
    if (tier !== undefined && !isTier(tier)) return new Refusal('invalid_request', notOneOf('tier', tier, tiers));
    if (provider !== undefined && !catalog.providers.some(({ id }) => id === provider)) return noModels;
    return modelsFile({ provider, tier });
  },
  *publish(catalog) {
    for (const provider of [undefined, ...catalog.providers.map(({ id }) => id)]) {
      for (const tier of [undefined, ...tiers]) {
        const filter = { provider, tier };
        yield { file: modelsFile(filter), data: () => modelsWhere(catalog, filter).map(modelOf) };
      }
    }
    yield { file: noModels, data: () => [] };
  },
};

const isTier = (value: string): value is Tier => (tiers as readonly string[]).includes(value);

const modelRoute: Route = {
  id: 'model',
  operations: { get: 'getModel' },
  path: '/models/{id}',
  summary: 'One model with price history and sources',
  description: 'By id or alias: prices in force, history, scheduled changes, long-context prices, sources and dates.',
  twins: ['/models/{id}.json'],
  parameters: [
    {
      name: 'id',
      in: 'path',
      description: 'Model id or alias.',
      schema: { type: 'string' },
      accepted: (catalog) => names(known(catalog)),
    },
  ],
  data: modelDetail,
  refusals: ['model_not_found'],
  locate(catalog, id) {
    const answer = resolve(catalog, id);
    if (isResolved(answer)) return `models/${answer.model.id}.json`;
    return new Refusal('model_not_found', unresolvedMessage(catalog, id, answer));
  },
  *publish(catalog) {
    for (const model of known(catalog)) {
      const data = () => modelDetailOf(catalog, model);
      for (const name of namesOf(model)) yield { file: `models/${name}.json`, data };
    }
  },
};

const estimateParameters = ['presetId', 'modelId', 'compare'] as const;

const estimateRoute: Route = {
  id: 'estimate',
  operations: { get: 'getEstimate', post: 'postEstimate' },
  path: '/estimate',
  summary: 'What an agent costs, or a ranking of every model',
  description:
    'Cost per task, monthly spend, waste by cause, savings and cheaper routes of a preset on a model; with compare, every model ranked. POST takes overrides of every workflow value.',
  twins: ['/estimate/{presetId}/{modelId}.json', '/estimate/compare/{presetId}.json'],
  parameters: [
    {
      name: 'presetId',
      in: 'query',
      description: 'Preset; default coding.',
      schema: { enum: presetIds },
      accepted: () => each(presetIds),
    },
    {
      name: 'modelId',
      in: 'query',
      description: "Model id or alias; default the preset's model.",
      schema: { type: 'string' },
      accepted: (catalog) => names(priced(catalog)),
    },
    {
      name: 'compare',
      in: 'query',
      description: 'true ranks every model.',
      schema: { type: 'boolean' },
      accepted: () => each(['true', 'false']),
    },
  ],
  data: { oneOf: [estimate, ranking] },
  refusals: ['invalid_request'],
  body: estimateRequest,
  locate(catalog, _id, query) {
    const values = readQuery(query, estimateParameters, ' Send overrides by POST.');
    if (values instanceof Refusal) return values;
    const { presetId, modelId, compare } = values;
    if (presetId !== undefined && !isPreset(presetId)) {
      return new Refusal('invalid_request', notOneOf('presetId', presetId, presetIds));
    }
    if (compare !== undefined && compare !== 'true' && compare !== 'false') {
      return new Refusal('invalid_request', notABoolean('compare', compare));
    }
    const question = questionOf(catalog, {
      ...(presetId !== undefined && { presetId }),
      ...(modelId !== undefined && { modelId }),
      compare: compare === 'true',
    });
    if (question instanceof Refusal) return question;
    return estimateFile(question.preset.id, question.compare ? null : question.model.id);
  },
  *publish(catalog, findCandidates) {
    for (const preset of catalog.presets) {
      const work = workOf(preset, preset.workflow);
      for (const listed of priced(catalog)) {
        const model = onTerms(listed, preset.workflow);
        const data = () => estimateOf(catalog, work, model, findCandidates);
        for (const name of namesOf(model)) yield { file: estimateFile(preset.id, name), data };
      }
      yield { file: estimateFile(preset.id, null), data: () => rankingOf(catalog, work) };
    }
  },
};

const isPreset = (value: string): value is (typeof presetIds)[number] =>
  (presetIds as readonly string[]).includes(value);

/** The path twin of an estimate, or of a ranking when `model` is null. */
const estimateFile = (preset: string, model: string | null): string =>
  model === null ? `estimate/compare/${preset}.json` : `estimate/${preset}/${model}.json`;

const boardRoute: Route = {
  id: 'board',
  operations: { get: 'getMeasuredBoard' },
  path: '/measured/{id}',
  summary: 'What models did on one benchmark, in dollars per solved task',
  description:
    'Every model and effort on the same tasks in one harness, cheapest per solved task first, with the interval of its success rate and the Pareto front. Recorded tokens are priced at the prices in force.',
  twins: ['/measured/{id}.json'],
  parameters: [
    {
      name: 'id',
      in: 'path',
      description: 'Id of a board, as /measured lists it.',
      schema: { type: 'string' },
      accepted: ({ measured }) => each(measured.map(({ id }) => id)),
    },
  ],
  data: board,
  refusals: ['not_found'],
  locate(catalog, id) {
    const ids = catalog.measured.map((file) => file.id);
    if (ids.includes(id)) return `measured/${id}.json`;
    return new Refusal('not_found', `Unknown board ${quote(id)}.${didYouMean(id, ids)} /measured lists the ids.`);
  },
  *publish(catalog) {
    for (const { id } of catalog.measured) {
      yield { file: `measured/${id}.json`, data: () => boardsOf(catalog).find((known) => known.id === id) };
    }
  },
};

export const routes: readonly Route[] = [
  single(
    {
      id: 'meta',
      operations: { get: 'getMeta' },
      path: '/meta',
      summary: 'Dataset version, counts and dates',
      description: 'Read counts from here rather than hard-coding them.',
      data: metaData,
    },
    datasetMeta,
  ),
  single(
    {
      id: 'providers',
      operations: { get: 'listProviders' },
      path: '/providers',
      summary: 'All providers',
      description: 'Pricing page and caching facts of every provider, with their sources.',
      data: arrayOf(provider),
    },
    (catalog) => catalog.providers.map((provider) => providerOf(catalog, provider)),
  ),
  modelsRoute,
  modelRoute,
  single(
    {
      id: 'offers',
      operations: { get: 'listOffers' },
      path: '/offers',
      summary: 'What other hosts ask for models',
      description:
        'Every offer in force, by host and model, imported where independent datasets agree, or from the newest alone (`agreement` is then `single`, and `lineages` has one). An estimate by POST is priced at one with `host`.',
      data: arrayOf(offer),
    },
    offersOf,
  ),
  single(
    {
      id: 'presets',
      operations: { get: 'listPresets' },
      path: '/presets',
      summary: 'Workflow presets',
      description: 'Every workflow value with the assumptions and the evidence behind it.',
      data: arrayOf(preset),
    },
    (catalog) => catalog.presets,
  ),
  estimateRoute,
  single(
    {
      id: 'measured',
      operations: { get: 'listMeasuredBoards' },
      path: '/measured',
      summary: 'Benchmarks on which models were measured',
      description:
        'What models really did on the same tasks: one board for each benchmark and harness. Orders do not carry over from one board to another.',
      data: arrayOf(boardSummary),
    },
    (catalog) => boardsOf(catalog).map(summaryOf),
  ),
  boardRoute,
  single(
    {
      id: 'changes',
      operations: { get: 'listChanges' },
      path: '/changes',
      summary: 'What came and what changed',
      description: 'Every model that was released and every price that changed or is scheduled to, newest first.',
      data: arrayOf(change),
    },
    changesOf,
  ),
];

/** Published files that are not JSON. */
export interface Document {
  operation: string;
  path: string;
  contentType: string;
  summary: string;
  description: string;
}

export const textDocuments = [
  {
    operation: 'getChangesFeed',
    path: '/changes.atom',
    contentType: 'application/atom+xml',
    summary: 'What came and what changed, as a feed',
    description: 'Atom 1.0: the entries of /changes for a feed reader.',
  },
  {
    operation: 'getModelsCsv',
    path: '/models.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'Models with list prices, for a spreadsheet',
    description: 'RFC 4180, one line a model, prices in USD per 1,000,000 tokens; an empty field is null.',
  },
  {
    operation: 'getOffersCsv',
    path: '/offers.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'What other hosts ask for models, for a spreadsheet',
    description: 'RFC 4180, one line an offer, prices in USD per 1,000,000 tokens; an empty field is null.',
  },
  {
    operation: 'getMeasuredCsv',
    path: '/measured.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'Measured runs of every board, for a spreadsheet',
    description: 'RFC 4180, one line a row of a board, dollars as in /measured/{id}; an empty field is null.',
  },
  {
    operation: 'getPricesCsv',
    path: '/prices.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'Every dated price, for a database',
    description:
      'RFC 4180, one line for each model, host, level of service, region, first day and length of prompt: past and scheduled prices in USD per 1,000,000 tokens, each with its day of verification and source; an empty field is null.',
  },
] as const satisfies Document[];

/** Made by the build alone, for it is not text. */
export const pricesParquet = {
  operation: 'getPricesParquet',
  path: '/prices.parquet',
  contentType: 'application/vnd.apache.parquet',
  summary: 'Every dated price, as Parquet',
  description: 'The rows and columns of /prices.csv, with types: days are dates, prices are decimals.',
} as const satisfies Document;

export const documents: readonly Document[] = [...textDocuments, pricesParquet];
