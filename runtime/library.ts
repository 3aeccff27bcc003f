/**
 * The library: the same answers as the API, computed where you are.
 *
 *     import { catalog, estimate, explain, priceOn, rank } from './dist/index.js';
 *     const prices = await catalog();
 *     estimate(prices, { presetId: 'coding', modelId: 'claude-sonnet-4-6' }).costPerTask;
 *
 * Everything but `catalog` is pure: no disk, no clock, no network.
 */
import { isEstimateRequest } from 'virtual:estimate-request';
import { Refusal } from './core/api/envelope.ts';
import { describe } from './core/api/problems.ts';
import { answer, questionOf } from './core/api/request.ts';
import type { Estimate, EstimateRequest, Ranking } from './core/api/schemas.ts';
import { type Catalog, catalogFrom } from './core/dataset/catalog.ts';
import type { CatalogFile, DatedPrice } from './core/dataset/dataset.ts';
import { type Explanation, explain as explainRequest } from './core/explain/explain.ts';
import { cheapestCandidates } from './core/fast/answer-bytes.ts';
import { priceOn as priceAmong } from './core/model/prices.ts';

export type { Catalog, DatedPrice, Estimate, EstimateRequest, Explanation, Ranking };

/** A request that cannot be answered; the message names the field, what it must be and what was given. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}

/**
 * The catalog: models, presets and the prices in force on its day.
 * @param source the text or the parsed content of a `catalog.json`; without it the one beside this file is read.
 * @throws Error where the source was made for another cost model than this file's
 */
export async function catalog(source?: string | CatalogFile): Promise<Catalog> {
  const content = source ?? (await besideThisFile());
  return catalogFrom(typeof content === 'string' ? JSON.parse(content) : content);
}

async function besideThisFile(): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(new URL('catalog.json', import.meta.url), 'utf8');
}

/**
 * What one workflow costs on one model: the `data` of `/api/v1/estimate`.
 * @throws InvalidRequest
 */
export function estimate(prices: Catalog, request: Omit<EstimateRequest, 'compare'> = {}): Estimate {
  return ask(prices, { ...request, compare: false }) as Estimate;
}

/**
 * Every model on the same work, cheapest first: the `data` of `/api/v1/estimate?compare=true`.
 * @throws InvalidRequest
 */
export function rank(prices: Catalog, request: Omit<EstimateRequest, 'compare' | 'modelId'> = {}): Ranking {
  return ask(prices, { ...request, compare: true }) as Ranking;
}

/**
 * An estimate with every step of its arithmetic: formula, numbers, price, source and date.
 * @throws InvalidRequest
 */
export function explain(prices: Catalog, request: Omit<EstimateRequest, 'compare'> = {}): Explanation {
  return accepted(explainRequest(prices, checked(request)));
}

/**
 * The price of a model in force on a day, past or scheduled; null before its first.
 * @param model id or alias
 * @param day YYYY-MM-DD, UTC
 * @throws InvalidRequest where there is no such model or the day is not written so
 */
export function priceOn(prices: Catalog, model: string, day: string): DatedPrice | null {
  const found = prices.find(model);
  if (found === undefined) throw new InvalidRequest(`model: ${JSON.stringify(model)} is not a known model.`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) {
    throw new InvalidRequest(`day must be a date such as ${prices.asOf} (got ${JSON.stringify(day)}).`);
  }
  return priceAmong(found.facts.prices, day) ?? null;
}

function ask(prices: Catalog, request: EstimateRequest): Estimate | Ranking {
  return answer(prices, accepted(questionOf(prices, checked(request))), cheapestCandidates);
}

function checked(request: EstimateRequest): EstimateRequest {
  if (isEstimateRequest(request)) return request;
  throw new InvalidRequest((isEstimateRequest.errors ?? []).map(describe).join(' '));
}

function accepted<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new InvalidRequest(answer.message);
  return answer;
}
