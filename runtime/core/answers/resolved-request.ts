/** Interprets an estimate request, for both GET and POST. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { catalogAt, hostsSelling } from '../dataset/host-catalog.ts';
import { tiersSold } from '../dataset/price-on-day.ts';
import { isResolved, resolve, shutDownReason, unresolvedMessage } from '../dataset/resolve.ts';
import { noMakersPrice } from '../dataset/sellers.ts';
import { regionsSold, withPricingTerms } from '../dataset/terms.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import type { EstimateRequest, FittedTo } from '../schemas/estimate-request-schema.ts';
import { placeCalled, placeIds } from '../schemas/places.ts';
import { notOneOf } from '../schemas/problems.ts';
import {
  firstPromptOf,
  overridden,
  type RankingOrder,
  takesEffort,
  type Workflow,
  type WorkflowField,
  workflowFieldNames,
} from '../schemas/request-fields.ts';
import { quote } from '../values/did-you-mean.ts';

/** A request with every default filled in. */
export interface ResolvedRequest {
  /** The models to rank and suggest, with their prices: the whole catalog, or what one host sells. */
  sold: Catalog;
  preset: Preset;
  model: CatalogModel;
  compare: boolean;
  sort: RankingOrder;
  /** How many rows of a ranking are wanted. */
  top: number;
  workflow: Workflow;
  /** The fields of it that the request states, be it with the preset's value. */
  given: ReadonlySet<WorkflowField>;
  /** null: to no runs. */
  fittedTo: FittedTo | null;
  /** What the name of the model says besides: a request for another model must state it. */
  implied: Implied;
}

type Implied = Partial<Pick<EstimateRequest, 'host' | 'region' | 'serviceTier'>>;

/** Fills in the defaults of a request that passed its schema, or refuses an unknown host or model. */
export function resolveRequest(catalog: Catalog, asked: EstimateRequest): ResolvedRequest | ApiError {
  const implied = termsOfName(catalog, asked);
  const request = { ...asked, ...implied };
  const preset = catalog.preset(request.presetId ?? 'coding');
  const compare = request.compare ?? false;
  const { sort, top } = request;
  if (!compare && (sort !== undefined || top !== undefined)) {
    const field = sort === undefined ? 'top' : 'sort';
    return new ApiError('invalid_request', `${field} is about a ranking: send it with "compare": true.`);
  }
  const sold = soldAtHost(catalog, request.host ?? null);
  if (sold instanceof ApiError) return sold;
  const model = findModel(compare ? catalog : sold, request.modelId ?? preset.defaultModel, catalog);
  if (model instanceof ApiError) return model;
  const refusal = refusedTerms(sold, model, request);
  if (refusal !== null) return refusal;
  const workflow = overridden(preset.workflow, request);
  const problem = effortProblem(preset, model, workflow) ?? compactionProblem(workflow, request);
  if (problem !== null) return new ApiError('invalid_request', problem);
  return {
    sold,
    preset,
    model: withPricingTerms(model, workflow),
    compare,
    sort: sort ?? 'cost',
    top: top ?? Number.POSITIVE_INFINITY,
    workflow,
    given: new Set(workflowFieldNames.filter((name) => request[name] !== undefined)),
    fittedTo: request.fittedTo ?? null,
    implied,
  };
}

/**
 * What the name of the model in a request says of the terms: the place, the level of service, and the host where that
 * sells the model. What the request itself says goes first, and a ranking is not limited to a host in a name.
 */
function termsOfName(catalog: Catalog, request: EstimateRequest): Implied {
  const found = request.modelId === undefined ? null : resolve(catalog, request.modelId);
  // An alias is another name of the model itself: its estimate is that of the model, as in its file.
  if (found === null || !isResolved(found) || found.via !== 'pattern') return {};
  const { host, region, serviceTier, model } = found;
  const isSoldThere =
    host !== null && request.compare !== true && catalogAt(catalog, host)?.find(model.id) !== undefined;
  // A POST has every field, those that were not sent as undefined.
  const missing = (field: keyof EstimateRequest) => request[field] === undefined;
  return {
    ...(isSoldThere && missing('host') && { host }),
    ...(region !== null && missing('region') && { region }),
    ...(serviceTier !== null && missing('serviceTier') && { serviceTier }),
  };
}

