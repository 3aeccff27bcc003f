/**
 * Counts of tokens as logs have them: under the two conventions for cached tokens, in the usage objects of providers'
 * APIs, which many logs keep unchanged, and in their usage reports by time bucket.
 */
import { searchesIn } from '../../core/pricing/answer-tools.ts';
import { type ToolCounts, toolUnits } from '../../core/schemas/billable-units.ts';
import { placeCalled } from '../../core/schemas/places.ts';
import { type CallRecord, noTools, type Tokens } from '../call-record.ts';
import { parseJson } from '../input/json-values.ts';
import { firstTime } from './times.ts';
import { countIn, firstCount, isObject, type JsonObject, Misread, objectIn, objectsIn } from './values.ts';

/** Counts in a log; undefined or absent: not logged. */
export type LoggedTokens = { [count in keyof Tokens]?: number | undefined };

/** Input excludes cache reads and writes, as Anthropic counts. Reasoning is part of output. */
export function cachedBeside({
  input,
  cachedInput,
  cacheWrite,
  cacheWrite1h,
  output,
  reasoning,
}: LoggedTokens): Tokens {
  if (input === undefined && output === undefined) throw new Misread('no count of tokens');
  if (reasoning !== undefined && reasoning > (output ?? 0)) throw new Misread('more reasoning than output');
  return {
    input: input ?? 0,
    cachedInput: cachedInput ?? 0,
    cacheWrite: cacheWrite ?? 0,
    cacheWrite1h: cacheWrite1h ?? 0,
    output: output ?? 0,
    reasoning: reasoning ?? null,
  };
}

/** Input is the whole prompt, as OpenAI counts. Reasoning is part of output. */
export function cachedInside(logged: LoggedTokens): Tokens {
  const tokens = cachedBeside(logged);
  tokens.input -= tokens.cachedInput + tokens.cacheWrite + tokens.cacheWrite1h;
  if (tokens.input < 0) throw new Misread('more cached tokens than the prompt they are part of');
  return tokens;
}

/**
 * Anthropic's: the parts of the prompt do not overlap, and thinking is part of the output.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function anthropicTokens(usage: JsonObject): Tokens {
  const written = countIn(usage, 'cache_creation_input_tokens');
  const byTime = objectIn(usage, 'cache_creation');
  const hour = countIn(byTime, 'ephemeral_1h_input_tokens') ?? 0;
  const usual = written === undefined ? countIn(byTime, 'ephemeral_5m_input_tokens') : Math.max(0, written - hour);
  return cachedBeside({
    input: countIn(usage, 'input_tokens'),
    cachedInput: countIn(usage, 'cache_read_input_tokens'),
    cacheWrite: usual,
    cacheWrite1h: hour,
    output: countIn(usage, 'output_tokens'),
  });
}

/**
 * OpenAI's, for chat completions and responses, plus what gateways add in the same convention: the prompt count
 * includes the cached tokens listed in its details; reasoning is part of the output.
 * https://platform.openai.com/docs/guides/prompt-caching, https://docs.litellm.ai/docs/completion/prompt_caching
 */
export function openAiTokens(usage: JsonObject): Tokens {
  const prompt = objectIn(usage, 'prompt_tokens_details' in usage ? 'prompt_tokens_details' : 'input_tokens_details');
  const answer = objectIn(
    usage,
    'completion_tokens_details' in usage ? 'completion_tokens_details' : 'output_tokens_details',
  );
  const written =
    firstCount(prompt, 'cache_write_tokens', 'cache_creation_tokens') ||
    firstCount(usage, 'cache_write_input_tokens', 'cache_creation_input_tokens') ||
    0;
  const hour = countIn(objectIn(prompt, 'cache_creation_token_details'), 'ephemeral_1h_input_tokens') ?? 0;
  return cachedInside({
    input: firstCount(usage, 'prompt_tokens', 'input_tokens'),
    cachedInput:
      countIn(prompt, 'cached_tokens') ||
      firstCount(usage, 'cached_input_tokens', 'cache_read_input_tokens', 'prompt_cache_hit_tokens'),
    cacheWrite: Math.max(0, written - hour),
    cacheWrite1h: hour,
    output: firstCount(usage, 'completion_tokens', 'output_tokens'),
    reasoning: countIn(answer, 'reasoning_tokens') ?? countIn(usage, 'reasoning_output_tokens'),
  });
}

