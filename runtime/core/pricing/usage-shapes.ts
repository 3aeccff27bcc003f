/** Reads the token counts that providers and SDKs report for a call into the parts of a bill, which do not overlap. */
import { hostOf } from '../dataset/logged-names.ts';
import type { Call } from '../schemas/priced-call-schemas.ts';

/** The counts of a call, and the model if the text names it. */
export interface Usage extends Omit<Call, 'model'> {
  /** Name of the API or SDK with this shape, for people. */
  shape: string;
  model: string | null;
}

type Counts = Omit<Call, 'model'>;
type Fields = Readonly<Record<string, unknown>>;

interface Shape {
  name: string;
  /** Whether `usage` has this shape, given that it has none of the shapes before it. */
  isOne: (usage: Fields) => boolean;
  read: (usage: Fields) => Counts;
}

/** Fields of which Anthropic's API reports one or more beside the counts of input and output. */
const anthropicFields = [
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'cache_creation',
  'server_tool_use',
  'service_tier',
  'iterations',
];

/** Counts of input and output alone, which several programs report under the same names. */
const alike = 'Anthropic Messages, OpenAI Responses or another with these two counts alone';

/** The shapes in the order in which they are tried. */
const shapes: readonly Shape[] = [
  {
    name: 'OpenAI Chat Completions',
    isOne: (usage) => 'prompt_tokens' in usage,
    // Cached tokens are within prompt_tokens, reasoning within completion_tokens. DeepSeek has a field for cache hits;
    // OpenRouter and LiteLLM have one for what was written, which is within prompt_tokens too.
    read: (usage) => {
      const details = within(usage, 'prompt_tokens_details');
      return {
        ...partsOf(count(usage, 'prompt_tokens'), {
          read: count(details, 'cached_tokens') || first(usage, 'prompt_cache_hit_tokens', 'cache_read_input_tokens'),
          written:
            first(details, 'cache_write_tokens', 'cache_creation_tokens') ||
            first(usage, 'cache_creation_input_tokens', 'cache_write_input_tokens'),
          oneHour: count(within(details, 'cache_creation_token_details'), 'ephemeral_1h_input_tokens'),
        }),
        output: count(usage, 'completion_tokens'),
      };
    },
  },
  {
    name: 'LangChain',
    isOne: (usage) => 'input_token_details' in usage,
    // Cache reads and writes are within input_tokens.
    read: (usage) => {
      const details = within(usage, 'input_token_details');
      return {
        ...partsOf(count(usage, 'input_tokens'), {
          read: count(details, 'cache_read'),
          written: count(details, 'cache_creation'),
          oneHour: count(details, 'ephemeral_1h_input_tokens'),
        }),
        output: count(usage, 'output_tokens'),
      };
    },
  },
  {
    name: 'Pydantic AI',
    isOne: (usage) => 'input_tokens' in usage && ('cache_read_tokens' in usage || 'cache_write_tokens' in usage),
    // Cache reads and writes are within input_tokens.
    read: (usage) => ({
      ...partsOf(count(usage, 'input_tokens'), {
        read: count(usage, 'cache_read_tokens'),
        written: count(usage, 'cache_write_tokens'),
      }),
      output: count(usage, 'output_tokens'),
    }),
  },
  {
    name: 'OpenAI Responses',
    isOne: (usage) => 'input_tokens_details' in usage || ('input_tokens' in usage && 'total_tokens' in usage),
    // Cached tokens are within input_tokens, reasoning within output_tokens.
    read: (usage) => {
      const cached = count(within(usage, 'input_tokens_details'), 'cached_tokens');
      return {
        input: count(usage, 'input_tokens') - cached,
        cachedInput: cached,
        output: count(usage, 'output_tokens'),
      };
    },
  },
  {
    name: 'Anthropic Messages',
    isOne: (usage) => 'input_tokens' in usage && anthropicFields.some((name) => Object.hasOwn(usage, name)),
    // input_tokens excludes cache reads and writes; cache_creation splits the writes by time to live.
    read: (usage) => {
      const writes = count(usage, 'cache_creation_input_tokens');
      const oneHour = count(within(usage, 'cache_creation'), 'ephemeral_1h_input_tokens');
      const tier = usage.service_tier;
      return {
        input: count(usage, 'input_tokens'),
        cachedInput: count(usage, 'cache_read_input_tokens'),
        cacheWrite: writes - oneHour,
        cacheWrite1h: oneHour,
        output: count(usage, 'output_tokens'),
        searches: count(within(usage, 'server_tool_use'), 'web_search_requests'),
        ...(tier === 'batch' && { serviceTier: tier }),
      };
    },
  },
  {
    name: alike,
    isOne: (usage) => 'input_tokens' in usage,
    read: (usage) => ({ input: count(usage, 'input_tokens'), cachedInput: 0, output: count(usage, 'output_tokens') }),
  },
  {
    name: 'Google Gemini',
    isOne: (usage) => 'promptTokenCount' in usage || 'prompt_token_count' in usage,
    // Cached tokens are within the prompt; thoughts are not within the candidates, nor tool prompts within the prompt.
    read: (usage) => {
      const either = (name: string): number => count(usage, name) || count(usage, snakeCase(name));
      const cached = either('cachedContentTokenCount');
      return {
        input: either('promptTokenCount') + either('toolUsePromptTokenCount') - cached,
        cachedInput: cached,
        output: either('candidatesTokenCount') + either('thoughtsTokenCount'),
      };
    },
  },
  {
    name: 'Cohere',
    isOne: (usage) => 'billed_units' in usage,
    read: (usage) => {
      const billed = within(usage, 'billed_units');
      return { input: count(billed, 'input_tokens'), cachedInput: 0, output: count(billed, 'output_tokens') };
    },
  },
  {
    name: 'Vercel AI SDK',
    isOne: (usage) =>
      'promptTokens' in usage ||
      ('inputTokens' in usage && ('cachedInputTokens' in usage || 'inputTokenDetails' in usage)),
    // Tokens read from the cache and written to it are within inputTokens; version 4 said promptTokens.
    read: (usage) => {
      const details = within(usage, 'inputTokenDetails');
      return {
        ...partsOf(first(usage, 'inputTokens', 'promptTokens'), {
          read: first(details, 'cacheReadTokens') || count(usage, 'cachedInputTokens'),
          written: count(details, 'cacheWriteTokens'),
        }),
        output: first(usage, 'outputTokens', 'completionTokens'),
      };
    },
  },
  {
    name: 'Amazon Bedrock Converse',
    isOne: (usage) => 'inputTokens' in usage,
    // inputTokens excludes cache reads and writes; cacheDetails splits the writes by time to live.
    read: (usage) => {
      const oneHour = writtenFor(usage, '1h');
      return {
        input: count(usage, 'inputTokens'),
        cachedInput: count(usage, 'cacheReadInputTokens'),
        cacheWrite: count(usage, 'cacheWriteInputTokens') - oneHour,
        ...(oneHour > 0 && { cacheWrite1h: oneHour }),
        output: count(usage, 'outputTokens'),
      };
    },
  },
];

