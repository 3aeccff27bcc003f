/** What a workflow costs: an estimate, a ranking, advice, every step, every call. */
import { adviceFor, estimateFor, rankingFor } from '../core/answers/answer.ts';
import { expectedCallsOf } from '../core/answers/expected-calls.ts';
import { resolveRequest } from '../core/answers/resolved-request.ts';
import type { Catalog as FullCatalog } from '../core/dataset/catalog.ts';
import { overlaidModels } from '../core/dataset/overlay-catalog.ts';
import { explain as explainRequest } from '../core/explain/explain.ts';
import type { Options } from './catalog.ts';
import { accepted, catalogIn, checkRequest } from './requests.ts';
import type { Advice, Estimate, EstimateRequest, ExpectedCalls, Explanation, Ranking } from './types.ts';

/** An estimate request without `compare`, which follows from the function that is called, and what is about a ranking. */
type Work = Omit<EstimateRequest, 'compare' | 'sort' | 'top'>;
type Ranked = Omit<EstimateRequest, 'compare'>;

/**
 * What one workflow costs on one model, in USD per task and per month: the `data` of `/api/v1/estimate`.
 *
 * @example
 * const { modelId, costPerTask, waste } = estimate({ presetId: 'support', modelCallsPerTask: 6 });
 * console.log(`${modelId}: $${costPerTask} a task, ${waste.pct} % of it wasted`);
 * @throws InvalidRequest if a field is unknown or out of bounds, or the model cannot be priced
 */
export function estimate(request: Work = {}, options: Options = {}): Estimate {
  return estimateFor(questionIn(request, options).question);
}

/** A ranking, and with an overlay the models whose prices it changed. */
export interface RankingAtOwnPrices extends Ranking {
  overlay?: { name: string; models: string[] };
}

/**
 * Every model on the same work, in USD per task and per month: the `data` of `/api/v1/estimate?compare=true`. By `sort`
 * the cheapest come first (`cost`, the default), or those on which a solved task costs least as measured (`solved`), which
 * `modelId` is compared with; `top` cuts the rows.
 *
 * @example
 * const [cheapest] = rank({ presetId: 'rag' }).ranking;
 * console.log(cheapest?.modelId, cheapest?.costPerTask);
 * @throws InvalidRequest if a field is unknown or out of bounds
 */
export function rank(request: Ranked = {}, options: Options = {}): RankingAtOwnPrices {
  const { catalog, question } = questionIn(request, options, true);
  const ranking = rankingFor(question);
  const name = options.overlay?.name;
  return name === undefined ? ranking : { ...ranking, overlay: { name, models: overlaidModels(catalog) } };
}

/**
 * What would be cheaper than an estimate, and how that is known: changes to the work and other models, each with its
 * evidence and with the dollars of the estimate after it. The `data` of `/api/v1/advice`.
 *
 * @example
 * const { routes } = advise({ presetId: 'coding' });
 * for (const { modelId, basis, asMeasured } of routes) console.log(modelId, basis, asMeasured?.savedPct);
 * @throws InvalidRequest if a field is unknown or out of bounds, or the model cannot be priced
 */
export function advise(request: Work = {}, options: Options = {}): Advice {
  return adviceFor(questionIn(request, options).question);
}

/**
 * An estimate with every step of its arithmetic: formula, numbers, price, source and date. Each step has its unit.
 *
 * @example
 * for (const { title, rows } of explain({ presetId: 'coding' }).sections) console.log(title, rows.length);
 * @throws InvalidRequest if a field is unknown or out of bounds, or the model cannot be priced
 */
export function explain(request: Work = {}, options: Options = {}): Explanation {
  return accepted(explainRequest(catalogFor(request, options), request));
}

/**
 * The calls that an estimate is the bill of: those of a task of mean length, and those of all tasks, each with its weight.
 * Written as JSON they are a log that `agent-cost report` bills to `costPerTask`, to the nano-dollar.
 *
 * @example
 * const { meanTask, calls } = callsOf({ presetId: 'coding' });
 * console.log(meanTask[0]?.cacheWrite, calls.reduce((sum, { weight }) => sum + weight, 0));
 * @throws InvalidRequest if a field is unknown or out of bounds, or the model cannot be priced
 */
export function callsOf(request: Work = {}, options: Options = {}): ExpectedCalls {
  return accepted(expectedCallsOf(catalogFor(request, options), request));
}

/** The catalog of the options, for a request that is checked. */
function catalogFor(request: Ranked, options: Options): FullCatalog {
  const catalog = catalogIn(options);
  checkRequest(request);
  return catalog;
}

function questionIn(request: Ranked, options: Options, compare = false) {
  const catalog = catalogFor(request, options);
  return { catalog, question: accepted(resolveRequest(catalog, { ...request, compare })) };
}