/** Either of the two: OpenAI's has prompt_tokens, or details of input_tokens. */
export const usageTokens = (usage: JsonObject): Tokens =>
  'prompt_tokens' in usage || 'input_tokens_details' in usage ? openAiTokens(usage) : anthropicTokens(usage);

/** The use of tools that a usage object counts. */
export function toolCountsIn(usage: JsonObject): ToolCounts {
  const used = usage.server_tool_use;
  if (!isObject(used)) return noTools;
  const counts = { ...noTools };
  for (const { count, usageField } of toolUnits) counts[count] = countIn(used, usageField) ?? 0;
  return counts;
}

/** The use of tools in an answer: what its usage counts, or its output lists. @param model decides what Gemini bills */
export const toolsOfAnswer = (answer: JsonObject, usage: JsonObject, model: string | null): ToolCounts => ({
  ...toolCountsIn(usage),
  searches: searchesIn(answer, usage, model),
});

/**
 * The tools of an answer that a trace keeps beside its counts: a response, or the items of one, or JSON text of either.
 * A trace that keeps another form, or nothing, tells of no searches.
 */
export function toolsOfKept(kept: unknown, model: string): ToolCounts {
  const found = typeof kept === 'string' && /search/i.test(kept) ? parseJson(kept) : kept;
  const answer = Array.isArray(found) ? { output: found } : found;
  return isObject(answer) ? toolsOfAnswer(answer, objectIn(answer, 'usage'), model) : noTools;
}

/** Anthropic's service tier. Fast mode is priced as `priority`; its own tier `priority` is prepaid capacity. */
export const anthropicTier = (tier: unknown, speed: unknown): CallRecord['serviceTier'] =>
  speed === 'fast' ? 'priority' : tier === 'batch' ? 'batch' : 'standard';

/** The region that processing was bound to, as `inference_geo` names it; null: none, `global`, or no place. */
export function inferenceRegion(geo: unknown): string | null {
  // A log has one or two, in every line.
  if (geo !== lastGeo) [lastGeo, lastRegion] = [geo, typeof geo === 'string' ? placeCalled(geo) : null];
  return lastRegion === 'global' ? null : lastRegion;
}

let lastGeo: unknown = null;
let lastRegion: string | null = null;

/**
 * The rows in a response of a usage API, which is a bucket or has a list of them in `data`.
 * @param starts fields of a bucket that may hold its start
 */
export function* rowsOfBuckets(
  answer: JsonObject,
  isBucket: (value: unknown) => boolean,
  ...starts: readonly string[]
): Generator<{ row: JsonObject; at: number | null }> {
  for (const bucket of isBucket(answer) ? [answer] : objectsIn(answer, 'data')) {
    const at = firstTime(bucket, ...starts);
    for (const row of objectsIn(bucket, 'results')) yield { row, at };
  }
}

/**
 * Gemini's: promptTokenCount includes the cached tokens, tool results are prompt too, and thoughts are beside the
 * candidates. https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function geminiTokens(usage: JsonObject): Tokens {
  const prompt = countIn(usage, 'promptTokenCount');
  const thoughts = countIn(usage, 'thoughtsTokenCount') ?? 0;
  const answer = countIn(usage, 'candidatesTokenCount') ?? countIn(usage, 'responseTokenCount');
  if (prompt === undefined) throw new Misread('no promptTokenCount');
  return cachedInside({
    input: prompt + (countIn(usage, 'toolUsePromptTokenCount') ?? 0),
    cachedInput: countIn(usage, 'cachedContentTokenCount'),
    output: (answer ?? 0) + thoughts,
    reasoning: 'thoughtsTokenCount' in usage ? thoughts : undefined,
  });
}

/**
 * Bedrock's Converse: inputTokens excludes what was read from the cache and written to it.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html
 */
export function converseTokens(usage: JsonObject): Tokens {
  const written = firstCount(usage, 'cacheWriteInputTokens', 'cacheWriteInputTokenCount') ?? 0;
  const hour = objectsIn(usage, 'cacheDetails')
    .filter(({ ttl }) => ttl === '1h')
    .reduce((sum, detail) => sum + (countIn(detail, 'inputTokens') ?? 0), 0);
  return cachedBeside({
    input: countIn(usage, 'inputTokens'),
    cachedInput: firstCount(usage, 'cacheReadInputTokens', 'cacheReadInputTokenCount'),
    cacheWrite: Math.max(0, written - hour),
    cacheWrite1h: hour,
    output: countIn(usage, 'outputTokens'),
  });
}