/** Parts of a prompt whose count includes what was read from the cache and written to it. */
function partsOf(prompt: number, cache: { read: number; written: number; oneHour?: number }) {
  const { read, written, oneHour = 0 } = cache;
  return {
    input: prompt - read - written,
    cachedInput: read,
    ...(written > 0 && { cacheWrite: written - oneHour, ...(oneHour > 0 && { cacheWrite1h: oneHour }) }),
  };
}

/** Tokens that Bedrock wrote to the cache for this time. */
const writtenFor = ({ cacheDetails }: Fields, ttl: string): number =>
  (Array.isArray(cacheDetails) ? cacheDetails.filter(isFields) : [])
    .filter((written) => written.ttl === ttl)
    .reduce((sum, written) => sum + count(written, 'inputTokens'), 0);

export const acceptedShapes = shapes.flatMap(({ name }) => (name === alike ? [] : name));

/** There is no known usage object; the message says what is accepted. */
export class UnknownUsage extends Error {}

/**
 * The counts of an answer: a usage object, or a whole response with one in it.
 *
 *     usageIn({ prompt_tokens: 1200, completion_tokens: 80, prompt_tokens_details: { cached_tokens: 1000 } })
 *     // { shape: 'OpenAI Chat Completions', model: null, input: 200, cachedInput: 1000, output: 80 }
 *
 * @throws UnknownUsage
 */
export function usageIn(value: unknown): Usage {
  if (!isFields(value)) throw new UnknownUsage(`This is not a JSON object. ${accepted}`);
  const usage = usageObject(value);
  const shape = shapes.find(({ isOne }) => isOne(usage));
  if (shape === undefined) {
    const names = Object.keys(value).slice(0, 6).join(', ');
    throw new UnknownUsage(`None of its fields is a known token count (${names || 'none'}). ${accepted}`);
  }
  const counts = shape.read(usage);
  const wrong = Object.entries(counts).find(([, tokens]) => typeof tokens === 'number' && tokens < 0);
  if (wrong !== undefined) {
    throw new UnknownUsage(`More cached tokens than prompt tokens: ${shape.name} counts them within the prompt.`);
  }
  return { shape: shape.name, model: modelIn(value), ...counts };
}

