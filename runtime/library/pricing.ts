/** What calls cost: by their tokens, from the answer of a provider, on the spans of a trace. */
import { answerNotes, besideUsage, secondsIn, termsIn, usageIn } from '../core/pricing/answer-usage.ts';
import { priceCall, priceCalls } from '../core/pricing/price-call.ts';
import { UnknownUsage } from '../core/pricing/usage-shapes.ts';
import { costAttributes } from '../logs/span-cost.ts';
import type { Options } from './catalog.ts';
import { InvalidRequest } from './invalid-request.ts';
import { catalogIn, checkCall } from './requests.ts';
import { type CostProcessor, spanProcessor } from './span-processor.ts';
import type { Call, PricedCall, PricedCalls } from './types.ts';

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

const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value);
