/**
 * What LLM calls and agents cost, computed locally: no network, no clock, no dependencies. The prices ship with the
 * package; a newer `catalog.json` can replace them.
 */

import { adviceFor, estimateFor, rankingFor } from '../core/answers/answer.ts';
import { expectedCallsOf } from '../core/answers/expected-calls.ts';
import { modelOf, modelsWhere } from '../core/answers/models.ts';
import { plansOf } from '../core/answers/plans.ts';
import { type ResolvedRequest, resolveRequest } from '../core/answers/resolved-request.ts';
import { boardsOf, summaryOf } from '../core/benchmarks/facts.ts';
import type { Catalog as FullCatalog } from '../core/dataset/catalog.ts';
import { overlaidModels } from '../core/dataset/overlay-catalog.ts';
import { priceOn as priceAmong } from '../core/dataset/price-on-day.ts';
import { isResolved, nearIds, resolve as resolveName, unresolvedReason } from '../core/dataset/resolve.ts';
import { explain as explainRequest } from '../core/explain/explain.ts';
import { addCall, forecastSession, newSession } from '../core/model/session-forecast.ts';
import { answerNotes, besideUsage, secondsIn, termsIn, usageIn } from '../core/pricing/answer-usage.ts';
import { priceCall, priceCalls } from '../core/pricing/price-call.ts';
import { tariffOf } from '../core/pricing/tariff.ts';
import { UnknownUsage } from '../core/pricing/usage-shapes.ts';
import { promptTokensIn } from '../core/schemas/billable-units.ts';
import { notOneOf } from '../core/schemas/problems.ts';
import { tiers } from '../core/schemas/request-fields.ts';
import { isDay } from '../core/values/day.ts';
import { didYouMean, quote } from '../core/values/did-you-mean.ts';
import { costAttributes } from '../logs/span-cost.ts';
import { InvalidRequest } from './invalid-request.ts';
import {
  accepted,
  catalogOf,
  checkCall,
  checkRequest,
  defaultCatalog,
  isCatalog,
  onDay,
  overlaid,
} from './requests.ts';
import { type CostProcessor, spanProcessor } from './span-processor.ts';
import type {
  Advice,
  Call,
  DatedPrice,
  Estimate,
  EstimateRequest,
  ExpectedCalls,
  Explanation,
  MeasuredBoard,
  MeasuredBoardSummary,
  Model,
  Overlay,
  Plan,
  PricedCall,
  PricedCalls,
  Ranking,
  SessionForecast,
} from './types.ts';

export type { CostProcessor, EndedSpan } from './span-processor.ts';
export * from './types.ts';
export { InvalidRequest };

/** Prices, models, presets and measured runs on one day; created by `catalog`. */
export interface Catalog {
  /** YYYY-MM-DD (UTC): prices are those in force on this day. */
  readonly asOf: string;
  /** Identifies these numbers: `meta.datasetVersion` of the API. */
  readonly version: string;
  /** The days on which every answer is the same; `until` null: no change is scheduled. */
  readonly inForce: { readonly from: string; readonly until: string | null };
}

/** Options of every function. */
export interface Options {
  /** Prices to use instead of those in the package. */
  catalog?: Catalog;
  /** YYYY-MM-DD (UTC): use the prices in force on this day instead of the day of the catalog. */
  on?: string;
  /** Own prices and discounts on top of the list prices; each price they change carries the name of the overlay. */
  overlay?: Overlay;
}

/** An estimate request without `compare`, which follows from the function that is called, and what is about a ranking. */
type Work = Omit<EstimateRequest, 'compare' | 'sort' | 'top'>;
type Ranked = Omit<EstimateRequest, 'compare'>;

/**
 * The price of one call, or of many, to the nano-dollar, line by line.
 *
 * Token counts are per call and do not overlap: `input` is the part of the prompt that was neither read from the cache
 * (`cachedInput`) nor written to it (`cacheWrite`). If a provider counts cached tokens as part of the prompt, as OpenAI
 * does, subtract them: `input: prompt_tokens - cached_tokens`. The whole prompt determines the long-context price.
 *
 * A call without a price has `usd: null`, never 0, and `unpriced` gives the reason.
 *
 * @example
 * const call = { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850, on: '2026-11-20' };
 * price(call).usd; // 0.02985
 * price({ ...call, model: 'claude-sonet-4-6' }).unpriced; // 'Unknown model "claude-sonet-4-6". Did you mean "claude-sonnet-4-6"?'
 * price([call, { ...call, serviceTier: 'batch' }]).usd; // 0.044775
 * @throws InvalidRequest if a field is unknown or out of bounds
 */