/** Counts that were billed beside those of an answer, with the model if it is another one. */
export interface Beside extends Usage {
  /** What they are for, as the API names it: `compaction`, `advisor_message`. */
  type: string;
}

/**
 * What Anthropic's API bills beside the usage at the top of an answer: compactions, and advisors on their own model
 * (`usage.iterations`). Runs of type `message` are in the usage at the top.
 * @throws UnknownUsage
 */
export function besideUsage(value: unknown): Beside[] {
  const { iterations } = isFields(value) ? usageObject(value) : {};
  return (Array.isArray(iterations) ? iterations.filter(isFields) : [])
    .filter(({ type }) => typeof type === 'string' && type !== 'message')
    .map((run) => ({ ...usageIn(run), type: run.type as string }));
}

/** Counts that shapes read, or that repeat what they read, in snake case. */
const knownCounts =
  /^(total|reasoning|thoughts|candidates|tool_use_prompt|cached_content)_|^(input|output|prompt|completion|prompt_cache_hit|prompt_cache_miss|cached_input|cache_(read|write|creation)(_input)?)_tokens?(_count)?$/;

/** Counts of tokens in a usage object that no shape knows, and so no price includes: `cache_hit_tokens (900)`. */
export function unknownCountsIn(value: unknown): string[] {
  const usage = isFields(value) ? usageObject(value) : {};
  return Object.entries(usage)
    .filter(([name, count]) => typeof count === 'number' && count > 0 && /tokens?(_count)?$/.test(snakeCase(name)))
    .filter(([name]) => !knownCounts.test(snakeCase(name)))
    .map(([name, count]) => `${name} (${count})`);
}

/** When a response was made, in seconds since 1970 (UTC); null: it does not say. */
export function secondsIn(value: unknown): number | null {
  if (!isFields(value)) return null;
  const created = [value.created, value.created_at].find(
    (time) => typeof time === 'number' && time > 1e9 && time < 1e11,
  );
  return (created as number | undefined) ?? null;
}

/** The terms that a response states: the level of service, the region it was bound to, and who served it (OpenRouter). */
export function termsIn(value: unknown): Pick<Call, 'serviceTier' | 'region' | 'host'> {
  if (!isFields(value)) return {};
  const usage = usageObject(value);
  const tier = [value.service_tier, usage.service_tier].find(
    (name) => name === 'flex' || name === 'batch' || name === 'priority',
  );
  // Anthropic's tier `priority` is capacity paid for in advance; its fast mode is billed as `priority`.
  const isAnthropic = value.type === 'message' || 'cache_creation_input_tokens' in usage;
  const serviceTier = usage.speed === 'fast' ? 'priority' : isAnthropic && tier === 'priority' ? undefined : tier;
  return {
    ...(serviceTier !== undefined && { serviceTier: serviceTier as NonNullable<Call['serviceTier']> }),
    ...(usage.inference_geo === 'us' && { region: 'us' }),
    ...(typeof value.provider === 'string' && value.provider !== '' && { host: hostOf(value.provider) as string }),
  };
}

const accepted = `Accepted: the usage object of ${acceptedShapes.slice(0, -1).join(', ')} or ${acceptedShapes.at(-1)}, or a response that contains one.`;

/** The usage object of an answer, or of its wrapper; the answer itself if it has none. */
const usageObject = (value: Fields): Fields =>
  [value, ...usagesIn(value)].find((fields) => shapes.some(({ isOne }) => isOne(fields))) ?? value;

/** Objects called usage, in the response or in its wrapper. */
function usagesIn(response: Fields): Fields[] {
  const wrapped = [response, within(response, 'response'), within(response, 'message'), within(response, 'body')];
  return wrapped.flatMap((fields) =>
    ['usage', 'usageMetadata', 'usage_metadata', 'totalUsage'].map((name) => within(fields, name)),
  );
}

function modelIn(response: Fields): string | null {
  const places = ['response', 'message', 'body', 'response_metadata'].map((name) => within(response, name));
  for (const fields of [response, ...places]) {
    for (const name of ['model', 'modelVersion', 'model_version', 'modelId', 'model_name']) {
      const value = fields[name];
      if (typeof value === 'string' && value !== '') return value;
    }
  }
  return null;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in a field; empty if there is none. */
function within(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** A count of tokens; 0 if it is absent or null, as in many SDKs. */
function count(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new UnknownUsage(`${name} must be a whole number of tokens (got ${JSON.stringify(value)}).`);
}

/** The first of the counts that is above 0; 0: none is. */
function first(fields: Fields, ...names: readonly string[]): number {
  for (const name of names) {
    const found = count(fields, name);
    if (found > 0) return found;
  }
  return 0;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
