/** What is kept of a logged model call: counts and names, never a prompt or an answer. */
import type { ServiceTier } from '../core/schemas/data-files/dated-price.ts';

/** One model call of a log. `input`, `cachedInput`, `cacheWrite` and `cacheWrite1h` do not overlap. */
export interface CallRecord {
  /** Start of the call in milliseconds since 1970 (UTC); null: not logged. */
  at: number | null;
  /** Name of the model as logged. */
  model: string;
  /** Who served it (azure, bedrock, openrouter ...); null: not logged. */
  host: string | null;
  /**
   * Calls that the record sums up. Usage exports have one row for many calls, so only the mean prompt length, which
   * decides the price band, is known. 1 everywhere else.
   */
  calls: number;
  /** Prompt tokens neither read from the cache nor written to it. */
  input: number;
  cachedInput: number;
  /** Tokens written to the cache for the default time to live. */
  cacheWrite: number;
  /** Tokens written to the cache for one hour. */
  cacheWrite1h: number;
  /** Output tokens, reasoning included. */
  output: number;
  /** The part of `output` that was reasoning; null: not logged. */
  reasoning: number | null;
  /** Calls of the provider's web search tool. */
  searches: number;
  /** `standard` if not logged. */
  serviceTier: ServiceTier;
  /** Region that processing was bound to (us ...), which can affect the price; null: none, or not logged. */
  region: string | null;
  /** Conversation or run that the call belongs to; null: not logged. */
  session: string | null;
  /** Task that the call belongs to; null: not logged. */
  task: string | null;
  project: string | null;
  tags: readonly string[];
  /** Dollars that the log itself recorded; null: none. */
  usd: number | null;
  /** Whether the task was solved; null: not logged. */
  solved: boolean | null;
  /** Whether this is a billed repeat of a failed call; false if not logged. */
  retried: boolean;
}

/** The tokens of a call; the parts of its prompt do not overlap. */
export type Tokens = Pick<CallRecord, 'input' | 'cachedInput' | 'cacheWrite' | 'cacheWrite1h' | 'output' | 'reasoning'>;

/** The tokens of the whole prompt. */
export const promptOf = ({
  input,
  cachedInput,
  cacheWrite,
  cacheWrite1h,
}: Omit<Tokens, 'output' | 'reasoning'>): number => input + cachedInput + cacheWrite + cacheWrite1h;

/** No tokens and no searches. */
export const noUse = {
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
  searches: 0,
} as const satisfies Tokens & Pick<CallRecord, 'searches'>;

const none: readonly string[] = [];

/** A call with only its model and tokens known so far. */
export const callOf = (model: string, tokens: Tokens): CallRecord => ({
  at: null,
  model,
  host: null,
  calls: 1,
  input: tokens.input,
  cachedInput: tokens.cachedInput,
  cacheWrite: tokens.cacheWrite,
  cacheWrite1h: tokens.cacheWrite1h,
  output: tokens.output,
  reasoning: tokens.reasoning,
  searches: 0,
  serviceTier: 'standard',
  region: null,
  session: null,
  task: null,
  project: null,
  tags: none,
  usd: null,
  solved: null,
  retried: false,
});