export function price(call: Call, options?: Options): PricedCall;
export function price(calls: readonly Call[], options?: Options): PricedCalls;
/** One or many. TypeScript explains this form, the last, where a field is misspelt, and points at the field. */
export function price(calls: Call | readonly Call[], options?: Options): PricedCall | PricedCalls;
export function price(calls: Call | readonly Call[], options: Options = {}): PricedCall | PricedCalls {
  const catalog = catalogIn(options);
  if (!isList(calls)) {
    checkCall(calls, '');
    return priceCall(catalog, calls);
  }
  calls.forEach((call, index) => {
    checkCall(call, `calls[${index}]`);
  });
  return priceCalls(catalog, calls);
}

/** What an answer of a provider does not say of its call: its model, host or day. It overrides what the answer says. */
export type CallFacts = Pick<Call, 'model' | 'host' | 'region' | 'serviceTier' | 'on'>;

/**
 * The price of a call from the answer of a provider's API or SDK, or from its usage object: nobody needs to subtract
 * cached tokens by hand. Read are those of OpenAI (chat completions, responses) and what is like it (OpenRouter, LiteLLM,
 * DeepSeek), Anthropic, Gemini, Bedrock Converse, the Vercel AI SDK, LangChain, Pydantic AI and Cohere; the level of
 * service, region, day and who served it (`provider` of OpenRouter) are taken where the answer states them. Compactions and advisors of Anthropic's
 * `usage.iterations` are further calls of the list.
 *
 * @param facts what the answer does not say: `model` for a usage object alone
 * @example
 * // 86 fresh tokens, 1,920 from the cache, 300 of output
 * const answer = {
 *   model: 'gpt-5.4',
 *   usage: { prompt_tokens: 2006, completion_tokens: 300, prompt_tokens_details: { cached_tokens: 1920 } },
 * };
 * priceResponse(answer, { on: '2026-11-20' }).usd; // 0.005195
 * @throws InvalidRequest if it has no known counts of tokens, or names no model
 */
export function priceResponse(answer: unknown, facts: Partial<CallFacts> = {}, options: Options = {}): PricedCalls {
  const [usage, beside] = usagesOf(answer);
  const model = facts.model ?? usage.model;
  if (model === null || model === undefined) {
    const message = 'The answer names no model: give it as priceResponse(answer, { model: "gpt-5.4" }).';
    throw new InvalidRequest(message, 'no_model');
  }
  const seconds = secondsIn(answer);
  const terms = {
    ...(seconds !== null && { on: new Date(seconds * 1000).toISOString().slice(0, 10) }),
    ...termsIn(answer),
  };
  const calls = [{ ...usage, type: 'step' }, ...beside].map(({ shape: _, type, model: own, ...call }): Call => {
    // A step is on the model that the caller names; what is billed beside an answer may be on another.
    const named = type === 'step' ? (facts.model ?? own) : own;
    return { ...terms, ...call, ...facts, model: named ?? model };
  });
  const priced = price(calls, options);
  const notes = answerNotes(answer);
  if (notes.length === 0) return priced;
  const [first, ...others] = priced.calls as [PricedCalls['calls'][number], ...PricedCalls['calls']];
  return { ...priced, calls: [{ ...first, notes: [...first.notes, ...notes] }, ...others] };
}

/** @throws InvalidRequest */
function usagesOf(answer: unknown) {
  try {
    return [usageIn(answer), besideUsage(answer)] as const;
  } catch (error) {
    throw error instanceof UnknownUsage ? new InvalidRequest(error.message) : error;
  }
}

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

/** A model found by its name, or the reason why none was found. */
export interface Resolution {
  /** Id of the model; null: the name is unknown or ambiguous. */
  id: string | null;
  /** Id of its provider. */
  provider: string | null;
  /** `exact`: the id; `alias`: a name in the dataset; `pattern`: the name without what a gateway or a cloud adds. */
  via: 'exact' | 'alias' | 'pattern' | null;
  /** The host the name points to (azure, bedrock, ...), whose price may differ. */
  host: string | null;
  /** The region in an Amazon Bedrock name. */
  region: string | null;
  /** The level of service that the end of the name says, as in `gpt-5-batch`. */
  serviceTier: PricedCall['serviceTier'] | null;
  /** Why no model was found. */
  reason: string | null;
  /** Ids that the name may mean, newest first: `resolve('sonnet').near[0]` is the newest Sonnet. */
  near: string[];
}

