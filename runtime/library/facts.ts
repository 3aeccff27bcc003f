/** What the catalog knows: models by their names, prices by day, measured runs, plans. */
import { modelOf, modelsWhere } from '../core/answers/models.ts';
import { plansOf } from '../core/answers/plans.ts';
import { boardsOf, summaryOf } from '../core/benchmarks/facts.ts';
import { priceOn as priceAmong } from '../core/dataset/price-on-day.ts';
import { isResolved, nearIds, resolve as resolveName, unresolvedReason } from '../core/dataset/resolve.ts';
import { notOneOf } from '../core/schemas/problems.ts';
import { tiers } from '../core/schemas/request-fields.ts';
import { isDay } from '../core/values/day.ts';
import { didYouMean, quote } from '../core/values/did-you-mean.ts';
import type { Options } from './catalog.ts';
import { InvalidRequest } from './invalid-request.ts';
import { catalogIn } from './requests.ts';
import type { DatedPrice, MeasuredBoard, MeasuredBoardSummary, Model, Plan, PricedCall } from './types.ts';

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
export function priceOn(model: string, day: string, options: Options = {}): DatedPrice | null {
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
