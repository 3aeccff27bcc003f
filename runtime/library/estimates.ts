/** What a workflow costs: an estimate, a ranking, advice, every step, every call. */
import { adviceFor, estimateFor, rankingFor } from '../core/answers/answer.ts';
import { expectedCallsOf } from '../core/answers/expected-calls.ts';
import { type ResolvedRequest, resolveRequest } from '../core/answers/resolved-request.ts';
import type { Catalog as FullCatalog } from '../core/dataset/catalog.ts';
import { overlaidModels } from '../core/dataset/overlay-catalog.ts';
import { explain as explainRequest } from '../core/explain/explain.ts';
import type { Catalog, Options } from './catalog.ts';
import { accepted, catalogIn, checkRequest, isCatalog } from './requests.ts';
import type { Advice, Estimate, EstimateRequest, ExpectedCalls, Explanation, Ranking } from './types.ts';

/** An estimate request without `compare`, which follows from the function that is called, and what is about a ranking. */
type Work = Omit<EstimateRequest, 'compare' | 'sort' | 'top'>;
type Ranked = Omit<EstimateRequest, 'compare'>;

/** As in earlier versions, the catalog first. Its errors of types are not shown: TypeScript explains the last form. */
export function estimate(catalog: Catalog, request?: Work): Estimate;
/**
 * What one workflow costs on one model, in USD per task and per month: the `data` of `/api/v1/estimate`.
 *
 * @example
 * const { modelId, costPerTask, waste } = estimate({ presetId: 'support', modelCallsPerTask: 6 });
 * console.log(`${modelId}: $${costPerTask} a task, ${waste.pct} % of it wasted`);
 * @throws InvalidRequest if a field is unknown or out of bounds, or the model cannot be priced
 */
export function estimate(request?: Work, options?: Options): Estimate;
export function estimate(first: Work | Catalog = {}, second: Work | Options = {}): Estimate {
  return estimateFor(questionIn(first, second).question);
}

/** A ranking, and with an overlay the models whose prices it changed. */
export interface RankingAtOwnPrices extends Ranking {
  overlay?: { name: string; models: string[] };
}

/** As in earlier versions, the catalog first. Its errors of types are not shown: TypeScript explains the last form. */
export function rank(catalog: Catalog, request?: Ranked): Ranking;
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
export function rank(request?: Ranked, options?: Options): RankingAtOwnPrices;
export function rank(first: Ranked | Catalog = {}, second: Ranked | Options = {}): RankingAtOwnPrices {
  const { catalog, question } = questionIn(first, second, true);
  const ranking = rankingFor(question);
  const name = 'overlay' in second ? second.overlay?.name : undefined;
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

/** As in earlier versions, the catalog first. Its errors of types are not shown: TypeScript explains the last form. */
export function explain(catalog: Catalog, request?: Work): Explanation;
/**
 * An estimate with every step of its arithmetic: formula, numbers, price, source and date. Each step has its unit.
 *
 * @example
 * for (const { title, rows } of explain({ presetId: 'coding' }).sections) console.log(title, rows.length);
 * @throws InvalidRequest if a field is unknown or out of bounds, or the model cannot be priced
 */
export function explain(request?: Work, options?: Options): Explanation;
export function explain(first: Work | Catalog = {}, second: Work | Options = {}): Explanation {
  const { catalog, request } = requestIn(first, second);
  return accepted(explainRequest(catalog, request));
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
  const catalog = catalogIn(options);
  checkRequest(request);
  return accepted(expectedCallsOf(catalog, request));
}

/** Earlier versions took the catalog first; both forms are accepted. */
function requestIn(
  first: Ranked | Catalog,
  second: Ranked | Options,
): { catalog: FullCatalog; request: EstimateRequest } {
  const [catalog, request] = isCatalog(first) ? [first, second] : [catalogIn(second as Options), first];
  checkRequest(request);
  return { catalog, request };
}

function questionIn(
  first: Ranked | Catalog,
  second: Ranked | Options,
  compare = false,
): { catalog: FullCatalog; question: ResolvedRequest } {
  const { catalog, request } = requestIn(first, second);
  return { catalog, question: accepted(resolveRequest(catalog, { ...request, compare })) };
}