/**
 * The model behind a name, as providers, gateways and clouds write it. An unknown name is not an error: `id` is then
 * null, and `reason` and `near` help to correct it.
 *
 * @example
 * resolve('bedrock/us.anthropic.claude-sonnet-4-6-v1:0').id; // 'claude-sonnet-4-6'
 * resolve('openai/gpt-5-latest').near; // ['gpt-5']
 * @throws InvalidRequest if an option is not valid
 */
export function resolve(name: string, options: Options = {}): Resolution {
  const catalog = catalogIn(options);
  const found = resolveName(catalog, name);
  if (isResolved(found)) {
    const { model, ...how } = found;
    return { id: model.id, provider: model.provider.id, ...how, reason: null, near: [] };
  }
  const reason = unresolvedReason(catalog, name, found);
  const none = { id: null, provider: null, via: null, host: null, region: null, serviceTier: null };
  return { ...none, reason, near: nearIds(catalog, name, found) };
}

/**
 * The list price of a model in force on a day, past or scheduled, in USD per 1,000,000 tokens, with its sources; null
 * before its first price.
 *
 * @example
 * priceOn('gemini-4-argon', '2026-11-30')?.input; // 2
 * priceOn('gemini-4-argon', '2026-12-01')?.input; // 4
 * @param model id, alias, or its name at a gateway or a cloud
 * @param day YYYY-MM-DD, UTC
 * @throws InvalidRequest if the model is unknown or the day is not a date
 */
export function priceOn(model: string, day: string, options?: Options): DatedPrice | null;
export function priceOn(catalog: Catalog, model: string, day: string): DatedPrice | null;
export function priceOn(first: string | Catalog, second: string, third: string | Options = {}): DatedPrice | null {
  const [model, day, options] =
    typeof third === 'string' ? [second, third, { catalog: first as Catalog }] : [first as string, second, third];
  const catalog = catalogIn(options);
  const found = resolveName(catalog, model);
  if (!isResolved(found)) throw new InvalidRequest(unresolvedReason(catalog, model, found));
  if (!isDay(day)) {
    throw new InvalidRequest(`day must be a date such as ${catalog.asOf} (got ${JSON.stringify(day)}).`);
  }
  return priceAmong(found.model.facts.prices, day) ?? null;
}

/**
 * The models on sale with their list prices in USD per 1,000,000 tokens: the `data` of `/api/v1/models`.
 *
 * @example
 * models({ provider: 'anthropic', tier: 'fast' }).map(({ id, inputPerMTok }) => `${id}: ${inputPerMTok}`);
 * @throws InvalidRequest if there is no such tier; an unknown provider has no models
 */
export function models(filter: { provider?: string; tier?: Model['tier'] } = {}, options: Options = {}): Model[] {
  const { provider, tier } = filter;
  if (tier !== undefined && !tiers.includes(tier)) throw new InvalidRequest(notOneOf('tier', String(tier), tiers));
  return modelsWhere(catalogIn(options), { provider, tier }).map(modelOf);
}

/** A call of a session, and whether the transcript was compacted before it, where that is known. */
export interface SessionCall extends Call {
  compacted?: boolean;
}

/** The calls of a session so far, in order, without those of its subagents. */
export interface RunningSession {
  calls: readonly SessionCall[];
  /** Program that makes them, as `Claude Code` or `Codex`: where it compacts its transcript is then known. */
  agent?: string;
  /** How many calls your earlier sessions had made when they ended: they then count beside the recorded ones. */
  earlier?: readonly number[];
}

/**
 * What a session that runs will have cost at its end, as a range: half of the sessions that got so far end at or below
 * `p50`, nine of ten at or below `p90`. It rests on how long recorded sessions of other people went on, so it is wide;
 * `basis.tried` says how such forecasts did, and is null before the fifth call, where none was tried.
 *
 * @example
 * const call = { model: 'claude-sonnet-4-6', input: 5, cachedInput: 31_000, cacheWrite: 1_400, output: 350 };
 * const { soFar, p50, p90 } = forecast({ calls: Array(12).fill(call), agent: 'Claude Code' });
 * console.log(`$${soFar.usd} so far, $${p50.usd} to $${p90.usd} at the end`);
 * @throws InvalidRequest if there is no call, a field is unknown or out of bounds, or the catalog has no such evidence
 */
