/**
 * A typed client for the HTTP API: one method for each operation of its OpenAPI document, with the same name. It waits
 * and retries after a 429, a 503 or a failed connection.
 */
import { lookUp } from '../core/values/look-up.ts';
import type {
  Advice,
  Change,
  DatasetMeta,
  Estimate,
  EstimateRequest,
  MeasuredBoard,
  MeasuredBoardSummary,
  Meta,
  Model,
  ModelDetail,
  Offer,
  Plan,
  Provider,
  PublishedPreset,
  Ranking,
} from './types.ts';

export * from './types.ts';

/** The part of `fetch` that the client needs. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal?: AbortSignal },
) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

export interface ClientOptions {
  /** Where the API is, such as `https://prices.example.com`. */
  baseUrl: string;
  /** Sent as X-API-Key. */
  apiKey?: string;
  /** Maximum number of retries after a 429, a 503 or a failed connection; default 3. */
  retries?: number;
  /** Longest wait before one retry, in seconds; a longer Retry-After fails at once. Default 60. */
  maxWaitSeconds?: number;
  /** Aborts requests and waiting. */
  signal?: AbortSignal;
  /** Default: the global `fetch`. */
  fetch?: Fetch;
}

/** An unsuccessful answer: the API's code and message. */
export class ApiError extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** `error.code`, or `unexpected_answer` if the answer is not from the API. */
    readonly code: string,
    message: string,
    /** Seconds after which to try again; null: not stated. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** `data` as described by the operation, with freshness and terms in `meta`. */
export interface Answer<Data> {
  data: Data;
  meta: Meta;
}

type EstimateOrRanking<Request> = Request extends { compare: true } ? Ranking : Estimate;

/** The operations of the API. Each rejects with an ApiError if the API refuses, or with what `fetch` throws. */
export interface Client {
  /** Version, counts and dates of the dataset. */
  getMeta(): Promise<Answer<DatasetMeta>>;
  /** Pricing page and caching facts of every provider. */
  listProviders(): Promise<Answer<Provider[]>>;
  /** Models on sale with their list prices, USD per 1,000,000 tokens. An unknown provider has none. */
  listModels(query?: { provider?: string; tier?: Model['tier'] }): Promise<Answer<Model[]>>;
  /** One model by id or alias, with every dated price; `model_not_found` if there is none. */
  getModel(path: { id: string }): Promise<Answer<ModelDetail>>;
  /** What other hosts charge for models, USD per 1,000,000 tokens. */
  listOffers(): Promise<Answer<Offer[]>>;
  /** Ready-made workflows with the evidence behind their numbers. */
  listPresets(): Promise<Answer<PublishedPreset[]>>;
  /** A published estimate, which caches can store; `compare: true` for a ranking. */
  getEstimate<Query extends Pick<EstimateRequest, 'presetId' | 'modelId' | 'compare' | 'sort'>>(
    query?: Query,
  ): Promise<Answer<EstimateOrRanking<Query>>>;
  /** An estimate of your own workflow; `compare: true` for a ranking. */
  postEstimate<Request extends EstimateRequest>(request: Request): Promise<Answer<EstimateOrRanking<Request>>>;
  /** Published advice: what would be cheaper than an estimate, with its evidence. */
  getAdvice(query?: Pick<EstimateRequest, 'presetId' | 'modelId'>): Promise<Answer<Advice>>;
  /** Advice on your own workflow. */
  postAdvice(request: Omit<EstimateRequest, 'compare' | 'sort' | 'top'>): Promise<Answer<Advice>>;
  /** Benchmarks on which models were measured. */
  listMeasuredBoards(): Promise<Answer<MeasuredBoardSummary[]>>;
  /** The rows of one board, cheapest first in USD per solved task; `not_found` if there is no such board. */
  getMeasuredBoard(path: { id: string }): Promise<Answer<MeasuredBoard>>;
  /** Subscriptions with quotas, USD a month. */
  listPlans(): Promise<Answer<Plan[]>>;
  /** One of them by its id; `not_found` if there is none. */
  getPlan(path: { id: string }): Promise<Answer<Plan>>;
  /** Releases and price changes, newest first. */
  listChanges(): Promise<Answer<Change[]>>;
}