function soldAtHost(catalog: Catalog, host: string | null): Catalog | ApiError {
  if (host === null) return catalog;
  const hosts = catalog.offers.hosts.map(({ id }) => id);
  return catalogAt(catalog, host) ?? new ApiError('invalid_request', notOneOf('host', host, hosts));
}

/**
 * A 400 if the request itself asks for a level of service at which the model is not sold, or for a region that is
 * neither a place nor one of a provider's own. A preset or a ranking may ask for more than a model offers, and a place
 * may have no price: the answer then says what was priced.
 */
function refusedTerms(
  { models }: Catalog,
  model: CatalogModel,
  { serviceTier, region, compare }: EstimateRequest,
): ApiError | null {
  const refused = (field: string, value: string, sold: readonly string[]): ApiError | null =>
    sold.includes(value)
      ? null
      : new ApiError('invalid_request', notOneOf(compare ? field : `${field} of ${model.id}`, value, sold));
  const tier =
    serviceTier === undefined || compare ? null : refused('serviceTier', serviceTier, tiersSold(model.listPrice));
  if (tier !== null || region === undefined || placeCalled(region) !== null) return tier;
  const regions = [...new Set([...(compare ? models.flatMap(regionsSold) : regionsSold(model)), ...placeIds])];
  return refused('region', region, regions);
}

/** Why the requested effort cannot be priced; null if it can, or if none is requested. */
function effortProblem({ id }: Preset, { efforts }: CatalogModel, { reasoningEffort }: Workflow): string | null {
  if (reasoningEffort === null) return null;
  const asked = `(got ${quote(reasoningEffort)})`;
  if (!takesEffort(id)) {
    return `reasoningEffort must be null or omitted with the preset ${id} ${asked}: the cost of an effort was measured on coding tasks only.`;
  }
  if (efforts[reasoningEffort] !== undefined) return null;
  return `reasoningEffort must be null or omitted ${asked}: this dataset has no measured runs at that effort.`;
}

/** Why a compaction that the request states cannot be; null: it can, or it is the preset's. */
function compactionProblem(workflow: Workflow, asked: EstimateRequest): string | null {
  const first = firstPromptOf(workflow);
  const { compactAtTokens: at, compactedToTokens: to } = asked;
  if (typeof at === 'number' && at <= first) {
    return `compactAtTokens must be more than the first prompt, ${first} tokens of system prompt, tool definitions and retrieved context (got ${at}): it would be compacted before anything was said.`;
  }
  const fixed = workflow.systemPromptTokens + workflow.toolSchemaTokens;
  if (typeof to === 'number' && workflow.compactAtTokens !== null && to < fixed) {
    return `compactedToTokens must be at least ${fixed}, the tokens of system prompt and tool definitions, which no compaction shortens (got ${to}); null is the first prompt.`;
  }
  return null;
}

/**
 * The model of an estimate, or a 400: with the nearest name, with the hosts that sell it, or `model_shut_down` if a call
 * to it would fail everywhere.
 * @param all the catalog in which names are looked up; `sold` may be limited to one host
 */
function findModel(sold: Catalog, name: string, all: Catalog = sold): CatalogModel | ApiError {
  const answer = resolve(all, name);
  if (!isResolved(answer)) {
    return new ApiError('invalid_request', unresolvedMessage(all, name, answer));
  }
  const { model } = answer;
  // An id of /models names the seller's record, too; any other name says no seller.
  const refusal =
    sold.host === null && answer.via === 'pattern' ? noMakersPrice(all, model, answer.host, 'workflow') : null;
  if (refusal !== null) return new ApiError('invalid_request', `modelId: ${refusal}`);
  const priced = sold.host === null ? sold.billed(model) : sold.find(model.id);
  if (priced !== undefined) return priced;
  const elsewhere = sold.host === null ? [] : hostsSelling(all, model.id);
  return all.billed(model) === undefined && elsewhere.length === 0
    ? new ApiError('model_shut_down', `modelId: ${shutDownReason(all, model)} See /models/${model.id}.`)
    : new ApiError('invalid_request', notSoldAt(model.id, sold.host?.id ?? '', elsewhere));
}

function notSoldAt(id: string, host: string, elsewhere: readonly string[]): string {
  const instead =
    elsewhere.length === 0 ? 'No host is known to offer it' : `Hosts that offer it: ${elsewhere.join(', ')}`;
  return `host: no price of ${quote(id)} at ${quote(host)} is known. ${instead}; omit host for the price of its maker.`;
}
