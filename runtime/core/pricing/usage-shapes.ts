/** The token counts that providers and SDKs report for a call, as the parts of a bill, which do not overlap. */
import type { Call } from '../schemas/priced-call-schemas.ts';

type Counts = Omit<Call, 'model'>;
export type Fields = Readonly<Record<string, unknown>>;

interface Shape {
  /** Name of the API or SDK with this shape, for people. */
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
  objectsOf(cacheDetails)
    .filter((written) => written.ttl === ttl)
    .reduce((sum, written) => sum + count(written, 'inputTokens'), 0);

export const acceptedShapes = shapes.flatMap(({ name }) => (name === alike ? [] : name));

/** The shape of a usage object; undefined: it has none of them. */
export const shapeOf = (usage: Fields): Shape | undefined => shapes.find(({ isOne }) => isOne(usage));

/** There is no known usage object; the message says what is accepted. */
export class UnknownUsage extends Error {}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object in a field; empty if there is none. */
export function within(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : {};
}

/** The objects of a list; none if it is no list. */
export const objectsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

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

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