/** Method and path of each operation, as in the OpenAPI document. */
const operations = {
  getMeta: 'GET /meta',
  listProviders: 'GET /providers',
  listModels: 'GET /models',
  getModel: 'GET /models/{id}',
  listOffers: 'GET /offers',
  listPresets: 'GET /presets',
  getEstimate: 'GET /estimate',
  postEstimate: 'POST /estimate',
  getAdvice: 'GET /advice',
  postAdvice: 'POST /advice',
  listMeasuredBoards: 'GET /measured',
  getMeasuredBoard: 'GET /measured/{id}',
  listPlans: 'GET /plans',
  getPlan: 'GET /plans/{id}',
  listChanges: 'GET /changes',
} as const satisfies Record<keyof Client, string>;

/**
 * A client for the API at `baseUrl`. Amounts are in USD, as in the API: per task to the nano-dollar, per month to the
 * micro-dollar.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8787' });
 * const { data } = await client.postEstimate({ presetId: 'coding', modelCallsPerTask: 25 });
 * console.log(data.modelId, data.costPerTask);
 *
 * const missing = await client.getModel({ id: 'gpt-9' }).catch((error) => error);
 * if (missing instanceof ApiError) console.log(missing.status, missing.code); // 404 model_not_found
 */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(operations).map(([name, operation]) => {
    const [method = '', path = ''] = operation.split(' ');
    return [name, (values: Values = {}) => send(options, method, path, values)] as const;
  });
  return Object.fromEntries(methods) as unknown as Client;
}

type Values = Record<string, unknown>;

async function send(options: ClientOptions, method: string, template: string, values: Values): Promise<unknown> {
  const { baseUrl, apiKey, retries = 3, maxWaitSeconds = 60, signal, fetch = globalThis.fetch as Fetch } = options;
  const rest = { ...values };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(lookUp(values, name)));
    delete rest[name];
    return value;
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
  const isPost = method === 'POST';
  const url = `${baseUrl.replace(/\/+$/, '')}/api/v1${path}${isPost || query.size === 0 ? '' : `?${query}`}`;
  const init = {
    method,
    headers: {
      Accept: 'application/json',
      ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
      ...(isPost && { 'Content-Type': 'application/json' }),
    },
    ...(isPost && { body: JSON.stringify(rest) }),
    ...(signal && { signal }),
  };
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries;
    // Without Retry-After it waits half a second, then twice as long each time.
    const usualWait = 0.5 * 2 ** attempt;
    let response: Awaited<ReturnType<Fetch>>;
    let text: string;
    try {
      response = await fetch(url, init);
      text = await response.text();
    } catch (error) {
      if (isLast || signal?.aborted) throw error;
      await pause(usualWait, signal);
      continue;
    }
    if (response.ok) return JSON.parse(text);
    const retryAfter = secondsOf(response.headers.get('Retry-After'));
    const isRetryable = response.status === 429 || response.status === 503;
    const wait = retryAfter ?? usualWait;
    if (!isRetryable || isLast || wait > maxWaitSeconds) throw errorOf(response.status, text, retryAfter);
    await pause(wait, signal);
  }
}

/** Retry-After (RFC 9110, 10.2.3) in seconds from now; the field is a number of seconds or a date. */
function secondsOf(field: string | null): number | null {
  if (field === null) return null;
  if (/^\d+$/.test(field)) return Number(field);
  const date = Date.parse(field);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

function errorOf(status: number, text: string, retryAfter: number | null): ApiError {
  try {
    const { code, message } = JSON.parse(text).error;
    return new ApiError(status, String(code), String(message), retryAfter);
  } catch {
    return new ApiError(status, 'unexpected_answer', `HTTP ${status}: ${text.slice(0, 200)}`, retryAfter);
  }
}

/** Resolves after `seconds`; rejects as soon as the signal aborts. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