export function forecast({ calls, agent, earlier = [] }: RunningSession, options: Options = {}): SessionForecast {
  const catalog = catalogIn(options);
  if (!isList(calls) || calls.length === 0) throw new InvalidRequest('calls must be a list of one call or more.');
  if (!isList(earlier) || earlier.some((count) => !Number.isSafeInteger(count) || count < 1)) {
    throw new InvalidRequest('earlier must be a list of how many calls each earlier session made, such as [31, 4].');
  }
  if (catalog.evidence?.forecast === undefined) {
    throw new InvalidRequest('This catalog.json is older than forecasts: it does not say how long sessions go on.');
  }
  const session = newSession();
  calls.forEach(({ compacted = false, ...call }, index) => {
    checkCall(call, `calls[${index}]`);
    const { cachedInput = 0, cacheWrite = 0, cacheWrite1h = 0, output = 0 } = call;
    const prompt = promptTokensIn(call);
    const { usd } = priceCall(catalog, call);
    addCall(session, { prompt, cached: cachedInput, compacted, cacheWrite, cacheWrite1h, output, usd });
  });
  const last = calls.at(-1) as SessionCall;
  const tariff = tariffOf(catalog, {
    model: last.model,
    host: last.host ?? null,
    on: last.on ?? catalog.asOf,
    serviceTier: last.serviceTier ?? 'standard',
    region: last.region ?? null,
  });
  return forecastSession(catalog.evidence.forecast, {
    session,
    price: tariff.price,
    contextWindow: tariff.model?.facts.contextWindow ?? null,
    agent: agent ?? null,
    agentVersion: null,
    earlier,
  });
}

/**
 * A span processor of OpenTelemetry: adds what each model call cost to the attributes of its span, as
 * `gen_ai.usage.cost.amount`, `.currency` and `.source` and under `agent_cost.*`. Register it before the processor that
 * exports. A call without a price gets `agent_cost.unpriced` with the reason, and no amount; an amount that is there
 * already stays. A problem with a span is never an error of your program.
 *
 * @example
 * const attributes: Record<string, unknown> = { 'gen_ai.request.model': 'gpt-4o', 'gen_ai.usage.output_tokens': 1000 };
 * costProcessor().onEnd({ attributes, startTime: [1_795_168_800, 0] });
 * attributes['gen_ai.usage.cost.amount']; // 0.01
 * @throws InvalidRequest if an option is not valid
 */
export function costProcessor(options: Options = {}): CostProcessor {
  const catalog = catalogIn(options);
  return spanProcessor((attributes, at) => costAttributes(catalog, attributes, at));
}

/**
 * What models did on benchmarks: a list of the boards, or the rows of one board, cheapest first in USD per solved task.
 *
 * @example
 * const [board] = measured();
 * if (board) console.log(board.name, measured(board.id).rows[0]?.usdPerSolvedTask);
 * @throws InvalidRequest if there is no such board
 */
export function measured(options?: Options): MeasuredBoardSummary[];
export function measured(board: string, options?: Options): MeasuredBoard;
export function measured(first: string | Options = {}, second: Options = {}): MeasuredBoard | MeasuredBoardSummary[] {
  if (typeof first !== 'string') return boardsOf(catalogIn(first)).map(summaryOf);
  const boards = boardsOf(catalogIn(second));
  const found = boards.find(({ id }) => id === first);
  if (found !== undefined) return found;
  const ids = boards.map(({ id }) => id);
  throw new InvalidRequest(`Unknown board ${quote(first)}.${didYouMean(first, ids)} measured() lists the ids.`);
}

/**
 * Subscriptions with quotas: USD a month and what their makers say they hold. null: no page of the maker says it.
 *
 * @example
 * plans({ provider: 'anthropic' }).map(({ name, usdPerMonth }) => `${name}: $${usdPerMonth}`);
 * @throws InvalidRequest if an option is not valid; an unknown provider has no plans
 */
export function plans({ provider }: { provider?: string } = {}, options: Options = {}): Plan[] {
  return plansOf(catalogIn(options)).filter((plan) => provider === undefined || plan.provider === provider);
}

/**
 * A catalog to use instead of the one in the package; without a source, the one in the package.
 *
 * @example
 * const own = await catalog();
 * price({ model: 'gpt-4o', input: 1000 }, { catalog: own }).usd; // 0.0025
 * @param source the text or the parsed content of a `catalog.json`, such as the one of a newer version of this package
 * @throws InvalidRequest if it is not a catalog.json; Error if it was made for another version of the cost model
 */
export async function catalog(source?: unknown): Promise<Catalog> {
  if (source === undefined) return defaultCatalog();
  return catalogOf(source);
}

function catalogIn({ catalog = defaultCatalog(), on, overlay }: Options): FullCatalog {
  if (isCatalog(catalog)) {
    const dated = on === undefined ? catalog : onDay(catalog, on);
    return overlay === undefined ? dated : overlaid(dated, overlay);
  }
  throw new InvalidRequest('options.catalog must be a result of catalog(): await catalog(content of a catalog.json).');
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

const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value);
